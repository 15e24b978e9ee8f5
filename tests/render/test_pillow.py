"""The private parts of Pillow: still there, reached through one door, equal to the public ones."""

from __future__ import annotations

import ast
from pathlib import Path

import PIL
from PIL import Image

from render import pillow
from tests.cases import each_case

SEEN_WITH = "13.0.0"
"""The version of Pillow whose private parts `render/pillow.py` was written for."""
DOOR = Path(pillow.__file__)
HOUSE = DOOR.parents[1]
ROOMS = ("bot", "cogs", "render")


def noise(mode, width, height, seed):
    """An image with random bands, so that a sprite has every opacity."""
    bands = [Image.effect_noise((width, height), 90 + seed + band) for band in range(len(mode))]
    return Image.merge(mode, bands) if len(bands) > 1 else bands[0]


def test_the_private_parts_are_there():
    core, image = getattr(PIL, "_imaging", None), getattr(Image.new("RGBA", (1, 1)), "im", None)
    gone = [
        name
        for part, name in ((image, "paste"), (image, "crop"), (core, "alpha_composite"))
        if not hasattr(part, name)
    ]
    assert not gone, (
        f"Pillow {PIL.__version__} lacks {gone}, which render/pillow.py needs as of {SEEN_WITH}: "
        "write these functions with Image.paste, Image.crop and Image.alpha_composite"
    )


@each_case("at", [(0, 0), (13, 9), (-7, 3), (30, 25)])
def test_a_sprite_is_pasted_as_by_the_public_method(at):
    sheet, sprite, mask = noise("RGB", 40, 30, 0), noise("RGBA", 16, 12, 9), noise("L", 16, 12, 5)
    for source in (sprite, sprite.convert("RGBa")):
        expected, result = sheet.copy(), sheet.copy()
        expected.paste(source, at, source)
        pillow.paste(result, source, source, *at)
        assert result.tobytes() == expected.tobytes()
    tones, expected, result = noise("L", 16, 12, 20), noise("L", 40, 30, 0), noise("L", 40, 30, 0)
    result.paste(expected)
    expected.paste(tones, at, mask)
    pillow.paste(result, tones, mask, *at)
    assert result.tobytes() == expected.tobytes()


def test_a_part_is_copied_as_by_the_public_methods():
    source = noise("L", 40, 30, 0)
    expected, result = Image.new("L", (50, 50)), Image.new("L", (50, 50))
    expected.paste(source.crop((3, 4, 20, 25)), (7, 8))
    pillow.copy(result, source, (3, 4, 20, 25), 7, 8)
    assert result.tobytes() == expected.tobytes()


@each_case("at", [(0, 0), (13, 9), (24, 18)])
def test_a_sprite_is_composited_as_by_the_public_method(at):
    sheet, sprite = noise("RGBA", 40, 30, 0), noise("RGBA", 16, 12, 50)
    expected, result = sheet.copy(), sheet.copy()
    expected.alpha_composite(sprite, at)
    pillow.composite(result, sprite, *at)
    assert result.tobytes() == expected.tobytes()


def private_parts(path):
    """Lines of a source that reach for a private part of Pillow."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(attr="im"):
                yield node.lineno
            case ast.ImportFrom(module="PIL", names=names):
                yield from (name.lineno for name in names if name.name.startswith("_"))
            case ast.ImportFrom(module=str(module)) if module.startswith("PIL._"):
                yield node.lineno


def test_no_other_module_reaches_for_them():
    paths = (path for room in ROOMS for path in sorted((HOUSE / room).rglob("*.py")))
    lines_by_file = {
        str(path.relative_to(HOUSE)): lines
        for path in paths
        if path != DOOR and (lines := list(private_parts(path)))
    }
    assert lines_by_file == {}
    assert list(private_parts(DOOR))
