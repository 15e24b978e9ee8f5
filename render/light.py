"""The hour at which a table is seen: its seal decides, so that no two tables look quite alike.

A light changes the 256 colours when a picture is written: the pixels are those of the day, so
sprites, maps and compressed rows are cached once for all hours. `Pictures.light_shares` says which
share of the light each colour takes: the land takes it wholly, pieces a little, panels and seats
nothing; colours between two of these take something between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from render.theme import THEME, Colour, palette

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


def _share(colour: Colour, fixed: LightShares) -> float:
    """Share of the light for a colour: the mean of the fixed shares, those nearest by far first."""
    if colour in fixed:
        return fixed[colour]
    near = dict.fromkeys(fixed.values(), 0.0)
    for fixed_colour, share in fixed.items():
        near[share] += 1 / sum((a - b) ** 2 for a, b in zip(colour, fixed_colour, strict=True)) ** 4
    return sum(share * weight for share, weight in near.items()) / sum(near.values())
