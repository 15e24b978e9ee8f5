"""Sample pictures for the palette: one of each kind, drawn from games of AI players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from render.akropolis import PICTURES
from render.akropolis import ground as hill
from render.akropolis import materials as m
from render.akropolis.panels import figure_beside
from render.cache import forget
from render.contract import CANDIDATE, TABLE
from render.samples import Samples
from render.theme import THEME, Colour, Theme
from rules.akropolis import GAME
from rules.akropolis.state import State
from rules.contract import Event
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")


def position(seats: int, seed: int, turns: int, player: str = "easy", **options: Any) -> State:
    """Position after some turns of a game of AI players; always the same."""
    return position_and_news(seats, seed, turns, player, **options)[0]


def position_and_news(
    seats: int, seed: int, turns: int, player: str = "easy", **options: Any
) -> tuple[State, list[Event]]:
    """Position after some turns of a game of AI players, and the events of the last turn."""
    steps = along(seats, seed, player, **options)
    step = next(steps)
    while step[0].turn < turns and (after := next(steps, None)):
        step = after
    return step


def along(
    seats: int, seed: int, player: str = "easy", **options: Any
) -> Iterator[tuple[State, list[Event]]]:
    """Every position of a game of AI players, with the events of the turn before it."""
    state, rng, brain = GAME.new(seats, seed, options), Rng(seed), GAME.player(player)
    yield state, []
    while acting := GAME.to_act(state):
        state = state.clone()
        yield state, GAME.apply(state, acting[0], brain.choose(state, acting[0], rng))


def draw_table(seats: int, seed: int, turns: int, player: str = "easy", **options: Any) -> bytes:
    """Picture of the table after some turns of a game of AI players, its last turn lit."""
    state, news = position_and_news(seats, seed, turns, player, **options)
    return PICTURES.draw(TABLE, GAME.view(state, None), names=NAMES, news=news)


class AkropolisSamples(Samples):
    """One picture of each kind."""

    def theme(self) -> Theme:
        return THEME

    def tokens(self) -> list[Colour]:
        return [*m.tokens(), *hill.tones()]

    def draw_all(self) -> None:
        PICTURES.forget()
        forget(figure_beside)
        for seats, seed, turns, player in ((4, 7, 52, "easy"), (4, 2, 50, "random")):
            draw_table(seats, seed, turns, player)
            _draw_cities(*position_and_news(seats, seed, turns, player))
        draw_table(2, 3, 99, variants=list(m.COLOURS))
        draw_table(1, 11, 22, solo="metagenes")
        draw_table(3, 5, 8)
        PICTURES.icons()


def _draw_cities(state: State, news: list[Event]) -> None:
    """Draw a close-up of every city, and a candidate of the seat to act."""
    view, seat = GAME.view(state, None), GAME.to_act(state)[0]
    for owner in range(state.seats):
        PICTURES.draw("seat", view, names=NAMES, news=news, seat=owner)
    candidate = GAME.preview(state, seat, GAME.suggest(state, seat, 0))
    PICTURES.draw(CANDIDATE, view, names=NAMES, shown=candidate)


SAMPLES = AkropolisSamples()
