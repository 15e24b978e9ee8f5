"""The sea, the coast and the bare land, drawn once for all tables."""

from __future__ import annotations

from random import Random

import msgspec
from PIL import Image, ImageChops, ImageDraw

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.fields import blur, roughen, soft_threshold
from render.magna_grecia import look
from render.magna_grecia.frame import BOARD, GRID, centre, corners, hex_brush
from render.sprites import trim
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
        shade = (at[0] * 7 + at[1] * 5) % 3
        canvas.paste_centred(_field(LOOKS[at], shade), *centre(at))
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
    brush = Brush(112, 92)
    hull = [(8.0, 58.0), (20.0, 66.0), (88.0, 66.0), (106.0, 50.0), (98.0, 78.0), (84.0, 84.0)]
    hull += [(26.0, 84.0), (14.0, 74.0)]
    brush.line([(2, 86), (26, 88), (50, 86), (74, 88), (110, 86)], look.SEA_LINE, 1.8)
    brush.polygon(hull, look.INK)
    brush.polygon([(12, 64), (20, 70), (92, 70), (96, 76), (24, 78)], look.ROOF_DARK)
    brush.line([(56, 6), (56, 66)], look.INK, 2.6)
    sail = [(30.0, 14.0), (82.0, 14.0), (88.0, 34.0), (80.0, 54.0), (34.0, 54.0), (40.0, 34.0)]
    brush.polygon(sail, look.INK)
    brush.polygon([(33, 16), (80, 16), (85, 34), (78, 52), (37, 52), (43, 34)], look.MARBLE)
    brush.line([(61, 16), (66, 34), (60, 52)], look.MARBLE_DARK, 1.8)
    brush.line([(28, 13), (84, 13)], look.INK, 2.4)
    return brush.reduce()


# ---- the land ---------------------------------------------------------------------------------


@memoize
def _field(kind: str, shade: int) -> Image.Image:
    """A hex of land: its field, and a faint edge, so that what is built stands out."""
    tone = look.field(kind, shade)
    brush, shape = hex_brush(), corners(0.965)
    brush.polygon(corners(1.005), look.edge(kind, shade))
    brush.polygon(shape, tone)
    return brush.reduce()


@memoize
def scenery(kind: str, turn: int) -> Image.Image:
    """Scenery of an empty hex: peaks, trees or tufts."""
    brush = hex_brush()
    if kind == "mountain":
        _peaks(brush)
    elif kind == "hill":
        _trees(brush)
    else:
        _tufts(brush, turn)
    return trim(brush.reduce())


def _peaks(brush: Brush) -> None:
    for x, y, size in ((8.0, -24.0, 26.0), (-10.0, -14.0, 20.0)):
        foot = y + size
        brush.polygon([(x, y), (x + size * 0.72, foot), (x - size * 0.72, foot)], look.PEAK)
        brush.polygon([(x, y), (x + size * 0.72, foot), (x + 3, foot)], look.PEAK_DARK)
        cap = [(0.0, 0.0), (0.26, 0.36), (0.1, 0.3), (-0.02, 0.42), (-0.12, 0.3), (-0.26, 0.36)]
        brush.polygon([(x + a * size, y + b * size) for a, b in cap], look.SNOW)


def _trees(brush: Brush) -> None:
    for x, y in ((-12.0, -12.0), (9.0, -17.0), (3.0, 1.0)):
        brush.line([(x, y + 3), (x, y + 13)], look.TREE_DARK, 2.4)
        brush.ellipse((x, y + 1), 9.5, look.TREE_DARK, 7.5)
        brush.ellipse((x - 1, y - 0.5), 8.5, look.TREE, 6.4)


def _tufts(brush: Brush, turn: int) -> None:
    spots = ((-14.0, -8.0), (12.0, -14.0), (4.0, 4.0))
    for x, y in spots[: 1 + turn]:
        for lean in (-4.0, 0.0, 4.0):
            brush.line([(x + lean / 3, y + 6), (x + lean, y - 2 + abs(lean) / 3)], look.TUFT, 1.7)


def grows(at: Hex) -> tuple[str, int] | None:
    """Scenery of a hex while it is empty, as arguments of `scenery`; None for nothing."""
    kind, luck = LOOKS[at], (at[0] * 31 + at[1] * 17) % 5
    if kind in ("plain", "coast"):
        return (kind, luck) if luck < 1 else None
    return kind, 0
