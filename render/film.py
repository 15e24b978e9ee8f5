"""A game as an animated picture: a frame for each turn, below a strip with scores and progress.

All frames share one palette, and pixels that do not change are transparent, so that a film is
small enough to be posted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from itertools import combinations, pairwise

import msgspec
from PIL import Image, ImageOps

from render.canvas import Canvas
from render.marks import seat_mark
from render.text import Label
from render.theme import Theme

WIDTH = 800
STRIP = 46
"""Height of the strip above the table: Discord lays the letters ALT over the lower left corner."""
MOST_FRAMES = 150
"""Frames of the longest film; of a longer game it leaves turns out, evenly."""
BEGINNING, END = 1_200, 5_000
"""Milliseconds for which the first and the last frame stand."""
SLOWEST, FASTEST, LENGTH = 700, 220, 45_000
"""Milliseconds of a turn at most and at least, and of all turns together between these."""
TRANSPARENT = 255
"""Index of no colour: the pixel of the frame before stays."""
_MARGIN, _TURNS = 16, 92
"""Space beside the strip, and room for the number of the turn."""
_BAR, _LINE = (12, 36), (40, 44)
"""Top and bottom of the bar of scores, and of the line of progress."""
_LEAST = 66
"""Least width of a seat's part of the bar: its mark and three figures."""


class Caption(msgspec.Struct, frozen=True):
    """What the strip of a frame shows."""

    turn: int
    turns: int
    totals: tuple[int, ...]
    """Points of each seat."""


class Film(msgspec.Struct, frozen=True):
    """The frames of a film, as PNG files, and the milliseconds of each."""

    frames: tuple[bytes, ...]
    durations: tuple[int, ...]


def durations(frames: int) -> tuple[int, ...]:
    """Milliseconds for which each of so many frames stands."""
    turn = max(FASTEST, min(SLOWEST, LENGTH // frames))
    return (BEGINNING, *[turn] * (frames - 2), END) if frames > 1 else (END,)


# ---- a frame -------------------------------------------------------------------------------------


def draw_frame(table: bytes, caption: Caption, theme: Theme) -> bytes:
    """PNG of a frame: the picture of a table, made smaller, below its strip."""
    picture = Image.open(BytesIO(table))
    picture.load()
    colours = _colours(bytes(picture.getpalette() or ()))
    height = round(picture.height * WIDTH / picture.width)
    frame = Image.new("RGB", (WIDTH, height + STRIP))
    frame.paste(_strip(caption, theme), (0, 0))
    frame.paste(picture.convert("RGB").resize((WIDTH, height), Image.Resampling.BOX), (0, STRIP))
    return _png(_in_palette(frame, colours))


def _strip(caption: Caption, theme: Theme) -> Image.Image:
    """The strip: a bar that the seats share by their points, and how far the game has come."""
    canvas = Canvas(WIDTH, STRIP, theme)
    right = WIDTH - _MARGIN - _TURNS
    edges = _edges(caption.totals, _MARGIN, right)
    middle = sum(_BAR) / 2
    for (x, end), total, style in zip(pairwise(edges), caption.totals, theme.seats, strict=False):
        canvas.box((x, _BAR[0], end, _BAR[1]), style.colour)
        canvas.paste_centred(seat_mark(style, 18, True), x + 14, middle)
        canvas.text(str(total), x + 27, middle, Label(20, style.on_band, "bold"))
    canvas.box((_MARGIN, *_LINE[:1], right, _LINE[1]), theme.groove)
    reached = _MARGIN + round((right - _MARGIN) * caption.turn / max(1, caption.turns))
    if reached > _MARGIN:
        canvas.box((_MARGIN, _LINE[0], reached, _LINE[1]), theme.muted)
    turn = f"{caption.turn}/{caption.turns}"
    canvas.text(turn, WIDTH - _MARGIN, middle, Label(19, theme.text, "bold"), "r")
    return canvas.image


def _edges(totals: Sequence[int], left: int, right: int) -> list[int]:
    """Ends of the parts of a bar, each at least wide enough for its figure."""
    points = [max(0, total) for total in totals]
    spare = right - left - _LEAST * len(points)
    edges, x = [left], float(left)
    for share in points:
        part = share / sum(points) if any(points) else 1 / len(points)
        x += _LEAST + spare * part
        edges.append(round(x))
    return edges


@lru_cache(maxsize=16)
def _colours(palette: bytes) -> bytes:
    """The palette without one of its two nearest colours, in whose place the first stands."""
    colours = [tuple(palette[start : start + 3]) for start in range(0, len(palette), 3)]
    if len(colours) > TRANSPARENT:
        _, spare = min(combinations(range(len(colours)), 2), key=lambda pair: _apart(colours, pair))
        del colours[spare]
    colours += [colours[0]] * (256 - len(colours))
    return b"".join(map(bytes, colours))


def _apart(colours: Sequence[tuple[int, ...]], pair: tuple[int, int]) -> int:
    """Square of the distance of two colours."""
    one, other = (colours[index] for index in pair)
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _in_palette(frame: Image.Image, colours: bytes) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return frame.quantize(palette=palette, dither=Image.Dither.NONE)


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", compress_level=3)
    return file.getvalue()


# ---- the film ------------------------------------------------------------------------------------


def assemble(film: Film) -> bytes:
    """The GIF of a film."""
    first, *others = open_frames(film.frames)
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=list(film.durations),
        loop=0,
        disposal=1,
        optimize=True,
        palette=bytes(first.getpalette() or ()),
        transparency=TRANSPARENT,
    )
    return file.getvalue()


def open_frames(frames: Sequence[bytes]) -> list[Image.Image]:
    """Images of PNG files; those of another size than the first are fitted into its size."""
    first, *following = [Image.open(BytesIO(frame)) for frame in frames]
    first.load()
    return [first, *(_padded(frame, first) for frame in following)]


def _padded(frame: Image.Image, first: Image.Image) -> Image.Image:
    """The frame, in the middle of a sheet as large as the first one."""
    frame.load()
    if frame.size == first.size:
        return frame
    picture = frame.convert("RGB")
    sheet = ImageOps.pad(picture, first.size, color=f"#{picture.tobytes()[:3].hex()}")
    return _in_palette(sheet, bytes(first.getpalette() or ()))
