"""Texts of a picture as they are drawn: their words, their size, and the function that writes them.

Nothing is measured on pixels: while a picture is drawn with empty caches, every label is recorded.
Sizes are those at which Discord shows the picture: a post is indented by the avatar on a phone 390
px wide, and fits into a box on a computer, so that what is tall is narrow there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from types import FrameType
from typing import Any
from unittest import mock

import msgspec
from PIL import Image

from render import text
from render.cache import CACHE, Key
from render.contract import CANDIDATE, HAND, TABLE, Pictures
from render.text import Label

POST, PANEL = 314, 335
"""Width in pixels at which a phone shows a picture in a post, and in a private panel."""
BOX = 350
"""Height of the box into which a computer fits the picture of a post."""
_TOOLS = frozenset(
    f"render.{name}" for name in ("cache", "canvas", "marks", "panel", "sprites", "stamps", "text")
)
"""Modules that write for others."""

NAME, SCORE, FIGURE, PLACE = 9.0, 12.0, 8.0, 7.5
"""Least sizes of names of players, of scores, of key figures with prices, counts and numbers of
buildings, and of names of places that matter."""
COORDINATE, PROSE = 4.6, 7.3
"""Least sizes of coordinates beside a candidate, and of the text of cards in a hand of five."""
LEAST = {TABLE: 6.5, CANDIDATE: COORDINATE, HAND: 6.5}
"""Least size of any text on a picture."""
LETTER, MARK = "[A-F]", 3.6
"""The letter on the mark of a seat, and its least size: colour and shape name the seat as well."""
NUMBER, TEXT = "[0-9]+", r"(?![A-F ]$).+"


class TextRole(msgspec.Struct, frozen=True):
    """A kind of text on a picture, and the size that it should have where it is shown."""

    name: str
    picture: str
    least: float
    """Pixels as Discord shows the picture."""
    writers: tuple[str, ...] = ()
    """The functions that write it, as `akropolis.panels.score`; any if there are none."""
    words: str = ".+"
    """Pattern of its words."""
    scale: float = 1.0
    """Factor by which the sprite with the text is scaled afterwards."""

    def __str__(self) -> str:
        return f"{self.name}, {self.picture}"


class Text(msgspec.Struct, frozen=True):
    """A text on a picture: its size in pixels of the picture, and the function that writes it."""

    words: str
    size: int
    writer: str
    """As `akropolis.panels.score`."""


class Drawn(msgspec.Struct, frozen=True):
    """A picture: its size in pixels, and its texts."""

    width: int
    height: int
    texts: tuple[Text, ...]

    def shown_size(self, size: float, picture: str) -> float:
        """Pixels of a length on the picture where Discord shows it."""
        return size * shown_width(picture, self.width, self.height) / self.width


def shown_width(picture: str, width: int, height: int) -> float:
    """Width at which a picture of a size is shown: a table in posts, any other in panels."""
    return min(POST, BOX * width / height) if picture == TABLE else PANEL


def texts_of(pictures: Pictures[Any], draw: Callable[[], bytes]) -> Drawn:
    """Texts of the picture that `draw` draws."""
    pictures.forget()
    CACHE.reset()
    with _recorded() as texts:
        data = draw()
    CACHE.reset()
    return Drawn(*Image.open(BytesIO(data)).size, tuple(texts))


@contextmanager
def _recorded() -> Iterator[list[Text]]:
    """List of the texts that are written inside the block; labels are not cached meanwhile."""
    texts: list[Text] = []
    get, parts, label = CACHE.get, text._parts, text.label.__wrapped__  # type: ignore[attr-defined]

    def look_up(key: Key) -> Any:
        return None if key[0] is label else get(key)

    def write(words: str, style: Label) -> Any:
        texts.append(Text(words, style.size, _writer(sys._getframe(1))))
        return parts(words, style)

    with mock.patch.object(CACHE, "get", look_up), mock.patch.object(text, "_parts", write):
        yield texts


def _writer(frame: FrameType | None) -> str:
    """Innermost function of a picture in the calls that lead to a frame."""
    while frame is not None:
        module = frame.f_globals["__name__"]
        if module.startswith("render.") and module not in _TOOLS:
            return f"{module.removeprefix('render.')}.{frame.f_code.co_name}"
        frame = frame.f_back
    return ""
