"""The cache of pictures, under one budget in bytes: sprites, labels, panels, files.

The least recently used entries are evicted first. The cache changes no byte of a picture, only the
time that it takes. Large images that have not been used for a while are kept compressed: flat art
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
"""Size of the cache in bytes: a bot that draws every game takes four times as much in all."""
LARGE_SHARE, PACKED_SHARE = 0.20, 0.27
"""Shares of the budget: large images (the two newest of any game), and compressed images and files.

The rest is for sprites: with less of it, eight tables in turn take twice as long.
"""
LARGE = 192 << 10
"""Bytes from which an image is large."""
Key = tuple[Hashable, ...]
"""Kind of the value, or the function that made it; then everything that it depends on."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class LruCache:
    """Values by key, of at most `room` bytes; the least recently used are evicted first."""

    def __init__(self, room: int) -> None:
        self.room, self.bytes_used = room, 0
        self._entries: OrderedDict[Key, tuple[Any, int]] = OrderedDict()

    def get(self, key: Key) -> Any:
        """The value, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def store(self, key: Key, value: Any) -> list[tuple[Key, Any]]:
        """Add a value. Return the evicted entries: the value itself if it is too large."""
        size = weight(value) + _weight_of_key(key)
        if size > self.room:
            return [(key, value)]
        self._entries[key] = value, size
        self.bytes_used += size
        evicted = []
        while self.bytes_used > self.room:
            oldest = next(iter(self._entries))
            evicted.append((oldest, self.pop(oldest)))
        return evicted

    def pop(self, key: Key) -> Any:
        """Remove and return a value, or None."""
        value, size = self._entries.pop(key, (None, 0))
        self.bytes_used -= size
        return value

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)


class Cache:
    """A cache in three parts: sprites; large images; compressed images and files.

    Large images are compressed when others need their room. So the sprites from which all
    pictures are made stay, however many tables are drawn.
    """

    def __init__(self, budget: int) -> None:
        self._lock = RLock()
        self.budget = budget
        self.reset()

    def reset(self, budget: int | None = None) -> None:
        """Clear the cache, and set its budget in bytes unless that is None."""
        with self._lock:
            self.budget = self.budget if budget is None else budget
            self._large = LruCache(int(LARGE_SHARE * self.budget))
            self._packed = LruCache(int(PACKED_SHARE * self.budget))
            self._sprites = LruCache(self.budget - self._large.room - self._packed.room)
            self._parts = (self._sprites, self._large, self._packed)

    @property
    def bytes_used(self) -> int:
        """Size of all entries in bytes."""
        return sum(part.bytes_used for part in self._parts)

    def get(self, key: Key) -> Any:
        """The value of `key`, or None."""
        with self._lock:
            value = self._sprites.get(key)
            if value is None:
                value = self._large.get(key)
            if value is None:
                value = self._packed.get(key)
                if _has(value, PackedImage):
                    value = _decompress(value)
                    self._store_large(key, value)
            return value

    def store(self, key: Key, value: Any, *, packed: bool = False) -> None:
        """Store a value in place of the one before, unless it exceeds its part of the cache."""
        with self._lock:
            self._drop(key)
            if _has(value, Image.Image) and weight(value) >= LARGE:
                self._store_large(key, value)
            else:
                (self._packed if packed else self._sprites).store(key, value)

    def forget(self, *what: Hashable) -> None:
        """Drop all entries whose keys begin with one of `what`."""
        with self._lock:
            for key in [key for part in self._parts for key in part]:
                if key[0] in what:
                    self._drop(key)

    def _store_large(self, key: Key, value: Any) -> None:
        """Store a large image as it is; compress the evicted ones."""
        for old, image in self._large.store(key, value):
            if self._packed.get(old) is None:
                self._packed.store(old, _compress(image))

    def _drop(self, key: Key) -> None:
        for part in self._parts:
            part.pop(key)


CACHE = Cache(BUDGET)
"""The cache of the process."""


def memoize(draw: Callable[_P, _T]) -> Callable[_P, _T]:
    """Cache the results of a pure function by its arguments, which must be hashable.

    It must not return None, and its results must not be changed.
    """

    @wraps(draw)
    def wrapper(*args: _P.args, **options: _P.kwargs) -> _T:
        key: Key = (draw, *args, *options.items())
        result: _T | None = CACHE.get(key)
        if result is None:
            result = draw(*args, **options)
            CACHE.store(key, result)
        return result

    return wrapper


def forget(*functions: Callable[..., Any]) -> None:
    """Drop the results of these functions; only speed changes."""
    CACHE.forget(*(getattr(function, "__wrapped__", function) for function in functions))


# ---- sizes in bytes ------------------------------------------------------------------------------

_PIXEL = {"1": 1, "L": 1, "P": 1, "LA": 4, "RGB": 4, "RGBA": 4, "RGBa": 4}
"""Bytes of a pixel in memory, by mode."""
_IMAGE, _OBJECT, _ENTRY = 1000, 64, 400
"""Bytes of an image without its pixels, of a small object, and of an entry without its value."""
_LONG = 4


def weight(value: Any) -> int:
    """Size of a value in bytes, estimated: long sequences by their first item."""
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
    """Size of a key in bytes; looks and themes, which all share, count nothing."""
    return _ENTRY + sum(weight(each) for each in key if isinstance(each, bytes | tuple))


# ---- large images --------------------------------------------------------------------------------


class PackedImage(msgspec.Struct, frozen=True):
    """A compressed image."""

    mode: str
    size: tuple[int, int]
    palette: bytes
    deflated: bytes


def _has(value: Any, kind: type) -> bool:
    """Whether a value is of a kind, or a tuple that begins with one."""
    return isinstance(value[0] if type(value) is tuple and value else value, kind)


def _compress(value: Any) -> Any:
    """Value with its images compressed."""
    if isinstance(value, Image.Image):
        palette = bytes(value.getpalette() or ())
        return PackedImage(value.mode, value.size, palette, deflate.compress(value.tobytes()))
    return tuple(map(_compress, value)) if _has(value, Image.Image) else value


def _decompress(value: Any) -> Any:
    """Value as it was before."""
    if isinstance(value, PackedImage):
        image = Image.frombytes(value.mode, value.size, deflate.decompress(value.deflated))
        if value.palette:
            image.putpalette(value.palette)
        return image
    return tuple(map(_decompress, value)) if _has(value, PackedImage) else value
