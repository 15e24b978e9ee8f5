"""Pictures of which the palette is made: one of each kind, of games played by the rules."""

from __future__ import annotations

from typing import Any

from render.akropolis import draw, forget, icons
from render.akropolis import ground as hill
from render.akropolis import materials as m
from render.theme import THEME, Colour, Theme
from rules.akropolis import GAME
from rules.akropolis.state import State
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")


def position(seats: int, seed: int, turns: int, player: str = "greedy", **options: Any) -> State:
    """The position after some turns of a game that AI players play; always the same."""
    state, rng, brain = GAME.new(seats, seed, options), Rng(seed), GAME.player(player)
    while state.turn < turns and GAME.to_act(state):
        seat = GAME.to_act(state)[0]
        GAME.apply(state, seat, brain.choose(state, seat, rng))
    return state


def draw_all() -> None:
    """Draw one picture of each kind, panel by panel, as if nothing had been drawn before."""
    forget()
    variants = list(m.COLOURS)
    for seats, seed, turns, player in ((4, 7, 52, "greedy"), (4, 2, 50, "random")):
        state = position(seats, seed, turns, player)
        seat = GAME.to_act(state)[0]
        view = GAME.view(state, None)
        draw(view, names=NAMES)
        for other in range(seats):
            draw(view, names=NAMES, focus=other)
        candidate = GAME.preview(state, seat, GAME.suggest(state, seat, 0))
        draw(view, names=NAMES, ghost=candidate)
    draw(GAME.view(position(2, 3, 99, variants=variants), None), names=NAMES)
    draw(GAME.view(position(1, 11, 22, solo="metagenes"), None), names=NAMES)
    draw(GAME.view(position(3, 5, 8), None), names=NAMES)
    icons()


def theme() -> Theme:
    """The theme whose palette is made."""
    return THEME


def tokens() -> list[Colour]:
    """The colours that the palette must hold exactly."""
    return [*m.tokens(), *hill.tones()]
