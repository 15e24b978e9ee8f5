"""The canvas, the sheet and the PNG file."""

from __future__ import annotations

import random
from collections import Counter
from io import BytesIO
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from render import canvas, png
from render.canvas import FADE, Brush, Canvas, Sheet, boxes_outside, inlay, quantize
from render.text import Label
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


def test_a_file_written_again_has_the_same_bytes():
    sheet = Sheet(120, 100)
    sheet.paste(Image.frombytes("P", (50, 40), noise(50, 40)), 30, 20)
    first = sheet.png()
    png.forget()
    assert sheet.png() == first


def test_too_wide_a_picture_is_refused():
    with pytest.raises(ValueError, match="1600"):
        Sheet(1601, 100)


def test_even_noise_becomes_a_file():
    """No picture is refused: the tests of pictures check the size of files."""
    sheet = Sheet(1600, 600)
    sheet.paste(Image.frombytes("P", (1600, 600), noise(1600, 600)), 0, 0)
    assert Image.open(BytesIO(sheet.png())).size == (1600, 600)


def test_a_panel_keeps_the_colours_of_the_palette():
    panel = Canvas(20, 20)
    panel.box((0, 0, 10, 20), THEME.seats[1].colour)
    assert panel.quantize().convert("RGB").getpixel((5, 5)) == THEME.seats[1].colour
    assert panel.quantize().convert("RGB").getpixel((15, 5)) == THEME.frame


def test_rounded_corners_are_smooth_and_may_be_those_at_the_top_alone():
    panel, white = Canvas(60, 60), (255, 255, 255)
    panel.round_box((0, 0, 60, 60), white, 18, bottom=False)
    shades = {panel.image.getpixel((x, x)) for x in range(18)}
    assert {THEME.frame, white} < shades
    corners = [panel.image.getpixel(at) for at in ((0, 0), (59, 0), (0, 59), (59, 59))]
    assert corners == [THEME.frame, THEME.frame, white, white]


BOXES = st.tuples(*(st.integers(0, 7) for _ in range(4))).map(
    lambda box: (min(box[::2]), min(box[1::2]), max(box[::2]) + 1, max(box[1::2]) + 1)
)


@given(st.lists(BOXES, max_size=4))
def test_boxes_outside_others_cover_each_place_of_the_rest_once(boxes):
    times = Counter(at for box in boxes_outside(boxes, 8, 8) for at in pixels_of(box))
    inside = {at for box in boxes for at in pixels_of(box)}
    assert times == dict.fromkeys(set(pixels_of((0, 0, 8, 8))) - inside, 1)


def pixels_of(box):
    left, top, right, bottom = box
    return product(range(left, right), range(top, bottom))


def test_an_inlay_keeps_what_lies_behind_its_corners():
    panel, red = Canvas(60, 60).quantize(), THEME.seats[2].colour
    inlay(panel, quantize(Image.new("RGB", (40, 40), red)), 10, 10, 12)
    pixels = panel.convert("RGB")
    assert pixels.getpixel((10, 10)) == THEME.frame
    assert pixels.getpixel((30, 30)) == red
    assert pixels.getpixel((30, 49)) == red
    assert len({pixels.getpixel((10 + k, 10 + k)) for k in range(12)}) > 2


def test_an_inlay_on_the_sheet_is_that_on_a_panel():
    below, picture = Canvas(60, 60), Canvas(40, 40)
    below.box((0, 0, 25, 60), THEME.gold)
    picture.box((0, 0, 40, 40), THEME.seats[2].colour)
    sheet, panel = Sheet(60, 60), below.quantize()
    sheet.paste(panel, 0, 0)
    sheet.inlay(picture.quantize(), 10, 10, 12)
    inlay(panel, picture.quantize(), 10, 10, 12)
    assert sheet.rows.crop((1, 0, 61, 60)).tobytes() == panel.tobytes()


def test_a_surround_is_as_high_as_wanted_by_the_ends_of_one_row():
    panel, sheet = Canvas(8, 6), Sheet(10, 24)
    panel.box((0, 3, 8, 4), THEME.white)
    panel.box((0, 5, 8, 6), THEME.gold)
    sheet.surround(panel.quantize(), 1, 2, 3, 20, 2)
    pixels = sheet.rows.convert("RGB").crop((2, 2, 10, 22))
    for x in (0, 1, 6, 7):
        column = [pixels.getpixel((x, y)) for y in range(20)]
        assert column == [THEME.frame] * 3 + [THEME.white] * 15 + [THEME.frame, THEME.gold]
    assert {pixels.getpixel((x, y)) for x in (2, 5) for y in range(3, 17)} == {THEME.frame}


def test_a_sprite_in_rgba_and_one_in_ink_look_the_same():
    """Premultiplied colours: no value is off by more than a step."""
    brush = Brush(20, 20)
    brush.ellipse((10, 10), 8, (250, 120, 3))
    brush.ellipse((7, 9), 5, (30, 255, 90, 140))
    pictures = []
    for sprite in (brush.reduce(), brush.reduce_premultiplied()):
        panel = Canvas(30, 30)
        panel.paste(sprite, 4, 7)
        pictures.append(panel.image)
    assert max(high for _, high in ImageChops.difference(*pictures).getextrema()) <= 1


def test_a_window_shows_its_part_of_the_picture():
    picture = Canvas(60, 60)
    window = Canvas.from_image(Image.new("RGB", (20, 30), THEME.frame), at=(25, 15))
    for each in (picture, window):
        each.text("Ag", 30, 22, Label(24, THEME.text))
        each.stain(Image.new("L", (9, 9), 128), THEME.gold, 40, 40)
    assert window.image.tobytes() == picture.image.crop((25, 15, 45, 45)).tobytes()


def test_a_brush_is_antialiased():
    brush = Brush(20, 20)
    brush.ellipse((10, 10), 8, (255, 255, 255))
    alphas = set(brush.reduce().getchannel("A").tobytes())
    assert {0, 255} < alphas


def test_an_edge_where_a_map_goes_on_fades_into_the_frame():
    canvas = Canvas(90, 80)
    canvas.box((0, 0, 90, 80), (250, 250, 250))
    canvas.fade(top=True, right=True)
    column = [canvas.image.getpixel((20, y)) for y in range(FADE + 1)]
    row = [canvas.image.getpixel((x, 60)) for x in range(89, 88 - FADE, -1)]
    assert column == sorted(column) == row
    assert max(abs(a - b) for a, b in zip(column[0], canvas.theme.frame, strict=True)) < 16
    assert column[-1] == canvas.image.getpixel((0, 79)) == (250, 250, 250)


def test_a_picture_is_dimmed_only_where_something_is_lit():
    """At the start of a game hardly anything is there to be lit."""
    plain, dimmed = Canvas(20, 20), Canvas(20, 20)
    for each in (plain, dimmed):
        each.box((0, 0, 20, 20), (250, 250, 250))
    plain.dim(THEME.frame, 0.5, [])
    dimmed.dim(THEME.frame, 0.5, [(0, 0)])
    assert {colour for _, colour in plain.image.getcolors()} == {(250, 250, 250)}
    assert dimmed.image.getpixel((5, 5))[0] < 200


def test_captured_panels_are_those_before_the_palette():
    panel = Canvas(4, 4)
    panel.box((0, 0, 4, 4), (1, 2, 3))
    with canvas.capture_panels() as panels:
        panel.quantize()
    panel.quantize()
    assert [image.getpixel((0, 0)) for image in panels] == [(1, 2, 3)]
