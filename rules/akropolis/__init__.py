"""Akropolis, by Jules Messaud (Gigamic 2022), for one to four. Its rules: `RULES.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from rules.akropolis import (
    actions,
    choosing,
    codec,
    consistency,
    legal,
    notation,
    places,
    players,
    scoring,
    sight,
    teaching,
    threats,
    turn,
    view,
)
from rules.akropolis.actions import Place
from rules.akropolis.lesson import LESSON
from rules.akropolis.pieces import ARCHITECTS, SETUPS, USUAL_ARCHITECT, VERSION, Colour, setup
from rules.akropolis.state import State
from rules.akropolis.view import Preview, View
from rules.consequence import Consequence
from rules.contract import (
    Choice,
    Clock,
    Event,
    Facts,
    Game,
    Json,
    Length,
    Player,
    Result,
    Seat,
    SeatScore,
    Threat,
    Weight,
    no_time,
    refuse_out_of_turn,
)
from rules.lesson import Lesson
from rules.lookahead import Lookahead
from rules.places import ScorePlaces
from rules.question import OneOf
from rules.rng import Rng


class Akropolis(Game[State, Place, View]):
    """Implements the contract with the modules beside this file."""

    facts: ClassVar[Facts] = Facts(
        key="akropolis",
        title="Akropolis",
        version=VERSION,
        seats=(1, 2, 3, 4),
        choices=(
            Choice("length", tuple(SETUPS), "standard", seats=(1, 2, 3)),
            Choice("variants", tuple(str(colour) for colour in Colour), (), many=True),
            Choice("solo", tuple(ARCHITECTS), USUAL_ARCHITECT, seats=(1,)),
        ),
        players=(*players.PLAYERS, *sight.EFFORTS),
        rounds=True,
        turns=tuple(map(Length.exact, (18, 36, 48, 60))),
        weight=Weight.LIGHT,
    )
    lesson: ClassVar[Lesson | None] = LESSON

    def new(self, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> State:
        return turn.new(seats, seed, options)

    def turns(self, seats: int, options: Mapping[str, Any]) -> Length:
        turns_of_both = setup(seats, turn.read_options(seats, options).length).turns
        return Length.exact(turns_of_both if seats > 1 else turns_of_both // 2)

    def opening(self, state: State) -> list[Event]:
        return turn.opening(state)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.current is None else (state.current,)

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Place]:
        return legal.legal_actions(state, seat)

    def check(self, state: State, seat: Seat, action: Place) -> None:
        refuse_out_of_turn(self, state, seat if action.seat is None else action.seat)
        refuse_out_of_turn(self, state, seat)
        refusal = legal.why_not(state, seat, action)
        if refusal is not None:
            raise refusal

    def apply(self, state: State, seat: Seat, action: Place) -> list[Event]:
        return turn.apply(state, seat, action)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def scores(self, state: State) -> tuple[SeatScore, ...]:
        return tuple(scoring.seat_score(scoring.city_score(city)) for city in state.cities)

    def number(self, state: State) -> int:
        return state.round

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state)

    def ask(self, state: State, seat: Seat, tokens: Sequence[str]) -> OneOf | None:
        refuse_out_of_turn(self, state, seat)
        return choosing.ask(state, seat, tokens)

    def notation(self, state: State, seat: Seat, action: Place) -> str:
        return notation.notation(action)

    def parse(self, state: State, seat: Seat, text: str) -> Place:
        return notation.parse(seat, text)

    def sample(self, state: State, seat: Seat, rng: Rng) -> Place:
        return legal.sample(state, seat, rng)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return turn.redeal(state, rng)

    def preview(self, state: State, seat: Seat, action: Place) -> Preview:
        return choosing.preview(state, seat, action)

    def variations(self, state: State, seat: Seat, action: Place) -> dict[str, Place]:
        return choosing.variations(state, seat, action)

    def elsewhere(self, state: State, seat: Seat, action: Place) -> OneOf:
        return choosing.elsewhere(state, seat, action)

    def complete(self, state: State, seat: Seat, tokens: Sequence[str]) -> Place:
        if len(tokens) == 1:
            return self.suggest(state, seat, notation.read_tile(tokens[0]))
        return super().complete(state, seat, tokens)

    def suggest(self, state: State, seat: Seat, line: int) -> Place:
        """The best spot for the tile at index `line`; raises IllegalMove if it is too expensive."""
        return players.suggest(state, seat, line)

    def consequences(
        self, state: State, seat: Seat, line: Sequence[Place]
    ) -> Sequence[Consequence]:
        return teaching.consequences(state, seat, line)

    def score_places(self, view: View, seat: Seat) -> ScorePlaces:
        return places.score_places(view, seat)

    def threats(self, state: State) -> Sequence[Threat]:
        """The seat that has the last turn, if it could have most points after it."""
        return [*threats.threats(state)]

    def turn_ahead(self, state: State, seat: Seat) -> State | None:
        if state.over or state.seats == 1:
            return None
        ahead = state.clone()
        ahead.current = seat
        return ahead

    def stake(self, state: State, seat: Seat, line: Sequence[Place]) -> Json:
        """The tile and its price: nobody else changes a city."""
        [action] = line
        return [state.line[action.line], action.line]

    def line_later(
        self, then: State, now: State, seat: Seat, line: Sequence[Place]
    ) -> Sequence[Place] | None:
        """The same tile on the same site, where it costs no more than it did."""
        [action] = line
        tile = then.line[action.line]
        if tile not in now.line or now.line.index(tile) > action.line:
            return None
        later = msgspec.structs.replace(action, line=now.line.index(tile))
        return None if legal.why_not(now, seat, later) else [later]

    def player(self, name: str, clock: Clock = no_time) -> Player[State, Place]:
        if name in sight.EFFORTS:
            return Lookahead(self, sight.SIGHT, sight.EFFORTS[name], clock)
        return players.PLAYERS[name]

    def state_to_json(self, state: State) -> Json:
        return codec.to_position(state)

    def state_from_json(self, obj: Json) -> State:
        return codec.from_position(obj)

    def contradictions(self, state: State) -> Iterator[str]:
        return consistency.contradictions(state)

    def action_to_json(self, action: Place) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, obj: Json) -> Place:
        return actions.action_from_json(obj)


GAME = Akropolis()
