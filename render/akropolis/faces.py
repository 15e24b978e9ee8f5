"""The top of a block as two sprites in RGBa, floor and symbol: shadows fall between them.

Each face is drawn once at a large size and cached at half of it; the sprites of a hex size are
made from that when needed. Only the very largest are made from the drawing itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from render import drawings
from render.akropolis import materials as m
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point, hexagon
from render.marks import star
from render.sprites import trim
from render.theme import Colour, mix

MASTER = 192
"""Hex radius of the large drawing, in pixels."""
_HALVED = 64
"""Hex size up to which sprites from the halved drawing are as fine as those from the whole."""
_WIDE, _TALL = 1.06, 0.92
"""Half the width and height of a sprite, in hex radii."""
_RIM = 0.05
"""Margin round it in the drawing."""
WHITE: Colour = (255, 255, 255)


class Face(msgspec.Struct, frozen=True):
    """Contents of a roof: `colour` is None for a quarry, `stars` 0 unless it is a plaza."""

    kind: str
    colour: str | None = None
    stars: int = 0
    variant: int = 0


class Fit(msgspec.Struct, frozen=True):
    """Scale of a symbol on its face, and its shifts to the right and downwards, in hex radii."""

    scale: float = 0.94
    aside: float = 0.0
    drop: float = 0.0
    labelled: bool = False
    """Whether coordinates stand at the top of the face: the mosaic of a plaza leaves them room."""


ROOMY, LABELLED = Fit(), Fit(scale=0.84, drop=0.12, labelled=True)
LABELLED_PLAZA = Fit(scale=0.74, drop=0.08, labelled=True)
"""Fits without and with coordinates at the top of the face."""
NUMBERED = Fit(scale=0.80, aside=0.12, drop=0.10)
"""Fit beside the number of a level."""
_SMALLER, _LOWER = 0.80, 0.07
"""Scale of the mosaic of a labelled plaza, and its shift downwards, in hex radii."""


@memoize
def floor(kind: str, colour: str | None, size: int, labelled: bool = False) -> Image.Image:
    """The floor of a face; its middle is the middle of the sprite."""
    labelled = labelled and kind == "plaza"
    if size > _HALVED:
        return _resize(draw_floor(kind, colour, labelled).convert("RGBa"), size)
    return _resize(_floor(kind, colour, labelled), size)


@memoize
def symbol(face: Face, size: int, fit: Fit = ROOMY) -> Image.Image:
    """The building, pit or stars of a face; its middle is the middle of the sprite."""
    master = _symbol(face) if size <= _HALVED else draw_symbol(face).convert("RGBa")
    small = _resize(master, round(size * fit.scale * 2) / 2)
    sprite = Image.new("RGBa", sprite_size(size))
    at = ((sprite.width - small.width) // 2, (sprite.height - small.height) // 2)
    sprite.paste(small, (at[0] + round(fit.aside * size), at[1] + round(fit.drop * size)))
    return trim(sprite)


def sprite_size(size: float) -> tuple[int, int]:
    """Width and height of the sprites of a hex size; both even."""
    return 2 * round(_WIDE * size), 2 * round(_TALL * size)


def _resize(master: Image.Image, size: float) -> Image.Image:
    """Sprite from a drawing in RGBa, whole or halved."""
    target = sprite_size(size)
    x, y = master.width / 2, master.height / 2
    scale = x / (_WIDE + _RIM) / size
    width, height = target[0] / 2 * scale, target[1] / 2 * scale
    box = _inside((x - width, y - height, x + width, y + height), master)
    small = master.resize(target, Image.Resampling.LANCZOS, box=box)
    return small.convert("RGBA").convert("RGBa")  # LANCZOS overshoots the opacity


def _inside(
    box: tuple[float, float, float, float], image: Image.Image
) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return max(0, left), max(0, top), min(image.width, right), min(image.height, bottom)


def _brush() -> Brush:
    return Brush(2 * (_WIDE + _RIM), 2 * (_TALL + _RIM), unit=MASTER, zoom=1, centred=True)


def _halve(drawing: Image.Image) -> Image.Image:
    return drawing.convert("RGBa").reduce(2)


# ---- floors ---------------------------------------------------------------------------------


@memoize
def _floor(kind: str, colour: str | None, labelled: bool) -> Image.Image:
    return _halve(draw_floor(kind, colour, labelled))


def draw_floor(kind: str, colour: str | None, labelled: bool = False) -> Image.Image:
    """The floor at its large size."""
    brush = _brush()
    if kind == "plaza" and colour:
        _slab(brush, m.MARBLE, panel=False)
        if labelled:
            brush.scale *= _SMALLER
            x, y = brush.origin
            brush.origin = x / _SMALLER, (y + _LOWER) / _SMALLER
        _mosaic(brush, colour)
    else:
        _slab(brush, m.MATERIALS[colour].floor if colour else m.LIMESTONE, panel=bool(colour))
    return brush.image


def _slab(brush: Brush, tone: Colour, *, panel: bool) -> None:
    outer, inset = hexagon(1.02, m.SQUASH), hexagon(0.965, m.SQUASH)
    brush.polygon(outer, mix(tone, m.INK, 0.32))
    brush.polygon(inset, tone)
    contrast = 0.5 if tone == m.LIMESTONE else 1.0
    light, dark = mix(tone, WHITE, 0.62 * contrast), mix(tone, m.INK, 0.22 * contrast)
    inner = hexagon(0.925, m.SQUASH)
    for edge, shade in ((1, dark), (0, dark), (3, light), (4, light)):
        after = (edge + 1) % 6
        brush.polygon([inset[edge], inset[after], inner[after], inner[edge]], shade)
    if panel:
        brush.polygon(hexagon(0.86, m.SQUASH), mix(tone, WHITE, m.FLOOR_LIGHT))


def _mosaic(brush: Brush, colour: str) -> None:
    tone = m.MATERIALS[colour]
    brush.polygon(hexagon(0.76, m.SQUASH), mix(tone.dark, m.INK, 0.15))
    brush.polygon(hexagon(0.715, m.SQUASH), tone.second)
    brush.polygon(hexagon(0.665, m.SQUASH), tone.mosaic)
    _PATTERNS[colour](brush, tone)


def _pinwheel(brush: Brush, tone: m.Material) -> None:
    rim = hexagon(0.655, m.SQUASH)
    for edge in (0, 2, 4):
        brush.polygon([(0, 0), rim[edge], rim[edge + 1]], tone.second)


def _awnings(brush: Brush, tone: m.Material) -> None:
    clip = brush.image.copy()
    for index in range(-3, 4):
        x = index * 0.2
        reach = _half_height(abs(x) + 0.05, 0.655)
        brush.polygon(
            [(x - 0.05, -reach), (x + 0.05, -reach), (x + 0.05, reach), (x - 0.05, reach)],
            tone.second,
        )
    brush.image.paste(clip, mask=_outside(brush, 0.655))


def _rings(brush: Brush, tone: m.Material) -> None:
    brush.polygon(hexagon(0.52, m.SQUASH), tone.second)
    brush.polygon(hexagon(0.42, m.SQUASH), tone.mosaic)
    brush.polygon(hexagon(0.20, m.SQUASH), tone.second)


def _lozenges(brush: Brush, tone: m.Material) -> None:
    clip = brush.image.copy()
    for row in range(-3, 4):
        for column in range(-3, 4):
            x, y = column * 0.24 + (row % 2) * 0.12, row * 0.17
            brush.polygon(
                [(x - 0.07, y), (x, y - 0.085), (x + 0.07, y), (x, y + 0.085)], tone.second
            )
    brush.image.paste(clip, mask=_outside(brush, 0.655))


def _hedge(brush: Brush, tone: m.Material) -> None:
    rim = hexagon(0.60, m.SQUASH)
    for index in range(18):
        edge, share = divmod(index, 3)
        a, b = rim[edge], rim[(edge + 1) % 6]
        x, y = a[0] + (b[0] - a[0]) * share / 3, a[1] + (b[1] - a[1]) * share / 3
        brush.ellipse((x, y), 0.085, mix(tone.dark, tone.mosaic, 0.4))
        brush.ellipse((x - 0.012, y - 0.015), 0.066, tone.second)


def _half_height(x: float, radius: float) -> float:
    return min(radius * 0.866, (radius - x) * 1.732) * m.SQUASH


def _outside(brush: Brush, radius: float) -> Image.Image:
    mask = Image.new("L", brush.image.size, 255)
    stencil = Brush(1, 1, unit=MASTER, zoom=1, mode="L")
    stencil.image, stencil.origin, stencil.scale = mask, brush.origin, brush.scale
    stencil.pen = type(brush.pen)(mask)
    stencil.polygon(hexagon(radius, m.SQUASH), 0)
    return mask


_PATTERNS = {
    "houses": _pinwheel,
    "markets": _awnings,
    "barracks": _rings,
    "temples": _lozenges,
    "gardens": _hedge,
}


# ---- symbols --------------------------------------------------------------------------------


@memoize
def _symbol(face: Face) -> Image.Image:
    return _halve(draw_symbol(face))


def draw_symbol(face: Face) -> Image.Image:
    """The building, pit or stars at their large size."""
    brush = _brush()
    if face.kind == "plaza" and face.colour:
        _stars(brush, face.stars, m.MATERIALS[face.colour].dark)
    else:
        name = f"akropolis/{face.colour or 'quarry'}-{face.variant + 1}"
        drawings.draw(brush, name, scale=0.01)
    return brush.image


_STARS: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (0.42, ((0.0, 0.02),)),
    2: (0.32, ((-0.30, 0.02), (0.30, 0.02))),
    3: (0.29, ((0.0, -0.24), (-0.30, 0.24), (0.30, 0.24))),
}


def _stars(brush: Brush, count: int, rim: Colour) -> None:
    radius, places = _STARS[count]
    for x, y in places:
        brush.polygon(star((x + 0.03, y + 0.04), radius + 0.03), (*m.SHADOW, 130))
        brush.polygon(star((x, y), radius + 0.035), mix(rim, m.INK, 0.2))
        brush.polygon(star((x, y), radius - 0.03), m.STAR)


def every_face() -> Iterator[Face]:
    """All faces that a tile of the game can show."""
    for variant in range(m.VARIANTS):
        yield Face("quarry", variant=variant)
        yield from (Face("district", colour, variant=variant) for colour in m.COLOURS)
    for colour, stars in zip(m.COLOURS, (1, 2, 2, 2, 3), strict=True):
        yield Face("plaza", colour, stars)
