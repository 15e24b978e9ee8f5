"""A table in memory, and what people see of it: values without a clock or Discord."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.table.changes import Ply, Secret
from bot.table.seating import NotSeated, Status, Table
from rules import registry
from rules.contract import BadPosition, Game, Result, Seat, Threat
from rules.notation import SEPARATOR, text_of
from rules.places import ScorePlaces
from rules.question import OneOf, Option, Question

# ---- what people see -----------------------------------------------------------------------------


class Menu(msgspec.Struct, frozen=True):
    """A question that may get another answer, and the tokens that it follows."""

    tokens: tuple[str, ...]
    question: Question


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A move in the making, as the player to act sees it in private."""

    table: Table
    seat: Seat
    revision: int
    tokens: tuple[str, ...]
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """The seat's hidden hand; None in a game without hands."""
    so_far: tuple[str, ...]
    """The moves of the turn under way, in their notation."""
    retractable: int
    """Number of the newest of them that may be taken back."""
    is_ahead: bool = False
    """Whether the move is to be saved for the turn, as it is not the seat's."""
    then: tuple[Menu, ...] = ()
    """The question that the turn goes on with after the previewed moves, or after answers to the
    question; none where the turn ends with them, or where something comes to light."""

    def makes(self, option: Option) -> bool:
        """Whether an answer makes its move at once; out of turn, a preview comes before that."""
        return option.plays and not self.is_ahead


class QuestionPrompt(Prompt, frozen=True, kw_only=True):
    """The question that follows `tokens`."""

    question: Question
    direct: tuple[Option, ...] = ()
    """Answers together with those to the questions that they lead to."""
    threats: tuple[Threat, ...] = ()
    """At the first question of a turn, the other seats that could win with their next turn."""


class Gain(msgspec.Struct, frozen=True):
    """Change of a seat's score."""

    change: int
    total: int
    """The score after it."""
    parts: dict[str, int]
    """Changes of the score's parts; unchanged parts are left out."""


class MovePreview(Prompt, frozen=True, kw_only=True):
    """A preview of a whole legal move, or of several moves of one turn."""

    moves: tuple[str, ...]
    """Each move in its notation."""
    head: tuple[str, ...]
    """Tokens of the moves before the last one, if that alone is varied; else ()."""
    first: Question
    """The question that the varied move begins with."""
    preview: msgspec.Struct | None
    """The game's preview of the moves, as far as the seat may know; None where it has none."""
    pad: dict[str, str]
    """Where the buttons of a pad lead: name → notation."""
    elsewhere: OneOf | None
    """Other whole moves that the game offers to jump to."""
    onward: tuple[tuple[Option, Option], ...] = ()
    """Other places, each with the draw of the next piece, or else with the end of the turn."""
    menus: tuple[Menu, ...]
    """Menus to vary its amounts and choices."""
    otherwise: tuple[Menu, ...]
    """Questions that were answered by default, and are asked on request."""
    advised: tuple[str, ...] | None = None
    """Given beginning of a move that a look-ahead player chose and can explain; else None."""
    is_taught: bool = False
    """Whether a lesson suggests it as the rest of the turn."""
    ends_turn: bool = False
    """Whether the turn is sure to end with the moves; False where nobody has asked."""
    reveals: bool = False
    """Whether the last move may bring something hidden to light; False where nobody has asked."""
    instead: QuestionPrompt | None = None
    """The question to which this is the only answer that does not make its move at once."""
    gain: Gain | None = None
    """Change of the seat's score; None where that is uncertain, or where nobody has asked."""

    @property
    def moves_before(self) -> str:
        """The line of moves before the one that is varied alone; "" for none."""
        return text_of(self.head).removesuffix(SEPARATOR)


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The places behind the numbers of a seat, in a position as one person may see it."""

    table: Table
    seat: Seat
    view: msgspec.Struct
    places: ScorePlaces
    before: ScorePlaces | None = None
    """The places before a previewed move; None where none is previewed."""
    preview: MovePreview | None = None

    def points(self, part: str) -> int:
        """Number of a part."""
        return sum(place.points for place in self.places[part])

    def points_before(self, part: str) -> int:
        """Number of a part before the previewed move, if there is one."""
        places = self.places if self.before is None else self.before
        return sum(place.points for place in places[part])


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One move that was made and saved, or several of one turn at once."""

    table: Table
    seat: Seat
    plies: tuple[Ply, ...]
    """The plies as their player may read them, private events included."""
    to_act: tuple[Seat, ...]
    goes_on: bool
    """Whether the turn has not ended, so the same seat goes on."""
    result: Result | None
    view: msgspec.Struct
    stopped: str = ""
    """The move of a line that what came to light before it made impossible; "" for none."""

    @property
    def last(self) -> Ply:
        """The newest of the moves."""
        return self.plies[-1]


class Share(msgspec.Struct, frozen=True):
    """Turns of a seat in a finished game that its person made, and whether it rates them."""

    seat: Seat
    own: int
    turns: int
    rated: bool


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one person may see it; `seat` is None for a spectator."""

    table: Table
    seat: Seat | None
    to_act: tuple[Seat, ...]
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """The seat's hidden hand; None for a spectator."""
    result: Result | None
    midway: Seat | None
    """Seat whose turn is under way and not shown here, if any."""
    threats: tuple[Threat, ...] = ()
    """Seats that could win with their next turn, without those to act."""
    shares: tuple[Share, ...] = ()
    """After the end, the seats whose people did not make all turns, or are not rated."""


