"""Layout of the panels of a table, so that the smallest city is as large as possible.

Every city gets hexes of the same size at first, the largest at which all panels fit; what is left
of the sheet is shared out, and a city may grow with its panel, but not far beyond the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Literal

import msgspec

from render.akropolis.materials import COLOURS
from render.akropolis.scene import MARGIN, SMALLEST, size_within
from render.akropolis.title import width
from render.canvas import Rect
from render.course import HEIGHT
from render.hexes import Box
from render.sources import MARGIN as MARGIN_OF_CHART
from render.theme import Theme
from rules.akropolis.pieces import setup
from rules.akropolis.view import View
from rules.contract import Seat

Figures = Literal["above", "beside", "none"]
"""Place of the figures of the five colours: above a map, beside it, or in the final table."""

TOP, GAP = 24, 16
ROW = 66
"""Height of a panel's first row."""
FRAME = 4
"""Width of the frame round the panel of a winner, and of the margin of the others."""
SIDE = 118
"""Width of the column of figures beside a map: the five colours and the stones."""
FIGURES = len(COLOURS) + 1
"""Number of figures of a seat."""
LEAST_PITCH = 52
"""Least height of a figure in that column."""
ABOVE = 66
"""Height of the row of figures above a map."""

COLUMNS: dict[int, tuple[tuple[Seat, ...], ...]] = {
    1: ((0,),),
    2: ((0,), (1,)),
    4: ((0, 2), (1, 3)),
}
"""Of three cities the winner's has a column at the end; before, the site has a fourth place."""
HEIGHTS = {1: (1000, 1300), 2: (900, 1100, 1420), 3: (1200, 1320, 1420), 4: (1200, 1320, 1420)}
"""Heights of the picture by the number of seats, the first with room for the cities.

They are few, so that a picture seldom looks different from the one before.
"""
LARGEST, LARGEST_OVER = 60, 84
EVEN, EVEN_OVER = 1.25, 1.7
"""Greatest ratio of the hexes of a city to those of the smallest one, and at the end."""
CHART = HEIGHT + MARGIN_OF_CHART
"""Height of the chart above the last table."""
WINNER = 1.3
"""Ratio of the hexes of the winner's city, at the end, to those for which the others have room."""
_NEVER_CAPPED = 30
"""Hex size that every city may have, however long another one is."""
_LEAST = 460
"""Least width of a panel: it needs room for the name."""
SITE = 440
"""Least height of the construction site beside a city."""


class Place(msgspec.Struct, frozen=True):
    """Position of a seat's panel, and the greatest size of its hexes."""

    seat: Seat
    x: int
    y: int
    width: int
    height: int
    figures: Figures
    largest: int = LARGEST

    @property
    def strip(self) -> int:
        """Height of the strip above the map."""
        return strip(self.figures)

    @property
    def room(self) -> tuple[int, int]:
        """Width and height of the map."""
        beside = SIDE if self.figures == "beside" else 0
        return self.width - 2 * FRAME - beside, self.height - self.strip - FRAME


class Layout(msgspec.Struct, frozen=True):
    """The picture of a table: its size and its panels, by seat."""

    width: int
    height: int
    places: tuple[Place, ...]
    site: Rect | None = None
    """Box of the construction site, where it lies beside a city instead of above all."""


def has_site_beside(view: View) -> bool:
    """Whether the construction site takes the place of a fourth city."""
    return view.seats == 3 and not view.over


def strip(figures: Figures) -> int:
    """Height of the strip above the map of a panel."""
    return ROW + (ABOVE if figures == "above" else 0)


