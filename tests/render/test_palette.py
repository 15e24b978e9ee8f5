"""The palette builder: exact tokens, and room for rare colours."""

from __future__ import annotations

import json
from unittest import mock

from PIL import Image

from render import palette, samples, theme
from render.canvas import Canvas
from render.contract import POSTER, SCENES, SCORE
from render.registry import renderer
from rules.registry import games
from tests.cases import each_case
from tests.tier import deep

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
    with mock.patch.object(theme, "DATA", tmp_path):
        palette.write([(1, 2, 3), (255, 254, 253)], "palette_of_a_test")
        assert theme.palette("palette_of_a_test") == ((1, 2, 3), (255, 254, 253))
    assert json.loads((tmp_path / "palette_of_a_test.json").read_text())[0] == "#010203"


def test_each_game_with_a_palette_gets_its_own(tmp_path, monkeypatch):
    """Here the samples are one meadow, and the palette has the sign as a token."""
    theme.palette(theme.THEME.palette)  # read before: pictures are drawn in it
    own = mock.Mock(palette="palette_of_a_meadow", tokens=lambda: [SIGN])
    others = mock.Mock(palette="")
    monkeypatch.setattr(palette, "renderer", lambda key: own if key == "telegraph" else others)
    meadow = Canvas.from_image(sample().crop((0, 0, 64, 64)))
    monkeypatch.setattr(palette, "draw_samples", lambda key: meadow.quantize())
    monkeypatch.setattr(theme, "DATA", tmp_path)
    palette.main()
    assert [file.name for file in tmp_path.iterdir()] == ["palette_of_a_meadow.json"]
    colours = theme.palette("palette_of_a_meadow")
    assert {SIGN, *theme.THEME.tokens()} <= set(colours)
    assert min(palette.distance((40, 60, 60), colour) for colour in colours) < 100


@deep
@each_case("key", games())
def test_the_samples_show_every_kind_of_picture(key):
    """A poster has colours of its own; scores and scenes have those of the table."""
    pictures = renderer(key)
    with mock.patch.object(pictures, "draw", return_value=b"") as draw:
        samples.draw_samples(key)
    names = {call.args[0] for call in draw.call_args_list}
    assert names == set(pictures.named) - {POSTER, SCORE, SCENES}
