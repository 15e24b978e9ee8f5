"""The one door to private parts of Pillow: pasting without the checks of `Image`.

`Image.paste` and `Image.alpha_composite` check and convert their arguments, which takes as long as
the pixels of a small sprite. Here modes must fit; `tests/render/test_pillow.py` watches the door.
"""

from __future__ import annotations

from PIL import Image, _imaging

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are outside."""


def paste(sheet: Image.Image, sprite: Image.Image, mask: Image.Image, left: int, top: int) -> None:
    """Paste a sprite by a mask of its size, clipped to the sheet; a sprite may be its own mask."""
    width, height = sprite.size
    sheet.im.paste(sprite.im, (left, top, left + width, top + height), mask.im)


def copy(sheet: Image.Image, source: Image.Image, part: Box, left: int, top: int) -> None:
    """Copy a part of an image of the same mode onto a sheet."""
    width, height = part[2] - part[0], part[3] - part[1]
    sheet.im.paste(source.im.crop(part), (left, top, left + width, top + height))


def composite(sheet: Image.Image, sprite: Image.Image, left: int, top: int) -> None:
    """Composite an RGBA sprite over an RGBA sheet, wholly inside it."""
    box = left, top, left + sprite.width, top + sprite.height
    sheet.im.paste(_imaging.alpha_composite(sheet.im.crop(box), sprite.im), box)
