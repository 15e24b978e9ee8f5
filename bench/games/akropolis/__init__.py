"""Akropolis: its reference engine, its naive painter, and cities worth looking at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from PIL import Image

from bench.games.akropolis import naive
from bench.measured import GameBench, Listing, Seen, game_of_players
from bench.texts import COORDINATE, FIGURE, NUMBER, PLACE, SCORE, TextRole
from render.akropolis.table import layout_of
from render.contract import CANDIDATE, TABLE
from render.theme import THEME
from rules.akropolis.legal import placements
from rules.akropolis.state import State
from rules.contract import Event, Json
from rules.rng import Rng
from tests.akropolis import reference

HEXES = 60
VARIANTS = ["houses", "markets", "barracks", "temples", "gardens"]
THREE = ["houses", "temples", "gardens"]


def position_and_news(
    seats: int, seed: int, turns: int, level: str = "easy", **options: Any
) -> tuple[State, list[Event]]:
    """Position after some turns of a game of AI players, and the events of the last turn."""
    steps = game_of_players("akropolis", seats, seed, level, **options)
    step = next(steps)
    while step[0].turn < turns and (following := next(steps, None)):
        step = following
    return step


def position(*game: Any, **options: Any) -> State:
    """Position after some turns of a game of AI players."""
    return position_and_news(*game, **options)[0]


class Akropolis(GameBench):
    """Late positions are those of a city of 60 hexes, or with 53 tiles laid."""

    def positions(self) -> dict[str, Callable[[], Any]]:
        return {
            "4-start": partial(position, 4, 7, 0),
            "4-middle": partial(position, 4, 7, 27),
            "4-late": partial(position, 4, 7, 52),
            "4-sprawling": partial(position, 4, 2, 50, "random"),
            "4-over": partial(position, 4, 7, 99),
            "3-middle": partial(position, 3, 5, 26, variants=THREE),
            "3-over": partial(position, 3, 5, 99, variants=THREE),
            "2-start": partial(position, 2, 3, 0),
            "2-late": partial(position, 2, 3, 31),
            "2-long-late": partial(position, 2, 9, 56, length="long", variants=VARIANTS),
            "2-over": partial(position, 2, 3, 99),
            "solo-start": partial(position, 1, 11, 0, solo="hippodamos"),
            "solo-late": partial(position, 1, 11, 30, solo="metagenes"),
            "solo-long": partial(position, 1, 11, 48, solo="callicrates", length="long"),
            "solo-over": partial(position, 1, 11, 99, solo="callicrates"),
        }

    def move(self) -> tuple[Seen, Seen]:
        moments = (position_and_news(4, 7, turns) for turns in (52, 53))
        before, after = (Seen(self.game.view(state, None), news) for state, news in moments)
        return before, after

    def hex_share(self, view: Any) -> float:
        layout = layout_of(view, THEME)
        return 2 * min(place.largest for place in layout.places) / layout.width

    def naive(self, view: Any) -> Image.Image | None:
        return naive.picture(view)

    def text_roles(self) -> Sequence[TextRole]:
        city, ghost = "akropolis.city", "akropolis.ghost"
        figures = ("figure_beside", "row_of_figures")
        coordinates = (f"{city}._name_ground", f"{city}._name_roof", f"{ghost}._name_spots")
        offer = ("akropolis.header._offer",)
        return [
            *super().text_roles(),
            TextRole("score", TABLE, SCORE, _panels("first_row"), NUMBER),
            TextRole("key figure", TABLE, FIGURE, _panels(*figures), NUMBER),
            TextRole("price", TABLE, FIGURE, offer, NUMBER),
            TextRole("name of a tile", TABLE, PLACE, offer, "T[0-9]+"),
            TextRole("coordinate", CANDIDATE, COORDINATE, coordinates),
            TextRole("number of a spot", CANDIDATE, FIGURE, (f"{ghost}._lay_chips",)),
            TextRole("key figure", CANDIDATE, FIGURE, _panels("points"), NUMBER),
        ]

    def listings(self) -> Iterator[Listing]:
        """Listings of placements in three cities.

        The engine keeps its placements up to date while tiles are laid: the second way adds a whole
        turn with all its bookkeeping.
        """
        for seed in (1, 2, 3):
            state = self._late(seed)
            city, plain = state.cities[0], self._plain(state)
            listed = [
                (*placement.at, placement.rot, placement.level) for placement in placements(city)
            ]
            if listed != list(reference.placements(plain)):
                raise SystemExit("The engine and the reference disagree: see tests/akropolis.")
            yield Listing(
                f"{len(plain.cells)} hexes, {len(listed)} placements",
                partial(_by_reference, plain),
                {
                    "engine": partial(placements, city),
                    "with a turn": partial(self._list_and_play, state, self._action(state)),
                },
            )

    def enrich(self, position: Json) -> None:
        """Give every city stones for every tile of the line."""
        for city in position["cities"]:
            city["stones"] = len(position["line"])

    def _late(self, seed: int) -> Any:
        """Position of a random long game once the first seat has built on 60 hexes."""
        luck, state = Rng(seed), self.game.new(2, seed, {"length": "long"})
        while len(state.cities[0].levels) < HEXES:
            [seat] = self.game.to_act(state)
            self.game.apply(state, seat, self.game.sample(state, seat, luck))
        return state

    def _plain(self, state: Any) -> reference.City:
        """City of the first seat in the form of the reference."""
        return reference.city_of(self.game.state_to_json(state)["cities"][0]["tiles"])

    def _action(self, state: Any) -> Any:
        [seat] = self.game.to_act(state)
        return self.game.sample(state, seat, Rng(1))

    def _list_and_play(self, state: Any, action: Any) -> None:
        """List, then play one turn on a copy of the position."""
        placements(state.cities[0])
        [seat] = self.game.to_act(state)
        self.game.apply(state.clone(), seat, action)


def _by_reference(city: reference.City) -> list[tuple[int, ...]]:
    return list(reference.placements(city))


def _panels(*functions: str) -> tuple[str, ...]:
    return tuple(f"akropolis.panels.{function}" for function in functions)


MEASURED = Akropolis("akropolis")
