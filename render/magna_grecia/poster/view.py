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


def window_on(cells: Collection[Hex], places_shown: Collection[Hex] = ()) -> Window:
    """Window in which `cells` are as large as possible; the whole map if there are none.

    Its edges cut as few of the `places_shown` in two as can be, and leave no sliver of sea.
    """
    places = [centre(at) for at in cells] or [(0, 0), BOARD]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    width, height = max(xs) - min(xs) + 84, max(ys) - min(ys) + 84
    scale = max(_SCALES[0], min(_SCALES[1], _ROOM[0] / width, _ROOM[1] / height))
    across, down = PICTURE[0] / scale, (PICTURE[1] - FOOT) / scale
    left = _corner_within((min(xs) + max(xs)) / 2 - across / 2, BOARD[0] - across)
    top = _corner_within((min(ys) + max(ys)) / 2 - down / 2, BOARD[1] - down)
    shown = [centre(at) for at in places_shown]
    beside = _Axis(_LAND[0], across, [x for x, _ in shown])
    below = _Axis(_LAND[1], down, [y for _, y in shown])
    return Window(beside.corner(left), below.corner(top), scale)


_LAND = (18, 1518), (22, 1248)
"""Reach of the land with its beach, from left to right and from top to bottom."""
_HALF, _CUT = 48, 44
"""Half of a hex, and the distance from an edge within which a place is cut in two."""


class _Axis(msgspec.Struct, frozen=True):
    """One direction of the board: the reach of its land, the length of the window, the places."""

    land: tuple[int, int]
    length: float
    places: list[int]

    def corner(self, wanted: int) -> int:
        """Corner near the wanted one that is best to look at."""
        return min(
            range(wanted - _HALF, wanted + _HALF + 1, 4), key=lambda at: self._flaws(at, wanted)
        )

    def _flaws(self, at: int, wanted: int) -> float:
        ends = at, at + self.length
        cut = sum(abs(place - end) < _CUT for place in self.places for end in ends)
        low, high = self.land[0] - ends[0], ends[1] - self.land[1]
        slivers = sum(0 < sea < 40 for sea in (low, high))
        return 3 * cut + 6 * slivers + abs(at - wanted) / _HALF


def _corner_within(wanted: float, most: float) -> int:
    """Corner of the window, moved so that not too much of the open sea is visible."""
    if most < -2 * _SEA:
        return round(most / 2)
    return round(max(-_SEA, min(most + _SEA, wanted)))
