"""The prairie: a survey sheet with contour lines and a neatline."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render import drawings
from render._settlements.land.frame import LARGEST
from render._settlements.look import Look
from render.cache import memoize
from render.light import HOURS
from render.theme import Colour, mix


@memoize
def contours() -> Image.Image:
    """Contour lines of a survey sheet larger than any panel, as a mask: 2, and 1 at their edges."""
    lines = drawings.sheet("land/contours", LARGEST[0], {"ink": 255}, zoom=2, mode="L")
    return lines.reduce().point([min(2, (v + 64) // 128) for v in range(256)])


def prairie(look: Look, size: tuple[int, int], seal: str = "") -> Image.Image:
    """The middle of a survey sheet with contour lines and the valley of a river."""
    river = survey(int(seal[:8] or "0", 16) // len(HOURS) % RIVERS)
    left, top = (river.width - size[0]) // 2, (river.height - size[1]) // 2
    sheet = river.crop((left, top, left + size[0], top + size[1]))
    sheet.putpalette(_tones(look))
    return sheet.convert("RGB")


@memoize
def survey(course: int) -> Image.Image:
    """Contour lines and the river of one course, larger than any panel.

    The value of a pixel is 3 times that of the river, plus that of the line: 0, 1 or 2.
    """
    waters = {"valley": 3, "stream": 6}
    river = drawings.sheet(f"land/river-{course}", LARGEST[0], waters, zoom=1, mode="L")
    return ImageChops.add(contours(), river.image)


@lru_cache(maxsize=4)
def _tones(look: Look) -> bytes:
    """Palette of a survey."""
    grounds = (look.ground, VALLEY, mix(VALLEY, look.line, 0.5))
    return b"".join(
        bytes(mix(ground, look.line, share)) for ground in grounds for share in (0.0, 0.5, 1.0)
    )


RIVERS = 4
"""Number of courses of the river."""
VALLEY: Colour = (154, 156, 106)


@memoize
def neatline(size: tuple[int, int]) -> Image.Image:
    """The double border of a survey, with alternate lengths between its lines."""
    width, height = size
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for inset in (10, 17):
        pen.rectangle((inset, inset, width - inset - 1, height - inset - 1), outline=255)
    for start in range(18, width - 58, 80):
        for top in (12, height - 16):
            pen.rectangle((start, top, start + 39, top + 3), fill=255)
    for start in range(18, height - 58, 80):
        for left in (12, width - 16):
            pen.rectangle((left, start, left + 3, start + 39), fill=255)
    return mask


def tones(look: Look) -> tuple[Colour, ...]:
    """The colours of river and contour lines that the palette must hold exactly."""
    return VALLEY, mix(VALLEY, look.line, 0.5), mix(look.ground, look.line, 0.5)
