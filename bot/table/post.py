"""Posts as values: what is to be delivered, how urgent it is, and which later one takes it in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum, auto
from typing import Any

import msgspec

LONGEST_WAIT = 300.0
"""Seconds that anything may wait. What is due later was written before the clock was set back."""
LOST = "lost"
"""The kind of what is due when a delivery that had nowhere to go is tried again."""
LOST_RANK = 9
"""A queue of its own: what had nowhere to go holds up nothing that is new."""
FIRST_LOST, LONGEST_LOST = timedelta(minutes=10), timedelta(hours=6)
"""Between two tries of what had nowhere to go: each pause is twice as long as the one before."""
BOARDS = ("open", "board", "over", "again")
"""Kinds that show the newest position: a later one says all that an earlier one would."""
RANKS = {
    "again": 1,
    "hand": 2,
    "farewell": 2,
    "lobby": 3,
    "full": 3,
    "guest": 3,
    "invite": 4,
    "next": 4,
    "trouble": 4,
    "retire": 5,
}
"""How urgent a kind of delivery is: the lower, the sooner. All others are 0."""
MERGES = {
    ("open", "board"): "open",
    ("board", "board"): "board",
    ("board", "over"): "over",
    ("lobby", "lobby"): "lobby",
    ("full", "full"): "full",
    ("again", "again"): "again",
    ("hand", "hand"): "hand",
    ("redraw", "redraw"): "redraw",
}
"""Which delivery may take in the next one of its queue, and the kind that it is then.

Neither may have been tried yet.
"""


class Post(msgspec.Struct, frozen=True):
    """A delivery to come, written in the transaction of the change that it tells."""

    kind: str
    payload: dict[str, Any]
    delay: float = 0.0
    """Seconds to wait for a later post of the same queue that may take this one in."""
    seat: int | None = None
    """Whose hand it shows; None for what is posted at the table."""

    @property
    def rank(self) -> int:
        """Urgency, the least first."""
        return RANKS.get(self.kind, 0)


class Delivery(msgspec.Struct, frozen=True):
    """A post to be shown on Discord, once. Its content stays the same from the first try on."""

    id: int
    table_id: int
    kind: str
    payload: dict[str, Any]
    nonce: str
    """The same for every try: Discord shows one message however often it is sent."""
    attempts: int
    """Tries begun, this one included."""
    tried_at: datetime | None = None
    """When the first of them began; None where nobody has noted it."""
    pause: float = 0.0
    """Seconds of the last pause after a failure; 0 if the last try did not fail."""
    due: datetime | None = None
    """Moment from which it was to be shown, or tried again; None where nobody has noted it."""
    is_lost: bool = False
    """Whether an earlier try found no place for it, and called in private."""


def mentions(payload: Mapping[str, Any]) -> list[int]:
    """People whom a post notifies, each once: to act, called by a move, or concerned."""
    called = (user for _, user in payload.get("calls", ()))
    concerned = payload.get("concerns", ())
    return list(dict.fromkeys((*payload.get("mention", ()), *called, *concerned)))


class Way(StrEnum):
    """Way to put a message away."""

    BARE = auto()
    """It stays without its buttons."""
    DELETE = auto()
    OFFER = auto()
    """It says that the seat is no longer to be had."""


def retirement(place_id: int, message_id: int, way: Way, **details: Any) -> Post:
    """The delivery that puts a message away."""
    return Post("retire", {"place": place_id, "message": message_id, "way": way, **details})
