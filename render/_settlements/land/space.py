"""Free space on a panel, where a card or an ornament fits beside the land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

from render._settlements.land.frame import Frame
from render.canvas import Rect
from rules.contract import Hex

Corner = Literal["tr", "tl", "br", "bl"]
CORNERS: tuple[Corner, ...] = ("tr", "tl", "br", "bl")
_STEP = 8
"""Side in pixels of the squares in which free space is measured."""
_HEX = ((0.52, 0.44), (0.30, 0.70))
"""A hex with the mark that stands on it, as two boxes: half across and half down, in widths."""


class Space:
    """Free squares of a panel: one number with a bit for each, row by row."""

    def __init__(self, frame: Frame, cells: Iterable[Hex], inset: int) -> None:
        self.size = frame.size
        self._stride = frame.size[0] // _STEP // 8 * 8 + 8
        self._free = self._inside(-(-inset // _STEP)) & ~self._land(frame, cells)

    def _inside(self, edge: int) -> int:
        across, down = self.size[0] // _STEP, self._rows()
        inside = ((1 << across - 2 * edge) - 1) << edge
        return (inside * _column(down - 2 * edge, self._stride)) << edge * self._stride

    def _land(self, frame: Frame, cells: Iterable[Hex]) -> int:
        """Squares touched by hexes and by the marks that stand on them."""
        taken = 0
        reaches = [(round(x * frame.width) + 6, round(y * frame.width) + 4) for x, y in _HEX]
        for x, y in map(frame.centre, cells):
            for across, down in reaches:
                taken |= self._squares((x - across, y - down, x + across, y + down))
        return taken

    def take(self, box: Rect) -> None:
        """Mark the squares of a box as taken."""
        self._free &= ~self._squares(box)

    def find(
        self, size: tuple[int, int], corners: Sequence[Corner] = CORNERS
    ) -> tuple[int, int] | None:
        """Left and top of the free box of a size that is nearest to one of the corners, or None."""
        width, height = (-(-length // _STEP) for length in size)
        begin = _erode(_erode(self._free, width, 1), height, self._stride)
        right, bottom = self.size[0] - size[0], self.size[1] - size[1]
        places = []
        for row, lefts in self._by_row(begin):
            ends = (lefts.bit_length() - 1) * _STEP, ((lefts & -lefts).bit_length() - 1) * _STEP
            for order, corner in enumerate(corners):
                x = ends[corner.endswith("l")]
                far = (right - x if corner.endswith("r") else x) ** 2
                far += ((bottom - row * _STEP) if corner.startswith("b") else row * _STEP) ** 2
                places.append((far, order, x, row * _STEP))
        return min(places)[2:] if places else None

    def _rows(self) -> int:
        return self.size[1] // _STEP

    def _squares(self, box: Rect) -> int:
        """Squares that a box touches."""
        left, top, right, bottom = box
        first, last = max(0, left // _STEP), min(self._stride, -(-right // _STEP))
        upper, lower = max(0, top // _STEP), min(self._rows(), -(-bottom // _STEP))
        if last <= first or lower <= upper:
            return 0
        row = ((1 << last - first) - 1) << first
        return (row * _column(lower - upper, self._stride)) << upper * self._stride

    def _by_row(self, squares: int) -> Iterator[tuple[int, int]]:
        """Rows that are not empty, as (row, its squares)."""
        step = self._stride // 8
        data = squares.to_bytes(step * self._rows(), "little")
        for row in range(self._rows()):
            if lefts := int.from_bytes(data[row * step : (row + 1) * step], "little"):
                yield row, lefts


@lru_cache(maxsize=256)
def _column(rows: int, stride: int) -> int:
    """Number with one bit in each row."""
    return ((1 << rows * stride) - 1) // ((1 << stride) - 1)


def _erode(squares: int, length: int, step: int) -> int:
    """Squares at which a line of `length` squares begins, each `step` bits after the one before."""
    covered = 1
    while covered < length:
        more = min(covered, length - covered)
        squares &= squares >> more * step
        covered += more
    return squares
