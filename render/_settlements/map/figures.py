"""The small signs on the panels: bars, piles, clusters of hexes, emblems of cities."""

from __future__ import annotations

import msgspec
from PIL import Image, ImageChops

from render import type_scale
from render._settlements.land.frame import hex_points
from render._settlements.look import IVORY, PILE, Look
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.hexes import Point
from render.sprites import lay
from render.text import Label
from render.theme import THEME, Colour, SeatStyle, Theme, mix

# ---- projects --------------------------------------------------------------------------------

TALL = 22
"""Height of a bar."""


class Bar(msgspec.Struct, frozen=True):
    """Progress of a project, on a bar of a width."""

    built: int
    ready: int
    total: int
    width: int
    tall: int


@memoize
def bar(shown: Bar, style: SeatStyle, theme: Theme) -> Image.Image:
    """Bar filled in proportion: full colour for buildings that stand, paler for ready ones.

    The bar of a finished project is gold with an ivory outline.
    """
    width, tall, seat_tone = shown.width, shown.tall, style.bright
    brush = Brush(width, tall)
    brush.box(0, 0, width, tall, mix(theme.edge, theme.muted, 0.12))
    inner = width * shown.built / shown.total
    outer = min(width, width * (shown.built + shown.ready) / shown.total)
    full = theme.gold if shown.built == shown.total else seat_tone
    for end, tone in ((outer, mix(theme.panel, seat_tone, 0.45)), (inner, full)):
        if end:
            brush.box(0, 0, end, tall, tone)
    for step in range(1, shown.total):
        x = width * step / shown.total
        brush.box(x - 0.5, 0, x + 0.5, tall, theme.panel)
    sheet, mask = brush.reduce(), Brush(width, tall, mode="L")
    mask.round_box(0, 0, width, tall, 5, 255)
    sheet.putalpha(ImageChops.darker(sheet.getchannel("A"), mask.reduce()))
    if shown.built == shown.total:
        sheet.paste(theme.text, mask=_edge(width, tall))
    return sheet


@memoize
def _edge(width: int, tall: int) -> Image.Image:
    """Outline of a bar, which tells a finished project from a bar in a seat's own colour."""
    brush = Brush(width, tall, mode="L")
    brush.round_box(0, 0, width, tall, 5, 255)
    brush.round_box(2.2, 2.2, width - 2.2, tall - 2.2, 3.4, 0)
    return brush.reduce()


@memoize
def halo(width: int, tall: int, tone: Colour) -> Image.Image:
    """Halo behind the bar of a project that has just got a building ready."""
    brush = Brush(width + 8, tall + 8)
    brush.round_box(0, 0, width + 8, tall + 8, 8, tone)
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
    top, rim = PILE[2:] if base else PILE[:2]
    for layer in range(layers):
        drop = 4.0 - 3.4 * layer
        low: list[Point] = [(x, y + drop + 2.5) for x, y in hex_points(17)]
        brush.polygon(low, mix(rim, (20, 16, 10), 0.45))
        brush.polygon([(x, y + drop) for x, y in hex_points(17)], rim)
        brush.polygon([(x, y + drop) for x, y in hex_points(14.8)], top)
    return brush.reduce()


def lay_pile(
    canvas: Canvas, size: int, x: float, y: float, *, base: bool, figure: int = type_scale.FIGURE
) -> None:
    """Lay a pile, at most three high, with its size on top in figures of a height."""
    theme, layers = canvas.theme, min(size, 3)
    canvas.paste_centred(pile(layers, base, theme), x, y)
    ink = theme.text if base else theme.ink
    style = Label(figure, ink if size else theme.faint, "bold")
    canvas.text(str(size), x, y + 4 - 2 * layers, style, "m")


@memoize
def pile_halo(theme: Theme) -> Image.Image:
    """Halo behind a pile that a building was just drawn from."""
    brush = Brush(48, 58, centred=True)
    for drop in (-3.0, 0.0, 3.0, 6.0):
        brush.polygon([(x, y + drop) for x, y in hex_points(20.5)], theme.last)
    return brush.reduce()


# ---- signs -----------------------------------------------------------------------------------


@memoize
def token(size: int, tone: Colour) -> Image.Image:
    """A building face up: a hex with a smaller one in it."""
    brush = Brush(size, size, centred=True)
    brush.polygon(hex_points(0.5 * size), tone)
    brush.polygon(hex_points(0.36 * size), (0, 0, 0, 0))
    brush.polygon(hex_points(0.24 * size), tone)
    return brush.reduce()


@memoize
def cluster(size: int, tone: Colour) -> Image.Image:
    """Three hexes together: the sign for settlements."""
    brush = Brush(size, size, centred=True)
    side = 0.245 * size
    for dx, dy in ((-0.87, 0.62), (0.87, 0.62), (0.0, -0.9)):
        brush.polygon(
            [(x + dx * side * 1.06, y + dy * side * 1.06) for x, y in hex_points(side)], tone
        )
    return brush.reduce()


@memoize
def union(look: Look, first: str, second: str, size: int) -> Image.Image:
    """Two cities joined by a golden chain."""
    sheet = Image.new("RGBA", (round(3.1 * size), size))
    chain = links(round(1.3 * size), THEME.gold)
    lay(sheet, chain, sheet.width // 2, size // 2)
    for city, x in ((first, size // 2), (second, sheet.width - size // 2)):
        lay(sheet, emblem(look, city, size), x, size // 2)
    return sheet


@memoize
def links(width: int, tone: Colour) -> Image.Image:
    """Three links of a chain."""
    height = 0.46 * width
    brush = Brush(width, round(height) + 2)
    brush.origin = (0, 1)
    for index in (0, 2, 1):
        left, right = (0.30 * index) * width, (0.30 * index + 0.40) * width
        thick = 0.10 * width
        if index == 1:
            brush.round_box(
                left, 0.5 * height - thick / 2, right, 0.5 * height + thick / 2, 0, tone
            )
            continue
        for inset, paint in ((0.0, tone), (thick, (0, 0, 0, 0))):
            brush.round_box(
                left + inset,
                0.1 * height + inset,
                right - inset,
                0.9 * height - inset,
                0.4 * height - inset,
                paint,
            )
    return brush.reduce()


@memoize
def emblem(look: Look, city: str, size: int) -> Image.Image:
    """A city, small: its skyline on its hex."""
    brush = Brush(size, size, centred=True)
    for share, tone in ((0.5, look.gold), (0.45, look.city)):
        brush.polygon(hex_points(share * size), tone)
    sheet = brush.reduce()
    shade = mix(look.stone_side, look.city, 0.15)
    lay(sheet, glyphs.city(look, city, round(0.62 * size), IVORY, shade), size // 2, size // 2)
    return sheet
