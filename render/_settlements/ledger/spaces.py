"""The spaces of a player's board: a building that stands, lies in reserve, or was not yet seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from math import sqrt

from PIL import Image

from render._settlements.ledger.plan import Space
from render._settlements.look import Look
from render._settlements.map.buildings import building
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush
from render.hexes import Layout, Point
from render.text import Label, label
from render.theme import Colour, SeatStyle, Theme, mix
from rules._settlements.pieces import Building, ruleset
from rules._settlements.view import SeatView
from rules.contract import Seat

WIDE = 96
"""Width of the map's hexes for which the tokens of buildings are drawn, 0.86 as wide."""
RADIUS = 0.86 * WIDE / sqrt(3)
_WHITE: Colour = (255, 255, 255)
_PAD = 14
_DISC, _GLYPH = 24, 34
_PLATE = (37, 25)
_NUMBER = 21
_LOW = 32
"""Distance from the middle of the hex down to that of its number plate."""
COST, WILD = 24, 21
"""Side of a resource in a cost, and of a disc that stands for any resource."""


class State(Enum):
    """State of one building of a player."""

    UNSEEN = 0
    RESERVE = 1
    DRAWN = 2
    BUILT = 3


def states(seat: SeatView, drawn: int | None = None) -> dict[int, Iterator[State]]:
    """States of the copies of each kind, buildings that stand first; each iterator is infinite."""
    built, reserve = Counter(seat.built), Counter(seat.reserve)
    kinds = {*built, *reserve, *seat.unseen_base, *seat.unseen_others, drawn}
    return {
        kind: _copies(built[kind], int(kind == drawn), reserve[kind])
        for kind in kinds
        if kind is not None
    }


def _copies(built: int, drawn: int, reserve: int) -> Iterator[State]:
    yield from [State.BUILT] * built
    yield from [State.DRAWN] * drawn
    yield from [State.RESERVE] * reserve
    while True:
        yield State.UNSEEN


# ---- a space --------------------------------------------------------------------------------


@memoize
def space(look: Look, theme: Theme, seat: Seat, number: int, state: State) -> Image.Image:
    """Space as it lies on the board, centred in the sprite."""
    style, kind = theme.seats[seat], ruleset(look.key).buildings[number]
    if state is State.BUILT:
        return building(look, style, kind.project, number, WIDE)
    if state is State.UNSEEN:
        return _unseen(look, kind)
    return _reserve(look, style, kind, theme.last if state is State.DRAWN else None)


def _reserve(look: Look, style: SeatStyle, kind: Building, lit: Colour | None) -> Image.Image:
    """A token in paper white, framed in the seat's dark tone; ringed in yellow when just drawn."""
    brush = _brush()
    brush.polygon(_hexagon(1.0, (4, 8)), (20, 18, 14, 70))
    if lit:
        brush.polygon(_hexagon(1.20), look.dark)
        brush.polygon(_hexagon(1.16), lit)
    side = mix(style.rim, look.dark, 0.45)
    for drop in range(4, 0, -1):
        brush.polygon(_hexagon(1.0, (0, drop)), side)
    brush.polygon(_hexagon(1.0), style.rim)
    brush.polygon(_hexagon(0.925), _WHITE)
    brush.polygon(_hexagon(0.875), mix(look.card, style.colour, 0.08))
    brush.ellipse((0, -3), _DISC, style.rim)
    sheet = brush.reduce()
    _sign(sheet, look, kind, look.card)
    _plate(sheet, kind.number, style.rim, look.card, look.dark)
    return sheet


def _unseen(look: Look, kind: Building) -> Image.Image:
    """A dashed outline with the sign of the project, faint."""
    brush = _brush()
    brush.polygon(_hexagon(0.97), look.faint)
    corners = _hexagon(0.96)
    for corner, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        for start in (0.03, 0.37, 0.71):
            ends = (_along(corner, end, start), _along(corner, end, start + 0.22))
            brush.line(ends, look.faint_rim, 2.4)
    sheet = brush.reduce()
    _sign(sheet, look, kind, mix(look.faint, look.faint_rim, 0.72))
    _plate(sheet, kind.number, look.faint_rim, look.faint, look.faint_ink)
    return sheet


def _brush() -> Brush:
    side = 2 * round(RADIUS + _PAD)
    return Brush(side, side, centred=True)


def _hexagon(scale: float, shift: Point = (0, 0)) -> list[Point]:
    corners = Layout(size=RADIUS, flat=False).corners((0, 0), scale)
    return [(x + shift[0], y + shift[1]) for x, y in corners]


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _sign(sheet: Image.Image, look: Look, kind: Building, tone: Colour) -> None:
    icon = glyphs.project(look, kind.project, _GLYPH, tone)
    at = (sheet.width - _GLYPH) // 2
    sheet.alpha_composite(icon, (at, at - 3))


def _plate(sheet: Image.Image, number: int, rim: Colour, ground: Colour, ink: Colour) -> None:
    width, height = _PLATE
    brush = Brush(width, height)
    brush.round_box(0, 0, width, height, 7, rim)
    brush.round_box(2, 2, width - 2, height - 2, 5, ground)
    left, top = (sheet.width - width) // 2, sheet.height // 2 + _LOW - height // 2
    sheet.alpha_composite(brush.reduce(), (left, top))
    setting = label(str(number), Label(_NUMBER, ink, "bold"))
    x = round(sheet.width / 2 - setting.width / 2) + setting.shift[0]
    sheet.alpha_composite(setting.sprite, (x, sheet.height // 2 + _LOW + setting.shift[1]))


# ---- beside a space -------------------------------------------------------------------------


@memoize
def cost(look: Look, number: int) -> Image.Image:
    """Cost of a building, resource by resource; a disc of all colours for any resource."""
    kind = ruleset(look.key).buildings[number]
    signs = [
        glyphs.resource(look, resource, COST)
        for resource, count in kind.cost.items()
        for _ in range(count)
    ]
    signs += [glyphs.wild(look, WILD)] * kind.any
    sheet = Image.new("RGBA", (sum(sign.width + 2 for sign in signs), COST + 2))
    x = 1
    for sign in signs:
        sheet.alpha_composite(sign, (x, (sheet.height - sign.height) // 2))
        x += sign.width + 2
    return sheet


@memoize
def diamond(look: Look, size: int) -> Image.Image:
    """The black mark of a base building."""
    brush = Brush(2, 2, unit=size / 2)
    brush.polygon([(1, 0.04), (1.96, 1), (1, 1.96), (0.04, 1)], look.dark)
    return brush.reduce()


def space_states(
    box_spaces: tuple[Space, ...], by_number: dict[int, Iterator[State]]
) -> list[State]:
    """States of a project's spaces, in order; UNSEEN where none is known."""
    return [
        next(by_number[each.number]) if each.number in by_number else State.UNSEEN
        for each in box_spaces
    ]
