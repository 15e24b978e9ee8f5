"""A finished game as one HTML file that replays it without a network.

Its pictures are the frames of a film. All but every `STEP`-th hold only what differs from the one
before, so that the file is small enough to be posted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import msgspec
from PIL import Image, ImageChops

from render.film import TRANSPARENT, open_frames
from render.theme import Theme

TEMPLATE = Path(__file__).parents[1] / "data" / "replay.html"
STEP = 12
"""Every so many frames one is whole: the page draws at most so many for any turn."""
Texts = Mapping[str, str]
"""A text by language."""


class Turn(msgspec.Struct, frozen=True):
    """The words beside a frame, each by language, and the points of each seat."""

    number: int
    """Number of the turn; 0 for the deal."""
    totals: tuple[int, ...]
    heading: Texts
    lines: Mapping[str, Sequence[str]]
    board: Texts
    """The board in words."""


class Page(msgspec.Struct, frozen=True):
    """The frames of a film as PNG files, with the words of each, and those of the page."""

    frames: tuple[bytes, ...]
    turns: tuple[Turn, ...]
    names: tuple[str, ...]
    """The players in the order of their seats."""
    days: tuple[str, ...]
    """The first and the last day of the game, ISO 8601; () where they are unknown."""
    labels: Mapping[str, Texts]
    """Labels of the page by language and name."""


class Line(msgspec.Struct, frozen=True):
    """A seat in the chart of points."""

    name: str
    letter: str
    colour: str


def build(page: Page, theme: Theme) -> bytes:
    """The HTML file, with the seats in the colours of a theme."""
    pictures = open_frames(page.frames)
    game = {
        "width": pictures[0].width,
        "height": pictures[0].height,
        "step": STEP,
        "frames": list(_parts(pictures)),
        "turns": page.turns,
        "seats": [
            Line(name, style.letter, "#{:02X}{:02X}{:02X}".format(*style.bright))
            for name, style in zip(page.names, theme.seats, strict=False)
        ],
        "days": page.days,
        "labels": page.labels,
    }
    data = msgspec.json.encode(game).replace(b"<", b"\\u003c")
    return _template().replace(b"__GAME__", data)


@cache
def _template() -> bytes:
    return TEMPLATE.read_bytes()


def _parts(pictures: Sequence[Image.Image]) -> Iterator[bytes]:
    """PNG files of what each frame draws over the one before."""
    yield _png(pictures[0])
    for number, (before, now) in enumerate(pairwise(pictures), 1):
        yield _png(now if number % STEP == 0 else _delta(before, now))


def _delta(before: Image.Image, now: Image.Image) -> Image.Image:
    """The frame `now`, transparent where it does not differ from the frame `before`."""
    difference = ImageChops.difference(before.convert("RGB"), now.convert("RGB"))
    red, green, blue = difference.split()
    change = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    part = now.copy()
    part.paste(TRANSPARENT, mask=change.point([255] + [0] * 255))
    return part


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", optimize=True, transparency=TRANSPARENT)
    return file.getvalue()
