"""The contract that every game keeps, and the two safe doors, `play` and `replay`.

A game is one stateless object; every method takes the state. A state moves (`apply` changes it in
place), values do not (actions, events, facts and views are frozen).

Errors of the rules:

    RulesError              a refusal: a code and details, which `cogs` turn into a sentence
        IllegalMove         the action breaks a rule
        BadNotation         the text is not a move of this game
        BadOptions          these seats and options do not make a game
        BadPosition         the JSON is not a position of this game
        BadRecord           the record cannot be read, or its moves cannot be played
        UnknownGame         there is no such game
    NoJudge                 the game has no player that looks ahead
    AssetError              a data file is missing or damaged
    Trouble                 `python -m rules` ends, with a sentence for who has called it
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from rules.consequence import Consequence
from rules.figures import Figures
from rules.lesson import Lesson
from rules.notation import LONGEST, SEPARATOR
from rules.places import ScorePlaces
from rules.question import OneOf, Option, Question
from rules.rng import Rng

Seat = int
"""A place at the table, 0 .. n-1 in turn order."""
Hex = tuple[int, int]
"""Axial coordinates (q, r)."""
Json = Any
"""Plain Python objects that JSON can hold: dict, list, str, int, bool, None."""


class RulesError(Exception):
    """A refusal: a stable `code` ("akropolis.too_expensive") and `details`, never a sentence."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details: dict[str, Any] = details

    @property
    def name(self) -> str:
        """The code without its game: "too_expensive"."""
        return self.code.partition(".")[2]

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value!r}" for key, value in self.details.items())
        return f"{self.code}({details})" if details else self.code


class IllegalMove(RulesError):
    """The action breaks a rule."""


class BadNotation(RulesError):
    """The text is not a move of this game."""


class BadOptions(RulesError):
    """These seats and options do not make a game."""


class BadPosition(RulesError):
    """The JSON is not a position of this game, or contradicts itself."""


class Choice(msgspec.Struct, frozen=True):
    """One setting of a new game: one of `values`, or several as a list.

    Where the default depends on the number of seats, there are several choices of the same key.
    """

    key: str
    values: tuple[str | None, ...]
    default: Any
    many: bool = False
    """Whether any subset of `values` can be chosen."""
    ordered: bool = False
    """Whether an order is chosen: as many different `values` as `default` has, first to last."""
    seats: tuple[int, ...] = ()
    """Numbers of seats for which the setting exists; () means every number."""
    endless: tuple[str, ...] = ()
    """Values with which a game may last for ever, unless a player ends it."""

    def allows(self, value: Any) -> bool:
        """Whether a value can be chosen."""
        if not (self.many or self.ordered):
            return value in self.values
        if not isinstance(value, list | tuple) or not all(item in self.values for item in value):
            return False
        return len(set(value)) == len(value) and (self.many or len(value) == len(self.default))


class Weight(StrEnum):
    """How much there is to learn before a first game."""

    LIGHT = auto()
    MEDIUM = auto()
    HEAVY = auto()


class Length(msgspec.Struct, frozen=True):
    """Turns of most games, of all seats together: four of five are within the range."""

    least: int
    usual: int
    most: int

    @classmethod
    def exact(cls, turns: int) -> Self:
        """Length of games that all have the same number of turns."""
        return cls(turns, turns, turns)


