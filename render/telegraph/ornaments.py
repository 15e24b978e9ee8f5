"""Life on the prairie: a train on the longest free stretch, bison, a wagon, a wind pump."""

from __future__ import annotations

from math import pi, sin

from render import drawings
from render._settlements.look import CREAM, Look, Ornament, draw_file
from render.canvas import Brush
from render.theme import Colour, mix

_NIGHT: Colour = (44, 36, 20)


def _tones(look: Look) -> dict[str, Colour]:
    """Tones of the drawings on the sheet."""
    dark = mix(look.side, _NIGHT, 0.35)
    return {
        "dark": dark,
        "middle": mix(look.ground, look.side, 0.6),
        "light": mix(look.border, CREAM, 0.5),
        "shade": mix(look.ground, look.side, 0.35),
        "ground": look.ground,
        "smoke": mix(look.ground, CREAM, 0.42),
        "water": mix(look.terrains["water"].field, look.ground, 0.3),
        "far-1": mix(dark, look.ground, 0.34),
        "far-2": mix(dark, look.ground, 0.24),
    }


def _train(brush: Brush, look: Look, length: int) -> None:
    """An engine under steam with its cars, on a track that is as long as there is room."""
    tones, rail = _tones(look), 78.0
    for x in range(6, length - 6, 13):
        brush.box(x, rail + 1, x + 7, rail + 6, tones["middle"])
    brush.box(0, rail, length, rail + 2.4, tones["dark"])
    poles = range(30, length, 118)
    for x in poles:
        brush.box(x - 1.4, 26, x + 1.4, rail, tones["middle"])
        brush.box(x - 9, 31, x + 9, 33.4, tones["middle"])
    for x in poles[:-1]:
        sag = [(x + 118 * t / 12, 31 + 9 * sin(pi * t / 12)) for t in range(13)]
        brush.line(sag, tones["middle"], 1.2)
    nose = min(length - 26, 86 + 62 * min(4, (length - 88) // 62))
    cars = ("car", "open-car", "car")[: (nose - 92) // 62]
    places = (nose - 86, *(nose - 154 - 62 * index for index in range(len(cars))))
    for name, place in zip(("engine", *cars), places, strict=True):
        brush.origin = (place, 0)
        drawings.draw(brush, f"telegraph/{name}", tones)


ORNAMENTS = (
    Ornament((520, 440, 360, 280, 220, 170), 88, _train),
    Ornament((170, 140), 84, draw_file("bison", _tones)),
    Ornament((120, 100), 92, draw_file("wagon", _tones)),
    Ornament((90, 76), 120, draw_file("pump", _tones)),
)