class HandPost(msgspec.Struct, frozen=True, kw_only=True):
    """Private message with a seat's hand, and its place."""

    table: Table
    seat: Seat
    user_id: int
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """None in a game without hands, and for a person who has resigned."""
    channel_id: int | None
    message_id: int | None
    """The message to edit; None before the first."""
    closed: bool
    """Whether the person accepts no private messages, so none is sent."""
    language: str
    """The person's language, or the table's while theirs is unknown."""
    result: Result | None
    plies: tuple[Ply, ...] = ()
    """Public plies of the others since the last turn of the seat."""


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """Events since a seat last acted, up to the turn under way."""

    table: Table
    seat: Seat | None
    """None for a spectator, who gets the newest round."""
    to_act: tuple[Seat, ...]
    before: msgspec.Struct | None
    """The seat's view after it last acted; None where the rules have changed since."""
    after: msgspec.Struct
    plies: tuple[Ply, ...]
    undone: tuple[Ply, ...] = ()
    """Public plies that were taken back since."""
    gained: tuple[Gain, ...]
    """Change of each seat's score; empty where the rules have changed since."""
    midway: Seat | None
    """Seat whose turn is under way and not included, if any."""


class PastTurn(msgspec.Struct, frozen=True):
    """A public turn of a game."""

    number: int
    """Its place among all turns, from 1."""
    plies: tuple[Ply, ...]
    round: int
    """Its round, 0 before the first; in a game without rounds, the lap of the table."""

    @property
    def seat(self) -> Seat:
        """Seat whose turn it was."""
        return self.plies[-1].seat

    @property
    def last(self) -> int:
        """Number of its last ply."""
        return self.plies[-1].ply


class OpenHand(msgspec.Struct, frozen=True):
    """A hand as its seat saw it, for a person who may see it."""

    view: msgspec.Struct
    hand: msgspec.Struct


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """All public turns of a game, and a past position as one person may see it."""

    table: Table
    seat: Seat | None
    """None for a spectator."""
    turns: tuple[PastTurn, ...]
    place: int
    """Number of turns made by then; 0 is the deal."""
    is_exact: bool
    """Whether the ply that was asked for still ends a turn."""
    view: msgspec.Struct | None
    """None where today's rules cannot show it."""
    hands: dict[Seat, OpenHand]
    """The reader's own hand at the time; once the game is over, and in a sandbox, every hand."""
    result: Result | None
    gained: tuple[Gain, ...] = ()
    """Change of each seat's score by a round that is shown as one stop; () of a turn."""

    @property
    def ply(self) -> int:
        """Ply by which a button finds the place again."""
        return self.turns[self.place - 1].last if self.place else 0


# ---- what the service knows ----------------------------------------------------------------------


class OpenTurn(msgspec.Struct, frozen=True):
    """A turn under way: the position when it began, and its standing plies.

    It belongs to one seat; the others learn of it when it ends.
    """

    start_state: Any
    plies: tuple[Ply, ...]

    @property
    def seat(self) -> Seat:
        """Seat whose turn it is."""
        return self.plies[0].seat


class LiveTable(msgspec.Struct, frozen=True, dict=True):
    """A table with its position; `state` is None before the start."""

    table: Table
    secret: Secret
    state: Any
    plies: int
    """Number of plies in the log, those taken back included."""
    result: Result | None
    turn: OpenTurn | None = None
    """None between turns."""
    is_ahead: bool = False
    """Whether a seat that waits only looks ahead at its next turn: nothing of it is saved."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules of the table's game."""
        return registry.get(self.table.game)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Seats that must act now; none while the game rests."""
        is_played = self.table.status is Status.LIVE and not self.table.rests
        return self.game.to_act(self.state) if is_played else ()

    @property
    def turn_begun(self) -> LiveTable:
        """The table as it was when the turn under way began; it never holds itself."""
        return self if self.turn is None else self._turn_begun

    @cached_property
    def _turn_begun(self) -> LiveTable:
        assert self.turn is not None
        return replace(self, state=self.turn.start_state, turn=None)

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        """The other seats that could win with their next turn, for those to act."""
        to_act, threats = self.game.to_act(self.state), self.game.threats(self.state)
        return tuple(threat for threat in threats if threat.seat not in to_act)

    @property
    def turn_start(self) -> int:
        """Number of plies before the turn under way: messages of that turn bear it."""
        return self.turn.plies[0].ply - 1 if self.turn else self.plies

    def seat_of(self, user_id: int) -> Seat:
        """The seat for which a person acts now. Raises NotSeated.

        The host of a sandbox acts for each seat that no AI plays, when its turn comes.
        """
        if not self.table.belongs_to(user_id):
            return self.table.seat_of(user_id)
        seats: list[Seat] = [*self.to_act, *range(len(self.table.seats))]
        return next(seat for seat in seats if not self.table.seats[seat].is_played)

    def seat_or_none(self, user_id: int | None) -> Seat | None:
        """The seat for which a person acts now; None for a spectator."""
        try:
            return None if user_id is None else self.seat_of(user_id)
        except NotSeated:
            return None

    @property
    def ai_seat(self) -> Seat | None:
        """The first AI seat that must act now, if any."""
        return next((seat for seat in self.to_act if self.table.seats[seat].is_played), None)

    def deal(self) -> Any:
        """The position that the game begins with."""
        return self.game.new(len(self.table.seats), self.secret.number, self.table.options)

    def luck(self, purpose: str) -> int:
        """Random seed for a purpose: fixed by table and number of plies, no hint at the deal."""
        mixed = f"{self.secret.seed}/{self.secret.salt}/{purpose}/{self.plies}"
        return int.from_bytes(hashlib.sha256(mixed.encode()).digest()[:16])


class CannotGoOn(BadPosition):
    """Today's rules can neither read nor replay a game, which stays in the store unchanged.

    The game can go on under the version of the rules that it began with. Until then people can read
    its log, export it and cancel it.
    """
