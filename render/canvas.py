"""Brush, canvas and sheet: from antialiased sprites over RGB panels to the file.

A picture is a sheet of panels. Each panel is drawn in RGB and quantized to the theme's 256 colours
once; it may then be cached and pasted again, since the colour of a pixel does not depend on its
surroundings. The cache changes no byte of the result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from render import pillow, png
from render.cache import memoize
from render.hexes import Point
from render.light import DAY, Light, LightShares, palette_in_light, unlit_indices
from render.text import Label, label
from render.theme import THEME, Colour, Theme, palette

PUBLIC_WIDTH, TALLEST = 1280, 1.11
"""Greatest width of the picture of a table, and its greatest height as a share of that: a phone
shows it 314 px wide, a computer in a box of 550 × 350."""
MAX_WIDTH = 1600
"""Greatest width of any picture."""
MAX_BYTES = 500_000
"""Greatest size of the file of a picture, which the tests check."""
ZOOM = 4
FADE = 24
"""Width of an edge that fades, in pixels."""

Paint = Colour | tuple[int, int, int, int]
Rect = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are outside."""


class Brush:
    """Draws antialiased shapes on a transparent sheet: at `zoom` times the size, then reduced."""

    def __init__(
        self,
        width: float,
        height: float,
        *,
        unit: float = 1,
        zoom: int = ZOOM,
        mode: str = "RGBA",
        centred: bool = False,
    ) -> None:
        """The origin of what is drawn is the upper left corner, or the middle if `centred`."""
        self.zoom, self.scale = zoom, unit * zoom
        self.image = Image.new(mode, (round(width * unit) * zoom, round(height * unit) * zoom))
        self.pen = ImageDraw.Draw(self.image)
        self.origin: Point = (width / 2, height / 2) if centred else (0.0, 0.0)

    def pixel(self, point: Point) -> Point:
        """Place on the zoomed sheet of a point in units from the origin."""
        return (point[0] + self.origin[0]) * self.scale, (point[1] + self.origin[1]) * self.scale

    def polygon(self, points: Sequence[Point], fill: Paint | int) -> None:
        """Draw a filled polygon."""
        self.pen.polygon([self.pixel(point) for point in points], fill=fill)

    def line(self, points: Sequence[Point], fill: Paint | int, width: float) -> None:
        """Draw a line of `width` units with round joints."""
        self.pen.line(
            [self.pixel(point) for point in points],
            fill=fill,
            width=max(1, round(width * self.scale)),
            joint="curve",
        )

    def outline(self, points: Sequence[Point], fill: Paint | int, width: float) -> None:
        """Draw the closed line along a polygon."""
        self.line([*points, points[0], points[1]], fill, width)

    def ellipse(
        self, centre: Point, radius: float, fill: Paint | int, radius_y: float | None = None
    ) -> None:
        """Draw a filled circle, or an ellipse with another vertical radius."""
        x, y = self.pixel(centre)
        width, high = radius * self.scale, (radius if radius_y is None else radius_y) * self.scale
        self.pen.ellipse((x - width, y - high, x + width, y + high), fill=fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Paint | int) -> None:
        """Draw a filled rectangle, however thin: at least one pixel of the zoomed sheet."""
        self.pen.rectangle(self._corners(left, top, right, bottom), fill=fill)

    def round_box(
        self, left: float, top: float, right: float, bottom: float, radius: float, fill: Paint | int
    ) -> None:
        """Draw a filled rectangle with round corners, as `box` does."""
        corners = self._corners(left, top, right, bottom)
        self.pen.rounded_rectangle(corners, radius * self.scale, fill=fill)

    def _corners(self, left: float, top: float, right: float, bottom: float) -> tuple[float, ...]:
        """First and last pixel of a rectangle on the zoomed sheet; never inverted."""
        (x0, y0), (x1, y1) = self.pixel((left, top)), self.pixel((right, bottom))
        return x0, y0, max(x0, x1 - 1), max(y0, y1 - 1)

    def reduce(self) -> Image.Image:
        """The drawing at its real size."""
        return self.image.reduce(self.zoom)

    def reduce_premultiplied(self) -> Image.Image:
        """The drawing at its real size in RGBa, premultiplied: pasted in half the time."""
        return self.image.convert("RGBa").reduce(self.zoom)


