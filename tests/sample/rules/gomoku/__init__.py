"""Hex Gomoku: five in a row on a hexagon of hexes, for two. Its rules: `RULES.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.contract import (
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
from rules.gomoku import actions, choosing, codec, legal, notation, players, scoring, turn, view
from rules.gomoku.actions import Place
from rules.gomoku.lesson import LESSON
from rules.gomoku.pieces import AT, SEATS, VERSION
from rules.gomoku.state import State
from rules.gomoku.view import Preview, View, score_places
from rules.lesson import Lesson
from rules.places import ScorePlaces
from rules.question import CellOf


class Gomoku(Game[State, Place, View]):
    """Ties the modules beside this file to the contract."""

    facts: ClassVar[Facts] = Facts(
        key="gomoku",
        title="Hex Gomoku",
        version=VERSION,
        seats=(SEATS,),
        players=tuple(players.PLAYERS),
        luck=False,
        secrets=False,
        turns=(Length(60, 90, 120),),
        weight=Weight.LIGHT,
    )
    lesson: ClassVar[Lesson | None] = LESSON

    def new(self, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> State:
        return turn.new(seats, seed, options)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if scoring.over(state) else (turn.next_seat(state),)

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Place]:
        return legal.legal_actions(state) if seat in self.to_act(state) else iter(())

    def check(self, state: State, seat: Seat, action: Place) -> None:
        refuse_out_of_turn(self, state, seat)
        refused = legal.why_not(state, action)
        if refused is not None:
            raise refused

    def apply(self, state: State, seat: Seat, action: Place) -> list[Event]:
        return turn.apply(state, action)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def scores(self, state: State) -> tuple[SeatScore, ...]:
        return scoring.scores(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state)

    def score_places(self, view: View, seat: Seat) -> ScorePlaces:
        return score_places(view, seat)

    def ask(self, state: State, seat: Seat, tokens: Sequence[str]) -> CellOf | None:
        refuse_out_of_turn(self, state, seat)
        return choosing.ask(state, seat, tokens)

    def notation(self, state: State, seat: Seat, action: Place) -> str:
        return action.cell

    def parse(self, state: State, seat: Seat, text: str) -> Place:
        return notation.parse(text)

    def preview(self, state: State, seat: Seat, action: Place) -> Preview:
        return view.preview(state, seat, AT[action.cell])

    def variations(self, state: State, seat: Seat, action: Place) -> dict[str, Place]:
        return choosing.variations(state, action)

    def threats(self, state: State) -> Sequence[Threat]:
        return [*scoring.threats(state)]

    def player(self, name: str, clock: Clock = no_time) -> Player[State, Place]:
        return players.PLAYERS[name]()

    def state_to_json(self, state: State) -> Json:
        return codec.to_position(state)

    def state_from_json(self, obj: Json) -> State:
        return codec.from_position(obj)

    def action_to_json(self, action: Place) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, obj: Json) -> Place:
        return actions.action_from_json(obj)


GAME = Gomoku()
