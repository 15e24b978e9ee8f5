"""Layout of a table: panels in a strip, the map below.

Every sheet is equally wide and nearly square, as a phone and the box of a computer show it best.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from render._settlements.land.frame import WIDTHS, Frame, extent, row_of
from render._settlements.map import cartouche, panels
from render.cache import memoize
from render.canvas import PUBLIC_WIDTH, Rect
from render.panel import POINTER
from rules.contract import Hex

TALLEST = 1420
MARGIN, GAP = 16, 10
PADS = (30, 42, 30, 34)
"""Distances from the border of the map to the land: left, top, right, bottom."""


class Arrangement(msgspec.Struct, frozen=True):
    """Positions of all parts on the sheet."""

    size: tuple[int, int]
    panels: tuple[Rect, ...]
    board: tuple[int, int]
    """The corner of the map."""
    frame: Frame
    """The map."""
    card: tuple[int, int]
    """The corner of the cartouche, on the map."""

    @property
    def share(self) -> float:
        """A hex's share of the width of the sheet."""
        return self.frame.width / self.size[0]


@memoize
def best_arrangement(
    cells: tuple[Hex, ...], seats: int, *, brief: bool = False, above: int = 0
) -> Arrangement:
    """Arrangement with the largest hexes for which the sheet fits and the cartouche covers none.

    Panels may be `brief`; there is no cartouche then. `above` is the height of what will stand
    above the sheet.
    """
    bounds = extent(cells)
    for hex_width in WIDTHS:
        for foot in (0, cartouche.TALL + 20):
            room = foot, TALLEST - above
            arrangement = _arrangement(cells, bounds, seats, hex_width, room, brief=brief)
            if arrangement is not None:
                return arrangement
    raise ValueError(f"a map of {len(cells)} hexes finds no room")


def _arrangement(
    cells: Sequence[Hex],
    bounds: tuple[int, int, int, int],
    seats: int,
    wide: int,
    heights: tuple[int, int],
    *,
    brief: bool,
) -> Arrangement | None:
    """Arrangement with hexes of a width, if it fits.

    `heights` are those of the foot, below the land, and of the whole sheet at most.
    """
    (left, top, right, bottom), (foot, tallest) = bounds, heights
    land, room = round(((right - left) / 2 + 1) * wide), PUBLIC_WIDTH - 2 * MARGIN
    strip = panels.height_of(panel_width(seats), brief=brief)
    board = MARGIN + strip + POINTER
    tall = round((bottom - top + 4 / 3) * row_of(wide)) + PADS[1] + PADS[3] + foot
    tall += tall % 2
    height = board + tall + MARGIN
    if land + PADS[0] + PADS[2] > room or height > tallest:
        return None
    x = (room - (left + right) * wide / 2) / 2
    y = (tall + PADS[1] - PADS[3] - foot - (top + bottom) * row_of(wide)) / 2
    frame = Frame((room, tall), wide, (round(x), round(y)))
    card = (0, 0) if brief else cartouche.place(frame, cells)
    if card is None:
        return None
    step = panel_width(seats) + GAP
    boxes = (
        (MARGIN + seat * step, MARGIN, MARGIN + seat * step + step - GAP, MARGIN + strip)
        for seat in range(seats)
    )
    return Arrangement((PUBLIC_WIDTH, height), tuple(boxes), (MARGIN, board), frame, card)


def panel_width(seats: int) -> int:
    """The width of one of the panels."""
    return (PUBLIC_WIDTH - 2 * MARGIN - GAP * (seats - 1)) // seats
