"""Drawings as files: `data/art/<name>.svg`, which an illustrator can open and change.

They are a subset of SVG: paths of M, L, C and Z, ellipses and rectangles, each filled or drawn as a
line; every M begins a line or an area of its own. An element with a class is painted in the tone of
that name; the colour beside it only shows what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import msgspec

from render.canvas import ZOOM, Brush, Paint
from render.hexes import Point
from render.theme import Colour, rgb
from rules.assets import AssetError, find

STEPS = 8
"""Lines that a curve is drawn with."""
TOKEN = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")
SVG = "{http://www.w3.org/2000/svg}"


class Shape(msgspec.Struct, frozen=True):
    """An element of a drawing."""

    kind: Literal["area", "line", "ellipse", "rectangle"]
    points: tuple[Point, ...]
    """Its outline; of an ellipse its middle and its radii, of a rectangle two corners."""
    width: float
    """Width of a line; radius of the corners of a rectangle."""
    colour: Paint
    tone: str
    """Name of its tone; "" for its own colour."""


def draw(
    brush: Brush, name: str, tones: Mapping[str, Paint | int] | None = None, scale: float = 1
) -> None:
    """Draw a file at a scale. Raises AssetError where it is missing or damaged."""
    for shape in shapes(name):
        fill = (tones or {})[shape.tone] if shape.tone else shape.colour
        points, width = [(x * scale, y * scale) for x, y in shape.points], shape.width * scale
        if shape.kind == "area":
            brush.polygon(points, fill)
        elif shape.kind == "line":
            brush.line(points, fill, width)
        elif shape.kind == "ellipse":
            middle, (across, down) = points
            brush.ellipse(middle, across, fill, down)
        elif width:
            brush.round_box(*points[0], *points[1], width, fill)
        else:
            brush.box(*points[0], *points[1], fill)


def sheet(
    name: str,
    width: float,
    tones: Mapping[str, Paint | int] | None = None,
    *,
    zoom: int = ZOOM,
    mode: str = "RGBA",
) -> Brush:
    """Brush with a drawing of a width in pixels, ready to be reduced. Raises AssetError."""
    left, top, wide, high = box(name)
    brush = Brush(wide, high, unit=width / wide, zoom=zoom, mode=mode)
    brush.origin = (-left, -top)
    draw(brush, name, tones)
    return brush


def path(name: str) -> Path:
    """The file of a drawing. Raises AssetError."""
    return find(f"art/{name}.svg")


@cache
def box(name: str) -> tuple[float, ...]:
    """Left, top, width and height of a drawing, in its own units. Raises AssetError."""
    return tuple(map(float, _root(name).attrib["viewBox"].split()))


def _root(name: str) -> ElementTree.Element:
    try:
        return ElementTree.parse(path(name)).getroot()
    except ElementTree.ParseError as error:
        raise AssetError(f"The drawing {path(name)} cannot be used: {error}") from error


@cache
def shapes(name: str) -> tuple[Shape, ...]:
    """The elements of a drawing, the lowest first. Raises AssetError."""
    try:
        return tuple(chain.from_iterable(map(_shapes, _root(name))))
    except (KeyError, ValueError) as error:
        raise AssetError(f"The drawing {path(name)} cannot be used: {error!r}") from error


def colours(name: str) -> list[Colour]:
    """Colours of a drawing that are no tones."""
    return [shape.colour[:3] for shape in shapes(name) if not shape.tone]


def _shapes(element: ElementTree.Element) -> Iterator[Shape]:
    """The shape of an element; of a path one for each M."""
    tag, get = element.tag.removeprefix(SVG), element.attrib
    tone = get.get("class", "")
    is_line = "stroke" in get
    paint, opacity = ("stroke", "stroke-opacity") if is_line else ("fill", "fill-opacity")
    colour: Paint = rgb(get[paint])
    if opacity in get:
        colour = (*colour, round(255 * float(get[opacity])))
    number = {key: float(text) for key, text in get.items() if key in _NUMBERS}
    if tag == "path":
        kind: Literal["area", "line"] = "line" if is_line else "area"
        for part in get["d"].split("M")[1:]:
            points = tuple(_outline(["M", *TOKEN.findall(part)]))
            yield Shape(kind, points, number.get("stroke-width", 0), colour, tone)
    elif tag == "ellipse":
        middle, radii = (number["cx"], number["cy"]), (number["rx"], number["ry"])
        yield Shape("ellipse", (middle, radii), 0, colour, tone)
    elif tag == "rect":
        corner = (number["x"], number["y"])
        opposite = (corner[0] + number["width"], corner[1] + number["height"])
        yield Shape("rectangle", (corner, opposite), number.get("rx", 0), colour, tone)
    else:
        raise ValueError(tag)


_NUMBERS = {"cx", "cy", "rx", "ry", "x", "y", "width", "height", "stroke-width"}


def _outline(tokens: Sequence[str]) -> Iterator[Point]:
    """Points of a path."""
    at, place = (0.0, 0.0), 0
    while place < len(tokens) and (command := tokens[place]) != "Z":
        count = 6 if command == "C" else 2
        numbers = [float(token) for token in tokens[place + 1 : place + 1 + count]]
        points = [at, *zip(numbers[::2], numbers[1::2], strict=True)]
        if command == "C":
            yield from (_on_curve(points, step / STEPS) for step in range(1, STEPS))
        yield points[-1]
        at, place = points[-1], place + 1 + count


def _on_curve(points: Sequence[Point], share: float) -> Point:
    """Point of a curve from the first of four points to the last; the others are its handles."""
    while len(points) > 1:
        points = [
            ((1 - share) * x0 + share * x1, (1 - share) * y0 + share * y1)
            for (x0, y0), (x1, y1) in pairwise(points)
        ]
    return points[0]
