"""The buildings on the roofs: three ways to build each district, and the pits of the quarries.

They are drawn with a brush whose unit is the hex radius and whose origin is the middle of the top
face, within a box of about 1.4 × 1.1.
"""

from __future__ import annotations

from render import drawings
from render.akropolis import materials as m
from render.canvas import Brush
from render.hexes import Point


def build(brush: Brush, colour: str | None, variant: int) -> None:
    """Draw the district of `colour`, or a quarry's pit, in one of its variants."""
    drawings.draw(brush, f"akropolis/{colour or 'quarry'}-{variant + 1}", scale=0.01)


def cube(brush: Brush, centre: Point, size: float) -> None:
    """A cut stone: its top, left and right faces."""
    x, y = centre
    width, low = 0.92 * size, 0.50 * size
    top, middle, bottom = y - size, y, y + size
    left, right = x - width, x + width
    brush.polygon([(x, top), (right, top + low), (x, middle), (left, top + low)], m.STONE_TOP)
    brush.polygon([(left, top + low), (x, middle), (x, bottom), (left, middle + low)], m.STONE_LEFT)
    brush.polygon(
        [(right, top + low), (x, middle), (x, bottom), (right, middle + low)], m.STONE_RIGHT
    )
