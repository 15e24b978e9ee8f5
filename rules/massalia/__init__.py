"""Massalia: the sieges of Marseille as a duel of cards and tiles. Its rules: `RULES.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

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
from rules.figures import Figures
from rules.lesson import Lesson
from rules.lookahead import Lookahead
from rules.massalia import (
    actions,
    choosing,
    codec,
    consistency,
    counting,
    deal,
    ending,
    legal,
    lines,
    listing,
    notation,
    places,
    players,
    previewing,
    sampling,
    scoring,
    sight,
    teaching,
    threats,
    turn,
    view,
)
from rules.massalia.actions import Action, Concede
from rules.massalia.lesson import LESSON
from rules.massalia.pieces import BOX, VERSION, Box
from rules.massalia.previewing import Preview
from rules.massalia.state import State, Turn
from rules.massalia.together import Unused
from rules.massalia.view import Hand, View
from rules.places import ScorePlaces
from rules.question import OneOf, Question
from rules.rng import Rng

TURNS = {
    "late": (Length(22, 36, 68), Length(39, 60, 105), Length(52, 77, 133)),
    "early": (Length(22, 31, 36), Length(38, 45, 52), Length(50, 57, 65)),
}
"""Length for each number of seats, by the begin of siege fatigue.

Games in which `easy` plays every seat, as people do who read it: `hard` defends itself better, and
takes half as long again with four seats.
"""
LONGEST_TURN = 400
"""Far more moves than a turn has: plays, activations, combos, purchases and tiles are finite."""


class Massalia(Game[State, Action, View]):
    """Implements the contract with the modules beside this file."""

    facts: ClassVar[Facts] = Facts(
        key="massalia",
        title="Massalia",
        version=VERSION,
        seats=tuple(sorted(BOX.setup.life)),
        choices=(
            Choice(
                "first_hand",
                tuple(str(n) for n in sorted(BOX.setup.options.first_hand.values, reverse=True)),
                str(BOX.setup.options.first_hand.default),
            ),
            Choice("fatigue", deal.FATIGUE, deal.FATIGUE[0], endless=("off",)),
        ),
        players=(*players.PLAYERS, *sight.EFFORTS),
        hands=True,
        leaving=True,
        longest_turn=LONGEST_TURN,
        pointy=True,
        rounds=True,
        turns=TURNS["late"],
        weight=Weight.HEAVY,
        recommended=(2, 3),
    )
    lesson: ClassVar[Lesson | None] = LESSON

    def __init__(self, box: Box = BOX) -> None:
        self.box = box

    def new(self, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> State:
        return deal.new(self.box, seats, seed, options)

    def turns(self, seats: int, options: Mapping[str, Any]) -> Length | None:
        """Usual length; a game without siege fatigue is seldom longer than a late one."""
        begin = "early" if options.get("fatigue") == "early" else "late"
        return dict(zip(self.facts.seats, TURNS[begin], strict=True)).get(seats)

    def opening(self, state: State) -> list[Event]:
        return deal.opening(state)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.seat,) if state.phase == "play" else ()

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        if seat in self.to_act(state):
            yield from listing.legal_actions(state, seat)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        refuse_out_of_turn(self, state, seat)
        refusal = legal.why_not(state, seat, action)
        if refusal is not None:
            raise refusal

    def apply(self, state: State, seat: Seat, action: Action) -> list[Event]:
        return turn.apply(state, seat, action)

    def leave(self, state: State, seat: Seat) -> list[Event]:
        return turn.leave(state, seat)

    def gives_up(self, action: Action) -> bool:
        return isinstance(action, Concede)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def scores(self, state: State) -> tuple[SeatScore, ...]:
        return tuple(scoring.seat_score(state, seat) for seat in range(len(state.players)))

    def number(self, state: State) -> int:
        return state.round

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def hand(self, state: State, seat: Seat) -> Hand:
        return view.hand(state, seat)

    def mid_turn(self, state: State) -> bool:
        return state.turn.began

    def next_seat(self, state: State, seat: Seat) -> Seat | None:
        """The next living seat, whatever a random turn would do to it."""
        follows = ending.following(state, seat)
        return None if follows == seat else follows

    def ask(self, state: State, seat: Seat, tokens: Sequence[str]) -> Question | None:
        refuse_out_of_turn(self, state, seat)
        return choosing.ask(state, seat, tokens)

    def notation(self, state: State, seat: Seat, action: Action) -> str:
        return notation.notation(state, action)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        return notation.parse(state, seat, text)

    def sample(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return view.redeal(state, seat, rng)

    def preview(self, state: State, seat: Seat, action: Action) -> Preview:
        self.check(state, seat, action)
        return previewing.preview(state, seat, action)

    def variations(self, state: State, seat: Seat, action: Action) -> dict[str, Action]:
        self.check(state, seat, action)
        return previewing.variations(state, seat, action)

    def elsewhere(self, state: State, seat: Seat, action: Action) -> OneOf | None:
        refuse_out_of_turn(self, state, seat)
        return choosing.elsewhere(state, seat, action)

    def line(self, state: State, seat: Seat, tokens: Sequence[str]) -> Sequence[Action]:
        refuse_out_of_turn(self, state, seat)
        return () if tokens else lines.rest(state, seat)

    def rest(self, state: State, seat: Seat, line: Sequence[Action]) -> Sequence[Action]:
        return lines.behind(state, seat, line)

    def preview_line(self, state: State, seat: Seat, line: Sequence[Action]) -> Preview:
        self.check(state, seat, line[0])
        return previewing.preview_line(state, seat, line)

    def view_after(self, state: State, seat: Seat, line: Sequence[Action]) -> View:
        return previewing.view_after(state, seat, line)

    def complete(self, state: State, seat: Seat, tokens: Sequence[str]) -> Action:
        refuse_out_of_turn(self, state, seat)
        return players.complete(state, seat, tokens)

    def figures(self, result: Result, events: Sequence[Event]) -> Figures:
        return counting.figures(self.box, result, events)

    def consequences(
        self, state: State, seat: Seat, line: Sequence[Action]
    ) -> Sequence[Consequence]:
        return teaching.consequences(state, seat, line)

    def score_places(self, view: View, seat: Seat) -> ScorePlaces:
        return places.score_places(view, seat)

    def threats(self, state: State) -> Sequence[Threat]:
        """The seats that could strike down everybody else."""
        return [*threats.threats(state)]

    def turn_ahead(self, state: State, seat: Seat) -> State | None:
        if state.phase == "over" or state.players[seat].out:
            return None
        ahead = state.clone()
        ahead.seat, ahead.turn = seat, Turn()
        return ahead

    def stake(self, state: State, seat: Seat, line: Sequence[Action]) -> Json:
        """Effects of the line, and its first move, before which nothing is revealed."""
        first = previewing.preview(state, seat, line[0])
        first = msgspec.structs.replace(first, spots=(), unused=Unused())
        return to_json([*self.consequences(state, seat, line), first])

    def player(self, name: str, clock: Clock = no_time) -> Player[State, Action]:
        if name in sight.EFFORTS:
            effort = sight.EFFORTS[name]
            return Lookahead(
                self, sight.SIGHT, effort, clock, glance=sight.purchases, share=sight.share
            )
        return players.PLAYERS[name]

    def state_to_json(self, state: State) -> Json:
        return codec.to_position(state)

    def state_from_json(self, obj: Json) -> State:
        return codec.from_position(self.box, obj)

    def contradictions(self, state: State) -> Iterator[str]:
        return consistency.contradictions(state)

    def action_to_json(self, action: Action) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, obj: Json) -> Action:
        return actions.action_from_json(obj)


GAME = Massalia()
