"""The palette and the seats: exact tokens, and colours that colour-blind people can distinguish."""

from __future__ import annotations

from itertools import combinations

from render.akropolis import PICTURES, materials
from render.theme import THEME, palette
from tests.cases import each_case
from tests.render.vision import VISIONS, delta_e, linear_rgb

SEATS = [seat.colour for seat in THEME.seats]
AT_LEAST = {"normal": 52, "protan": 40, "deutan": 35, "tritan": 58, "grey": 16}
"""The least ΔE between two seats."""


def closest(colours, vision):
    return min(
        delta_e(linear_rgb(first, vision), linear_rgb(second, vision))
        for first, second in combinations(colours, 2)
    )


@each_case("vision", VISIONS)
def test_seats_stay_apart(vision):
    assert closest(SEATS, vision) >= AT_LEAST[vision] - 0.5


def test_seats_differ_in_shape_and_letter_too():
    assert len({seat.shape for seat in THEME.seats}) == 4
    assert [seat.letter for seat in THEME.seats] == ["A", "B", "C", "D"]


@each_case(("vision", "least"), [("protan", 15), ("deutan", 10), ("tritan", 10)])
def test_floors_stay_apart(vision, least):
    floors = [each.floor for each in materials.MATERIALS.values()] + [materials.LIMESTONE]
    assert closest(floors, vision) >= least


@each_case(("vision", "least"), [("protan", 13), ("deutan", 13), ("tritan", 13)])
def test_plazas_stay_apart(vision, least):
    assert closest([each.mosaic for each in materials.MATERIALS.values()], vision) >= least


def test_the_palette_holds_every_token():
    assert len(palette()) == 256
    assert set(THEME.tokens()) <= set(palette())
    assert set(PICTURES.tokens()) <= set(palette())


def contrast(one, other):
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour):
    linear = [
        v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4
        for v in (part / 255 for part in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_can_be_read():
    assert contrast(THEME.text, THEME.panel) >= 4.5
    assert contrast(THEME.muted, THEME.panel) >= 4.5
    assert contrast(THEME.faint, THEME.panel) >= 4.5
    assert contrast(materials.GROUND_INK, materials.GROUND) >= 3
    for seat in THEME.seats:
        assert contrast(seat.on_band, seat.colour) >= 4.3
    for each in materials.MATERIALS.values():
        assert contrast(materials.INK, each.floor) >= 4.5


def test_small_things_of_a_seat_stand_out_from_dark_panels():
    for seat in THEME.seats:
        assert contrast(seat.bright, THEME.panel) >= 3.5
