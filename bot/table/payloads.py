"""Content of each kind of post, as the outbox stores it; `POST_KINDS` says which kind has which.

Keys that are no longer known are ignored when a row is read, and empty lists are not written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum, auto
from typing import Any, Self

import msgspec
from msgspec import structs
from msgspec.structs import replace

from rules.contract import Seat


class Payload(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """People of a post, and nothing else: all that the outbox reads of it."""

    mention: list[int] = []
    """People who have to act or to answer, or whom it addresses."""
    concerns: list[int] = []
    """Other people whom it mentions."""
    calls: list[tuple[int, int]] = []
    """Plies that call people, each with one person."""
    quiet: list[int] = []
    """People whom it mentions without notifying them."""

    @property
    def users(self) -> list[int]:
        """People whom the post mentions, each once."""
        called = (user for _, user in self.calls)
        return list(dict.fromkeys((*self.mention, *called, *self.concerns)))

    @property
    def notified_users(self) -> list[int]:
        """People whom the post notifies."""
        return [user for user in self.users if user not in self.quiet]

    def quiet_for(self, users: Iterable[int]) -> Self:
        """The payload that does not notify these people either."""
        return replace(self, quiet=[*self.quiet, *users])

    def only(self, keep: Callable[[int], bool]) -> Self:
        """The payload with no other people than those that `keep` accepts."""
        return replace(
            self,
            mention=[*filter(keep, self.mention)],
            concerns=[*filter(keep, self.concerns)],
            calls=[(ply, user) for ply, user in self.calls if keep(user)],
            quiet=[*filter(keep, self.quiet)],
        )

    def merged_with(self, newer: Self) -> Self:
        """The payload of a delivery that this one and a newer one of its queue become."""
        return newer


class Board(Payload, frozen=True, kw_only=True):
    """Moves and a position; `mention` are the people to act, at the end all players."""

    plies: tuple[int, int] | None = None
    """First and last of them, (n + 1, n) for none after ply n; None where it only redraws."""
    untold: list[int] = []
    """Plies in between that were taken back before any post."""
    revision: int | None = None
    """Revision that its buttons name; None for the newest."""
    back: bool = False
    """Whether it reports that its plies were taken back."""

    @property
    def last(self) -> int:
        """Last ply that it reports or follows."""
        return self.plies[1] if self.plies else 0

    @property
    def numbers(self) -> set[int]:
        """Plies that it reports."""
        first, last = self.plies or (1, 0)
        return set(range(first, last + 1)).difference(self.untold)

    def merged_with(self, newer: Self) -> Self:
        """The newer payload, with the plies of both; plies between them were undone before.

        For a ply in both, the newer one's calls count: the ply may have been undone since.
        """
        if self.plies is None or newer.plies is None:
            return newer
        (first, last), (follows, end) = self.plies, newer.plies
        return replace(
            newer,
            plies=(first, end),
            untold=[*self.untold, *range(last + 1, follows), *newer.untold],
            calls=[*((ply, user) for ply, user in self.calls if ply < follows), *newer.calls],
            back=self.back or newer.back,
        )


class Illustration(Board, frozen=True, kw_only=True):
    """A board post whose picture follows."""

    message: int

    @classmethod
    def of(cls, board: Board, message: int) -> Self:
        """That of the `message` that shows a board."""
        return cls(**structs.asdict(board), message=message)


class Elimination(Board, frozen=True, kw_only=True):
    """Moves that have put a seat out of the game; `mention` is its player."""

    seat: Seat


class Notice(Payload, frozen=True, kw_only=True):
    """A line about the table, for the people in `concerns`; or one to its host."""

    code: str
    """Code of its text."""
    args: dict[str, Any] = {}
    """Arguments of the text."""
    late: Seat | None = None
    """Seat that the others wait for: buttons below it help them."""
    turn: int | None = None
    """`LiveTable.turn_start` of the turn of that seat."""
    button: str = ""
    """Button of an idle game below it: `go_on` or `wake`."""
    again: int | None = None
    """Motion that a button below it puts once more."""


class AboutMotion(Payload, frozen=True, kw_only=True):
    """A motion to put to the people in `mention`, or whose post is redrawn."""

    motion: int


class AboutSeat(Payload, frozen=True, kw_only=True):
    """A seat whose hand is shown, or that is offered."""

    seat: Seat


class AboutTurn(Payload, frozen=True, kw_only=True):
    """The turn of the player in `mention`."""

    turn: int | None = None
    """`LiveTable.turn_start` of it."""


class Reminder(AboutTurn, frozen=True, kw_only=True):
    """A turn to remind its player of."""

    began: datetime
    others: list[int] = []
    """Other tables where it is their turn."""


class Lobby(Payload, frozen=True, kw_only=True):
    """A lobby or scoreboard to redraw; `mention` are people invited to a new post of it."""

    gone: bool = False
    """Whether the post of a scoreboard is gone and is to be sent anew."""

    def merged_with(self, newer: Self) -> Self:
        """The newer payload, with what only this one says."""
        return replace(newer, mention=newer.mention or self.mention, gone=self.gone or newer.gone)


class News(Payload, frozen=True, kw_only=True):
    """A round that begins, or the end, for the spectators in `mention`."""

    round: int | None = None
    """Number of the round, or of the lap of the table."""
    over: bool = False
    """Whether the table has ended."""
    late: bool = False
    """Whether it comes after the call of the others, in whose post the rest stands."""


class Announcement(Payload, frozen=True, kw_only=True):
    """Words of the host of the bot, in the language of the table."""

    words: str
    stop: bool
    """Whether the bot is about to be stopped."""


class Film(Payload, frozen=True, kw_only=True):
    """A film to make."""

    instead: int | None
    """Message of the film that it replaces."""


class Farewell(Payload, frozen=True, kw_only=True):
    """A private message from which the hand of a former player is removed."""

    channel: int
    message: int
    language: str


class Way(StrEnum):
    """Way to retire a message."""

    BARE = auto()
    """Remove its buttons."""
    DELETE = auto()
    OFFER = auto()
    """Say that the seat is no longer on offer."""
    MENTION = auto()
    """Mention nobody but the people that the post lists."""


class Retirement(Payload, frozen=True, kw_only=True):
    """A message to retire, in a channel or thread."""

    place: int
    message: int
    way: Way
    seat: Seat = 0
    """Seat that it offered."""
    taken: bool = False
    """Whether somebody has taken that seat."""
