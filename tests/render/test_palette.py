"""The palette builder: exact tokens, and room for rare colours."""

from __future__ import annotations

import json
from contextlib import ExitStack
from unittest import mock

from msgspec.structs import replace
from PIL import Image

from render import akropolis, palette, theme
from render._settlements import pictures
from render._settlements.map import table
from render.canvas import Canvas, capture_panels
from render.contract import CANDIDATE, HAND, POSTER, SCENES, SCORE, TABLE
from render.massalia import FAMILIES, PICTURES
from render.registry import samples
from render.samples import Samples
from tests.cases import each_case
from tests.render.sisters import LOOKS
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


class Meadow(Samples):
    """The samples of a game that is a small meadow."""

    def theme(self):
        return replace(theme.THEME, palette="palette_of_a_meadow")

    def tokens(self):
        return [SIGN]

    def draw_all(self):
        Canvas.from_image(sample().crop((0, 0, 64, 64))).quantize()


def test_each_game_with_samples_gets_a_palette_of_its_own(tmp_path, monkeypatch):
    theme.palette(theme.THEME.palette)  # read before: pictures are drawn in it
    monkeypatch.setattr(palette, "samples", {"telegraph": Meadow()}.get)
    monkeypatch.setattr(theme, "DATA", tmp_path)
    palette.main()
    assert [file.name for file in tmp_path.iterdir()] == ["palette_of_a_meadow.json"]
    colours = theme.palette("palette_of_a_meadow")
    assert {SIGN, *theme.THEME.tokens()} <= set(colours)
    assert min(palette.distance((40, 60, 60), colour) for colour in colours) < 100


@deep
def test_the_samples_show_every_kind_of_picture():
    with capture_panels() as panels:
        samples("akropolis").draw_all()
    assert len(panels) == 112


def test_the_samples_of_akropolis_show_both_views_of_it_and_a_move(monkeypatch):
    """A poster chooses its colours as it is drawn; the others left out have those of the table."""
    names = []
    monkeypatch.setattr(akropolis.PICTURES, "draw", lambda name, *_, **__: names.append(name))
    samples("akropolis").draw_all()
    assert set(names) == set(akropolis.PICTURES.named) - {POSTER, SCENES, SCORE, "site"}


@each_case("look", LOOKS)
def test_the_samples_of_the_maps_show_every_kind_of_picture(look):
    kinds = ("draw_hand", "draw_ledger", "draw_build", "draw_region", "draw_prices")
    with ExitStack() as stack:
        mocks = [stack.enter_context(mock.patch.object(pictures, name)) for name in kinds]
        mocks.append(stack.enter_context(mock.patch.object(table, "draw_table")))
        samples(look.key).draw_all()
    assert all(each.call_count > 1 for each in mocks)


def test_the_samples_of_massalia_show_its_cards_and_the_parts_of_a_turn():
    with mock.patch.object(PICTURES, "draw") as draw:
        samples("massalia").draw_all()
    calls = draw.call_args_list
    names = {call.args[0] for call in calls}
    kinds = {call.kwargs["shown"].kind for call in calls if call.args[0] == CANDIDATE}
    assert names >= {TABLE, "seat", HAND, *FAMILIES}
    assert kinds >= {"draw_tile", "place", "move", "flip", "activate", "play", "attack", "buy"}
