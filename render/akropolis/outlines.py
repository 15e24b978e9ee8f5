"""Lines round the visible part of groups of roofs: the last move, the ghost.

The visible part of the roofs is a mask; a blurred mask crosses one half exactly on its edge, so a
band of its values is a line of even width, smooth at every corner.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from statistics import NormalDist

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.akropolis import blocks
from render.akropolis.ground import double
from render.akropolis.scene import Scene
from render.cache import memoize
from render.canvas import Canvas, Rect
from render.theme import Colour, mix
from rules.contract import Hex

_ZOOM = 2
"""Masks are drawn at twice their size."""
_SOFT = 3.5
"""Standard deviation of the blur, in pixels."""
_GLOW = 8.0


def light_up(canvas: Canvas, scene: Scene, cells: Collection[Hex]) -> None:
    """Draw the bright line of the last move with its dark rim and glow, if a roof is visible."""
    if not cells:
        return
    theme = canvas.theme
    mask, corner = visible_part(scene, cells)
    glow = double(mask.reduce(2).filter(ImageFilter.GaussianBlur(_GLOW / 2)))
    soft = mask.filter(ImageFilter.GaussianBlur(_SOFT))
    canvas.paste(_apply_tones(glow, _glow_tones(theme.last)), *corner)
    canvas.paste(_apply_tones(soft, _line_tones(theme.last, theme.last_rim)), *corner)


def dash(canvas: Canvas, scene: Scene, cells: Collection[Hex], tone: Colour) -> None:
    """Draw the dashed line of a ghost in `tone` on a dark line."""
    mask, corner = visible_part(scene, cells)
    soft = mask.filter(ImageFilter.GaussianBlur(_SOFT))
    canvas.stain(soft.point(_band_curve(8)), canvas.theme.ink, *corner)
    line = ImageChops.multiply(soft.point(_band_curve(4)), _stripes(soft.size))
    canvas.stain(line, tone, *corner)


@lru_cache
def _band_curve(width: float) -> list[int]:
    """Point table from blurred value to opacity, for a line `width` pixels wide along the edge."""
    low = 255 * NormalDist().cdf(-width / 2 / _SOFT)
    ramp = 255 * NormalDist().pdf(width / 2 / _SOFT) / _SOFT
    return [
        round(255 * max(0.0, min(1.0, 0.5 + (min(v, 255 - v) - low) / ramp))) for v in range(256)
    ]


def _apply_tones(mask: Image.Image, tones: bytes) -> Image.Image:
    """Sprite from a mask, whose values index `tones`, a palette in RGBA."""
    mask.putpalette(tones, "RGBA")
    return mask.convert("RGBA")


@lru_cache
def _glow_tones(tone: Colour) -> bytes:
    return b"".join(bytes((*tone, round(min(v, 255 - v) * 2 * 0.42))) for v in range(256))


@lru_cache
def _line_tones(line: Colour, rim: Colour) -> bytes:
    """A line of 5 pixels on a rim of 9, as one layer."""
    tones = []
    for over, under in zip(_band_curve(5), _band_curve(9), strict=True):
        visible_rim = under * (255 - over) / 255
        opacity = over + visible_rim
        tones.append((*mix(line, rim, visible_rim / opacity if opacity else 0), round(opacity)))
    return b"".join(map(bytes, tones))


@memoize
def _stripes(size: tuple[int, int]) -> Image.Image:
    stripes = Image.new("L", size)
    pen = ImageDraw.Draw(stripes)
    for x in range(0, size[0], 20):
        pen.rectangle((x, 0, x + 12, size[1]), fill=255)
    return stripes


def around(scene: Scene, cells: Collection[Hex]) -> Rect:
    """The part of the map that the lines round `cells` can touch."""
    left, top, right, bottom = _reach(scene, cells)
    return max(0, left), max(0, top), min(scene.width, right), min(scene.height, bottom)


def _reach(scene: Scene, cells: Collection[Hex]) -> Rect:
    grid, height, margin = scene.grid, blocks.storey(scene.size), _margin(scene)
    roofs = [grid.centre(at) for at in cells]
    highest = max((cell.level for at, cell in scene.surface if at in cells), default=0) * height
    left = round(min(x for x, _ in roofs)) - margin
    top = round(min(y for _, y in roofs)) - highest - margin
    right = round(max(x for x, _ in roofs)) + margin
    return left, top, right, round(max(y for _, y in roofs)) + margin


def _margin(scene: Scene) -> int:
    return scene.size + 28


def visible_part(scene: Scene, cells: Collection[Hex]) -> tuple[Image.Image, tuple[int, int]]:
    """Mask of the visible part of the roofs of `cells`, and its top left corner."""
    grid, height, margin = scene.grid, blocks.storey(scene.size), _margin(scene)
    left, top, right, bottom = _reach(scene, cells)
    mask = Image.new("L", ((right - left) * _ZOOM, (bottom - top) * _ZOOM))
    pen = ImageDraw.Draw(mask)

    def shape(at: Hex, lift: float) -> list[tuple[float, float]]:
        return [((x - left) * _ZOOM, (y - lift - top) * _ZOOM) for x, y in grid.corners(at)]

    for at, cell in scene.surface:
        x, y = grid.centre(at)
        if left - margin < x < right + margin and top - margin < y < bottom + 3 * margin:
            pen.polygon(
                blocks.column(shape(at, cell.level * height), cell.level * height * _ZOOM), 0
            )
            if at in cells:
                pen.polygon(shape(at, cell.level * height), 255)
    for at in set(cells) - {at for at, _ in scene.surface}:
        pen.polygon(shape(at, 0), 255)
    return mask.reduce(_ZOOM), (left, top)