class Canvas:
    """An RGB panel under construction, in whole pixels."""

    def __init__(self, width: int, height: int, theme: Theme = THEME) -> None:
        self.theme = theme
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width, height), theme.frame)
        self.left, self.top = 0, 0

    @classmethod
    def from_image(
        cls, image: Image.Image, theme: Theme = THEME, at: tuple[int, int] = (0, 0)
    ) -> Canvas:
        """A canvas that draws on an RGB picture, whose corner has the coordinates `at`."""
        canvas = cls(0, 0, theme)
        canvas.width, canvas.height = image.size
        canvas.image = image
        canvas.left, canvas.top = at
        return canvas

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Lay a sprite, RGBA or RGBa, with its top left corner at (x, y)."""
        pillow.paste(self.image, sprite, sprite, round(x) - self.left, round(y) - self.top)

    def paste_centred(self, sprite: Image.Image, x: float, y: float) -> None:
        """Lay a sprite with its middle at (x, y)."""
        self.paste(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def stain(self, mask: Image.Image, colour: Colour, x: float, y: float) -> None:
        """Colour the area of a mask whose top left corner is at (x, y)."""
        self.image.paste(colour, (round(x) - self.left, round(y) - self.top), mask)

    def dim(
        self, tone: Colour, share: float, lit: Collection[Any], mask: Image.Image | None = None
    ) -> None:
        """Blend the picture with a tone, so that what is `lit` stands out from it.

        `lit` is left out by the mask, or laid on the picture afterwards. Where nothing is lit, the
        picture stays as it is.
        """
        if lit:
            dark = Image.blend(self.image, Image.new("RGB", self.image.size, tone), share)
            self.image.paste(dark, mask=mask)

    def box(self, rect: Rect, fill: Colour) -> None:
        """Draw a filled rectangle."""
        self.image.paste(fill, rect)

    def round_box(self, rect: Rect, fill: Colour, radius: int, *, bottom: bool = True) -> None:
        """Draw a filled rectangle with smooth round corners, at the top alone or at both ends."""
        left, high, right, low = rect
        self.box((left, high + radius, right, low - radius * bottom), fill)
        self.box((left + radius, high, right - radius, high + radius), fill)
        self.stain(_corner(radius, "tl"), fill, left, high)
        self.stain(_corner(radius, "tr"), fill, right - radius, high)
        if bottom:
            self.box((left + radius, low - radius, right - radius, low), fill)
            self.stain(_corner(radius, "bl"), fill, left, low - radius)
            self.stain(_corner(radius, "br"), fill, right - radius, low - radius)

    def round_off(self, radius: int, *, top: bool = True) -> None:
        """Give the whole panel round corners, with the frame's colour outside them."""
        right, bottom = self.width - radius, self.height - radius
        upper = (("tl", 0, 0), ("tr", right, 0)) if top else ()
        for which, x, y in (*upper, ("bl", 0, bottom), ("br", right, bottom)):
            self.image.paste(self.theme.frame, (x, y), ImageChops.invert(_corner(radius, which)))

    def pale(self, bare: Image.Image, share: float) -> None:
        """Blend the picture with its bare ground: what lies on it is pale, the ground as it was."""
        self.image = Image.blend(self.image, bare, share)

    def fade(
        self,
        *,
        left: bool = False,
        top: bool = False,
        right: bool = False,
        bottom: bool = False,
    ) -> None:
        """Fade some edges into the frame, where what is shown is cut off but goes on."""
        size = self.image.size
        for side, cut in (("left", left), ("top", top), ("right", right), ("bottom", bottom)):
            if cut:
                mask = _fading(side, size[1] if side in ("left", "right") else size[0])
                x = size[0] - FADE if side == "right" else 0
                y = size[1] - FADE if side == "bottom" else 0
                self.image.paste(self.theme.frame, (x, y), mask)

    def text(self, words: str, x: float, y: float, style: Label, anchor: str = "l") -> int:
        """Write a text with the middle of its figures at height y. Return its width.

        `anchor` is "l", "m" or "r": x is the left end, the middle or the right end.
        """
        if not words:
            return 0
        setting = label(words, style)
        offset = {"l": 0.0, "m": setting.width / 2, "r": setting.width}[anchor]
        self.paste(setting.sprite, x - offset + setting.shift[0], y + setting.shift[1])
        return setting.width

    def quantize(self) -> Image.Image:
        """The panel, quantized to the palette of its theme."""
        for panels in _captures:
            panels.append(self.image)
        return quantize(self.image, self.theme.palette)

    def sheet(self) -> Sheet:
        """The whole picture, of which this is the only panel."""
        sheet = Sheet(self.width, self.height, self.theme)
        sheet.paste(self.quantize(), 0, 0)
        return sheet


