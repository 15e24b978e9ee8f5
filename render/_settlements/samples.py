"""Pictures of which the palettes of the two games are made, of games played by the rules."""

from __future__ import annotations

from typing import Any

from render._settlements.desk.paper import Paper
from render._settlements.land import ground
from render.registry import renderer
from render.theme import Colour, Theme
from rules._settlements.actions import Build, Extend
from rules._settlements.state import State
from rules.contract import Game
from rules.registry import get
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")


def position(key: str, seats: int, seed: int, turns: int, player: str = "greedy") -> State:
    """The position at the start of a turn of a game that AI players play; always the same."""
    game = get(key)
    state: State = game.new(seats, seed, {})
    luck, brain = Rng(seed), game.player(player)
    while game.to_act(state) and state.turn.number <= turns:
        seat = state.turn.seat
        game.apply(state, seat, brain.choose(state, seat, luck))
    return state


def until(key: str, seats: int, seed: int, kind: type[Build] | type[Extend], turns: int) -> State:
    """The first position from a turn on in which a player can build, or must place a region.

    Where the game is over before, that of the next seed.
    """
    game = get(key)
    state = position(key, seats, seed, turns)
    luck, brain = Rng(seed), game.player("greedy")
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
    (3, 5, 24, "greedy"),
    (2, 3, 0, "greedy"),
)
"""Seats, seed, turns and players of the tables that are drawn."""


class Samples:
    """One picture of each kind, for the palette of one of the two games."""

    def __init__(self, paper: Paper) -> None:
        self.look, self.paper = paper.look, paper

    def theme(self) -> Theme:
        """The theme whose palette is made."""
        return self.look.theme()

    def tokens(self) -> list[Colour]:
        """The colours that the palette must hold exactly."""
        return [*self.look.tokens(), *self.paper.tokens(), *ground.tones(self.look)]

    def draw_all(self) -> None:
        """Draw one picture of each kind, panel by panel, as if nothing had been drawn before."""
        key = self.look.key
        for seats, seed, turns, player in _TABLES:
            _draw_table(key, position(key, seats, seed, turns, player))
        over = get(key).view(position(key, 3, 9, 400), None)
        renderer(key).draw(over, names=NAMES)
        for seats, seed in ((4, 7), (2, 3)):
            _draw_private(key, seats, seed)


def _draw_table(key: str, state: State) -> None:
    """The table with its newest pieces lit, every player's board and every hand."""
    game, draw = get(key), renderer(key).draw
    seen = game.view(state, None)
    lit = [(each.seat, index) for index, each in enumerate(seen.board.buildings)][-3:]
    draw(seen, names=NAMES, highlight=[*lit, (-1, len(seen.board.tiles) - 1)])
    for seat in range(len(state.players)):
        draw(game.view(state, seat), names=NAMES, focus=seat)
        draw(game.view(state, seat), ghost=game.hand(state, seat))


def _draw_private(key: str, seats: int, seed: int) -> None:
    """Candidates of both kinds, and the prices of a building."""
    game, draw = get(key), renderer(key).draw
    for kind in (Build, Extend):
        state = until(key, seats, seed, kind, 14)
        seat, actions = state.turn.seat, candidates(game, state, kind)
        seen = game.view(state, seat)
        for action in (actions[0], actions[-1]):
            draw(seen, names=NAMES, ghost=game.preview(state, seat, action))
            if isinstance(action, Build):
                question = game.ask(state, seat, [f"B{action.building}"])
                if question is not None and question.beside is not None:
                    draw(seen, names=NAMES, ghost=question.beside.shown)
