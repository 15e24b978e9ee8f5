"""A table in memory, and what people are told of it: values, which know no clock and no Discord."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from bot.table.changes import Ply, Secret
from bot.table.seating import Status, Table
from rules import registry
from rules.contract import BadPosition, Game, Result, Seat
from rules.question import OneOf, Question

# ---- what people are told ------------------------------------------------------------------------


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A move in the making: what somebody who is to act sees in private."""

    table: Table
    seat: Seat
    revision: int
    tokens: tuple[str, ...]
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """What the seat holds hidden from the others, in a game that has such."""
    so_far: tuple[str, ...]
    """The moves of the turn under way, in their notation."""
    retractable: int
    """How many of them, the newest ones, may be taken back."""


class QuestionPrompt(Prompt, frozen=True, kw_only=True):
    """The question that follows `tokens`."""

    question: Question


class Menu(msgspec.Struct, frozen=True):
    """A question that may still be answered otherwise, and the tokens that it follows."""

    tokens: tuple[str, ...]
    question: Question


class MovePreview(Prompt, frozen=True, kw_only=True):
    """A whole legal move, or several of one turn, to be looked at before they are made."""

    moves: tuple[str, ...]
    """Each of them in its notation."""
    first: Question
    """The question that it began with."""
    preview: msgspec.Struct | None
    """What the seat may know of it."""
    pad: dict[str, str]
    """Where the buttons of a pad lead: name → notation."""
    elsewhere: OneOf | None
    """Other whole moves that the game offers to jump to."""
    menus: tuple[Menu, ...]
    """What of it can be chosen more or less of."""
    otherwise: tuple[Menu, ...]
    """What of it was answered by itself, and is asked who wants to."""
    advised: tuple[str, ...] | None = None
    """What the move was to begin with when a player that looks ahead chose it; it can say why."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One move that was made and saved, or several of one turn at once."""

    table: Table
    seat: Seat
    plies: tuple[Ply, ...]
    """As their player may read them, what is for nobody else included."""
    to_act: tuple[Seat, ...]
    goes_on: bool
    """Whether the turn has not ended with it: the same seat goes on."""
    result: Result | None
    view: msgspec.Struct

    @property
    def last(self) -> Ply:
        """The newest of the moves."""
        return self.plies[-1]


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one person may see it; `seat` is None for a spectator."""

    table: Table
    seat: Seat | None
    to_act: tuple[Seat, ...]
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """What the seat holds hidden from the others; None for a spectator."""
    result: Result | None
    midway: Seat | None
    """Who is in the middle of a turn, of which this shows nothing yet."""


class HandPost(msgspec.Struct, frozen=True, kw_only=True):
    """Private message with a seat's hand, and its place."""

    table: Table
    seat: Seat
    user_id: int
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """None for a person who has resigned: the AI that plays on holds it now."""
    channel_id: int | None
    message_id: int | None
    """The message so far; None before the first."""
    closed: bool
    """Whether the person takes no private messages: nothing is to be sent."""
    language: str
    """That of the person; the table's until theirs is known."""
    result: Result | None
    plies: tuple[Ply, ...] = ()
    """What the others have done since the last turn of the seat."""


class Gain(msgspec.Struct, frozen=True):
    """By how much the score of a seat has changed."""

    change: int
    total: int
    """What it is now."""
    parts: dict[str, int]
    """By how much those have changed of which it is made; the others are left out."""


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """Events since a seat last acted, up to the turn under way."""

    table: Table
    seat: Seat | None
    """None for a spectator: what happened is the newest round."""
    to_act: tuple[Seat, ...]
    before: msgspec.Struct | None
    """What the seat saw when it had acted; None where the rules have changed since."""
    after: msgspec.Struct
    plies: tuple[Ply, ...]
    undone: tuple[Ply, ...] = ()
    """What everybody had seen, and was taken back since."""
    gained: tuple[Gain, ...]
    """By how much the score of each seat has changed; empty where the rules have."""
    midway: Seat | None
    """Who is in the middle of a turn, of which this tells nothing yet."""


# ---- what the service knows ----------------------------------------------------------------------


class OpenTurn(msgspec.Struct, frozen=True):
    """A turn under way: the position when it began, and what was done in it and stands.

    It belongs to one seat; nobody else knows of it before it ends.
    """

    start_state: Any
    plies: tuple[Ply, ...]

    @property
    def seat(self) -> Seat:
        """Seat whose turn it is."""
        return self.plies[0].seat


class LiveTable(msgspec.Struct, frozen=True):
    """A table with its position; `state` is None before the start."""

    table: Table
    secret: Secret
    state: Any
    plies: int
    """How many there are in the log, those taken back included."""
    result: Result | None
    turn: OpenTurn | None = None
    """None between turns."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""
        return registry.get(self.table.game)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Seats that must act now; none while the game rests."""
        is_played = self.table.status is Status.LIVE and not self.table.rests
        return self.game.to_act(self.state) if is_played else ()

    @property
    def ai_seat(self) -> Seat | None:
        """The first AI seat that must act now, if any."""
        return next((seat for seat in self.to_act if self.table.seats[seat].is_played), None)

    def deal(self) -> Any:
        """The position that the game begins with."""
        return self.game.new(len(self.table.seats), self.secret.number, self.table.options)

    def luck(self, purpose: str) -> int:
        """A number for an AI to play by: the same after the same moves, and no hint at the deal."""
        mixed = f"{self.secret.seed}/{self.secret.salt}/{purpose}/{self.plies}"
        return int.from_bytes(hashlib.sha256(mixed.encode()).digest()[:16])


class CannotGoOn(BadPosition):
    """The rules of today can neither read a game nor play it again; all of it stays in the store.

    The game goes on under the version of the rules that it began with. Until then it can be looked
    up in the log, exported and cancelled.
    """
