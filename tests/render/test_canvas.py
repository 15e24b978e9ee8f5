"""The canvas, the sheet and the PNG file."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import canvas
from render.canvas import Brush, Canvas, Sheet
from render.theme import THEME, palette


def noise(width, height, seed=0):
    return random.Random(seed).randbytes(width * height)


@given(st.integers(1, 90), st.integers(1, 90), st.integers(0, 3))
def test_the_file_says_what_the_sheet_shows(width, height, seed):
    sheet = Sheet(width, height)
    panel = Image.frombytes("P", (width, height), noise(width, height, seed))
    sheet.paste(panel, 0, 0)
    picture = Image.open(BytesIO(sheet.png()))
    assert picture.mode == "P"
    assert picture.tobytes() == panel.tobytes()
    assert picture.getpalette()[:6] == [*palette()[0], *palette()[1]]


def test_what_was_written_before_changes_no_byte():
    sheet = Sheet(120, 100)
    sheet.paste(Image.frombytes("P", (50, 40), noise(50, 40)), 30, 20)
    first = sheet.png()
    canvas.forget_bands()
    assert sheet.png() == first


def test_too_wide_a_picture_is_refused():
    with pytest.raises(ValueError, match="1600"):
        Sheet(1601, 100)


def test_too_large_a_file_is_refused():
    sheet = Sheet(1600, 600)
    sheet.paste(Image.frombytes("P", (1600, 600), noise(1600, 600)), 0, 0)
    with pytest.raises(ValueError, match="500000"):
        sheet.png()


def test_a_panel_keeps_the_colours_of_the_palette():
    panel = Canvas(20, 20)
    panel.box((0, 0, 10, 20), THEME.seats[1].colour)
    assert panel.flat().convert("RGB").getpixel((5, 5)) == THEME.seats[1].colour
    assert panel.flat().convert("RGB").getpixel((15, 5)) == THEME.frame


def test_rounded_corners_are_smooth():
    panel = Canvas(60, 60)
    panel.rounded((0, 0, 60, 60), (255, 255, 255), 18)
    shades = {panel.image.getpixel((x, x)) for x in range(18)}
    assert THEME.frame in shades
    assert (255, 255, 255) in shades
    assert len(shades) > 2


def test_an_inlay_keeps_what_lies_behind_its_corners():
    panel = Canvas(60, 60)
    panel.inlay(Image.new("RGB", (40, 40), (255, 0, 0)), 10, 10, 12)
    assert panel.image.getpixel((10, 10)) == THEME.frame
    assert panel.image.getpixel((30, 30)) == (255, 0, 0)


def test_a_brush_is_antialiased():
    brush = Brush(20, 20)
    brush.ellipse((10, 10), 8, (255, 255, 255))
    alphas = set(brush.done().getchannel("A").tobytes())
    assert {0, 255} < alphas


def test_watching_sees_panels_before_the_palette():
    panel = Canvas(4, 4)
    panel.box((0, 0, 4, 4), (1, 2, 3))
    with canvas.watched() as drawn:
        panel.flat()
    panel.flat()
    assert [image.getpixel((0, 0)) for image in drawn] == [(1, 2, 3)]
