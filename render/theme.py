"""Theme of all pictures: colours, fonts, and a colour, shape and letter for each seat."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec
from PIL import ImageFont

Weight = Literal["regular", "semibold", "bold", "serif", "italic"]
Colour = tuple[int, int, int]

DATA = Path(__file__).parents[1] / "data"

_FACES: dict[Weight, tuple[str, str]] = {
    "regular": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "bold": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    "serif": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "italic": ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
}


def rgb(text: str) -> Colour:
    """The colour written `#RRGGBB`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """`share` of `b` in `a`."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


class SeatStyle(msgspec.Struct, frozen=True):
    """Style of a seat: colour, shape and letter, so that colour alone never matters."""

    colour: Colour
    rim: Colour
    shape: Literal["circle", "square", "triangle", "diamond"]
    letter: str
    on_band: Colour
    """Text on a full band of the seat's colour."""
    bright: Colour = rgb("#F4EFE6")
    """The seat's colour in small cells and thin lines on a dark panel."""


class Theme(msgspec.Struct, frozen=True):
    """The tokens of the family look."""

    frame: Colour = rgb("#1F2530")
    panel: Colour = rgb("#2A3240")
    panel_lit: Colour = rgb("#36425A")
    edge: Colour = rgb("#3A4455")
    groove: Colour = rgb("#323B4A")
    text: Colour = rgb("#F4EFE6")
    muted: Colour = rgb("#AEB6C2")
    faint: Colour = rgb("#98A2B0")
    ink: Colour = rgb("#2B2620")
    white: Colour = rgb("#FFFFFF")
    last: Colour = rgb("#FFE27A")
    last_rim: Colour = rgb("#2B2008")
    gold: Colour = rgb("#E9B93F")
    cost: Colour = rgb("#5A1710")
    gain: Colour = rgb("#1D4A2A")
    loss: Colour = rgb("#F0653F")
    margin: int = 32
    radius: int = 18
    palette: str = "palette"
    """The file of its 256 colours in data/, which depends on the materials of the game."""
    seats: tuple[SeatStyle, ...] = (
        SeatStyle(rgb("#F8C23F"), rgb("#7A5200"), "circle", "A", rgb("#2B2008"), rgb("#F8C23F")),
        SeatStyle(rgb("#55A3E8"), rgb("#0D3766"), "square", "B", rgb("#0A2038"), rgb("#55A3E8")),
        SeatStyle(rgb("#CC3F24"), rgb("#6B1B0C"), "triangle", "C", rgb("#FFFFFF"), rgb("#EC6A4E")),
        SeatStyle(rgb("#57307F"), rgb("#361A52"), "diamond", "D", rgb("#FFFFFF"), rgb("#A283CE")),
    )

    def tokens(self) -> list[Colour]:
        """Every colour that the palette must hold exactly."""
        plain = [value for value in msgspec.structs.astuple(self) if _is_colour(value)]
        parts = [part for seat in self.seats for part in msgspec.structs.astuple(seat)]
        return plain + [part for part in parts if _is_colour(part)]


THEME = Theme()


def without_letters(theme: Theme) -> Theme:
    """The theme for marks so small that their letters could not be read."""
    seats = (msgspec.structs.replace(seat, letter=" ") for seat in theme.seats)
    return msgspec.structs.replace(theme, seats=tuple(seats))


def palette_file(name: str) -> Path:
    """File of the colours of a palette."""
    return DATA / f"{name}.json"


@lru_cache
def palette(name: str = THEME.palette) -> tuple[Colour, ...]:
    """The 256 colours of every picture of a look, built by `python -m render.palette`."""
    colours = msgspec.json.decode(palette_file(name).read_bytes(), type=list[str])
    return tuple(rgb(colour) for colour in colours)


@lru_cache
def font(size: int, weight: Weight = "semibold") -> ImageFont.FreeTypeFont:
    """Font of a weight at `size` pixels."""
    package, name = _FACES[weight]
    with resources.as_file(resources.files(package) / "files" / name) as path:
        return ImageFont.truetype(path, size)


def _is_colour(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], int)