def table_layout(
    view: View, boxes: Sequence[Box], top: int, theme: Theme, *, below_chart: bool = False
) -> Layout:
    """The layout of a table whose cities take up `boxes`, in hex radii, from `top` down.

    Figures stand beside the cities, which takes the least room, or above them where larger hexes
    fit then. Below a chart less room is left, and figures stand in place of the final table.
    """
    heights: Sequence[int] = HEIGHTS[view.seats]
    winners = view.winners if view.over else ()
    ways: tuple[Figures, ...] = ("none",) if view.over else ("beside", "above")
    if below_chart:
        ways, heights = ("above",), [height - CHART for height in heights]
    largest = LARGEST_OVER if view.over else LARGEST
    sheets = [_Sheet(boxes, way, theme.margin, top, width(view), largest, winners) for way in ways]
    if has_site_beside(view):
        sizes = [sheet.largest_with_site(heights[-1]) for sheet in sheets]
        best = sizes.index(max(sizes))
        return sheets[best].with_site(sizes[best], heights)
    columns = columns_of(view)
    sizes = [sheet.largest_fit(columns, heights[-1]) for sheet in sheets]
    best = sizes.index(max(sizes))
    height = _first_with_room(heights, sheets[best].height_for(columns, sizes[best]))
    return sheets[best].fill(columns, sizes[best], height)


def _first_with_room(heights: Sequence[int], needed: int) -> int:
    """The first height that is not less than what is needed, or the last one."""
    return next((height for height in heights if height >= needed), heights[-1])


def columns_of(view: View) -> Sequence[Sequence[Seat]]:
    """The seats of each column of a table."""
    if view.seats != 3:
        return COLUMNS[view.seats]
    first = view.winners[0] if view.winners else 0
    return (first,), tuple(seat for seat in range(3) if seat != first)


