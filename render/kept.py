"""All that is kept for pictures, under one budget in bytes: sprites, labels, panels, files.

Whatever was used least recently goes first. What is kept changes no byte of a picture, only the
time that it takes. Large images that have not been used for a while are kept deflated: flat art
takes a tenth of its room then.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import wraps
from sys import getsizeof
from threading import RLock
from typing import Any, ParamSpec, TypeVar

import msgspec
from PIL import Image

from render import deflate

BUDGET = 56 << 20
"""Bytes of all that is kept: a bot that draws every game takes four times as much in all."""
FRESH, AWAY = 0.20, 0.27
"""The shares of large images as they are (the two newest of any game), and of what is put away.

The rest is for sprites: with less of it, eight tables in turn take twice as long.
"""
LARGE = 192 << 10
"""Bytes from which an image is large."""
Key = tuple[Hashable, ...]
"""What it is, first; then what it depends on."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Board:
    """Values by key, of at most `room` bytes; what was used least recently falls off first."""

    def __init__(self, room: int) -> None:
        self.room, self.taken = room, 0
        self._entries: OrderedDict[Key, tuple[Any, int]] = OrderedDict()

    def get(self, key: Key) -> Any:
        """The value, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: Key, value: Any) -> list[tuple[Key, Any]]:
        """Take a value in; what falls off for it, which is itself if it is too large."""
        size = weight(value) + _weight_of_key(key)
        if size > self.room:
            return [(key, value)]
        self._entries[key] = value, size
        self.taken += size
        fallen = []
        while self.taken > self.room:
            oldest = next(iter(self._entries))
            fallen.append((oldest, self.pop(oldest)))
        return fallen

    def pop(self, key: Key) -> Any:
        """Take a value out."""
        value, size = self._entries.pop(key, (None, 0))
        self.taken -= size
        return value

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)


class Shelf:
    """What is kept, on three boards: sprites; large images; and what is put away.

    Large images are put away deflated, when others need their room. So whatever many tables leave
    behind, the sprites of which all pictures are made stay.
    """

    def __init__(self, budget: int) -> None:
        self._lock = RLock()
        self.budget = budget
        self.begin()

    def begin(self, budget: int | None = None) -> None:
        """Drop all, and keep at most `budget` bytes from now on, or as many as before."""
        with self._lock:
            self.budget = self.budget if budget is None else budget
            self._fresh = Board(int(FRESH * self.budget))
            self._away = Board(int(AWAY * self.budget))
            self._sprites = Board(self.budget - self._fresh.room - self._away.room)
            self._boards = (self._sprites, self._fresh, self._away)

    @property
    def taken(self) -> int:
        """Bytes of all that is kept now."""
        return sum(board.taken for board in self._boards)

    def get(self, key: Key) -> Any:
        """What is kept under `key`, or None."""
        with self._lock:
            value = self._sprites.get(key)
            if value is None:
                value = self._fresh.get(key)
            if value is None:
                value = self._away.get(key)
                if _has(value, Packed):
                    value = _unpacked(value)
                    self._freshen(key, value)
            return value

    def put(self, key: Key, value: Any, *, away: bool = False) -> None:
        """Keep a value, instead of the one before, if there is room for it at all."""
        with self._lock:
            self._drop(key)
            if _has(value, Image.Image) and weight(value) >= LARGE:
                self._freshen(key, value)
            else:
                (self._away if away else self._sprites).put(key, value)

    def forget(self, *what: Hashable) -> None:
        """Drop all whose keys begin with one of `what`."""
        with self._lock:
            for key in [key for board in self._boards for key in board]:
                if key[0] in what:
                    self._drop(key)

    def _freshen(self, key: Key, value: Any) -> None:
        """Keep large images as they are; deflate those that must make room, unless they are."""
        for old, image in self._fresh.put(key, value):
            if self._away.get(old) is None:
                self._away.put(old, _packed(image))

    def _drop(self, key: Key) -> None:
        for board in self._boards:
            board.pop(key)


SHELF = Shelf(BUDGET)
"""One for the process."""


def kept(draw: Callable[_P, _T]) -> Callable[_P, _T]:
    """Let a pure function remember what it gave for the same arguments, which must be hashable.

    It must not give None, and nobody may change what it gave.
    """

    @wraps(draw)
    def remembered(*args: _P.args, **options: _P.kwargs) -> _T:
        key: Key = (draw, *args, *options.items())
        known: _T | None = SHELF.get(key)
        if known is None:
            known = draw(*args, **options)
            SHELF.put(key, known)
        return known

    return remembered


def forget(*functions: Callable[..., Any]) -> None:
    """Forget what these functions gave; only speed changes."""
    SHELF.forget(*(getattr(function, "__wrapped__", function) for function in functions))


# ---- how much it takes ---------------------------------------------------------------------------

_PIXEL = {"1": 1, "L": 1, "P": 1, "LA": 4, "RGB": 4, "RGBA": 4, "RGBa": 4}
"""Bytes of a pixel in memory, by mode."""
_IMAGE, _OBJECT, _ENTRY = 1000, 64, 400
"""Bytes of an image without its pixels, of a small object, and of keeping anything at all."""
_LONG = 4


def weight(value: Any) -> int:
    """The bytes that a value takes; small things reckoned roughly, long rows by their first."""
    match value:
        case int() | str() | bytes():
            return getsizeof(value)
        case Image.Image():
            return _IMAGE + value.height * (8 + value.width * _PIXEL[value.mode])
        case tuple() | list() | frozenset() if len(value) > _LONG:
            return getsizeof(value) + len(value) * weight(next(iter(value)))
        case tuple() | list() | frozenset():
            return getsizeof(value) + sum(map(weight, value))
        case msgspec.Struct():
            return _OBJECT + sum(map(weight, msgspec.structs.astuple(value)))
        case _:
            return getsizeof(value)


def _weight_of_key(key: Key) -> int:
    """The same for a key: of what is its own; looks and themes are shared by all."""
    return _ENTRY + sum(weight(each) for each in key if isinstance(each, bytes | tuple))


# ---- large images --------------------------------------------------------------------------------


class Packed(msgspec.Struct, frozen=True):
    """An image, deflated."""

    mode: str
    size: tuple[int, int]
    palette: bytes
    deflated: bytes


def _has(value: Any, kind: type) -> bool:
    """Whether a value is of a kind, or a tuple that begins with one."""
    return isinstance(value[0] if type(value) is tuple and value else value, kind)


def _packed(value: Any) -> Any:
    """The value with its images deflated."""
    if isinstance(value, Image.Image):
        palette = bytes(value.getpalette() or ())
        return Packed(value.mode, value.size, palette, deflate.packed(value.tobytes()))
    return tuple(map(_packed, value)) if _has(value, Image.Image) else value


def _unpacked(value: Any) -> Any:
    """The value as it was."""
    if isinstance(value, Packed):
        image = Image.frombytes(value.mode, value.size, deflate.unpacked(value.deflated))
        if value.palette:
            image.putpalette(value.palette)
        return image
    return tuple(map(_unpacked, value)) if _has(value, Packed) else value
