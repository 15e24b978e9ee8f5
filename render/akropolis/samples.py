"""Pictures of which the palette is made: one of each kind, of games played by the rules."""

from __future__ import annotations

from typing import Any

from render.akropolis import PICTURES
from render.akropolis import ground as hill
from render.akropolis import materials as m
from render.contract import CANDIDATE, TABLE
from render.theme import THEME, Colour, Theme
from rules.akropolis import GAME
from rules.akropolis.state import State
from rules.contract import Event
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")


def position(seats: int, seed: int, turns: int, player: str = "greedy", **options: Any) -> State:
    """The position after some turns of a game that AI players play; always the same."""
    return played(seats, seed, turns, player, **options)[0]


def played(
    seats: int, seed: int, turns: int, player: str = "greedy", **options: Any
) -> tuple[State, list[Event]]:
    """Such a position, and what the last turn has caused."""
    state, rng, brain = GAME.new(seats, seed, options), Rng(seed), GAME.player(player)
    news = list[Event]()
    while state.turn < turns and GAME.to_act(state):
        seat = GAME.to_act(state)[0]
        news = GAME.apply(state, seat, brain.choose(state, seat, rng))
    return state, news


def draw_table(seats: int, seed: int, turns: int, player: str = "greedy", **options: Any) -> bytes:
    """The picture of such a table, its last turn lit."""
    state, news = played(seats, seed, turns, player, **options)
    return PICTURES.draw(TABLE, GAME.view(state, None), names=NAMES, news=news)


def draw_all() -> None:
    """Draw one picture of each kind, panel by panel, as if nothing had been drawn before."""
    PICTURES.forget()
    variants = list(m.COLOURS)
    for seats, seed, turns, player in ((4, 7, 52, "greedy"), (4, 2, 50, "random")):
        draw_table(seats, seed, turns, player)
        state, news = played(seats, seed, turns, player)
        seat = GAME.to_act(state)[0]
        view = GAME.view(state, None)
        for other in range(seats):
            PICTURES.draw("seat", view, names=NAMES, news=news, seat=other)
        candidate = GAME.preview(state, seat, GAME.suggest(state, seat, 0))
        PICTURES.draw(CANDIDATE, view, names=NAMES, shown=candidate)
    draw_table(2, 3, 99, variants=variants)
    draw_table(1, 11, 22, solo="metagenes")
    draw_table(3, 5, 8)
    PICTURES.icons()


def theme() -> Theme:
    """The theme whose palette is made."""
    return THEME


def tokens() -> list[Colour]:
    """The colours that the palette must hold exactly."""
    return [*m.tokens(), *hill.tones()]
