"""Five small cities, one for each colour: the districts that count, and one that does not."""

from __future__ import annotations

from collections.abc import Mapping

from rules.akropolis import scoring, turn
from rules.akropolis.pieces import DISTRICT, PLAZA, Colour
from rules.akropolis.state import City, GameOptions
from rules.akropolis.view import city_view
from rules.contract import Hex
from rules.hexgrid import hex_of
from rules.lesson import Scene

Placement = tuple[int, Hex, int]
"""A tile, the place of its first hex, and its rotation."""

CITIES: Mapping[Colour, tuple[Placement, ...]] = {
    Colour.HOUSES: ((55, (1, -3), 1), (48, (3, -1), 3), (21, (3, -3), 2)),
    Colour.MARKETS: (
        (30, (0, 1), 1),
        (50, (-1, -1), 4),
        (39, (3, -2), 2),
        (34, (1, 1), 0),
        (33, (-2, 4), 4),
    ),
    Colour.BARRACKS: (
        (61, (3, -2), 2),
        (42, (1, -3), 5),
        (7, (1, -4), 3),
        (49, (-1, -2), 5),
        (13, (3, -3), 4),
    ),
    Colour.TEMPLES: ((33, (-2, 3), 4), (41, (2, 1), 3), (36, (-1, 0), 3), (51, (-3, 2), 4)),
    Colour.GARDENS: ((30, (1, -1), 4), (37, (-2, 1), 4), (2, (-1, 0), 5), (20, (0, -2), 4)),
}
"""Tiles of each city beside the start tile, in the order in which they were laid."""


def scenes() -> tuple[Scene, ...]:
    """A scene for each colour, which marks the districts that count and their plazas."""
    return tuple(_scene(index, colour) for index, colour in enumerate(Colour))


def _scene(index: int, colour: Colour) -> Scene:
    city = _city(CITIES[colour])
    view = city_view(city)
    counting = scoring.scoring_hexes(city) & set(map(hex_of, city.showing[DISTRICT + index]))
    plazas = set(map(hex_of, city.showing[PLAZA + index]))
    score = view.score.districts[colour]
    args = {"value": score.value, "stars": score.stars, "points": score.points}
    return Scene(str(colour), view, tuple(sorted(counting | plazas)), args)


def _city(placements: tuple[Placement, ...]) -> City:
    city = turn.new_city(0, GameOptions())
    for tile, at, rotation in placements:
        turn.lay(city, tile, at, rotation)
    return city
