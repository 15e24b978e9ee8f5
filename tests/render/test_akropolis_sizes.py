"""Sizes of the cities in the layout of a table, in easy games with seeds 1 to 7.

The sizes are hex radii in pixels of a picture 1280 px wide; a phone shows a quarter of them.
"""

from __future__ import annotations

from itertools import product
from statistics import mean

import pytest

from render.akropolis import city, table
from render.akropolis.layout import EVEN, EVEN_OVER, FIGURES, HEIGHTS, LEAST_PITCH, table_layout
from render.akropolis.scene import size_within
from render.theme import THEME
from rules.akropolis.pieces import setup
from tests.cases import each_case
from tests.render.pictures import view_at

pytestmark = pytest.mark.xdist_group("akropolis-sizes")
"""The tests share the positions of these games in one process."""

SEEDS = range(1, 8)
BADGE = (128, 96)
"""Discord lays the letters ALT over the lower left corner of a picture, this wide and high."""
LATE = {4: 31, 3: 36, 2: 39}
FINAL = {4: 31, 3: 38, 2: 38}
"""By the number of seats, the mean of the smallest hexes: of the last picture before the end of a
game, and of the one after it."""

WINNER_OF_THREE = 55
"""The mean of the hexes of the winner of three, in the picture after the end."""


def layouts(seats, turns):
    for seed in SEEDS:
        view = view_at(seats, seed, turns)
        yield view, table.layout_of(view, THEME)


def sizes(view, layout):
    """The hex size of every city."""
    return [
        size_within(city.extent_of(view.cities[p.seat], plain=True), *p.room, p.largest)
        for p in layout.places
    ]


def smallest(seats, turns):
    return [min(sizes(view, layout)) for view, layout in layouts(seats, turns)]


def turns_of(seats):
    return setup(seats, "standard").turns


@each_case("seats", [2, 3, 4])
def test_late_cities_are_large_and_so_are_those_of_the_final_picture(seats):
    assert mean(smallest(seats, turns_of(seats) - 1)) >= LATE[seats]
    assert mean(smallest(seats, turns_of(seats))) >= FINAL[seats]


@each_case("seats", [2, 3, 4])
def test_the_winners_city_is_drawn_largest(seats):
    ratios = []
    for view, layout in layouts(seats, turns_of(seats)):
        hexes = sizes(view, layout)
        ratios.append(hexes[view.winners[0]] / min(hexes))
    assert mean(ratios) >= 1.2


def test_a_winner_with_a_column_alone_gets_the_width_that_the_others_do_not_need():
    finals = [*layouts(3, turns_of(3))]
    assert mean(sizes(view, layout)[view.winners[0]] for view, layout in finals) >= WINNER_OF_THREE


@each_case("seats", [2, 3, 4])
@each_case("share", [0, 0.5, 1])
def test_cities_are_of_like_size_and_their_panels_fill_the_sheet(seats, share):
    """The panels leave each other room."""
    for view, layout in layouts(seats, round(share * turns_of(seats))):
        hexes = sizes(view, layout)
        assert max(hexes) / min(hexes) <= (EVEN_OVER if view.over else EVEN)
        assert layout.height in HEIGHTS[seats]
        for place in layout.places:
            assert place.x >= THEME.margin
            assert place.x + place.width <= layout.width - THEME.margin
            assert place.y + place.height <= layout.height
            for second in layout.places:
                assert place == second or not overlap(place, second)


def overlap(a, b):
    across = a.x < b.x + b.width and b.x < a.x + a.width
    return across and a.y < b.y + b.height and b.y < a.y + a.height


@each_case("seats", [2, 3, 4])
def test_a_straight_city_leaves_the_figures_of_the_others_their_room(seats):
    """Even one that is as long as the longest game."""
    view = view_at(seats, 1, turns_of(seats) - 1)
    boxes = [city.extent_of(each) for each in view.cities]
    for seat, straight in product(range(seats), [(-1, -60, 4, 2), (-60, -1, 2, 4)]):
        squeezed = [straight if at == seat else box for at, box in enumerate(boxes)]
        for place in table_layout(view, squeezed, 200, THEME).places:
            assert place.room[1] >= (LEAST_PITCH * FIGURES if place.figures == "beside" else 80)


@each_case("seats", [2, 3, 4])
def test_the_corner_under_the_letters_alt_is_free_of_text(seats):
    """The figures stand beside or above the maps; no number of a level is in the corner."""
    for view, layout in layouts(seats, turns_of(seats) - 1):
        for place in layout.places:
            plan = city.Plan(*place.room, place.largest, plain=True)
            scene = city.scene_of(view.cities[place.seat], plan)
            levels = (at for at, cell in scene.surface if cell.level > 1)
            for at in levels:
                x, y = scene.grid.centre(at)
                x, y = place.x + 4 + x, place.y + place.strip + y
                assert x > BADGE[0] or y < layout.height - BADGE[1]
