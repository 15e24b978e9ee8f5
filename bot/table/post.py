"""Posts as values: what to deliver, how urgent it is, and which deliveries may merge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from bot.table import payloads
from bot.table.payloads import Payload, Way

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


class PostKind(msgspec.Struct, frozen=True):
    """All that is known of a kind of post; a method of the courier delivers it."""

    payload: type[Payload] = Payload
    """Type of what it holds."""
    rank: int = 0
    """Urgency: the lowest goes first. Those of one rank form a queue of their table."""
    merges: Mapping[str, str] = {}
    """Kinds of the next delivery of its queue that it merges with, each with the kind of both.

    Neither may have been tried yet.
    """
    insists: bool = False
    """Whether direct messages to its people replace it where no place accepts it."""
    lapses: bool = False
    """Whether it is deleted with a game that is cancelled."""


POST_KINDS: Mapping[str, PostKind] = {
    # Who is out is told ahead of the boards, so that those that wait for each other still merge.
    "out": PostKind(payloads.Elimination, -1),
    "open": PostKind(payloads.Board, merges={"board": "open"}, insists=True, lapses=True),
    "board": PostKind(
        payloads.Board, merges={"board": "board", "over": "over"}, insists=True, lapses=True
    ),
    "over": PostKind(payloads.Board, insists=True),
    "turning": PostKind(payloads.Board),
    "poster": PostKind(insists=True),
    "redraw": PostKind(payloads.Board, merges={"redraw": "redraw"}),
    "notice": PostKind(payloads.Notice, insists=True),
    "ask": PostKind(payloads.AboutMotion, lapses=True),
    "answered": PostKind(payloads.AboutMotion),
    "offer": PostKind(payloads.AboutSeat, lapses=True),
    "reminder": PostKind(payloads.Reminder, insists=True, lapses=True),
    "grace": PostKind(payloads.AboutTurn, insists=True),
    "finish": PostKind(payloads.News),
    "again": PostKind(payloads.Board, 1, {"again": "again"}, insists=True, lapses=True),
    "farewell": PostKind(payloads.Farewell, 1),
    "hand": PostKind(payloads.AboutSeat, 2, {"hand": "hand"}, lapses=True),
    "lobby": PostKind(payloads.Lobby, 3, {"lobby": "lobby"}, insists=True),
    "full": PostKind(Payload, 3, {"full": "full"}),
    "guest": PostKind(Payload, 3),
    "invite": PostKind(Payload, 4),
    "next": PostKind(Payload, 4, lapses=True),
    "trouble": PostKind(payloads.Notice, 4),
    "clock": PostKind(Payload, 5, {"clock": "clock"}),
    "rename": PostKind(Payload, 5, {"rename": "rename"}),
    "retire": PostKind(payloads.Retirement, 5),
    "film": PostKind(payloads.Film, 6, {"film": "film"}),
    "illustrate": PostKind(payloads.Illustration, 6, lapses=True),
    "watch": PostKind(payloads.News, 7),
    ANNOUNCEMENT: PostKind(payloads.Announcement, 8),
}
"""Every kind of post; its rank also says whether it is made BESIDE the others of its table."""


def kind_of(name: str) -> PostKind:
    """Facts of a kind that was read from the outbox, perhaps one of an earlier version."""
    return POST_KINDS.get(name, PostKind())


class Post(msgspec.Struct, frozen=True):
    """A delivery to come, written in the transaction of the change that it reports."""

    kind: str
    payload: Payload = Payload()
    delay: float = 0.0
    """Seconds to wait for a later post of the same queue to merge with."""
    seat: int | None = None
    """Seat whose private message it writes or closes; None for a post at the table."""

    @property
    def rank(self) -> int:
        """Urgency; the lowest goes first."""
        return POST_KINDS[self.kind].rank

    def quiet_for(self, users: Iterable[int]) -> Post:
        """The post that does not notify these people."""
        return replace(self, payload=self.payload.quiet_for(users))


class Lane(NamedTuple):
    """Deliveries of a table that are made one after the other."""

    table_id: int
    part: int = CALLS
    """CALLS, EDITS, or the seat whose private message it writes."""


P_co = TypeVar("P_co", bound=Payload, covariant=True)


class DeliveryOf(msgspec.Struct, Generic[P_co], frozen=True):
    """A post to be shown once on Discord. Its content is fixed from the first try on."""

    id: int
    table_id: int
    kind: str
    payload: P_co
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


Delivery = DeliveryOf[Payload]


class Lateness(msgspec.Struct, frozen=True):
    """How far behind the deliveries of a server are."""

    late: int
    """Number of deliveries that have waited for too long."""
    since: datetime | None
    """Since when the oldest of them waits."""
    aside: int
    """Number of deliveries that no place took, which are tried again from time to time."""


def retirement(place_id: int, message_id: int, way: Way, **details: Any) -> Post:
    """The post that retires a message."""
    payload = payloads.Retirement(place=place_id, message=message_id, way=way, **details)
    return Post("retire", payload)
