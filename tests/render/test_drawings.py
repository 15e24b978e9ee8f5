"""Drawings as files: what of SVG they may hold, and how it is drawn."""

from pathlib import Path

import pytest

from render import __main__ as tools
from render import drawings
from render.canvas import Brush
from rules import assets
from rules.assets import AssetError

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
RED, BLUE, CLEAR = (255, 0, 0, 255), (0, 0, 255, 255), (0, 0, 0, 0)


@pytest.fixture
def drawing(tmp_path, monkeypatch):
    """A function that draws elements on a sheet of ten pixels and returns it."""
    monkeypatch.setattr(assets, "HOMES", (tmp_path,))
    (tmp_path / "art").mkdir()

    def draw(elements, tones=None):
        drawings.shapes.cache_clear()
        (tmp_path / "art" / "one.svg").write_text(SVG.format(elements), "utf-8")
        brush = Brush(10, 10)
        drawings.draw(brush, "one", tones)
        return brush.reduce()

    yield draw
    drawings.shapes.cache_clear()


def test_a_path_is_filled_between_its_lines(drawing):
    image = drawing('<path d="M0,0 L8,0 L8,8 L0,8 Z" fill="#ff0000"/>')
    assert (image.getpixel((4, 4)), image.getpixel((9, 9))) == (RED, CLEAR)


def test_a_curve_leaves_the_straight_line_towards_its_handles(drawing):
    image = drawing('<path d="M0,8 C0,0 10,0 10,8 Z" fill="#ff0000"/>')
    assert (image.getpixel((5, 4)), image.getpixel((5, 0))) == (RED, CLEAR)


def test_a_line_has_its_width(drawing):
    image = drawing('<path d="M0,5 L10,5" fill="none" stroke="#ff0000" stroke-width="4"/>')
    assert (image.getpixel((5, 4)), image.getpixel((5, 1))) == (RED, CLEAR)


def test_an_ellipse_has_two_radii_and_a_rectangle_may_have_round_corners(drawing):
    image = drawing('<ellipse cx="5" cy="5" rx="5" ry="2" fill="#ff0000"/>')
    assert (image.getpixel((1, 5)), image.getpixel((5, 1))) == (RED, CLEAR)
    image = drawing('<rect x="0" y="0" width="10" height="10" rx="5" fill="#ff0000"/>')
    assert (image.getpixel((5, 0)), image.getpixel((0, 0))) == (RED, CLEAR)
    assert drawing('<rect x="0" y="0" width="10" height="10" fill="#ff0000"/>').getpixel((0, 0))


def test_a_class_is_painted_in_the_tone_of_that_name(drawing):
    square = '<rect x="0" y="0" width="10" height="10" class="sail" fill="#ff0000"/>'
    assert drawing(square, {"sail": BLUE}).getpixel((5, 5)) == BLUE


def test_a_faint_colour_lets_the_ground_through(drawing):
    image = drawing('<rect x="0" y="0" width="9" height="9" fill="#ff0000" fill-opacity="0.5"/>')
    assert image.getpixel((5, 5))[3] == 128


@pytest.mark.parametrize(
    "elements",
    ['<circle r="3" fill="#ff0000"/>', "<rect/>", '<path d="M0 L" fill="#ff0000"/>', "<rect"],
)
def test_a_damaged_file_is_refused_by_its_name(drawing, elements):
    with pytest.raises(AssetError, match=r"one\.svg"):
        drawing(elements)


def test_the_gallery_shows_every_drawing_and_no_file_is_damaged(tmp_path):
    file = tmp_path / "page.html"
    assert tools.main(["gallery", str(file)]) == 0
    count = sum(1 for _ in Path(assets.HOMES[0] / "art").rglob("*.svg"))
    assert count > 100
    assert file.read_text("utf-8").count("<figure>") == count
    assert tools.main(["other"]) == 2


def test_tones_look_in_the_file_as_they_are_painted():
    """An illustrator sees the colours of Massalia's materials as the pictures have them."""
    from render.massalia.look import TONES

    folder = assets.HOMES[0] / "art" / "massalia"
    shown = {
        (shape.tone, shape.colour)
        for name in ("emblems", "icons")
        for path in (folder / name).iterdir()
        for shape in drawings.shapes(f"massalia/{name}/{path.stem}")
        if shape.tone in TONES
    }
    assert shown
    assert dict(shown) == {tone: TONES[tone] for tone, _ in shown}