class Sheet:
    """The whole picture in the fixed palette, put together from panels."""

    def __init__(self, width: int, height: int, theme: Theme = THEME) -> None:
        if not 0 < width <= MAX_WIDTH:
            raise ValueError(f"a picture is at most {MAX_WIDTH} px wide, not {width}")
        self.width, self.height, self.palette = width, height, theme.palette
        ground = palette(theme.palette).index(theme.frame)
        self.rows = Image.new("P", (width + 1, height), ground)
        self.rows.putpalette(_colours(theme.palette))
        self.rows.paste(0, (0, 0, 1, height))
        self.lands: list[Rect] = []
        """Boxes of the maps, on which the light of the hour falls."""

    def paste(self, panel: Image.Image, x: int, y: int, *, land: bool = False) -> None:
        """Lay a panel of the same palette, or a map: only on a land falls the light of the hour."""
        self.rows.paste(panel, (x + 1, y))
        if land:
            self.light_up((x, y, x + panel.width, y + panel.height))

    def light_up(self, box: Rect) -> None:
        """Let the light of the hour fall on a part of the picture."""
        self.lands.append(box)

    def surround(
        self, panel: Image.Image, x: int, y: int, row: int, height: int, side: int
    ) -> None:
        """Lay a panel stretched to a height by repeating one of its rows.

        Only the ends of that row, `side` pixels wide, are laid: the area between is filled later.
        """
        width, more = panel.width, height - panel.height
        self.paste(panel.crop((0, 0, width, row)), x, y)
        for left in (0, width - side):
            end = panel.crop((left, row, left + side, row + 1))
            self.paste(end.resize((side, more)), x + left, y + row)
        self.paste(panel.crop((0, row, width, panel.height)), x, y + row + more)

    def inlay(
        self, picture: Image.Image, x: int, y: int, radius: int, *, land: bool = False
    ) -> None:
        """Lay a picture of the same palette with smooth round corners, as `paste` does."""
        inlay(self.rows, picture, x + 1, y, radius, self.palette)
        if land:
            self.light_up((x, y, x + picture.width, y + picture.height))

    def png(self, light: Light = DAY, shares: LightShares = MappingProxyType({})) -> bytes:
        """The file, in a light of which each colour takes its share in `shares`."""
        colours = b"".join(
            bytes(colour) for colour in palette_in_light(self.palette, light, shares)
        )
        rows = self.rows if light == DAY else self._rows_out_of(light, shares)
        return png.encode(rows, colours)

    def _rows_out_of(self, light: Light, shares: LightShares) -> Image.Image:
        """The scan lines, with the colours of the day everywhere but on the lands."""
        rows, indices = self.rows.copy(), unlit_indices(self.palette, light, shares)
        for left, top, right, bottom in boxes_outside(self.lands, self.width, self.height):
            box = left + 1, top, right + 1, bottom
            rows.paste(rows.crop(box).point(indices), box)
        return rows


