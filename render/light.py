"""The hour at which a table is seen: its seal decides, so that no two tables look quite alike.

A light changes the 256 colours when a picture is written: sprites, panels and maps are those of
the day and cached once for all hours. `Pictures.light_shares` says which share of the light each
colour takes: the land takes it wholly, pieces a little, seats nothing; colours between two of these
take something between. It falls on lands only: beside them each pixel takes the colour that is then
most like its own (`unlit_indices`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cbrt, dist
from typing import Literal

import msgspec

from render.theme import THEME, Colour, palette

Lab = tuple[float, float, float]
Hour = Literal["day", "morning", "noon", "evening", "night"]
LightShares = Mapping[Colour, float]
"""Colours, and how much of the light each takes: from 0, nothing, to 1."""


class Light(msgspec.Struct, frozen=True):
    """An hour of the day."""

    hour: Hour = "day"
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Factors of red, green and blue of the land."""
    shadow: tuple[float, float] = (1.0, 1.0)
    """Reach of shadows to the right and downwards, relative to those of the day."""
    lamps: bool = False
    """Whether it is so dark that lamps are lit."""

    def apply(self, colour: Colour, share: float = 1.0) -> Colour:
        """A colour in this light, of which it takes a share."""
        red, green, blue = (
            max(0, min(255, round(part * (1 + (factor - 1) * share))))
            for part, factor in zip(colour, self.tint, strict=True)
        )
        return red, green, blue


DAY = Light()
HOURS = (
    Light("morning", (1.12, 1.02, 1.06), (1.7, 0.7)),
    Light("noon", (1.12, 1.11, 1.00), (0.5, 0.8)),
    Light("evening", (1.13, 0.97, 0.82), (1.9, 1.1)),
    Light("night", (0.70, 0.86, 1.24), (0.8, 0.8), lamps=True),
)


def light_of(seal: str) -> Light:
    """Light of a table by the seal of its luck; the light of the day without one."""
    return HOURS[int(seal[:8], 16) % len(HOURS)] if seal else DAY


def palette_in_light(name: str, light: Light, shares: LightShares) -> Sequence[Colour]:
    """Colours of the palette called `name` in a light."""
    return palette(name) if light == DAY else _palette_in_light(name, light, tuple(shares.items()))


@lru_cache(maxsize=32)
def _palette_in_light(
    name: str, light: Light, shares: tuple[tuple[Colour, float], ...]
) -> tuple[Colour, ...]:
    fixed = dict.fromkeys(THEME.tokens(), 0.0) | dict(shares)
    return tuple(light.apply(colour, _share(colour, fixed)) for colour in palette(name))


def unlit_indices(name: str, light: Light, shares: LightShares) -> Sequence[int]:
    """For each colour of a palette, the one that is most like it once all are in a light."""
    return _unlit_indices(name, light, tuple(shares.items()))


@lru_cache(maxsize=32)
def _unlit_indices(
    name: str, light: Light, shares: tuple[tuple[Colour, float], ...]
) -> tuple[int, ...]:
    before, after = palette(name), _palette_in_light(name, light, shares)
    places = list(map(_lab, after))
    return tuple(
        index if after[index] == colour else _nearest(_lab(colour), places)
        for index, colour in enumerate(before)
    )


def _nearest(place: Lab, places: Sequence[Lab]) -> int:
    return min(range(len(places)), key=lambda index: dist(place, places[index]))


def _lab(colour: Colour) -> Lab:
    """Place of an sRGB colour in CIELAB, where distances are those that the eye sees."""
    red, green, blue = (
        part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    x, y, z = (
        cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            0.4339 * red + 0.3762 * green + 0.1899 * blue,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            0.0177 * red + 0.1095 * green + 0.8728 * blue,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _share(colour: Colour, fixed: LightShares) -> float:
    """Share of the light for a colour: the mean of the fixed shares, those nearest by far first."""
    if colour in fixed:
        return fixed[colour]
    near = dict.fromkeys(fixed.values(), 0.0)
    for fixed_colour, share in fixed.items():
        near[share] += 1 / sum((a - b) ** 2 for a, b in zip(colour, fixed_colour, strict=True)) ** 4
    return sum(share * weight for share, weight in near.items()) / sum(near.values())
