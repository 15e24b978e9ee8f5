"""Close-ups of the map round some hexes, for one player: never tall on a phone."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

import msgspec
from PIL import Image

from render.canvas import Canvas, Rect, Sheet
from render.closeup import CloseUp
from render.magna_grecia.frame import BOARD, centre
from render.magna_grecia.ground import GROUND
from render.magna_grecia.scene import Letters
from render.theme import Theme
from rules.contract import Hex

LEAST = (1016, 640)
"""Least size of the visible part of the map."""
WIDEST = 1136
TALLEST = 0.75
"""Greatest height of a picture beside a panel, as a share of its width."""
PHONE = 390
"""Width of a picture on a phone."""
_EDGES = 48
"""Margins of a sheet round a map, on both sides together."""
_AROUND = 110
"""Visible margin round the hexes."""
SNAP = 40
"""Rest of the map that is shown too, rather than cut off at its edge."""
_NAME, _FREE, _COORDINATE = 8.0, 5.0, 5.2
"""Heights of texts on a phone: names of places that count, of free villages, of hexes."""


class Camera(msgspec.Struct, frozen=True):
    """A part of the map, and how it is laid on a sheet."""

    box: Rect
    widest: int = WIDEST
    above: int = 0
    """Height of what is above it on the sheet."""
    tallest: float = TALLEST
    """Greatest height of the sheet, as a share of its width."""

    @property
    def scale(self) -> float:
        """Factor by which the part is reduced, so that the sheet is not too large."""
        left, top, right, bottom = self.box
        tallest = self.tallest * (WIDEST + _EDGES) - self.above - _EDGES
        return min(1.0, self.widest / (right - left), tallest / (bottom - top))

    def size_on_phone(self, pixels: float) -> int:
        """Size on the map of what is to be `pixels` high on a phone."""
        left, top, right, bottom = self.box
        height = (bottom - top) * self.scale + self.above + _EDGES
        sheet = max((right - left) * self.scale + _EDGES, height / self.tallest)
        return ceil(pixels * sheet / PHONE / self.scale)

    def letters(self, *, everywhere: bool) -> Letters:
        """Sizes of texts that can be read on a phone; every hex bears its name, or the near ones.

        Sizes are even, so that few sprites serve many pictures.
        """
        name, free, coordinate = (
            2 * ceil(self.size_on_phone(pixels) / 2) for pixels in (_NAME, _FREE, _COORDINATE)
        )
        return Letters(name, free, coordinate, everywhere=everywhere)

    def shot(self, theme: Theme) -> CloseUp:
        """Close-up of the bare ground."""
        return CloseUp(GROUND.part(self.box), theme, self.box[:2])

    def finish(self, shot: CloseUp) -> Canvas:
        """Canvas of a close-up at its size on the sheet."""
        width, height = shot.ground.size
        return shot.finish(BOARD, (round(width * self.scale), round(height * self.scale)))


def close_up(
    cells: Collection[Hex],
    least: tuple[int, int] = LEAST,
    *,
    widest: int = WIDEST,
    above: int = 0,
    snap: int = SNAP,
    tallest: float = TALLEST,
) -> Camera:
    """Part of the map that holds some hexes, wide enough for its height and the height `above`."""
    spots = [centre(at) for at in cells] or [(BOARD[0] // 2, BOARD[1] // 2)]
    xs, ys = zip(*spots, strict=True)
    top, bottom = _span(min(ys), max(ys), least[1], BOARD[1], snap)
    width = max(least[0], round((bottom - top + above) / tallest))
    left, right = _span(min(xs), max(xs), width, BOARD[0], snap)
    return Camera((left, top, right, bottom), widest, above, tallest)


def _span(low: int, high: int, least: int, most: int, snap: int) -> tuple[int, int]:
    """Range from `low` to `high` with a margin, at least `least` long, within 0 and `most`.

    It is moved to the edge of the map where that is near, and goes on to it where no more than
    `snap` is missing: nothing is cut off there.
    """
    long = min(most, max(least, high - low + 2 * _AROUND))
    start = min(max(0, (low + high - long) // 2), most - long)
    start = 0 if start < SNAP else most - long if most - start - long < SNAP else start
    end = start + long
    return 0 if start < snap else start, most if most - end < snap else end


def sheet_around(
    board: Canvas,
    head: Image.Image | None,
    margin: int,
    theme: Theme,
    tallest: float = TALLEST,
) -> Sheet:
    """Sheet with the map below its head, with margins at the sides as its height needs."""
    above = head.height + margin if head else 0
    height = board.height + above + 2 * margin
    width = max(board.width + 2 * margin, round(height / tallest))
    sheet, left = Sheet(width, height, theme), (width - board.width) // 2
    if head:
        sheet.paste(head, left, margin)
    sheet.paste(board.quantize(), left, margin + above, land=True)
    return sheet