class Facts(msgspec.Struct, frozen=True):
    """Constant properties of a game."""

    key: str
    title: str
    version: int
    """Version of the rules, raised when they behave differently; see `Game.upgrade`."""
    seats: tuple[int, ...]
    choices: tuple[Choice, ...] = ()
    players: tuple[str, ...] = ()
    """Names of the players for AI seats, weakest first."""
    luck: bool = True
    """Whether chance plays a part: another seed deals another game."""
    secrets: bool = True
    """Whether anything is hidden, be it a stack face down: `Game.redeal` changes it."""
    hands: bool = False
    """Whether seats hold pieces that only they may see: see `Game.hand`."""
    longest_move: int = LONGEST
    """Characters of the longest move, however it is typed."""
    longest_turn: int = 1
    """Moves of the longest turn; an AI seat that has made as many ends its turn."""
    leaving: bool = False
    """Whether the game has a rule for a seat that leaves the table: `Game.leave`."""
    pointy: bool = False
    """Whether the hexes of its map stand on a corner: then a pad leads east and west."""
    rounds: bool = False
    """Whether the game counts rounds, not turns: then `Game.number` is a round."""
    turns: tuple[Length, ...] = ()
    """Length of a game for each of `seats`, as `python -m rules length` measures it."""
    weight: Weight = Weight.MEDIUM
    recommended: tuple[int, ...] = ()
    """Numbers of seats with which the game is at its best; () means every number."""

    def settings(self, seats: int) -> list[Choice]:
        """Choices for a number of seats."""
        return [choice for choice in self.choices if not choice.seats or seats in choice.seats]


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fact that a move caused. `only` names the one seat that may read it; None is public.

    If it changes the table, its arguments hold the place, which the pictures light up.
    """

    code: str
    args: dict[str, Any] = {}
    only: Seat | None = None
    reveals: bool = False
    """Whether it revealed something hidden: such a move is not taken back for free."""
    calls: tuple[Seat, ...] = ()
    """Seats to notify at once, even out of turn: those that were attacked.

    Never the seat that moved; and the event is public.
    """
    puts_out: tuple[Seat, ...] = ()
    """Seats that it puts out of the game, which goes on without them. The event is public."""

    @property
    def name(self) -> str:
        """The code without its game: "tile_placed"."""
        return self.code.partition(".")[2]


class Threat(msgspec.Struct, frozen=True):
    """A seat that could win with its next turn: the way as a code, and its arguments."""

    seat: Seat
    code: str
    """Message id, e.g. `telegraph.threat_hex`; its text has the player's `name`, too."""
    args: dict[str, Any] = {}
    is_far: bool = False
    """Whether it takes a whole turn without a slip, or great luck: no cause for alarm yet."""


class SeatScore(msgspec.Struct, frozen=True):
    """Points of one seat now: `total`, and their sources."""

    total: int
    parts: dict[str, int]


class Result(msgspec.Struct, frozen=True):
    """Result of a game. `ranks[seat]` is 1 for the best; ties share a rank."""

    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    scores: tuple[SeatScore, ...]
    reason: str
    """Message id, e.g. `akropolis.end_stacks_empty`."""
    details: dict[str, Any] = {}
    """The result in the terms of `rules/<game>/RULES.md`, as JSON."""


class State(Protocol):
    """A position, changed only by `Game.apply`."""

    def clone(self) -> Self: ...


S = TypeVar("S", bound=State)
A = TypeVar("A")
V = TypeVar("V", bound=msgspec.Struct)

Clock = Callable[[], float]
"""Function that returns seconds since an arbitrary moment."""


def no_time() -> float:
    """A clock that stands still: players with it answer alike on every machine."""
    return 0.0


