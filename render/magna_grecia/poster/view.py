"""The window of the map that a poster shows."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from render.hexes import Point
from render.magna_grecia.frame import BOARD, centre
from render.poster.sheet import PICTURE
from rules.contract import Hex

FOOT = 176
"""Height left free at the foot, for the cartouche."""
_ROOM = PICTURE[0] - 150, PICTURE[1] - FOOT - 170
_SCALES = 0.66, 0.78
_SEA = 56
"""Visible sea beyond the map."""


class Window(msgspec.Struct, frozen=True):
    """A part of the board from (left, top) on, scaled by `scale`."""

    left: int
    top: int
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Size of the visible part of the board."""
        return round(PICTURE[0] / self.scale), round(PICTURE[1] / self.scale)

    def at(self, cell: Hex) -> Point:
        """Place on the picture of the middle of a hex."""
        return self.point(centre(cell))

    def point(self, place: Point) -> Point:
        """Place on the picture of a place on the board."""
        return (place[0] - self.left) * self.scale, (place[1] - self.top) * self.scale


def window_on(cells: Collection[Hex]) -> Window:
    """Window in which `cells` are as large as possible; the whole map if there are none."""
    places = [centre(at) for at in cells] or [(0, 0), BOARD]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    width, height = max(xs) - min(xs) + 84, max(ys) - min(ys) + 84
    scale = max(_SCALES[0], min(_SCALES[1], _ROOM[0] / width, _ROOM[1] / height))
    across, down = PICTURE[0] / scale, (PICTURE[1] - FOOT) / scale
    return Window(
        _corner_within((min(xs) + max(xs)) / 2 - across / 2, BOARD[0] - across),
        _corner_within((min(ys) + max(ys)) / 2 - down / 2, BOARD[1] - down),
        scale,
    )


def _corner_within(wanted: float, most: float) -> int:
    """Corner of the window, moved so that not too much of the open sea is visible."""
    if most < -2 * _SEA:
        return round(most / 2)
    return round(max(-_SEA, min(most + _SEA, wanted)))
