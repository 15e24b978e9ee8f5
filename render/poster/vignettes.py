"""Vignettes for the empty parts of a map: a compass rose, ships, dolphins."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random

from PIL import Image

from render.cache import memoize
from render.canvas import Paint
from render.drawings import sheet
from render.hexes import Point
from render.theme import Colour, mix


def free_spots(
    size: tuple[int, int], taken: Sequence[Point], foot: float, inset: int, luck: Random
) -> list[tuple[float, Point]]:
    """Six spots far from points `taken` and from each other, as (room, point), roomiest first."""
    width, _ = size
    tried = [
        (luck.uniform(inset + 60, width - inset - 60), luck.uniform(inset + 60, foot - 60))
        for _ in range(500)
    ]
    spots: list[tuple[float, Point]] = []
    for _ in range(6):

        def room(at: Point) -> float:
            edge = min(at[0] - inset, width - inset - at[0], at[1] - inset, foot - at[1])
            nearest = min(
                (hypot(at[0] - x, at[1] - y) - r * 1.15 for r, (x, y) in spots), default=9e9
            )
            return min(edge, nearest, min(hypot(at[0] - x, at[1] - y) for x, y in taken))

        best = max(tried, key=room)
        spots.append((room(best), best))
    return sorted(spots, reverse=True)


@memoize
def rose(radius: int, ink: Colour, light: Colour, accent: Colour) -> Image.Image:
    """A compass rose of thirty-two winds, its north a lily."""
    tones: dict[str, Paint | int] = {"ink": ink, "light": light, "accent": accent}
    tones["halo"] = (*light, 90)
    return sheet("poster/rose", 2.6 * radius, tones).reduce()


@memoize
def trireme(width: int, ink: Colour, sail: Colour, hull: Colour) -> Image.Image:
    """A ship with a ram, an eye and a striped sail, rowing to the left."""
    tones = {"ink": ink, "sail": sail, "hull": hull, "stripe": mix(sail, hull, 0.55)}
    return sheet("poster/trireme", width, tones).reduce()


@memoize
def dolphin(width: int, ink: Colour, body: Colour) -> Image.Image:
    """A leaping dolphin."""
    return sheet("poster/dolphin", width, {"ink": ink, "body": body}).reduce()
