"""Magna Grecia, by Michael Schacht and Leo Colovini (Clementoni 2003). Its rules: `RULES.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.codec import to_json
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
from rules.magna_grecia import (
    actions,
    candidates,
    choosing,
    codec,
    consistency,
    legal,
    notation,
    places,
    players,
    sampling,
    scoring,
    sight,
    teaching,
    threats,
    turn,
    view,
)
from rules.magna_grecia.actions import Action
from rules.magna_grecia.lesson import LESSON
from rules.magna_grecia.pieces import CARDS, DEFAULT_COLOURS, SEATS, VERSION, Colour
from rules.magna_grecia.state import State, Turn
from rules.magna_grecia.view import Preview, View
from rules.places import ScorePlaces
from rules.question import OneOf, Question
from rules.rng import Rng

LONGEST_TURN = max(card.roads[0] + card.cities[0] for card in CARDS.values()) + 2
"""Most moves of a turn: the tiles of two basic actions, a market, the end (MG-18, MG-22, MG-23)."""


class MagnaGrecia(Game[State, Action, View]):
    """Implements the contract with the modules beside this file."""

    facts: ClassVar[Facts] = Facts(
        key="magna_grecia",
        title="Magna Grecia",
        version=VERSION,
        seats=SEATS,
        choices=(
            Choice("oracle_setup", turn.SETUPS, turn.SETUPS[0]),
            *(
                Choice("colors", tuple(Colour), colours, ordered=True, seats=(seats,))
                for seats, colours in DEFAULT_COLOURS.items()
            ),
        ),
        players=(*players.PLAYERS, *sight.EFFORTS),
        longest_turn=LONGEST_TURN,
        rounds=True,
        turns=tuple(map(Length.exact, (31, 43, 57))),
        weight=Weight.HEAVY,
        pointy=True,
    )
    lesson: ClassVar[Lesson | None] = LESSON

    def new(self, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> State:
        return turn.new(seats, seed, options)

    def opening(self, state: State) -> list[Event]:
        return turn.opening(state)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.to_move is None else (state.to_move,)

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        if seat == state.to_move:
            yield from legal.legal_actions(state, seat)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        refuse_out_of_turn(self, state, seat)
        refusal = legal.why_not(state, seat, action)
        if refusal is not None:
            raise refusal

    def apply(self, state: State, seat: Seat, action: Action) -> list[Event]:
        return turn.apply(state, seat, action)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def scores(self, state: State) -> tuple[SeatScore, ...]:
        return tuple(scoring.seat_score(state, seat) for seat in range(len(state.players)))

    def number(self, state: State) -> int:
        return state.round

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state)

    def mid_turn(self, state: State) -> bool:
        return state.turn.has_begun

    def ask(self, state: State, seat: Seat, tokens: Sequence[str]) -> Question | None:
        refuse_out_of_turn(self, state, seat)
        return choosing.ask(state, seat, tokens)

    def notation(self, state: State, seat: Seat, action: Action) -> str:
        return notation.notation(action)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        return notation.parse(text)

    def sample(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return turn.redeal(state, rng)

    def preview(self, state: State, seat: Seat, action: Action) -> Preview:
        self.check(state, seat, action)
        return candidates.preview(state, seat, (action,))

    def preview_line(self, state: State, seat: Seat, line: Sequence[Action]) -> Preview:
        return candidates.preview(state, seat, line)

    def variations(self, state: State, seat: Seat, action: Action) -> dict[str, Action]:
        self.check(state, seat, action)
        return candidates.variations(state, seat, action)

    def variations_line(
        self, state: State, seat: Seat, line: Sequence[Action]
    ) -> dict[str, Sequence[Action]]:
        return dict(candidates.variations_line(state, seat, tuple(line)))

    def elsewhere(self, state: State, seat: Seat, action: Action) -> OneOf | None:
        refuse_out_of_turn(self, state, seat)
        return candidates.elsewhere(state, seat, action)

    def line(self, state: State, seat: Seat, tokens: Sequence[str]) -> Sequence[Action]:
        refuse_out_of_turn(self, state, seat)
        if state.phase == "oracles" or len(tokens) > 1:
            return ()
        return players.line(state, seat, choosing.is_begun_by(tokens) if tokens else None)

    def complete(self, state: State, seat: Seat, tokens: Sequence[str]) -> Action:
        refuse_out_of_turn(self, state, seat)
        if not tokens:
            return players.best(state, seat)
        if choosing.ask(state, seat, tokens) is None:
            return notation.parse(" ".join(tokens))
        return players.best(state, seat, choosing.is_begun_by(tokens))

    def consequences(
        self, state: State, seat: Seat, line: Sequence[Action]
    ) -> Sequence[Consequence]:
        return teaching.consequences(state, seat, line)

    def score_places(self, view: View, seat: Seat) -> ScorePlaces:
        return places.score_places(view, seat)

    def threats(self, state: State) -> Sequence[Threat]:
        """The seat that has the last turn, if it could have most points after it."""
        return [*threats.threats(state)]

    def turn_ahead(self, state: State, seat: Seat) -> State | None:
        """The position at a turn of this round; the card after the next one is not known yet."""
        ahead = state.clone()
        if state.phase == "turns" and seat in state.order[state.turn_index :]:
            ahead.turn_index = state.order.index(seat)
        elif state.phase != "oracles":
            return None
        ahead.to_move, ahead.turn = seat, Turn()
        return ahead

    def stake(self, state: State, seat: Seat, line: Sequence[Action]) -> Json:
        """Everything that the line causes, and the points that it brings."""
        preview = candidates.preview(state, seat, line)
        gain = preview.after[seat].total - preview.before[seat].total
        return [to_json(preview.causes), gain]

    def player(self, name: str, clock: Clock = no_time) -> Player[State, Action]:
        if name in sight.EFFORTS:
            return Lookahead(self, sight.SIGHT, sight.EFFORTS[name], clock)
        return players.PLAYERS[name]

    def state_to_json(self, state: State) -> Json:
        return codec.to_position(state)

    def state_from_json(self, obj: Json) -> State:
        return codec.from_position(obj)

    def contradictions(self, state: State) -> Iterator[str]:
        return consistency.contradictions(state)

    def action_to_json(self, action: Action) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, obj: Json) -> Action:
        return actions.action_from_json(obj)


GAME = MagnaGrecia()
