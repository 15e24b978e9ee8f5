"""Each table has its own light: its colours change with the hour, its pixels do not."""

from __future__ import annotations

from io import BytesIO
from unittest import mock

from PIL import Image

from render.akropolis import PICTURES, materials
from render.contract import About
from render.light import DAY, HOURS, light_of, palette_in_light
from render.theme import THEME, palette
from tests.cases import each_case
from tests.render.pictures import NAMES, view_at
from tests.render.test_theme import contrast

SEALS = [f"{hour:08x}" for hour in range(len(HOURS))]
every_hour = each_case("light", HOURS, ids=lambda light: light.hour)


def table(seal):
    return PICTURES.draw("table", view_at(2, 3, 12), names=NAMES, about=About(seal=seal))


def test_a_seal_decides_the_hour_and_without_one_it_is_day():
    assert [light_of(seal) for seal in SEALS] == list(HOURS)
    assert light_of("00000001" + "f" * 56) == HOURS[1]
    assert light_of("") == DAY
    assert table("") == PICTURES.draw("table", view_at(2, 3, 12), names=NAMES)


def test_each_hour_has_its_own_bytes_and_no_sprite_is_drawn_anew_for_it():
    by_day = table("")
    with mock.patch("render.canvas.Brush.reduce", side_effect=AssertionError("drawn again")):
        pictures = [by_day, *map(table, SEALS)]
    assert len(set(pictures)) == 1 + len(HOURS)


@every_hour
def test_panels_and_seats_keep_their_colours_and_the_ground_can_be_read(light):
    before = palette(THEME.palette)
    after = palette_in_light(THEME.palette, light, PICTURES.light_shares())
    for token in THEME.tokens():
        assert after[before.index(token)] == token
    ground = after[before.index(materials.GROUND)]
    assert ground == light.apply(materials.GROUND)
    assert ground != materials.GROUND
    assert contrast(light.apply(materials.GROUND_INK), light.apply(materials.GROUND)) >= 3


def test_a_game_that_names_no_land_has_the_day_at_every_hour():
    with mock.patch.dict(vars(PICTURES), _shares={}):
        colours = [Image.open(BytesIO(table(seal))).getpalette() for seal in SEALS]
    assert colours.count(Image.open(BytesIO(table(""))).getpalette()) == len(SEALS)
