"""Texts of a picture as they are drawn: their words, their size, and the function that writes them.

Nothing is measured on pixels: while a picture is drawn with empty caches, every label is recorded.
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
from render.contract import Pictures
from render.text import Label

PHONE = 390
"""Width in pixels at which a phone shows a whole picture."""
_TOOLS = frozenset(
    f"render.{name}" for name in ("cache", "canvas", "marks", "sprites", "stamps", "text")
)
"""Modules that write for others."""


NAME, SCORE, FIGURE, PRICE, PLACE, COORDINATE, PROSE = 9.0, 12.5, 8.5, 8.5, 7.5, 5.0, 8.5
"""Least sizes on a phone: of names of players, scores, key figures, prices and costs of cards,
names of places that matter, coordinates beside a candidate, text of cards in a hand of five."""
NUMBER = "[0-9]+"


class TextRole(msgspec.Struct, frozen=True):
    """A kind of text on a picture, and the size that it should have on a phone."""

    name: str
    picture: str
    least: float
    """Pixels on a picture 390 px wide; 0 for a text that may be smaller."""
    writers: tuple[str, ...] = ()
    """The functions that write it, as `akropolis.panels.score`; any if there are none."""
    words: str = ".+"
    """Pattern of its words."""
    scale: float = 1.0
    """Factor by which the sprite with the text is scaled afterwards."""


class Text(msgspec.Struct, frozen=True):
    """A text on a picture: its size in pixels of the picture, and the function that writes it."""

    words: str
    size: int
    writer: str
    """As `akropolis.panels.score`."""


class Drawn(msgspec.Struct, frozen=True):
    """A picture as wide as a phone: its texts."""

    width: int
    texts: tuple[Text, ...]

    def on_a_phone(self, size: float) -> float:
        """Pixels on a phone of a length on the picture."""
        return size * PHONE / self.width


def texts_of(pictures: Pictures[Any], draw: Callable[[], bytes]) -> Drawn:
    """Texts of the picture that `draw` draws."""
    pictures.forget()
    CACHE.reset()
    with _recorded() as texts:
        data = draw()
    CACHE.reset()
    return Drawn(Image.open(BytesIO(data)).width, tuple(texts))


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
