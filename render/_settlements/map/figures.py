"""The small signs on the panels: bars, piles, clusters of hexes, emblems of cities."""

from __future__ import annotations

import msgspec
from PIL import Image, ImageChops

from render._settlements.land.frame import hex_points
from render._settlements.look import IVORY, Look
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Point
from render.sprites import lay
from render.theme import Colour, SeatStyle, Theme, mix

# ---- projects --------------------------------------------------------------------------------

_TALL = 18


class Bar(msgspec.Struct, frozen=True):
    """Progress of a project, on a bar of a width."""

    built: int
    ready: int
    total: int
    width: int


@memoize
def bar(shown: Bar, style: SeatStyle, theme: Theme) -> Image.Image:
    """Bar filled in proportion: full colour for buildings that stand, paler for ready ones.

    The bar of a finished project is gold with an ivory outline.
    """
    width, seat_tone = shown.width, style.bright
    brush = Brush(width, _TALL)
    brush.box(0, 0, width, _TALL, mix(theme.edge, theme.muted, 0.12))
    inner = width * shown.built / shown.total
    outer = min(width, width * (shown.built + shown.ready) / shown.total)
    full = theme.gold if shown.built == shown.total else seat_tone
    for end, tone in ((outer, mix(theme.panel, seat_tone, 0.45)), (inner, full)):
        if end:
            brush.box(0, 0, end, _TALL, tone)
    for step in range(1, shown.total):
        x = width * step / shown.total
        brush.box(x - 0.5, 0, x + 0.5, _TALL, theme.panel)
    sheet, mask = brush.reduce(), Brush(width, _TALL, mode="L")
    mask.round_box(0, 0, width, _TALL, 5, 255)
    sheet.putalpha(ImageChops.darker(sheet.getchannel("A"), mask.reduce()))
    if shown.built == shown.total:
        sheet.paste(theme.text, mask=_edge(width))
    return sheet


@memoize
def _edge(width: int) -> Image.Image:
    """Outline of a bar, which tells a finished project from a bar in a seat's own colour."""
    brush = Brush(width, _TALL, mode="L")
    brush.round_box(0, 0, width, _TALL, 5, 255)
    brush.round_box(2.2, 2.2, width - 2.2, _TALL - 2.2, 3.4, 0)
    return brush.reduce()


@memoize
def halo(width: int, tone: Colour) -> Image.Image:
    """Halo behind the bar of a project that has just got a building ready."""
    brush = Brush(width + 8, _TALL + 8)
    brush.round_box(0, 0, width + 8, _TALL + 8, 8, tone)
    return brush.reduce()


# ---- stacks ----------------------------------------------------------------------------------


@memoize
def pile(layers: int, base: bool, theme: Theme) -> Image.Image:
    """A pile of face-down buildings: dark for the base ones, an outline when it is empty."""
    brush = Brush(40, 46)
    brush.origin = (20, 24)
    if not layers:
        brush.polygon(hex_points(17), mix(theme.edge, theme.muted, 0.35))
        brush.polygon(hex_points(14.5), theme.panel)
        return brush.reduce()
    top = (64, 58, 50) if base else (220, 204, 160)
    rim = (217, 182, 90) if base else (104, 88, 50)
    for layer in range(layers):
        drop = 4.0 - 3.4 * layer
        low: list[Point] = [(x, y + drop + 2.5) for x, y in hex_points(17)]
        brush.polygon(low, mix(rim, (20, 16, 10), 0.45))
        brush.polygon([(x, y + drop) for x, y in hex_points(17)], rim)
        brush.polygon([(x, y + drop) for x, y in hex_points(14.8)], top)
    return brush.reduce()


@memoize
def pile_halo(theme: Theme) -> Image.Image:
    """Halo behind a pile that a building was just drawn from."""
    brush = Brush(48, 58)
    brush.origin = (24, 29)
    for drop in (-3.0, 0.0, 3.0, 6.0):
        brush.polygon([(x, y + drop) for x, y in hex_points(20.5)], theme.last)
    return brush.reduce()


# ---- signs -----------------------------------------------------------------------------------


@memoize
def token(size: int, tone: Colour) -> Image.Image:
    """A building face up: a hex with a smaller one in it."""
    brush = Brush(size, size)
    brush.origin = (size / 2, size / 2)
    brush.polygon(hex_points(0.5 * size), tone)
    brush.polygon(hex_points(0.36 * size), (0, 0, 0, 0))
    brush.polygon(hex_points(0.24 * size), tone)
    return brush.reduce()


@memoize
def cluster(size: int, tone: Colour) -> Image.Image:
    """Three hexes together: the sign for settlements."""
    brush = Brush(size, size)
    brush.origin = (size / 2, size / 2)
    side = 0.245 * size
    for dx, dy in ((-0.87, 0.62), (0.87, 0.62), (0.0, -0.9)):
        brush.polygon(
            [(x + dx * side * 1.06, y + dy * side * 1.06) for x, y in hex_points(side)], tone
        )
    return brush.reduce()


@memoize
def emblem(look: Look, city: str, size: int) -> Image.Image:
    """A city, small: its skyline on its hex."""
    brush = Brush(size, size)
    brush.origin = (size / 2, size / 2)
    for share, tone in ((0.5, look.gold), (0.45, look.city)):
        brush.polygon(hex_points(share * size), tone)
    sheet = brush.reduce()
    shade = mix(look.stone_side, look.city, 0.15)
    lay(sheet, glyphs.city(look, city, round(0.62 * size), IVORY, shade), size // 2, size // 2)
    return sheet
