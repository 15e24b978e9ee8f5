"""From drawing to file: antialiased sprites, RGB panels, the sheet in the fixed palette, the PNG.

A picture is a sheet of panels. Each panel is drawn in RGB and brought to the theme's 256 colours
once; it may then be kept and pasted again, since the colour of a pixel does not depend on its
surroundings. The file is written in bands of rows, each deflated by itself, so a band that was
written before costs nothing. Neither shortcut changes a byte of the result.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, reduce
from io import BytesIO

import msgspec
from PIL import Image, ImageChops, ImageDraw

from render.hexes import Point
from render.text import Label, label
from render.theme import THEME, Colour, Theme, palette

MAX_WIDTH = 1600
MAX_BYTES = 500_000
ZOOM = 4
_BAND_ROWS = 50
_LEVEL = 1

Paint = Colour | tuple[int, int, int, int]
Rect = tuple[int, int, int, int]
"""left, top, right, bottom; right and bottom are outside"""


class Brush:
    """Draws antialiased shapes on a transparent sheet: at `zoom` times the size, then reduced."""

    def __init__(
        self, width: float, height: float, *, unit: float = 1, zoom: int = ZOOM, mode: str = "RGBA"
    ) -> None:
        self.zoom, self.scale = zoom, unit * zoom
        self.image = Image.new(mode, (round(width * unit) * zoom, round(height * unit) * zoom))
        self.pen = ImageDraw.Draw(self.image)
        self.origin: Point = (0.0, 0.0)

    def at(self, point: Point) -> Point:
        """Where `point`, counted from the origin in units, lies on the large sheet."""
        return (point[0] + self.origin[0]) * self.scale, (point[1] + self.origin[1]) * self.scale

    def polygon(self, points: Sequence[Point], fill: Paint | int) -> None:
        """A filled polygon."""
        self.pen.polygon([self.at(point) for point in points], fill=fill)

    def line(self, points: Sequence[Point], fill: Paint | int, width: float) -> None:
        """A line of `width` units with round joints."""
        self.pen.line(
            [self.at(point) for point in points],
            fill=fill,
            width=max(1, round(width * self.scale)),
            joint="curve",
        )

    def outline(self, points: Sequence[Point], fill: Paint | int, width: float) -> None:
        """The closed line along a polygon."""
        self.line([*points, points[0], points[1]], fill, width)

    def ellipse(
        self, centre: Point, radius: float, fill: Paint | int, tall: float | None = None
    ) -> None:
        """A filled circle, or an ellipse of half height `tall`."""
        x, y = self.at(centre)
        wide, high = radius * self.scale, (radius if tall is None else tall) * self.scale
        self.pen.ellipse((x - wide, y - high, x + wide, y + high), fill=fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Paint | int) -> None:
        """A filled rectangle."""
        (x0, y0), (x1, y1) = self.at((left, top)), self.at((right, bottom))
        self.pen.rectangle((x0, y0, x1 - 1, y1 - 1), fill=fill)

    def rounded(
        self, left: float, top: float, right: float, bottom: float, radius: float, fill: Paint | int
    ) -> None:
        """A filled rectangle with round corners."""
        (x0, y0), (x1, y1) = self.at((left, top)), self.at((right, bottom))
        self.pen.rounded_rectangle((x0, y0, x1 - 1, y1 - 1), radius * self.scale, fill=fill)

    def done(self) -> Image.Image:
        """The finished sprite, at its real size."""
        return self.image.reduce(self.zoom)


class Canvas:
    """An RGB panel under construction, in whole pixels."""

    def __init__(self, width: int, height: int, theme: Theme = THEME) -> None:
        self.theme = theme
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width, height), theme.frame)

    @classmethod
    def over(cls, image: Image.Image, theme: Theme = THEME) -> Canvas:
        """A canvas that draws on an RGB picture."""
        canvas = cls(0, 0, theme)
        canvas.width, canvas.height = image.size
        canvas.image = image
        return canvas

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Lay a sprite with its top left corner at (x, y)."""
        self.image.paste(sprite, (round(x), round(y)), sprite if sprite.mode == "RGBA" else None)

    def centred(self, sprite: Image.Image, x: float, y: float) -> None:
        """Lay a sprite with its middle at (x, y)."""
        self.paste(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def stain(self, mask: Image.Image, colour: Colour, x: float, y: float) -> None:
        """Colour what a mask covers, its top left corner at (x, y)."""
        self.image.paste(colour, (round(x), round(y)), mask)

    def box(self, rect: Rect, fill: Colour) -> None:
        """A filled rectangle."""
        self.image.paste(fill, rect)

    def rounded(
        self, rect: Rect, fill: Colour, radius: int, *, top: bool = True, bottom: bool = True
    ) -> None:
        """A filled rectangle with smooth round corners above, below, or both."""
        left, high, right, low = rect
        self.box((left, high + radius * top, right, low - radius * bottom), fill)
        if top:
            self.box((left + radius, high, right - radius, high + radius), fill)
            self.stain(_corner(radius, "tl"), fill, left, high)
            self.stain(_corner(radius, "tr"), fill, right - radius, high)
        if bottom:
            self.box((left + radius, low - radius, right - radius, low), fill)
            self.stain(_corner(radius, "bl"), fill, left, low - radius)
            self.stain(_corner(radius, "br"), fill, right - radius, low - radius)

    def inlay(self, picture: Image.Image, x: int, y: int, radius: int) -> None:
        """Lay an opaque picture with round corners."""
        right, low = x + picture.width - radius, y + picture.height - radius
        places = (("tl", x, y), ("tr", right, y), ("bl", x, low), ("br", right, low))
        behind = [self.image.crop((cx, cy, cx + radius, cy + radius)) for _, cx, cy in places]
        self.image.paste(picture, (x, y))
        for (which, cx, cy), saved in zip(places, behind, strict=True):
            self.image.paste(saved, (cx, cy), ImageChops.invert(_corner(radius, which)))

    def text(self, words: str, x: float, y: float, style: Label, anchor: str = "l") -> int:
        """Write with the middle of the figures at height y; `anchor` l, m or r. The width."""
        if not words:
            return 0
        setting = label(words, style)
        offset = {"l": 0.0, "m": setting.width / 2, "r": setting.width}[anchor]
        self.paste(setting.sprite, x - offset + setting.shift[0], y + setting.shift[1])
        return setting.width

    def flat(self) -> Image.Image:
        """The panel in the fixed palette."""
        for drawn in _watches:
            drawn.append(self.image)
        return flattened(self.image)


class Sheet:
    """The whole picture in the fixed palette, put together from panels."""

    def __init__(self, width: int, height: int, theme: Theme = THEME) -> None:
        if not 0 < width <= MAX_WIDTH:
            raise ValueError(f"a picture is at most {MAX_WIDTH} px wide, not {width}")
        self.width, self.height = width, height
        self.rows = Image.new("P", (width + 1, height), palette().index(theme.frame))
        self.rows.paste(0, (0, 0, 1, height))

    def paste(self, panel: Image.Image, x: int, y: int) -> None:
        """Lay a panel of the same palette."""
        self.rows.paste(panel, (x + 1, y))

    def png(self) -> bytes:
        """The file. Raises ValueError above the size that a post may have."""
        data = encode(self.rows.tobytes(), self.width, self.height)
        if len(data) > MAX_BYTES:
            raise ValueError(f"the picture has {len(data)} bytes, more than {MAX_BYTES}")
        return data


def flattened(image: Image.Image) -> Image.Image:
    """An RGB picture in the fixed palette."""
    return image.quantize(palette=_palette_image(), dither=Image.Dither.NONE)


def forget_bands() -> None:
    """Forget what was written before; only speed changes."""
    _deflated.cache_clear()


_watches: list[list[Image.Image]] = []


@contextmanager
def watched() -> Iterator[list[Image.Image]]:
    """Collects the panels drawn inside the block as they were before the palette, in RGB."""
    drawn: list[Image.Image] = []
    _watches.append(drawn)
    try:
        yield drawn
    finally:
        _watches.remove(drawn)


def encode(rows: bytes, width: int, height: int) -> bytes:
    """A palette PNG from scan lines that begin with their filter byte, 0."""
    step = _BAND_ROWS * (width + 1)
    bands = [_deflated(rows[start : start + step]) for start in range(0, len(rows), step)]
    check = reduce(_joined, bands).check
    pieces = (b"\x78\x01", *(band.deflated for band in bands), b"\x03\x00")
    stream = b"".join((*pieces, struct.pack(">I", check)))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", _palette_bytes()),
            _chunk(b"IDAT", stream),
            _chunk(b"IEND", b""),
        )
    )


