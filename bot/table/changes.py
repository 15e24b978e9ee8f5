"""Stored values of a table: its secret, its log, its position, and its changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum, auto
from secrets import token_hex
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from bot.table.acts import Act
from bot.table.advance import LeftMove
from bot.table.due import Due, Settled
from bot.table.motions import Outcome
from bot.table.negotiation import NewTerms
from bot.table.pace import Time
from bot.table.post import Post
from bot.table.seating import Table
from rules.contract import Event, Result
from rules.record import commitment


class Secret(msgspec.Struct, frozen=True):
    """Secret that decides the deal, in hex; published when the game is over."""

    seed: str
    salt: str

    @property
    def number(self) -> int:
        """The seed as the number that the rules take."""
        return int(self.seed, 16)

    @classmethod
    def new(cls) -> Self:
        """A secret that nobody knows."""
        return cls(token_hex(16), token_hex(16))

    @property
    def commitment(self) -> str:
        """Hash by which everybody can check the secret once it is published."""
        return commitment(self.seed, self.salt)


class Via(StrEnum):
    """Reason why somebody else acted for the occupant of a seat."""

    STAND_IN = auto()
    """An AI stood in for a person who is away or has resigned."""
    LATE = auto()
    """The person's time was up, and an AI played."""
    FOR_OTHER = auto()
    """A referee made the move, or had an AI make it."""


class Ply(msgspec.Struct, frozen=True):
    """One action of the log with its events. The first ply is number 1."""

    ply: int
    seat: int
    notation: str
    events: Sequence[Event]
    at: str
    """UTC, ISO 8601."""
    ai: bool
    ends_turn: bool = True
    """Whether it ended a turn."""
    undone: str | None = None
    """When it was taken back, UTC, ISO 8601; None while it stands."""
    points: tuple[int, int] | None = None
    """Points of its seat before and after it; None in logs older than this field."""
    by: int | None = None
    """The person who made it; None for an AI, and for an erased person."""
    via: Via | None = None
    """None where the seat's own occupant made it, person or AI."""
    undone_by: int | None = None
    """The seat that took it back or asked to; -1 for a referee, None while it stands."""


class Undo(msgspec.Struct, frozen=True):
    """Plies that a seat takes back."""

    plies: tuple[int, ...]
    seat: int
    at: str
    """UTC, ISO 8601."""


class Direct(msgspec.Struct, frozen=True):
    """The private message that shows a person the hand of their seat."""

    channel_id: int | None = None
    message_id: int | None = None
    closed: bool = False
    """Whether they accept no private messages."""
    language: str | None = None
    """Their language; None until it is known."""


class Ping(msgspec.Struct, frozen=True):
    """A message that mentions a person: a reminder, a notice to several people, and so on."""

    table_id: int
    user_id: int
    channel_id: int
    message_id: int
    kind: str
    """Kind of the due row or of the message that it comes from."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A position as it is stored."""

    state: str
    """Text, as `stored_states` writes it."""
    began: str | None = None
    """The position at the beginning of the turn under way, likewise; None between turns."""
    version: int
    """Version of the rules that wrote them."""
    plies: int
    """Number of plies in the log, those taken back included."""


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """Rows to write about a table in one transaction, with or without a step of its game."""

    posts: tuple[Post, ...] = ()
    due: tuple[Due, ...] = ()
    """New due rows; each replaces one of the same kind, person and subject."""
    settled: tuple[Settled, ...] = ()
    """Due rows to remove."""
    times: tuple[tuple[int, Time | None], ...] = ()
    """The seats whose clocks have changed, with their new clocks."""
    acts: tuple[Act, ...] = ()
    """New log lines that are not moves."""
    votes: tuple[tuple[int, int, bool], ...] = ()
    """Answers to motions: the motion, the person, whether they agree."""
    left_moves: tuple[LeftMove, ...] = ()
    """Saved moves whose stage has changed."""
    settles: tuple[tuple[int, Outcome], ...] = ()
    """Motions that are closed with it, and their outcomes."""
    done: int | None = None
    """The due row that this handles; saving is refused where that row was settled."""

    def plus(self, **rows: Iterable[Any]) -> Self:
        """These effects with more rows, by the names of the fields."""
        return replace(self, **{name: (*getattr(self, name), *more) for name, more in rows.items()})

    def with_effects(self, more: Effects) -> Self:
        """These effects with all rows of others."""
        names = [name for name in Effects.__struct_fields__ if name != "done"]
        return self.plus(**{name: getattr(more, name) for name in names})


class EndOfAbsence(msgspec.Struct, frozen=True):
    """The end of a person's absence."""

    user_id: int
    at: datetime
    due: Due
    """The row that calls them back to their tables."""


class Change(Effects, frozen=True, kw_only=True):
    """Change of a table by one step, saved in one transaction.

    Once a table is over, only the due rows of its last step remain.
    """

    table: Table
    """The table after the step, its revision one more than before."""
    seated: bool = False
    """Whether the seats have changed too."""
    plies: tuple[Ply, ...] = ()
    """Plies added to the log: one move, or a whole typed line."""
    snapshot: Snapshot | None = None
    lingers: float = 0.0
    """Seconds by which a board post that waits for an AI seat is put off further."""
    result: Result | None = None
    undo: Undo | None = None
    terms: TermsInForce | None = None
    """Terms that the step brings into force, if it changes them."""
    uninvited: tuple[int, ...] = ()
    """People whose invitation to the table is withdrawn."""
    end_of_absence: EndOfAbsence | None = None
    """That of the person who moved, if they were away."""


class TermsInForce(msgspec.Struct, frozen=True):
    """New terms of a running game, and when the turn under way began."""

    terms: NewTerms
    since: datetime


class Position(msgspec.Struct, frozen=True):
    """A table with its secret and its stored position."""

    table: Table
    secret: Secret
    snapshot: Snapshot | None
    """None before the start."""
    result: Result | None
    turn: tuple[Ply, ...] = ()
    """The standing plies of the turn under way."""
