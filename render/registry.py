"""The pictures of a game, found by its key: `renderer`, and `samples` for its palette."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, cast

from render.theme import THEME, Colour, Theme
from rules.contract import Seat


class Renderer(Protocol):
    """What every package `render/<game>` offers. Pure: the same arguments give the same bytes."""

    def draw(
        self,
        view: Any,
        *,
        names: Sequence[str] = (),
        highlight: Collection[tuple[Seat, int]] | None = None,
        focus: Seat | None = None,
        ghost: Any | None = None,
        theme: Theme = THEME,
    ) -> bytes:
        """The PNG of the table, of one seat (`focus`) or of a candidate move (`ghost`)."""

    def icons(self) -> dict[str, bytes]:
        """Small square PNGs by name, for the application's emojis."""

    def prewarm(self) -> None:
        """Draw the sprites that the first picture needs."""


class Samples(Protocol):
    """What a module `render/<game>/samples.py` offers, where a game has a palette of its own."""

    def theme(self) -> Theme:
        """The theme whose palette is made."""

    def tokens(self) -> list[Colour]:
        """The colours that the palette must hold exactly."""

    def draw_all(self) -> None:
        """Draw one picture of each kind, panel by panel, as if nothing had been drawn before."""


def renderer(key: str) -> Renderer:
    """The renderer of the game called `key`. Raises KeyError when it has none."""
    found = _found(f"render.{key}")
    if found is None:
        raise KeyError(key)
    return cast(Renderer, found)


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
