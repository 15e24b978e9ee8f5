"""Life on the prairie: a train on the longest free stretch, bison, a wagon, a wind pump."""

from __future__ import annotations

from math import pi, sin

from render import drawings
from render._settlements.look import Ornament, from_file
from render.canvas import Brush
from render.theme import rgb

_RAIL, _TIE = rgb("#574A2E"), rgb("#7E704D")


def _train(brush: Brush, length: int) -> None:
    """Draw an engine under steam with its cars, on a track that is as long as there is room."""
    top = 78.0
    for x in range(6, length - 6, 13):
        brush.box(x, top + 1, x + 7, top + 6, _TIE)
    brush.box(0, top, length, top + 2.4, _RAIL)
    poles = range(30, length, 118)
    for x in poles:
        brush.box(x - 1.4, 26, x + 1.4, top, _TIE)
        brush.box(x - 9, 31, x + 9, 33.4, _TIE)
    for x in poles[:-1]:
        sag = [(x + 118 * t / 12, 31 + 9 * sin(pi * t / 12)) for t in range(13)]
        brush.line(sag, _TIE, 1.2)
    nose = min(length - 26, 86 + 62 * min(4, (length - 88) // 62))
    cars = ("car", "open-car", "car")[: (nose - 92) // 62]
    places = (nose - 86, *(nose - 154 - 62 * index for index in range(len(cars))))
    for name, place in zip(("engine", *cars), places, strict=True):
        brush.origin = (place, 0)
        drawings.draw(brush, f"telegraph/{name}")


ORNAMENTS = (
    Ornament((520, 440, 360, 280, 220, 170), 88, _train),
    Ornament((170, 140), 84, from_file("telegraph/bison")),
    Ornament((120, 100), 92, from_file("telegraph/wagon")),
    Ornament((90, 76), 120, from_file("telegraph/pump")),
)
