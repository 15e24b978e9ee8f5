"""Values that are kept of a table: its secret, its log, its position, and its changes."""

from __future__ import annotations

from enum import StrEnum, auto

import msgspec

from bot.table.acts import Act
from bot.table.due import Due, Settled
from bot.table.motions import Outcome
from bot.table.pace import Time
from bot.table.post import Post
from bot.table.seating import Table
from rules.contract import Event, Result


class Secret(msgspec.Struct, frozen=True):
    """Secret that decides the deal, in hex; published when the game is over."""

    seed: str
    salt: str

    @property
    def number(self) -> int:
        """The seed as the rules want it."""
        return int(self.seed, 16)


class Via(StrEnum):
    """Way in which an AI has acted for the occupant of a seat."""

    STAND_IN = auto()
    """An AI, for a person who is away or has resigned."""
    LATE = auto()
    """An AI, because the person was too late."""


class Ply(msgspec.Struct, frozen=True):
    """One action of the log and all that it caused in public. The first ply is 1."""

    ply: int
    seat: int
    notation: str
    events: tuple[Event, ...]
    at: str
    """UTC, ISO 8601."""
    ai: bool
    ends_turn: bool = True
    """Whether another turn began after it."""
    undone: str | None = None
    """When it was taken back, UTC, ISO 8601; None while it stands."""
    points: tuple[int, int] | None = None
    """What its seat had before it and after it; None in logs of before it was noted."""
    by: int | None = None
    """The person who did it; None for an AI, and for somebody who is forgotten."""
    via: Via | None = None
    """None where whoever plays the seat did it."""


class Undo(msgspec.Struct, frozen=True):
    """Plies that a seat takes back."""

    plies: tuple[int, ...]
    seat: int
    at: str
    """UTC, ISO 8601."""


class Direct(msgspec.Struct, frozen=True):
    """The private message that shows somebody the hand of their seat."""

    channel_id: int | None = None
    message_id: int | None = None
    closed: bool = False
    """Whether they take no private messages."""
    language: str | None = None
    """Their language; None until it is known."""


class Ping(msgspec.Struct, frozen=True):
    """The message that calls somebody to a table: it reminds them of a turn, or announces it."""

    table_id: int
    user_id: int
    channel_id: int
    message_id: int
    kind: str
    """Of what was due."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A position as it is stored."""

    state: bytes
    """JSON."""
    began: bytes | None = None
    """The one at the beginning of the turn under way; None between turns."""
    version: int
    """Of the rules that wrote them."""
    plies: int
    """How many there are in the log, those taken back included."""


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """Effects to write at once about a table, whether its game goes on with them or not."""

    posts: tuple[Post, ...] = ()
    due: tuple[Due, ...] = ()
    """What becomes due; it takes the place of what was due of the same kind, person and subject."""
    settled: tuple[Settled, ...] = ()
    """What is no longer due."""
    times: tuple[tuple[int, Time | None], ...] = ()
    """The clocks of seats that are others now."""
    acts: tuple[Act, ...] = ()
    """What the log tells of it that is no move."""
    votes: tuple[tuple[int, int, bool], ...] = ()
    """Answers to motions: which motion, who, whether it is yes."""
    settles: tuple[tuple[int, Outcome], ...] = ()
    """Motions that are closed with it, and what became of each."""
    done: int | None = None
    """The row of what was due and is done by this; it is refused where that was settled."""


class Change(Effects, frozen=True, kw_only=True):
    """Change of a table by one step; saved whole or not at all.

    At a table that is over nothing is due any more but what its last step says.
    """

    table: Table
    """As it shall be, its revision one more than before."""
    seated: bool = False
    """Whether the seats are others, too."""
    plies: tuple[Ply, ...] = ()
    """What is added to the log: one move, or the whole line that somebody typed."""
    snapshot: Snapshot | None = None
    lingers: float = 0.0
    """Seconds more that a board which waits for an AI seat goes on waiting."""
    result: Result | None = None
    undo: Undo | None = None


class Position(msgspec.Struct, frozen=True):
    """A table with what only the service may know about it."""

    table: Table
    secret: Secret
    snapshot: Snapshot | None
    """None before the start."""
    result: Result | None
    turn: tuple[Ply, ...] = ()
    """What was done in the turn under way of a running game, and stands."""