class Game(ABC, Generic[S, A, V]):
    """The rules of one game, as one stateless object."""

    facts: ClassVar[Facts]
    lesson: ClassVar[Lesson | None] = None
    """The first lesson: five guided turns for a newcomer; None for none."""

    @abstractmethod
    def new(self, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> S:
        """Deal a game. Equal arguments give equal positions. Raises BadOptions."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Seats that must act now; () when the game is over."""

    @abstractmethod
    def legal_actions(self, state: S, seat: Seat) -> Iterator[A]:
        """Every legal action, lazily, in a stable order; none for a seat that does not act."""

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise IllegalMove with the first rule that `action` breaks; never change anything."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A) -> list[Event]:
        """Carry out a legal action in place, unchecked and fast; return its events."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Result of the game, or None before its end."""

    @abstractmethod
    def scores(self, state: S) -> tuple[SeatScore, ...]:
        """One score per seat, at any time."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """The part of a state that `seat` may see, frozen; None is a spectator."""

    @abstractmethod
    def ask(self, state: S, seat: Seat, tokens: Sequence[str]) -> Question | None:
        """The question that follows `tokens`; None where they are a whole legal action.

        Raises BadNotation or IllegalMove when `tokens` lead nowhere.
        """

    @abstractmethod
    def notation(self, state: S, seat: Seat, action: A) -> str:
        """The action as short, language-free text; tokens are separated by single blanks."""

    @abstractmethod
    def parse(self, state: S, seat: Seat, text: str) -> A:
        """Action of a notation, forgiving in form. Raises BadNotation; legality is `check`'s."""

    @abstractmethod
    def state_to_json(self, state: S) -> Json: ...

    @abstractmethod
    def state_from_json(self, obj: Json) -> S:
        """State from its JSON, as `state_to_json` wrote it. Raises BadPosition.

        `rules.codec.position_from_outside` reads the JSON of anybody else.
        """

    @abstractmethod
    def action_to_json(self, action: A) -> Json: ...

    @abstractmethod
    def action_from_json(self, obj: Json) -> A:
        """Action from its JSON. Raises BadNotation."""

    # ---- methods with a default ---------------------------------------------------------------

    def upgrade(self, version: int, position: Json) -> Json:
        """JSON of a position in today's form, from the form of an earlier `version`.

        By default the form has not changed. Raises BadPosition where such a game cannot go on.
        """
        return position

    def contradictions(self, state: S) -> Iterator[str]:
        """Places where a position contradicts itself or the rules, as none of a game does.

        What follows the first may rely on its absence.
        """
        return iter(())

    def opening(self, state: S) -> list[Event]:
        """Events of a log before the first move: the deal, as far as it is public."""
        return []

    def turns(self, seats: int, options: Mapping[str, Any]) -> Length | None:
        """Usual length of a game with so many seats and these options; None if it is unknown."""
        return dict(zip(self.facts.seats, self.facts.turns, strict=False)).get(seats)

    def number(self, state: S) -> int | None:
        """The present turn or round, as the game's pictures count it.

        0 before the first; None where they count neither.
        """
        return None

    def sample(self, state: S, seat: Seat, rng: Rng) -> A:
        """A random legal action; games with many legal actions override this."""
        return rng.choice(list(self.legal_actions(state, seat)))

    def redeal(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """Another position that `seat` cannot tell from this one; a copy where all is open."""
        return state.clone()

    def mid_turn(self, state: S) -> bool:
        """Whether a turn has begun and goes on: in most games one action is a whole turn.

        Until it ends only its seat has to act: the others do not see it yet.
        """
        return False

    def next_seat(self, state: S, seat: Seat) -> Seat | None:
        """Seat whose turn follows that of `seat`, which has to act; None if it is uncertain.

        By default a random turn is played to its end in another deal: nothing hidden shows.
        """
        luck = Rng(0)
        redealt = self.redeal(state, None, luck)
        for _ in range(self.facts.longest_turn):
            self.apply(redealt, seat, self.sample(redealt, seat, luck))
            if not self.mid_turn(redealt):
                break
        next_seats = self.to_act(redealt)
        return next_seats[0] if len(next_seats) == 1 and seat not in next_seats else None

    def gives_up(self, action: A) -> bool:
        """Whether an action gives the game up: it may be typed, but is never offered.

        No player of AI seats makes it, and `sample` never draws it.
        """
        return False

    def leave(self, state: S, seat: Seat) -> list[Event] | None:
        """Remove `seat` from the table, in turn or out of it, with all its pieces, in place.

        None, and nothing has changed, where the game has no rule for it (`Facts.leaving`): then a
        player of AI seats plays on in its place.
        """
        return None

    def hand(self, state: S, seat: Seat) -> msgspec.Struct | None:
        """Hidden pieces of `seat`, to be drawn; None where nothing is hidden."""
        return None

    def preview(self, state: S, seat: Seat, action: A) -> msgspec.Struct | None:
        """A legal action before it is made, as `seat` may know it; nothing hidden shows."""
        return None

    def variations(self, state: S, seat: Seat, action: A) -> dict[str, A]:
        """Moves of the pad's buttons from a preview of `action`: name → action."""
        return {}

    def elsewhere(self, state: S, seat: Seat, action: A) -> OneOf | None:
        """Other actions to preview after `action`, as whole moves; None for none."""
        return None

    def options(self, state: S, seat: Seat, tokens: Sequence[str]) -> list[Option]:
        """Answers to the question that follows `tokens`; [] if they are a whole action.

        Raises BadNotation or IllegalMove when `tokens` lead nowhere.
        """
        question = self.ask(state, seat, tokens)
        return [] if question is None else list(question.answers())

    def complete(self, state: S, seat: Seat, tokens: Sequence[str]) -> A:
        """A good legal action that begins with `tokens`, to suggest to `seat`: most points.

        Raises BadNotation when there is none.
        """

        def begins(action: A) -> bool:
            move_tokens = self.notation(state, seat, action).split()
            return move_tokens[: len(tokens)] == list(tokens)

        def points(action: A) -> int:
            after = state.clone()
            self.apply(after, seat, action)
            return self.scores(after)[seat].total

        actions = [action for action in self.legal_actions(state, seat) if begins(action)]
        if not actions:
            raise BadNotation("common.no_such_move", text=" ".join(tokens)[:LONGEST])
        return max(actions, key=points)

    def line(self, state: S, seat: Seat, tokens: Sequence[str]) -> Sequence[A]:
        """Moves to suggest to `seat` together, the first of which begins with `tokens`.

        After no tokens they are the rest of the turn. () suggests a single one: `complete`.
        """
        return ()

    def rest(self, state: S, seat: Seat, line: Sequence[A]) -> Sequence[A]:
        """The rest of the turn, to be suggested behind legal actions.

        () where they may bring to light what it depends on, or end the turn.
        """
        after = state.clone()
        for action in line:
            if any(event.reveals for event in self.apply(after, seat, action)):
                return ()
        goes_on = seat in self.to_act(after) and self.mid_turn(after)
        return self.line(after, seat, ()) if goes_on else ()

    def preview_line(self, state: S, seat: Seat, line: Sequence[A]) -> msgspec.Struct | None:
        """Legal actions, one after the other, before they are made, as `seat` may know them."""
        return self.preview(state, seat, line[0]) if len(line) == 1 else None

    def view_after(self, state: S, seat: Seat, line: Sequence[A]) -> V:
        """View of a seat after legal actions, without what they bring to light."""
        after = state.clone()
        for action in line:
            self.apply(after, seat, action)
        return self.view(after, seat)

    def variations_line(self, state: S, seat: Seat, line: Sequence[A]) -> dict[str, Sequence[A]]:
        """Lines of the pad's buttons from a preview of `line`: name → line."""
        if len(line) > 1:
            return {}
        return {name: (to,) for name, to in self.variations(state, seat, line[0]).items()}

    def consequences(self, state: S, seat: Seat, line: Sequence[A]) -> Sequence[Consequence]:
        """Certain effects of a legal line for `seat`, the most instructive first.

        Equal on all positions that `seat` cannot tell apart. () where nothing is pointed at.
        """
        return ()

    def score_places(self, view: V, seat: Seat) -> ScorePlaces:
        """Places behind each part of a seat's score; the points of a part add up to its points.

        A game may have further parts that the score does not count, as the cells held. {} where it
        has no map.
        """
        return {}

    def threats(self, state: S) -> Sequence[Threat]:
        """Seats that could end the game with their next turn and win, as everybody may know.

        A turn is judged as if it came in this position, the others count as they stand, and what is
        hidden serves the seat as well as it may: so who wins with a turn is named at its beginning.
        A seat in the middle of its turn is not named. Equal on every redeal; () by default.
        """
        return ()

    def turn_ahead(self, state: S, seat: Seat) -> S | None:
        """Copy of a position between turns, as though the turn of `seat` began now.

        A move is saved on it. None where it is not known yet what the turn will allow, and in a
        game without saved moves.
        """
        return None

    def stake(self, state: S, seat: Seat, line: Sequence[A]) -> Json:
        """Terms of a legal line that matter to `seat`: its price, what it takes, what it brings.

        A saved line is made only while they are the same. They are equal on all positions
        that `seat` cannot tell apart.
        """
        first = self.preview(state, seat, line[0])
        return msgspec.to_builtins([*self.consequences(state, seat, line), first])

    def line_later(self, then: S, now: S, seat: Seat, line: Sequence[A]) -> Sequence[A] | None:
        """The line that was left for `seat` in the position `then`, as it is to be made in `now`.

        None where it is illegal, or where something at stake has changed. Both positions are at the
        beginning of a turn of `seat`.
        """
        try:
            later = read(self, now, seat, line_notations(self, then, seat, line))
        except RulesError:
            return None
        return later if self.stake(then, seat, line) == self.stake(now, seat, later) else None

    def figures(self, result: Result, events: Sequence[Event]) -> Figures:
        """Figures on the balance of a finished game, from all its events."""
        return Figures()

    def player(self, name: str, clock: Clock = no_time) -> Player[S, A]:
        """The player for AI seats called `name`, one of `facts.players`.

        A player that looks ahead stops with the best so far after too long a time by `clock`.
        """
        raise KeyError(name)


S_contra = TypeVar("S_contra", bound=State, contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Player(Protocol[S_contra, A_co]):
    """Chooses moves for an AI seat; sees only what the seat may see."""

    def choose(self, state: S_contra, seat: Seat, rng: Rng) -> A_co: ...


def play(game: Game[S, A, V], state: S, seat: Seat, action: A) -> tuple[S, list[Event]]:
    """Refuse the action, or return the next position; `state` is left as it was."""
    game.check(state, seat, action)
    after = state.clone()
    return after, game.apply(after, seat, action)


def moves_of(game: Game[S, A, V], state: S, seat: Seat, line: str) -> list[str]:
    """Moves of a typed line, separated by `;`. A whole move with a `;` inside is one."""
    line = line.strip(f"{SEPARATOR} ")
    try:
        game.parse(state, seat, line)
    except BadNotation:
        return [move for move in map(str.strip, line.split(SEPARATOR)) if move] or [line]
    return [line]


def line_notations(game: Game[S, A, V], state: S, seat: Seat, line: Sequence[A]) -> list[str]:
    """Notations of a line; each move is legal after those before it."""
    after, moves = state.clone(), list[str]()
    for action in line:
        moves.append(game.notation(after, seat, action))
        game.apply(after, seat, action)
    return moves


def read(game: Game[S, A, V], state: S, seat: Seat, moves: Sequence[str]) -> list[A]:
    """Actions of a line, each legal after those before it. Raises RulesError."""
    line = list[A]()
    for move in moves:
        action = game.parse(state, seat, move)
        state, _ = play(game, state, seat, action)
        line.append(action)
    return line


def refuse_out_of_turn(game: Game[S, A, V], state: S, seat: Seat) -> None:
    """Raise IllegalMove unless `seat` must act now; the first lines of every `check`."""
    acting = game.to_act(state)
    if not acting:
        raise IllegalMove("common.game_over")
    if seat not in acting:
        raise IllegalMove("common.not_your_turn")


def replay(
    game: Game[S, A, V], start: S, plies: Iterable[tuple[Seat, A]]
) -> Iterator[tuple[S, list[Event]]]:
    """Play `plies` from `start` through the safe door, yielding each position reached."""
    state = start
    for seat, action in plies:
        state, events = play(game, state, seat, action)
        yield state, events