class _Sheet(msgspec.Struct, frozen=True):
    """The cities of a table and the sheet that they have to share."""

    boxes: Sequence[Box]
    figures: Figures
    margin: int
    top: int
    width: int
    largest: int
    winners: Sequence[Seat]

    def largest_fit(self, columns: Sequence[Sequence[Seat]], height: int) -> int:
        """The largest even hex size at which all cities fit."""
        for size in range(self.largest, SMALLEST, -2):
            widths, across = self._widths(columns, size), self._across(columns)
            alike = len(columns) * max(widths) if self._is_even(columns) else sum(widths)
            if alike <= across and self.height_for(columns, size) <= height:
                return size
        return SMALLEST

    def height_for(self, columns: Sequence[Sequence[Seat]], size: int) -> int:
        """Height of the sheet needed for hexes of `size`."""
        return self._foot + max(
            sum(self._heights(column, size)) + GAP * (len(column) - 1) for column in columns
        )

    def fill(self, columns: Sequence[Sequence[Seat]], size: int, height: int) -> Layout:
        """The panels, with the rest of the sheet shared out among them."""
        x, places = self.margin, list[Place]()
        for column, column_width in zip(columns, self._column_widths(columns, size), strict=True):
            room = height - self._foot - GAP * (len(column) - 1)
            y = self.top
            for seat, panel_height in zip(
                column, _share_out(self._heights(column, size), room), strict=True
            ):
                places.append(
                    Place(seat, x, y, column_width, panel_height, self.figures, self.largest)
                )
                y += panel_height + GAP
            x += column_width + GAP
        return Layout(self.width, height, tuple(self._even_out(places)))

    def _column_widths(self, columns: Sequence[Sequence[Seat]], size: int) -> list[int]:
        """Width of each column; a column of the winner alone, half empty otherwise, gets the rest.

        The others are as wide as their cities need.
        """
        needed, across = self._widths(columns, size), self._across(columns)
        if self.winners and [*map(len, columns)] == [1, 2]:
            return [across - sum(needed[1:]), *needed[1:]]
        return _share_out(needed, across)

    def largest_with_site(self, highest: int) -> int:
        """The largest even hex size at which three cities fit beside the construction site."""
        width = self._across((0, 1)) // 2
        for size in range(self.largest, SMALLEST, -2):
            height = self._foot + GAP + sum(self._rows(size))
            if max(self._widths(((0, 1, 2),), size)) <= width and height <= highest:
                return size
        return SMALLEST

    def with_site(self, size: int, heights: Sequence[int]) -> Layout:
        """Four equal columns and rows: the construction site, then three cities in their order."""
        width = self._across((0, 1)) // 2
        needed = self._rows(size)
        height = _first_with_room(heights, self._foot + GAP + sum(needed))
        rows = _share_out(needed, height - self._foot - GAP)
        lefts, tops = (self.margin, self.margin + width + GAP), (self.top, self.top + rows[0] + GAP)
        places = [
            Place(
                seat,
                lefts[(seat + 1) % 2],
                tops[(seat + 1) // 2],
                width,
                rows[(seat + 1) // 2],
                self.figures,
                size,
            )
            for seat in range(3)
        ]
        site = lefts[0], tops[0], lefts[0] + width, tops[0] + rows[0]
        return Layout(self.width, height, tuple(self._even_out(places)), site)

    def _rows(self, size: int) -> list[int]:
        """Height of the row of the site and a city, and of the row of two cities."""
        first, second, third = self._heights((0, 1, 2), size)
        return [max(SITE, first), max(second, third)]

    def _is_even(self, columns: Sequence[Sequence[Seat]]) -> bool:
        """Whether all columns have one width, so that few moves change the size of all panels."""
        return max(map(len, columns)) > 1 and not self.winners

    @property
    def _foot(self) -> int:
        """Height of the sheet above and below the panels."""
        return self.top + self.margin - 8

    def _across(self, columns: Sequence[object]) -> int:
        return self.width - 2 * self.margin - GAP * (len(columns) - 1)

    def _widths(self, columns: Sequence[Sequence[Seat]], size: int) -> list[int]:
        """Width of each column needed for hexes of `size`."""
        beside = 2 * FRAME + MARGIN + (SIDE if self.figures == "beside" else 0)
        needs = [
            max(self._size(seat, size) * _width(self.boxes[seat]) for seat in column)
            for column in columns
        ]
        return [max(_LEAST, ceil(need) + beside) for need in needs]

    def _heights(self, column: Sequence[Seat], size: int) -> list[int]:
        """Height of each panel of a column needed for hexes of `size`, and for its figures."""
        above = strip(self.figures) + FRAME
        least = LEAST_PITCH * FIGURES + 24 if self.figures == "beside" else 0
        return [
            max(ceil(self._size(seat, size) * _height(self.boxes[seat])) + MARGIN, least) + above
            for seat in column
        ]

    def _size(self, seat: Seat, size: int) -> float:
        """Hex size of a city where that of the others is `size`."""
        return WINNER * size if seat in self.winners else size

    def _even_out(self, places: Iterable[Place]) -> list[Place]:
        """Panels in seat order, with no city much larger than the smallest."""
        ordered = sorted(places, key=lambda place: place.seat)
        sizes = [size_within(self.boxes[each.seat], *each.room, each.largest) for each in ordered]
        even = EVEN_OVER if self.winners else EVEN
        cap = max(_NEVER_CAPPED, floor(even * min(sizes) / 2) * 2)
        return [
            msgspec.structs.replace(place, largest=min(size, cap))
            for place, size in zip(ordered, sizes, strict=True)
        ]


def _width(box: Box) -> float:
    return box[2] - box[0]


def _height(box: Box) -> float:
    return box[3] - box[1]


def _share_out(needed: Sequence[int], length: int) -> list[int]:
    """Parts of a length: equal ones, or each as long as needed with a share of the rest.

    Where there is room they are multiples of large steps, so they seldom change between moves.
    """
    count = len(needed)
    parts = [length // count] * count
    if max(needed) > parts[0]:
        for step in (40, 10, 1):
            stepped = [ceil(need / step) * step for need in needed]
            spare = length - sum(stepped)
            if spare >= 0:
                parts = [part + spare // count // step * step for part in stepped]
                break
    return [*parts[:-1], length - sum(parts[:-1])]


# ---- solo -----------------------------------------------------------------------------------


def architect_height(view: View) -> int:
    """The height of the architect's panel."""
    return ROW + ABOVE + 92 * architect_rows(view)


def architect_rows(view: View) -> int:
    """Number of rows of his tiles."""
    return 1 if turns_each(view) <= 18 else 2


def turns_each(view: View) -> int:
    """Number of tiles that the architect will have at the end (AK-91)."""
    return setup(view.seats, view.options.length).turns // 2
