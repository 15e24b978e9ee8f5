"""The way of a link: dashes over the free hexes that a player still needs, round their symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import cos, pi, sin

import msgspec
from PIL import Image

from render import stamps
from render._settlements.land.frame import FULL, Frame
from render._settlements.land.terrain import hex_brush
from render._settlements.look import CREAM
from render.cache import memoize
from render.hexes import Point, length
from render.sprites import trim
from render.stamps import Stamp
from render.theme import SeatStyle
from rules.contract import Hex
from rules.hexgrid import neighbours


class Step(msgspec.Struct, frozen=True):
    """Crossing of a hex by a way: the directions of the sides where it enters and leaves."""

    enters: int
    leaves: int
    lane: int
    """0 for the first way over the hex; further ways run beside it."""
    clear: float
    """Radius left free round the symbol, in hex widths; 0 where there is no symbol."""


def steps(
    path: Sequence[Hex], built: set[Hex], taken: dict[Hex, int]
) -> Iterator[tuple[Hex, Step]]:
    """The free hexes of a way from city to city; `taken` counts the ways over each hex so far."""
    for before, at, after in zip(path, path[1:], path[2:], strict=False):
        if at not in built:
            sides = neighbours(at)
            yield at, Step(sides.index(before), sides.index(after), taken.get(at, 0), 0.0)
            taken[at] = taken.get(at, 0) + 1


def way_stamps(
    layer: int,
    crossed: Iterable[tuple[Hex, Step]],
    symbols: Mapping[Hex, str | None],
    frame: Frame,
    medal: tuple[float, float],
    style: SeatStyle,
) -> Iterator[Stamp]:
    """Dashes of a way; `medal` holds radius and drop of a symbol, in hex widths."""
    for at, step in crossed:
        radius = medal[0] + 0.075 if symbols.get(at) else 0.0
        sprite = dashes(msgspec.structs.replace(step, clear=radius), medal[1], frame.width, style)
        yield stamps.stamp_at(layer, sprite, *frame.centre(at))


@memoize
def dashes(step: Step, drop: float, width: int, style: SeatStyle) -> Image.Image:
    """A dashed line in a seat's colour on a cream one, across a hex."""
    unit = max(1.15, width / FULL)
    brush = hex_brush(width, pad=8)
    points = [(x * width, y * width) for x, y in _path(step, drop)]
    brush.line(points, CREAM, 9.5 * unit)
    for dash in _dash_segments(points, 20 * width / FULL):
        brush.line(dash, style.rim, 6.8 * unit)
    for dash in _dash_segments(points, 20 * width / FULL):
        brush.line(dash, style.colour, 4.6 * unit)
    return trim(brush.reduce())


def _path(step: Step, drop: float) -> list[Point]:
    """Path from the middle of one side to that of another, in hex widths from the centre."""
    start, turn = step.enters * pi / 3, (step.leaves - step.enters) % 6
    turn = turn - 6 if turn > 3 or (turn == 3 and step.lane % 2) else turn
    half = 0.5 * abs(cos(turn * pi / 6))
    shares = [share / 16 for share in range(17)]
    if not step.clear:
        return [_bezier_point(step, share) for share in shares]
    closest = max(step.clear, half) + 0.06 * (step.lane // 2 if abs(turn) == 3 else step.lane)
    path = []
    for share in shares:
        reach = 0.5 + (closest - 0.5) * sin(pi * share)
        angle = start + turn * pi / 3 * share
        lower = drop * sin(pi * share)
        path.append((reach * cos(angle), reach * sin(angle) + lower))
    return path


def _bezier_point(step: Step, share: float) -> Point:
    """Point on a quadratic Bézier curve from side to side; its bend depends on the lane."""
    (ax, ay), (bx, by) = (
        (0.5 * cos(side * pi / 3), 0.5 * sin(side * pi / 3)) for side in (step.enters, step.leaves)
    )
    aside = 0.16 * step.lane * (-1) ** step.lane
    middle = aside * (by - ay), aside * (ax - bx)
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return a * ax + b * middle[0] + c * bx, a * ay + b * middle[1] + c * by


def _dash_segments(points: Sequence[Point], period: float) -> Iterator[list[Point]]:
    """Dashes that begin and end with half a gap, so that they continue in the next hex."""
    far = [0.0, *accumulate(length(a, b) for a, b in pairwise(points))]
    count = max(1, round(far[-1] / period))
    for index in range(count):
        ends = ((index + share) * far[-1] / count for share in (0.22, 0.5, 0.78))
        yield [_point_along(points, far, end) for end in ends]


def _point_along(points: Sequence[Point], far: Sequence[float], along: float) -> Point:
    """The point of a line at a distance from its beginning."""
    place = next(index for index in range(1, len(far)) if far[index] >= along)
    (ax, ay), (bx, by) = points[place - 1], points[place]
    share = (along - far[place - 1]) / (far[place] - far[place - 1])
    return ax + (bx - ax) * share, ay + (by - ay) * share
