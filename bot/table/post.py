"""Posts as values: what to deliver, how urgent it is, and which deliveries may merge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum, auto
from typing import Any, NamedTuple

import msgspec

LONGEST_WAIT = 300.0
"""Most seconds that a delivery may wait; a later due moment means that the clock was set back."""
LOST = "lost"
"""Kind of the due row that retries deliveries which no place took."""
LOST_RANK = 9
"""Rank of such deliveries: a queue of their own, which holds up no new delivery."""
ANNOUNCEMENT = "announcement"
"""Kind of the delivery that tells a table what the host has to say."""
FIRST_LOST, LONGEST_LOST = timedelta(minutes=10), timedelta(hours=6)
"""First and longest pause between two of these tries; each is twice as long as the last."""
BOARDS = ("open", "board", "over", "again")
"""Kinds that show the newest position, so that a later one makes an earlier one needless."""
RANKS = {
    "out": -1,
    "again": 1,
    "farewell": 1,
    "hand": 2,
    "lobby": 3,
    "full": 3,
    "guest": 3,
    "invite": 4,
    "next": 4,
    "trouble": 4,
    "clock": 5,
    "rename": 5,
    "retire": 5,
    "film": 6,
    "watch": 7,
    ANNOUNCEMENT: 8,
}
"""Rank of each kind of delivery: the lowest goes first. All other kinds have rank 0.

Who is out is told ahead of the boards, so that those that wait for each other still merge.
"""
BESIDE = (3, 5, 6)
"""Ranks that edit, clear or illustrate: deliveries made beside the others of their table.

Discord lets few edits of one channel through, and discord.py waits for the next: no board may wait
with it. What goes to a table's home, and may have to create it, is never beside another.
"""
CALLS, EDITS = -1, -2
"""Parts of a table that are not a seat: what calls people there, and the ranks of BESIDE.

The private messages of each seat are a part of their own: Discord lets few of them through to one
person, who may play at many tables, and neither a board nor another's hand may wait with them.
"""
MERGES = {
    ("open", "board"): "open",
    ("board", "board"): "board",
    ("board", "over"): "over",
    ("lobby", "lobby"): "lobby",
    ("full", "full"): "full",
    ("again", "again"): "again",
    ("hand", "hand"): "hand",
    ("redraw", "redraw"): "redraw",
    ("clock", "clock"): "clock",
    ("rename", "rename"): "rename",
    ("film", "film"): "film",
}
"""Which delivery may merge with the next one of its queue, and the kind of the result.

Neither may have been tried yet.
"""


class Post(msgspec.Struct, frozen=True):
    """A delivery to come, written in the transaction of the change that it reports."""

    kind: str
    payload: dict[str, Any]
    delay: float = 0.0
    """Seconds to wait for a later post of the same queue to merge with."""
    seat: int | None = None
    """Seat whose private message it writes or closes; None for a post at the table."""

    @property
    def rank(self) -> int:
        """Urgency; the lowest goes first."""
        return RANKS.get(self.kind, 0)


class Lane(NamedTuple):
    """Deliveries of a table that are made one after the other."""

    table_id: int
    part: int = CALLS
    """CALLS, EDITS, or the seat whose private message it writes."""


class Delivery(msgspec.Struct, frozen=True):
    """A post to be shown once on Discord. Its content is fixed from the first try on."""

    id: int
    table_id: int
    kind: str
    payload: dict[str, Any]
    nonce: str
    """The same for every try, so that Discord shows one message however often it is sent."""
    attempts: int
    """Number of tries begun, this one included."""
    tried_at: datetime | None = None
    """When the first of them began; None where it was not noted."""
    pause: float = 0.0
    """Seconds of the last pause after a failure; 0 if the last try did not fail."""
    due: datetime | None = None
    """Moment when it was due, or due again; None where it was not noted."""
    is_lost: bool = False
    """Whether an earlier try found no place for it, and called people in private."""


class Lateness(msgspec.Struct, frozen=True):
    """How far behind the deliveries of a server are."""

    late: int
    """Number of deliveries that have waited for too long."""
    since: datetime | None
    """Since when the oldest of them waits."""
    aside: int
    """Number of deliveries that no place took, which are tried again from time to time."""


def mentions(payload: Mapping[str, Any]) -> list[int]:
    """People whom a post mentions, each once: to act, called by a move, or concerned."""
    called = (user for _, user in payload.get("calls", ()))
    concerned = payload.get("concerns", ())
    return list(dict.fromkeys((*payload.get("mention", ()), *called, *concerned)))


def notified(payload: Mapping[str, Any]) -> list[int]:
    """People whom a post notifies; those who have saved a move it only names."""
    return [user for user in mentions(payload) if user not in payload.get("quiet", ())]


class Way(StrEnum):
    """Way to retire a message."""

    BARE = auto()
    """Remove its buttons."""
    DELETE = auto()
    OFFER = auto()
    """Say that the seat is no longer on offer."""
    MENTION = auto()
    """Mention nobody but the people that the post lists."""


def retirement(place_id: int, message_id: int, way: Way, **details: Any) -> Post:
    """The post that retires a message."""
    return Post("retire", {"place": place_id, "message": message_id, "way": way, **details})
