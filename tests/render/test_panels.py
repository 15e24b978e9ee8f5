"""Panels hold any figures: none runs into a sign, another figure, or the panel's edge."""

from __future__ import annotations

from itertools import product
from unittest import mock

import msgspec

from render.akropolis import layout, materials
from render.akropolis import panels as akropolis
from render.cache import CACHE
from render.canvas import Canvas
from render.massalia import panels as massalia
from render.massalia.table import panel_width
from render.theme import THEME
from rules.akropolis.scoring import CityScore, DistrictScore
from rules.akropolis.view import CityView
from tests.cases import each_case
from tests.render.boxes import collisions, recorded

FIGURES = (9, 99, 999)
NAME = "Bartholomäus der Großartige"


def city(figures):
    """A city with the points and stones in turn of `figures`."""
    points = dict(zip(materials.COLOURS, (*figures, *figures), strict=False))
    districts = {
        colour: DistrictScore(value=each, stars=min(each, 99), points=each)
        for colour, each in points.items()
    }
    return CityView(figures[0], (), CityScore(districts, figures[0], figures[0]))


def standing(**more):
    return akropolis.Standing(seat=0, name=NAME, **more)


STANDINGS = [
    standing(),
    standing(to_move=True, chief=True, leads=True),
    standing(gained=99, leads=True, chief=True),
    standing(rank=1, gained=-10),
    standing(rank=2),
]


@each_case("width", [501, 760])
@each_case("figures", product(FIGURES, repeat=2))
def test_rows_of_akropolis_hold_any_figures(width, figures):
    for shown in STANDINGS:
        place = layout.Place(0, 0, 0, width, 600, "above")
        panel = akropolis.SeatPanel(shown, city((*figures, 999)), place)
        canvas = Canvas(width, place.strip)
        with recorded() as (texts, sprites):
            akropolis.first_row(canvas, panel)
            akropolis.five_colours(canvas, panel.city)
        assert collisions(texts, sprites, width) == []


@each_case("figure", FIGURES)
@each_case("height", [layout.LEAST_PITCH, 110])
def test_the_column_of_akropolis_holds_any_figures(figure, height):
    part = DistrictScore(value=figure, stars=min(figure, 99), points=figure)
    CACHE.reset()
    with recorded() as (texts, sprites):
        akropolis.figures(part, "houses", height, THEME)
    assert collisions(texts, sprites, layout.SIDE) == []
    assert all(box[1] >= 0 and box[3] <= height for _, box in texts)


def seat_panel(width, life, figure, **more):
    fields = {"to_move": False, "leads": False, "over": False, "out": False, **more}
    return massalia.SeatPanel(
        seat=0,
        name=NAME,
        width=width,
        life=life,
        most=life,
        gauges=(figure, figure, figure),
        hand=figure,
        bag=figure,
        scouts=(),
        **fields,
    )


@each_case("seats", [2, 3, 4])
@each_case(("life", "figure"), product(FIGURES, repeat=2))
def test_panels_of_massalia_hold_any_figures(seats, life, figure):
    width = panel_width(seats)
    for more in (
        {},
        {"change": -9, "to_move": True},
        {"change": -12, "leads": True},
        {"over": True, "leads": True, "places": 17},
        {"over": True, "out": True, "rank": 4, "change": -99},
    ):
        panel = seat_panel(width, life, figure, **more)
        with recorded() as (texts, sprites):
            massalia.draw_panel.__wrapped__(msgspec.json.encode(panel), THEME)
        veil = (0, massalia.BAND, width, massalia.height(width))
        shown = [box for box in sprites if box != veil]
        assert collisions(texts, shown, width) == []


def tracks(panel):
    """Lengths of the tracks of all bars of a panel."""
    with mock.patch.object(massalia, "_bar") as bar:
        massalia.draw_panel.__wrapped__(msgspec.json.encode(panel), THEME)
    return [call.args[3] for call in bar.call_args_list]


@each_case("seats", [2, 3, 4])
def test_the_track_of_life_keeps_its_length(seats):
    """A chip with the change of life takes nothing from it, so that seats can be compared."""
    width = panel_width(seats)
    quiet, struck = (seat_panel(width, 30, 9, change=change) for change in (0, -3))
    assert tracks(quiet) == tracks(struck)
    assert tracks(quiet)[0] >= 118
