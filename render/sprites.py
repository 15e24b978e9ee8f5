"""Operations on sprites: lay, write, trim, fade, round corners."""

from __future__ import annotations

from PIL import Image

from render import pillow
from render.canvas import Brush
from render.text import Label, label


def lay(sheet: Image.Image, sprite: Image.Image, x: int, y: int) -> None:
    """Lay a sprite on another, centred at (x, y) and clipped."""
    place(sheet, sprite, x - sprite.width // 2, y - sprite.height // 2)


def place(sheet: Image.Image, sprite: Image.Image, left: int, top: int) -> None:
    """Lay a sprite on another with its top left corner at (left, top), clipped.

    Only a sprite that is clipped needs the slower way with all checks.
    """
    right, bottom = left + sprite.width, top + sprite.height
    if left < 0 or top < 0 or right > sheet.width or bottom > sheet.height:
        sheet.alpha_composite(sprite, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))
    else:
        pillow.composite(sheet, sprite, left, top)


def lay_in_the_middle(sheet: Image.Image, sprite: Image.Image) -> None:
    """Lay a sprite on the middle of a larger one."""
    sheet.alpha_composite(
        sprite, ((sheet.width - sprite.width) // 2, (sheet.height - sprite.height) // 2)
    )


def inscribe(sheet: Image.Image, words: str, x: float, y: float, style: Label) -> None:
    """Write on a sprite, centred at x, with the middle of the figures at height y."""
    setting = label(words, style)
    left, top = round(x - setting.width / 2) + setting.shift[0], round(y) + setting.shift[1]
    sheet.alpha_composite(setting.sprite, (max(0, left), max(0, top)))


def write(sheet: Image.Image, words: str, x: int, y: int, style: Label) -> None:
    """Write on a sprite from x on, with the middle of the figures at height y."""
    setting = label(words, style)
    sheet.alpha_composite(setting.sprite, (x + setting.shift[0], y + setting.shift[1]))


def trim(sheet: Image.Image) -> Image.Image:
    """Sprite without the rows and columns that are empty on both sides, with the same middle."""
    left, top, right, bottom = sheet.getbbox() or (0, 0, *sheet.size)
    across, down = min(left, sheet.width - right), min(top, sheet.height - bottom)
    return sheet.crop((across, down, sheet.width - across, sheet.height - down))


def fade(sprite: Image.Image, share: float) -> Image.Image:
    """A sprite at a share of its opacity."""
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point([round(v * share) for v in range(256)]))
    return pale


def round_corners(sheet: Image.Image, radius: float) -> Image.Image:
    """Sprite of a picture with round corners."""
    mask = Brush(*sheet.size, mode="L")
    mask.round_box(0, 0, *sheet.size, radius, 255)
    sprite = sheet.convert("RGBA")
    sprite.putalpha(mask.reduce())
    return sprite
