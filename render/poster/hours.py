"""The hour of a table: its light and shadows, and the paper that goes with it."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

import msgspec

from render.light import light_of
from render.theme import Colour, rgb


class Tones(msgspec.Struct, frozen=True):
    """The tones of a poster at one of the four hours."""

    name: str
    sky: tuple[Colour, Colour, Colour]
    """Tones of the sky, from the top to the horizon."""
    haze: Colour
    """Tone into which distant things fade."""
    sun: Colour
    tint: Colour
    """Tone by which the whole picture is multiplied."""
    shadow: Colour
    reach: float
    """Length of shadows, as a multiple of the height of the thing."""
    paper: Colour
    ink: Colour
    faint: Colour
    """Tone of rules and small text."""
    lamps: bool = False
    """Whether windows are lit."""


HOURS = (
    Tones(
        name="morning",
        sky=(rgb("#7FB0CF"), rgb("#C9DDE0"), rgb("#FBE6CF")),
        haze=rgb("#EBDDCF"),
        sun=rgb("#FFF3D6"),
        tint=rgb("#FFF4EA"),
        shadow=rgb("#3D4A63"),
        reach=1.9,
        paper=rgb("#F4EDE2"),
        ink=rgb("#33302E"),
        faint=rgb("#7C7064"),
    ),
    Tones(
        name="noon",
        sky=(rgb("#3F8FC4"), rgb("#83BEDC"), rgb("#DCEDE6")),
        haze=rgb("#DCE6DA"),
        sun=rgb("#FFFFF2"),
        tint=rgb("#FFFFFF"),
        shadow=rgb("#2A3340"),
        reach=0.9,
        paper=rgb("#F5EFDD"),
        ink=rgb("#2B2A26"),
        faint=rgb("#746B53"),
    ),
    Tones(
        name="evening",
        sky=(rgb("#59648F"), rgb("#D58C6E"), rgb("#FBCB7E")),
        haze=rgb("#F0B683"),
        sun=rgb("#FFE3A0"),
        tint=rgb("#FFEBD2"),
        shadow=rgb("#3C2A48"),
        reach=2.6,
        paper=rgb("#F6E9D3"),
        ink=rgb("#3A2A24"),
        faint=rgb("#86684C"),
    ),
    Tones(
        name="night",
        sky=(rgb("#0B1430"), rgb("#1D2E58"), rgb("#44587F")),
        haze=rgb("#3A4B72"),
        sun=rgb("#F2EFDC"),
        tint=rgb("#7C90CE"),
        shadow=rgb("#070B1C"),
        reach=1.3,
        paper=rgb("#161D33"),
        ink=rgb("#F1E6C8"),
        faint=rgb("#B9A978"),
        lamps=True,
    ),
)


def hour_of(seal: str) -> Tones:
    """The hour of the table with this seal; noon where there is none."""
    name = light_of(seal).hour
    return next((hour for hour in HOURS if hour.name == name), HOURS[1])


def luck_of(seal: str, purpose: str) -> Random:
    """Random numbers that are always the same for a table and a purpose, as its clouds."""
    return Random(int.from_bytes(_digest(seal, purpose)))


def _digest(seal: str, purpose: str) -> bytes:
    return blake2b(f"{purpose}/{seal}".encode(), digest_size=8).digest()
