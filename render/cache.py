"""The cache of pictures, under one budget in bytes: sprites, labels, panels, maps, files.

The least recently used entries are evicted first. The cache changes no byte of a picture, only the
time that it takes. Flat art takes a tenth of its room when compressed, so images that have not been
used for a while are kept compressed, and what belongs to one table goes to the disk in the end.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import wraps
from hashlib import blake2b
from sys import getsizeof
from threading import RLock
from typing import Any, Literal, ParamSpec, TypeVar

import msgspec
from PIL import Image

from render.packing import PackedImage, pack, unpack
from render.sleeper import Pixels, pixel_bytes
from render.spill import Spill

BUDGET = 80 << 20
"""Size of the cache in bytes: thirty tables of all games would take six times as much in all."""
AWAKE_SHARE, LARGE_SHARE, PACKED_SHARE = 0.24, 0.20, 0.10
"""Shares of the budget: pixels of sprites; large images, as the map of a table that is just drawn;
and compressed images and files. The rest is for sprites that sleep, and all other small values."""
LARGE = 192 << 10
"""Bytes from which an image is large."""
Key = tuple[Hashable, ...]
"""Kind of the value, or the function that made it; then everything that it depends on."""
Place = Literal["by size", "table", "file"]
"""Place of a value: with the sprites or the large images, by its size; with the large images or the
files of tables, which go to the disk; with the files, which do not, as they may hold secrets."""

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

    def store(self, key: Key, value: Any, size: int | None = None) -> list[tuple[Key, Any]]:
        """Add a value. Return the evicted entries: the value itself if it is too large."""
        size = (weight(value) if size is None else size) + _weight_of_key(key)
        if size > self.room:
            return [(key, value)]
        self._entries[key] = value, size
        self.bytes_used += size
        return self._evicted()

    def grow(self, key: Key, size: int) -> list[tuple[Key, Any]]:
        """Note that a value has become larger by `size`. Return the evicted entries."""
        entry = self._entries.get(key)
        if entry is None:
            return []
        self._entries[key] = entry[0], entry[1] + size
        self.bytes_used += size
        return self._evicted()

    def _evicted(self) -> list[tuple[Key, Any]]:
        """Evict entries until the others find room; return them."""
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
    """A cache in four parts: pixels of sprites; sprites; large images; compressed images and files.

    A sprite whose pixels find no room sleeps: it is the same object, its pixels are compressed, and
    they come back when it is used (`render.sleeper`). Large images are compressed when others need
    their room. Those of tables go on to the disk. So the sprites from which all pictures are made
    stay, however many tables are drawn.
    """

    def __init__(self, budget: int) -> None:
        self._lock = RLock()
        self.budget = budget
        self.spill = Spill()
        self.reset()

    def reset(self, budget: int | None = None) -> None:
        """Clear the cache, and set its budget in bytes unless that is None."""
        with self._lock:
            self.budget = self.budget if budget is None else budget
            self._awake = Pixels(int(AWAKE_SHARE * self.budget), self._note_packed)
            self._large = LruCache(int(LARGE_SHARE * self.budget))
            self._packed = LruCache(int(PACKED_SHARE * self.budget))
            rest = self.budget - self._awake.room - self._large.room - self._packed.room
            self._sprites = LruCache(rest)
            self._parts = (self._sprites, self._large, self._packed)
            self.spill.clear()

    @property
    def bytes_used(self) -> int:
        """Size of all entries in bytes."""
        return self._awake.bytes_used + sum(part.bytes_used for part in self._parts)

    def get(self, key: Key) -> Any:
        """The value of `key`, or None."""
        with self._lock:
            value = self._sprites.get(key)
            if value is None:
                value = self._large.get(key)
            if value is None:
                value = self._packed.get(key)
                if value is None:
                    value = self.spill.get(key)
                if _has(value, PackedImage):
                    value = _decompress(value)
                    self._store_large(key, value)
            return value

    def store(self, key: Key, value: Any, place: Place = "by size") -> None:
        """Store a value in place of the one before, unless it exceeds its part of the cache."""
        with self._lock:
            self._drop(key)
            has_image = _has(value, Image.Image)
            if has_image and (place == "table" or weight(value) >= LARGE):
                if place != "table":
                    _number(key, value)
                self._store_large(key, value)
            elif place == "by size":
                self._store_sprites(key, value)
            else:
                self._store_packed(key, value)

    def forget(self, *what: Hashable) -> None:
        """Drop all entries whose keys begin with one of `what`."""
        with self._lock:
            for key in [key for part in (*self._parts, self.spill) for key in part]:
                if key[0] in what:
                    self._drop(key)

    def _store_sprites(self, key: Key, value: Any) -> None:
        """Store a sprite, a value that holds some, or any other small value."""
        images = list(_images(value))
        pixels = sum(map(pixel_bytes, images))
        evicted = self._sprites.store(key, value, weight(value) - pixels)
        self._let_go(evicted)
        if images and not any(old == key for old, _ in evicted):
            _number(key, value)
            for image in images:
                self._awake.adopt(image, key)

    def _note_packed(self, key: Key, size: int) -> None:
        """Count the compressed pixels of a sprite that falls asleep."""
        self._let_go(self._sprites.grow(key, size))

    def _let_go(self, evicted: list[tuple[Key, Any]]) -> None:
        """Give up the pixels of evicted sprites."""
        for _, value in evicted:
            for image in _images(value):
                self._awake.release(image)

    def _store_large(self, key: Key, value: Any) -> None:
        """Store a large image as it is; compress the evicted ones that are not on the disk."""
        for old, image in self._large.store(key, value):
            if self._packed.get(old) is None and not self.spill.holds(old):
                self._store_packed(old, _compress(image))

    def _store_packed(self, key: Key, value: Any) -> None:
        """Store a compressed image or a file; those of tables are also written to the disk."""
        for old, packed in self._packed.store(key, value):
            if not isinstance(packed, bytes):
                self.spill.store(old, packed)

    def _drop(self, key: Key) -> None:
        if (value := self._sprites.pop(key)) is not None:
            self._let_go([(key, value)])
        self._large.pop(key)
        self._packed.pop(key)
        self.spill.drop(key)


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


# ---- numbers of sprites --------------------------------------------------------------------------


def number_of(key: Key) -> int:
    """Number that an entry has however often it is made anew, and no other one."""
    words = "\n".join(map(_words, key))
    return int.from_bytes(blake2b(words.encode(), digest_size=7).digest()) & ~0xFF


def _number(key: Key, value: Any) -> None:
    """Give the images of an entry their numbers."""
    number = number_of(key)
    for index, image in enumerate(_images(value)):
        vars(image).setdefault("number", number + index)


def _words(part: Any) -> str:
    """A part of a key, in words."""
    return f"{part.__module__}.{part.__qualname__}" if callable(part) else repr(part)


# ---- sizes in bytes ------------------------------------------------------------------------------

_IMAGE, _OBJECT, _ENTRY = 1000, 64, 400
"""Bytes of an image without its pixels, of a small object, and of an entry without its value."""
_LONG = 4


def weight(value: Any) -> int:
    """Size of a value in bytes, estimated: long sequences by their first item."""
    match value:
        case int() | str() | bytes():
            return getsizeof(value)
        case Image.Image():
            return _IMAGE + pixel_bytes(value)
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


def _images(value: Any) -> Iterator[Image.Image]:
    """Images in a value: itself, or those in a tuple or a struct."""
    if isinstance(value, Image.Image):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            if isinstance(part, Image.Image | tuple):
                yield from _images(part)
    elif isinstance(value, msgspec.Struct):
        yield from _images(msgspec.structs.astuple(value))


# ---- large images --------------------------------------------------------------------------------


def _has(value: Any, kind: type) -> bool:
    """Whether a value is of a kind, or a tuple that begins with one."""
    return isinstance(value[0] if type(value) is tuple and value else value, kind)


def _compress(value: Any) -> Any:
    """Value with its images compressed."""
    if isinstance(value, Image.Image):
        return pack(value)
    return tuple(map(_compress, value)) if _has(value, Image.Image) else value


def _decompress(value: Any) -> Any:
    """Value as it was before."""
    if isinstance(value, PackedImage):
        return unpack(value)
    return tuple(map(_decompress, value)) if _has(value, PackedImage) else value
