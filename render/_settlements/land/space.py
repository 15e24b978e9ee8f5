"""What is free on a panel: where a card or an ornament finds room beside the land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from render._settlements.land.frame import Frame
from render.canvas import Rect
from rules.contract import Hex

Corner = Literal["tr", "tl", "br", "bl"]
CORNERS: tuple[Corner, ...] = ("tr", "tl", "br", "bl")
_STEP = 8
"""Room is reckoned in squares of so many pixels."""
_HEX = ((0.52, 0.44), (0.30, 0.70))
"""A hex with the mark that stands on it, as two boxes: half across and half down, in widths."""


class Space:
    """The squares of a panel that nothing lies on; a row is a number, a bit for each square."""

    def __init__(self, frame: Frame, cells: Iterable[Hex], inset: int) -> None:
        wide, tall = frame.size
        self.size = wide, tall
        edge = -(-inset // _STEP)
        across, down = wide // _STEP, tall // _STEP
        inside = ((1 << across - 2 * edge) - 1) << edge
        self._rows = [inside if edge <= row < down - edge else 0 for row in range(down)]
        for at in cells:
            x, y = frame.centre(at)
            for half, high in _HEX:
                reach, drop = half * frame.wide + 6, high * frame.wide + 4
                self.take((round(x - reach), round(y - drop), round(x + reach), round(y + drop)))

    def take(self, box: Rect) -> None:
        """Something lies there from now on."""
        left, top, right, low = box
        first, last = max(0, left // _STEP), -(-right // _STEP)
        if last <= first:
            return
        free = ~(((1 << last - first) - 1) << first)
        for row in range(max(0, top // _STEP), min(len(self._rows), -(-low // _STEP))):
            self._rows[row] &= free

    def find(
        self, size: tuple[int, int], corners: Sequence[Corner] = CORNERS
    ) -> tuple[int, int] | None:
        """The left and the top of a box of a size, as near to one of the corners as can be."""
        wide, tall = (-(-length // _STEP) for length in size)
        right, low = self.size[0] - size[0], self.size[1] - size[1]
        found = []
        for row, lefts in enumerate(_tall(_wide(self._rows, wide), tall)):
            if lefts:
                ends = (lefts.bit_length() - 1) * _STEP, ((lefts & -lefts).bit_length() - 1) * _STEP
                for order, corner in enumerate(corners):
                    x = ends[corner.endswith("l")]
                    far = (right - x if corner.endswith("r") else x) ** 2
                    far += ((low - row * _STEP) if corner.startswith("b") else row * _STEP) ** 2
                    found.append((far, order, x, row * _STEP))
        return min(found)[2:] if found else None


def _wide(rows: Iterable[int], wide: int) -> Iterator[int]:
    """Where so many free squares in a row begin."""
    for row in rows:
        lefts, length = row, 1
        while length < wide:
            step = min(length, wide - length)
            lefts &= lefts >> step
            length += step
        yield lefts


def _tall(rows: Iterable[int], tall: int) -> list[int]:
    """Where so many such rows follow each other."""
    tops, length = list(rows), 1
    while length < tall:
        step = min(length, tall - length)
        tops = [one & other for one, other in zip(tops, tops[step:], strict=False)]
        length += step
    return tops
