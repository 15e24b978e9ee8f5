"""Wish for a picture, and its form on the way to the process that draws it: JSON with types."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib import import_module
from typing import Any, get_type_hints

import msgspec

from render.cache import CACHE, Key
from render.contract import FILM, FRAME, PAGE, POSTER, About
from render.registry import renderer
from rules.contract import Event, Seat

SENT = ("rules", "render")
"""Packages whose structs a wish may hold."""
STRUCTS = ("view", "shown", "stage")
"""Fields that hold a struct of the game or of the renderer."""


class Wish(msgspec.Struct, frozen=True):
    """Description of a picture: the arguments of `render.contract.Pictures.draw`."""

    game: str
    picture: str
    view: msgspec.Struct | None = None
    names: tuple[str, ...] = ()
    news: tuple[Event, ...] = ()
    seat: Seat | None = None
    shown: msgspec.Struct | None = None
    about: About = About()
    stage: msgspec.Struct | None = None
    coordinates: bool = False

    @property
    def key(self) -> Key:
        """Key of the picture in the cache."""
        return Wish, blake2b(msgspec.msgpack.encode(self), digest_size=16).digest()

    @property
    def is_large(self) -> bool:
        """Whether it takes long, and nobody waits for it to play on."""
        return self.picture in (POSTER, FRAME, FILM, PAGE)

    def draw(self) -> bytes:
        """Draw the PNG, which takes some dozens of milliseconds of pure computing."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__[3:]}
        return renderer(self.game).draw(self.picture, self.view, **fields)

    def png(self) -> bytes:
        """Picture from the cache of this process, or drawn now."""
        key = self.key
        png: bytes | None = CACHE.get(key)
        if png is None:
            png = self.draw()
            CACHE.store(key, png, "file")
        return png


# ---- on the way ----------------------------------------------------------------------------------


class Parcel(msgspec.Struct, frozen=True):
    """A wish in which no field is decoded yet, and the types of those that may have any."""

    wish: dict[str, msgspec.Raw]
    types: dict[str, str]


def packed(wish: Wish) -> bytes:
    """Wish as JSON, in one line."""
    types = {
        name: type_name(type(value))
        for name in STRUCTS
        if (value := getattr(wish, name)) is not None
    }
    return msgspec.json.encode({"wish": wish, "types": types})


def unpacked(data: bytes) -> Wish:
    """Wish from JSON. Raises ValueError where the JSON is none, or names a foreign type."""
    parcel = msgspec.json.decode(data, type=Parcel)
    hints: dict[str, Any] = field_types() | {
        name: type_called(named) for name, named in parcel.types.items()
    }
    return Wish(
        **{name: msgspec.json.decode(raw, type=hints[name]) for name, raw in parcel.wish.items()}
    )


@cache
def field_types() -> dict[str, Any]:
    """Types of the fields of a wish; those without a struct are None."""
    return get_type_hints(Wish) | dict.fromkeys(STRUCTS)


def type_name(kind: type) -> str:
    """Name by which another process finds a type."""
    return f"{kind.__module__}:{kind.__qualname__}"


@cache
def type_called(name: str) -> type[msgspec.Struct]:
    """The struct of this name. Raises ValueError for anything else."""
    module, _, kind = name.partition(":")
    if module.partition(".")[0] not in SENT:
        raise ValueError(f"no type of a wish: {name}")
    found = getattr(import_module(module), kind, None)
    if not (isinstance(found, type) and issubclass(found, msgspec.Struct)):
        raise ValueError(f"no type of a wish: {name}")
    return found
