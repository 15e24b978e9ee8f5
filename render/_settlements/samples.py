"""Sample pictures for the palettes of the two games, drawn from games of AI players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from render._settlements.land import ground
from render._settlements.look import dimmed
from render._settlements.map.buildings import field_tone
from render._settlements.pictures import SettlementPictures
from render.contract import CANDIDATE, HAND, TABLE
from render.samples import Samples
from render.theme import THEME, Colour, Theme
from rules._settlements.actions import Build, Extend
from rules._settlements.state import State
from rules.contract import Event, Game
from rules.registry import get
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")


def position(key: str, seats: int, seed: int, turns: int, player: str = "easy") -> State:
    """Position at the start of a turn of a game of AI players; always the same."""
    return position_and_events(key, seats, seed, turns, player)[0]


def position_and_events(
    key: str, seats: int, seed: int, turns: int, player: str = "easy"
) -> tuple[State, list[Event]]:
    """Position at the start of a turn of a game of AI players, and all events before it."""
    game = get(key)
    state: State = game.new(seats, seed, {})
    luck, brain, happened = Rng(seed), game.player(player), list[Event]()
    while game.to_act(state) and state.turn.number <= turns:
        seat = state.turn.seat
        happened += game.apply(state, seat, brain.choose(state, seat, luck))
    return state, happened


def newest(happened: Sequence[Event], buildings: int = 3, regions: int = 0) -> list[Event]:
    """Events that have put the last few buildings and regions on the map."""
    built = [event for event in happened if event.code.endswith(".building_built")]
    laid = [event for event in happened if event.code.endswith(".region_placed")]
    return [*built[len(built) - buildings :], *laid[len(laid) - regions :]]


def until(key: str, seats: int, seed: int, kind: type[Build] | type[Extend], turns: int) -> State:
    """The first position from a turn on in which a player can build, or must place a region.

    If the game ends before, the position is taken from the game of the next seed.
    """
    game = get(key)
    state = position(key, seats, seed, turns)
    luck, brain = Rng(seed), game.player("easy")
    while game.to_act(state):
        if candidates(game, state, kind):
            return state
        seat = state.turn.seat
        game.apply(state, seat, brain.choose(state, seat, luck))
    return until(key, seats, seed + 1, kind, turns)


def candidates(
    game: Game[Any, Any, Any], state: State, kind: type[Build] | type[Extend]
) -> list[Any]:
    """The legal actions of a kind."""
    actions = game.legal_actions(state, state.turn.seat)
    return [action for action in actions if isinstance(action, kind)]


_TABLES = (
    (4, 7, 100, "random"),
    (3, 5, 40, "random"),
    (3, 5, 24, "easy"),
    (2, 3, 0, "easy"),
)
"""Seats, seed, turns and players of the tables that are drawn."""


class SettlementSamples(Samples):
    """One picture of each kind, for the palette of one of the two games."""

    def __init__(self, pictures: SettlementPictures) -> None:
        self.look, self.draw = pictures.look, pictures.draw
        self.game = get(self.look.key)

    def theme(self) -> Theme:
        return self.look.theme()

    def tokens(self) -> list[Colour]:
        table = list(ground.tones(self.look))
        fields = map(field_tone, THEME.seats)
        return [*self.look.tokens(), *table, *map(dimmed, table), *fields]

    def draw_all(self) -> None:
        key = self.game.facts.key
        for seats, seed, turns, player in _TABLES:
            self._draw_table(*position_and_events(key, seats, seed, turns, player))
        over = self.game.view(position(key, 3, 9, 400), None)
        self.draw(TABLE, over, names=NAMES)
        for seats, seed in ((4, 7), (2, 3)):
            for kind in (Build, Extend):
                self._draw_candidates(until(key, seats, seed, kind, 14), kind)

    def _draw_table(self, state: State, happened: Sequence[Event]) -> None:
        """Draw the table with its newest pieces lit, every player's board and every hand."""
        view = self.game.view(state, None)
        self.draw(TABLE, view, names=NAMES, news=newest(happened, 3, 1))
        for seat in range(len(state.players)):
            view = self.game.view(state, seat)
            self.draw("seat", view, names=NAMES, seat=seat)
            self.draw(HAND, view, shown=self.game.hand(state, seat))

    def _draw_candidates(self, state: State, kind: type[Build] | type[Extend]) -> None:
        """Draw the first and the last candidate of a kind, and the prices of their buildings."""
        seat, actions = state.turn.seat, candidates(self.game, state, kind)
        view = self.game.view(state, seat)
        for action in (actions[0], actions[-1]):
            preview = self.game.preview(state, seat, action)
            self.draw(CANDIDATE, view, names=NAMES, shown=preview)
            if isinstance(action, Build):
                question = self.game.ask(state, seat, [f"B{action.building}"])
                if question is not None and question.beside is not None:
                    self.draw("prices", view, names=NAMES, shown=question.beside.shown)
