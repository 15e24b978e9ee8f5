"""The sea, the coast and the bare land, drawn once for all tables."""

from __future__ import annotations

from random import Random

import msgspec
from PIL import Image, ImageChops, ImageDraw

from render import drawings
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.fields import blur, roughen, soft_threshold
from render.magna_grecia import look
from render.magna_grecia.frame import BOARD, GRID, centre, corners, hex_brush, hex_drawing
from render.stamps import Ground
from render.theme import THEME
from rules.assets import load
from rules.contract import Hex
from rules.magna_grecia.land import HEXES


class _Land(msgspec.Struct, frozen=True):
    q: int
    r: int
    look: str


class _Map(msgspec.Struct, frozen=True):
    hexes: tuple[_Land, ...]


class _File(msgspec.Struct, frozen=True):
    map: _Map


LOOKS: dict[Hex, str] = {
    (land.q, land.r): land.look for land in load("magna_grecia", _File).map.hexes
}
"""The look of the terrain of each hex: plain, coast, hill or mountain."""
_SEED = 2003
_BEACH = 1.17
"""Scale of the hexes of the land, in which the beach is drawn."""


def ground() -> Image.Image:
    """The board with nothing on it."""
    canvas = Canvas.from_image(_sea())
    _waves(canvas)
    for at in HEXES:
        canvas.paste_centred(_field(LOOKS[at]), *centre(at))
    canvas.paste_centred(_ship(), 676, BOARD[1] - 76)
    canvas.round_off(THEME.radius)
    return canvas.image


GROUND = Ground(ground)
"""The ground of all tables."""


# ---- the sea ----------------------------------------------------------------------------------


def _sea() -> Image.Image:
    """Flat bands of depth, two lines of water along the shore, and the beach."""
    land = _land()
    picture = Image.new("RGB", BOARD, look.SEA)
    near = blur(land, 26)
    for level, tone in zip((14, 46, 86), look.DEPTHS, strict=True):
        picture.paste(tone, mask=soft_threshold(near, level, 12))
    water = blur(land, 12)
    for level, width in ((22, 10), (58, 16)):
        line = ImageChops.subtract(
            soft_threshold(water, level, 12), soft_threshold(water, level + width, 12)
        )
        picture.paste(look.SEA_LINE, mask=line.point([round(0.75 * v) for v in range(256)]))
    coast = _coast(land)
    shade = blur(ImageChops.offset(soft_threshold(coast, 96, 9), 3, 6), 3)
    picture.paste(look.SEA_DEEP, mask=shade.point([round(0.8 * v) for v in range(256)]))
    picture.paste(look.SHORE, mask=soft_threshold(coast, 88, 9))
    picture.paste(look.BEACH, mask=soft_threshold(coast, 106, 9))
    return picture


def _land(scale: float = 1.0) -> Image.Image:
    """Mask of the land, its hexes scaled by `scale`."""
    mask = Image.new("L", BOARD)
    pen = ImageDraw.Draw(mask)
    for at in HEXES:
        pen.polygon(GRID.corners(at, scale), fill=255)
    return mask


def _coast(land: Image.Image) -> Image.Image:
    """Field that falls from the land to the sea, roughened like a shore."""
    soft = blur(_land(_BEACH), 9)
    luck = Random(_SEED)
    for cell, strength in ((46, 0.30), (16, 0.16)):
        soft = roughen(soft, luck, cell, strength)
    return ImageChops.lighter(soft, blur(land, 1))


def _waves(canvas: Canvas) -> None:
    """Draw small waves in the open sea."""
    luck, taken = Random(_SEED), [centre(at) for at in HEXES]
    for _ in range(260):
        x, y = luck.randrange(24, BOARD[0] - 24), luck.randrange(24, BOARD[1] - 24)
        if all((x - a) ** 2 + (y - b) ** 2 > 96**2 for a, b in taken):
            taken.append((x, y))
            canvas.paste_centred(_wave(), x, y)


@memoize
def _wave() -> Image.Image:
    brush = Brush(26, 10)
    crest = [(2 + 2 * k, 5 + (2.2 if k % 6 in (2, 3, 4) else -0.6)) for k in range(12)]
    brush.line(crest, (*look.SEA_LINE, 120), 1.6)
    return brush.reduce()


@memoize
def _ship() -> Image.Image:
    """A trader under sail in the gulf."""
    return drawings.sheet("magna_grecia/ship", 112).reduce()


# ---- the land ---------------------------------------------------------------------------------


@memoize
def _field(kind: str) -> Image.Image:
    """A hex of land: its field, and a faint edge, so that what is built stands out."""
    brush = hex_brush()
    brush.polygon(corners(1.005), look.edge(kind))
    brush.polygon(corners(0.965), look.field(kind))
    return brush.reduce()


@memoize
def scenery(kind: str) -> Image.Image:
    """Scenery of an empty hex: peaks, trees or tufts."""
    name = kind if kind in ("mountain", "hill") else "plain"
    return hex_drawing(f"scenery-{name}")


def grows(at: Hex) -> str | None:
    """Kind of the scenery of a hex while it is empty; None for nothing."""
    kind, luck = LOOKS[at], (at[0] * 31 + at[1] * 17) % 5
    return kind if luck < 1 or kind not in ("plain", "coast") else None
