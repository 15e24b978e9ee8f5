"""One engine for two rule-sets, Telegraph and Attika. Its rules: `RULES.md`.

The two games differ by the flags and tables of a frozen `Ruleset`, read from `data/<key>.json`;
the underscore says that this is no game by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules._settlements import (
    actions,
    choosing,
    codec,
    consistency,
    legal,
    notation,
    places,
    players,
    prices,
    scoring,
    sight,
    teaching,
    threats,
    turn,
    view,
)
from rules._settlements.actions import Action
from rules._settlements.pieces import VERSION, Ruleset
from rules._settlements.state import State, Turn
from rules._settlements.view import Hand, Preview, View
from rules.codec import to_json
from rules.consequence import Consequence
from rules.contract import (
    Clock,
    Event,
    Facts,
    Game,
    Hex,
    Json,
    Length,
    Player,
    Result,
    Seat,
    SeatScore,
    Threat,
    no_time,
    refuse_out_of_turn,
)
from rules.hexgrid import cell_of
from rules.lookahead import Lookahead
from rules.places import ScorePlaces
from rules.question import OneOf
from rules.rng import Rng

LONGEST_TURN = 40
"""Most moves of a turn: three buildings, and what bonuses and free chains add, with a margin."""


def facts_of(rules: Ruleset, turns: tuple[Length, ...]) -> Facts:
    """Facts of either game; `turns` is its usual length by number of seats."""
    return Facts(
        key=rules.key,
        title=rules.title,
        version=VERSION,
        seats=rules.seats,
        players=(*players.PLAYERS, *sight.EFFORTS),
        hands=True,
        longest_turn=LONGEST_TURN,
        pointy=True,
        turns=turns,
    )


class Settlements(Game[State, Action, View]):
    """Implements the contract for one rule-set with the modules beside this file."""

    rules: ClassVar[Ruleset]

    def new(self, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> State:
        return turn.new(self.rules, seats, seed, options)

    def opening(self, state: State) -> list[Event]:
        return turn.opening(state)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.turn.seat,) if state.result is None else ()

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        return legal.legal_actions(state) if seat in self.to_act(state) else iter(())

    def check(self, state: State, seat: Seat, action: Action) -> None:
        refuse_out_of_turn(self, state, seat)
        refusal = legal.why_not(state, action)
        if refusal is not None:
            raise refusal

    def apply(self, state: State, seat: Seat, action: Action) -> list[Event]:
        return turn.apply(state, action)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def scores(self, state: State) -> tuple[SeatScore, ...]:
        return tuple(scoring.seat_score(state, seat) for seat in range(len(state.players)))

    def number(self, state: State) -> int:
        return state.turn.number

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def hand(self, state: State, seat: Seat) -> Hand:
        return view.hand(state, seat)

    def mid_turn(self, state: State) -> bool:
        turn = state.turn
        has_begun = turn.mode is not None or turn.phase == "cards"
        return has_begun and state.result is None

    def price(self, state: State, seat: Seat, building: int, hex: Hex) -> dict[str, Any]:
        """The price enquiry of RULES.md. Raises IllegalMove where nothing can be built."""
        refusal = legal.price_refusal(state, building, (hex[0], hex[1]))
        if refusal is not None:
            raise refusal
        answer: dict[str, Any] = to_json(prices.price(state, seat, building, cell_of(hex)))
        return answer

    def ask(self, state: State, seat: Seat, tokens: Sequence[str]) -> OneOf | None:
        refuse_out_of_turn(self, state, seat)
        return choosing.ask(state, tokens)

    def notation(self, state: State, seat: Seat, action: Action) -> str:
        return notation.notation(state, action)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        return notation.parse(state, seat, text)

    def sample(self, state: State, seat: Seat, rng: Rng) -> Action:
        return legal.sample(state, rng)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return turn.redeal(state, seat, rng)

    def preview(self, state: State, seat: Seat, action: Action) -> Preview:
        self.check(state, seat, action)
        return choosing.preview(state, action)

    def line(self, state: State, seat: Seat, tokens: Sequence[str]) -> Sequence[Action]:
        refuse_out_of_turn(self, state, seat)
        return () if tokens else players.rest(state, seat)

    def preview_line(self, state: State, seat: Seat, line: Sequence[Action]) -> Preview:
        self.check(state, seat, line[0])
        return choosing.preview_line(state, line)

    def variations(self, state: State, seat: Seat, action: Action) -> dict[str, Action]:
        refuse_out_of_turn(self, state, seat)
        return choosing.variations(state, action)

    def elsewhere(self, state: State, seat: Seat, action: Action) -> OneOf | None:
        refuse_out_of_turn(self, state, seat)
        return choosing.elsewhere(state, action)

    def complete(self, state: State, seat: Seat, tokens: Sequence[str]) -> Action:
        refuse_out_of_turn(self, state, seat)
        return players.complete(state, seat, tokens)

    def consequences(
        self, state: State, seat: Seat, line: Sequence[Action]
    ) -> Sequence[Consequence]:
        return teaching.consequences(state, seat, line)

    def score_places(self, view: View, seat: Seat) -> ScorePlaces:
        return places.score_places(view, seat)

    def threats(self, state: State) -> Sequence[Threat]:
        """The seats that could link two cities, or build their last buildings."""
        return [*threats.threats(state)]

    def turn_ahead(self, state: State, seat: Seat) -> State | None:
        if state.result is not None:
            return None
        ahead = state.clone()
        ahead.turn = Turn(seat, state.turn.number)
        return ahead

    def stake(self, state: State, seat: Seat, line: Sequence[Action]) -> Json:
        """Effects of the line, and the price of a building that it begins with."""
        first = to_json(self.preview(state, seat, line[0]))
        for name in ("spots", "bonus_supply"):
            first.pop(name, None)
        return [to_json(self.consequences(state, seat, line)), first]

    def player(self, name: str, clock: Clock = no_time) -> Player[State, Action]:
        if name in sight.EFFORTS:
            return Lookahead(self, sight.SIGHT, sight.EFFORTS[name], clock, sight.count)
        return players.PLAYERS[name]

    def state_to_json(self, state: State) -> Json:
        return codec.to_position(state)

    def state_from_json(self, obj: Json) -> State:
        return codec.from_position(self.rules, obj)

    def contradictions(self, state: State) -> Iterator[str]:
        return consistency.contradictions(state)

    def action_to_json(self, action: Action) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, obj: Json) -> Action:
        return actions.action_from_json(obj, self.rules.code("unknown_action"))
