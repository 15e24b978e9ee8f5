"""Places of the names of cities: near their city, over no number and no mark of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec
from PIL import Image

from render._settlements.land.frame import Frame
from render._settlements.look import Look
from render._settlements.map import buildings, cities, marks
from render.canvas import Rect
from rules._settlements.view import View
from rules.contract import Hex

_DOWN, _ACROSS = (0.3, 0.5, -0.5, 0.7, -0.7, 0, 0.9, -0.9), (0, -0.4, 0.4, -0.8, 0.8, -1.2, 1.2)
"""Places that are tried, from the middle of the city in hex widths."""
_SKYLINE = (0.6, 0.55)
"""Size of the drawing of a city, in hex widths."""


class Name(msgspec.Struct, frozen=True):
    """The name of a city on its ribbon, with its middle at (x, y)."""

    ribbon: Image.Image
    x: int
    y: int

    @property
    def box(self) -> Rect:
        """Box of the ribbon without its shadow."""
        left, top, right, bottom = _box((self.x, self.y), *self.ribbon.size)
        return left, top, right - cities.SHADOW[0], bottom - cities.SHADOW[1]


def city_names(
    view: View,
    frame: Frame,
    look: Look,
    language: str,
    kept_free: Sequence[Rect],
    legible: Sequence[Rect] = (),
) -> Iterator[Name]:
    """Name of each city on the map, near it, where it covers least of the drawings of cities.

    None lies on a number, a mark, another name, or the boxes that are `kept_free`; and on one that
    is to stay `legible` only where there is no room else.
    """
    solid = [*kept_free, *figure_boxes(view, frame)]
    skylines = [
        _box(frame.centre(city.at), *(round(side * frame.width) for side in _SKYLINE))
        for city in view.board.cities
    ]
    for city in view.board.cities:
        x, y = frame.centre(city.at)
        if not (0 <= x < frame.size[0] and 0 <= y < frame.size[1]):
            continue
        for places, reach in _STAGES:
            tried = [
                Name(ribbon, x + across, y + down)
                for ribbon in cities.ribbons(look, city.id, language)
                for across, down in places(frame)
            ]
            side = 2 * reach * frame.width
            near, covered, read = (
                [box for box in boxes if _overlap(box, _box((x, y), side, side))]
                for boxes in (solid, skylines, legible)
            )
            ordered = sorted(tried, key=lambda name: _cost(name, (x, y), covered, read))
            best = next((name for name in ordered if _is_free(name.box, near, frame)), None)
            if best:
                break
        solid.append((best or ordered[0]).box)
        yield best or ordered[0]


def _cost(
    name: Name, city: tuple[int, int], skylines: Sequence[Rect], legible: Sequence[Rect]
) -> float:
    """What a place costs: the drawings and texts that it covers, and its distance from the city."""
    far = abs(name.x - city[0]) + 1.5 * abs(name.y - city[1])
    drawings, texts = (
        sum(_overlap(name.box, each) for each in boxes) for boxes in (skylines, legible)
    )
    return 40 * far + 3 * drawings + 20 * texts


def _is_free(box: Rect, solid: Sequence[Rect], frame: Frame) -> bool:
    """Whether a box lies on the map, and on none of those that are solid."""
    left, top, right, bottom = box
    if left < _EDGE or top < _EDGE or right > frame.size[0] - _EDGE:
        return False
    return bottom <= frame.size[1] - _EDGE and not any(
        left < x2 and x < right and top < y2 and y < bottom for x, y, x2, y2 in solid
    )


_EDGE = 8
"""Distance from the edge of the map that a name keeps."""


def _places(frame: Frame) -> Iterator[tuple[int, int]]:
    """The places round a city that are tried first."""
    for down, across in product(_DOWN, _ACROSS):
        yield round(across * frame.width), round(down * frame.width)


def _places_between_numbers(frame: Frame) -> Iterator[tuple[int, int]]:
    """Many places between two rows of numbers."""
    for row, across in product(range(-2, 4), range(-24, 25)):
        down = buildings.plate_drop(frame.width) + (row - 0.5) * frame.row
        yield across * frame.width // 10, round(down + cities.SHADOW[1] / 2)


def _far_places(frame: Frame) -> Iterator[tuple[int, int]]:
    """Places farther off, for a map so large that no name fits between its numbers."""
    for down, across in product(range(-8, 9), range(-8, 9)):
        yield across * frame.width // 2, down * frame.width // 2


_STAGES = ((_places, 4), (_places_between_numbers, 5), (_far_places, 7))
"""Places that are tried one after the other, and how far a name there may reach, in hex widths."""


def figure_boxes(view: View, frame: Frame) -> Iterator[Rect]:
    """Boxes of the numbers of buildings and of the marks of seats."""
    drop, number = buildings.plate_drop(frame.width), buildings.number_box(frame.width)
    for each in view.board.buildings:
        x, y = frame.centre(each.hex)
        yield _box((x, y + drop), *number)
    lift, size = marks.lift_for(frame.width), marks.size_for(frame.width)
    for at in first_hexes(view):
        x, y = frame.centre(at)
        yield _box((x, y - lift), size, size)


def first_hexes(view: View) -> Iterator[Hex]:
    """The upper left hex of each settlement, which bears the mark of its owner."""
    for player in view.players:
        for settlement in player.settlements:
            yield min(settlement.hexes, key=lambda at: (at[1], at[0]))


def _box(middle: tuple[int, int], width: int, height: int) -> Rect:
    x, y = middle[0] - width // 2, middle[1] - height // 2
    return x, y, x + width, y + height


def _overlap(a: Rect, b: Rect) -> int:
    """Area that two boxes have in common."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0
