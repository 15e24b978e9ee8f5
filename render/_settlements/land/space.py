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
        rows: dict[int, list[int]] = {}
        for x, y in map(frame.centre, cells):
            rows.setdefault(y, []).append(x)
        taken = 0
        for reach in _HEX:
            across, down = round(reach[0] * frame.width) + 6, round(reach[1] * frame.width) + 4
            for y, places in rows.items():
                line = 0
                for x in places:
                    line |= self._line(x - across, x + across)
                taken |= self._block(line, y - down, y + down)
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
        rows = [
            (row * _STEP, ((lefts & -lefts).bit_length() - 1) * _STEP, lefts.bit_length() - 1)
            for row, lefts in self._by_row(begin)
        ]
        nearest: tuple[int, int, int, int] | None = None
        for order, corner in enumerate(corners):
            at_bottom, at_left = corner[0] == "b", corner[1] == "l"
            for y, first, last in reversed(rows) if at_bottom else rows:
                far = ((bottom - y) if at_bottom else y) ** 2
                if nearest is not None and far > nearest[0]:
                    break  # and so are the rows after it
                x = first if at_left else last * _STEP
                far += (x if at_left else right - x) ** 2
                place = far, order, x, y
                nearest = place if nearest is None else min(nearest, place)
        return nearest[2:] if nearest else None

    def _rows(self) -> int:
        return self.size[1] // _STEP

    def _squares(self, box: Rect) -> int:
        """Squares that a box touches."""
        left, top, right, bottom = box
        return self._block(self._line(left, right), top, bottom)

    def _line(self, left: int, right: int) -> int:
        """Squares of one row that a box touches, as if it were the first row."""
        first, last = max(0, left // _STEP), min(self._stride, -(-right // _STEP))
        return ((1 << last - first) - 1) << first if first < last else 0

    def _block(self, line: int, top: int, bottom: int) -> int:
        """Squares of the rows that a box touches, each with those of a line."""
        upper, lower = max(0, top // _STEP), min(self._rows(), -(-bottom // _STEP))
        if lower <= upper:
            return 0
        return (line * _column(lower - upper, self._stride)) << upper * self._stride

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