def boxes_outside(boxes: Sequence[Rect], width: int, height: int) -> Iterator[Rect]:
    """Disjoint boxes that cover what some boxes leave of a picture."""
    cuts = {0, height, *(y for _, top, _, bottom in boxes for y in (top, bottom))}
    for top, bottom in pairwise(sorted(cuts)):
        x = 0
        for left, high, right, low in sorted(boxes):
            if high <= top < low:
                if x < left:
                    yield x, top, left, bottom
                x = max(x, right)
        if x < width:
            yield x, top, width, bottom


def inlay(
    panel: Image.Image,
    picture: Image.Image,
    x: int,
    y: int,
    radius: int,
    colours: str = THEME.palette,
) -> None:
    """Lay a picture with smooth round corners on a panel, both in the palette `colours`."""
    right, bottom = picture.width - radius, picture.height - radius
    corners = ((0, 0), (right, 0), (0, bottom), (right, bottom))
    below = _squares_in_a_row(panel, [(x + cx, y + cy) for cx, cy in corners], radius)
    row = _squares_in_a_row(picture, corners, radius)
    outside, clear, arc = _arcs(radius)
    mixed = row.convert("RGB")
    mixed.paste(below.convert("RGB"), mask=outside)
    row.paste(quantize(mixed, colours), mask=arc)
    row.paste(below, mask=clear)
    panel.paste(picture, (x, y))
    for index, (cx, cy) in enumerate(corners):
        part = (index * radius, 0, (index + 1) * radius, radius)
        pillow.copy(panel, row, part, x + cx, y + cy)


def _squares_in_a_row(
    image: Image.Image, places: Sequence[tuple[int, int]], side: int
) -> Image.Image:
    """Squares of a picture side by side, so that one operation serves all of them."""
    row = image.crop((0, 0, len(places) * side, side))
    for index, (x, y) in enumerate(places):
        pillow.copy(row, image, (x, y, x + side, y + side), index * side, 0)
    return row


def quantize(image: Image.Image, colours: str = THEME.palette) -> Image.Image:
    """RGB picture quantized to a palette."""
    return image.quantize(palette=_palette_image(colours), dither=Image.Dither.NONE)


_captures: list[list[Image.Image]] = []


@contextmanager
def capture_panels() -> Iterator[list[Image.Image]]:
    """Collect the panels quantized inside the block, in RGB."""
    panels: list[Image.Image] = []
    _captures.append(panels)
    try:
        yield panels
    finally:
        _captures.remove(panels)


@lru_cache
def _palette_image(name: str) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_colours(name))
    return image


@lru_cache
def _colours(name: str) -> bytes:
    """The colours of a palette as bytes."""
    return b"".join(bytes(colour) for colour in palette(name))


@memoize
def _fading(side: str, length: int) -> Image.Image:
    """Mask of an edge: opaque where it ends, clear `FADE` pixels inside."""
    steps = bytes(round(255 * (1 - (k + 0.5) / FADE) ** 1.5) for k in range(FADE))
    steps = steps if side in ("left", "top") else steps[::-1]
    across = side in ("left", "right")
    strip = Image.frombytes("L", (FADE, 1) if across else (1, FADE), steps)
    return strip.resize((FADE, length) if across else (length, FADE))


@memoize
def _corner(radius: int, which: str) -> Image.Image:
    brush = Brush(radius, radius, mode="L")
    x, y = (radius if "l" in which else 0), (radius if "t" in which else 0)
    brush.ellipse((x, y), radius, 255)
    return brush.reduce()


@memoize
def _arcs(radius: int) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Masks of four round corners in a row: the share outside, wholly outside, cut by the arc."""
    inside = Image.new("L", (4 * radius, radius))
    for index, which in enumerate(("tl", "tr", "bl", "br")):
        inside.paste(_corner(radius, which), (index * radius, 0))
    clear, arc = inside.point([255] + [0] * 255), inside.point([0] + [255] * 254 + [0])
    return ImageChops.invert(inside), clear, arc