class Band(msgspec.Struct, frozen=True):
    """Rows deflated by themselves, their number of bytes before, and the Adler-32 of these."""

    deflated: bytes
    length: int
    check: int


def _joined(one: Band, other: Band) -> Band:
    """The check sum of two bands from those of each; the bytes are joined elsewhere."""
    prime = 65521
    low = (one.check & 0xFFFF) + (other.check & 0xFFFF) - 1
    high = (one.check >> 16) + (other.check >> 16) + other.length * ((one.check & 0xFFFF) - 1)
    check = (high % prime) << 16 | low % prime
    return Band(b"", one.length + other.length, check)


def pocket(image: Image.Image) -> bytes:
    """The file of a small picture with transparency, for an emoji."""
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


@lru_cache(maxsize=160)
def _deflated(rows: bytes) -> Band:
    squeezer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    deflated = squeezer.compress(rows) + squeezer.flush(zlib.Z_FULL_FLUSH)
    return Band(deflated, len(rows), zlib.adler32(rows))


def _chunk(name: bytes, body: bytes) -> bytes:
    check = zlib.crc32(body, zlib.crc32(name))
    return b"".join((struct.pack(">I", len(body)), name, body, struct.pack(">I", check)))


@lru_cache
def _palette_bytes() -> bytes:
    return b"".join(bytes(colour) for colour in palette())


@lru_cache
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_palette_bytes())
    return image


@lru_cache
def _corner(radius: int, which: str) -> Image.Image:
    brush = Brush(radius, radius, mode="L")
    x, y = (radius if "l" in which else 0), (radius if "t" in which else 0)
    brush.ellipse((x, y), radius, 255)
    return brush.done()
