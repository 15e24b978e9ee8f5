"""The palette builder: tokens exact, rare colours kept."""

from __future__ import annotations

import json
from unittest import mock

from PIL import Image

from render import palette
from render.akropolis import samples
from render.canvas import watched

SIGN = (200, 40, 40)


def sample():
    """A wide meadow, with one small sign on it."""
    picture = Image.new("RGB", (256, 64))
    picture.putdata([(40, 60 + x // 2, y) for y in range(64) for x in range(256)])
    picture.paste(SIGN, (10, 10, 14, 14))
    return picture


def test_pinned_colours_come_first_and_stay_exact():
    pinned = [(1, 2, 3), (250, 1, 99), (1, 2, 3)]
    chosen = palette.choose([sample()], pinned)
    assert len(chosen) == palette.SIZE
    assert chosen[:2] == [(1, 2, 3), (250, 1, 99)]


def test_a_rare_colour_counts_beside_a_meadow():
    chosen = palette.choose([sample()], [(0, 0, 0)])
    assert min(palette.distance(SIGN, colour) for colour in chosen) < 100


def test_the_palette_is_written_as_the_theme_reads_it(tmp_path):
    file = tmp_path / "palette.json"
    with mock.patch.object(palette, "PALETTE_FILE", file):
        palette.write([(1, 2, 3), (255, 254, 253)])
    assert json.loads(file.read_text()) == ["#010203", "#FFFEFD"]


def test_the_samples_show_every_kind_of_picture():
    with watched() as panels:
        samples.draw_all()
    assert len(panels) == 61
