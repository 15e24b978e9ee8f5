"""What `render` holds of one game, found by its name: its pictures, and the samples of them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, cast

from render.contract import Pictures
from render.theme import Colour, Theme


class Samples(Protocol):
    """What a module `render/<game>/samples.py` offers, where a game has a palette of its own."""

    def theme(self) -> Theme:
        """The theme whose palette is made."""

    def tokens(self) -> list[Colour]:
        """The colours that the palette must hold exactly."""

    def draw_all(self) -> None:
        """Draw one picture of each kind, panel by panel, as if nothing had been drawn before."""


def renderer(key: str) -> Pictures[Any]:
    """The pictures of the game called `key`. Raises KeyError when it has none."""
    found = _found(f"render.{key}")
    if found is None:
        raise KeyError(key)
    return cast(Pictures[Any], found.PICTURES)


def samples(key: str) -> Samples | None:
    """What the palette of the game called `key` is made of; None where it has none of its own."""
    return cast(Samples | None, _found(f"render.{key}.samples"))


def _found(name: str) -> ModuleType | None:
    """The module of this name, if there is one; what is missing inside it is an error."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if not f"{name}.".startswith(f"{missing.name}."):
            raise
        return None
