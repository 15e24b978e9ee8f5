"""renderer(key): the pictures of one game, found by its name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from render.theme import THEME, Theme
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


def renderer(key: str) -> Renderer:
    """The renderer of the game called `key`. Raises KeyError when it has none."""
    try:
        return cast(Renderer, import_module(f"render.{key}"))
    except ModuleNotFoundError as missing:
        if missing.name != f"render.{key}":
            raise
        raise KeyError(key) from missing
