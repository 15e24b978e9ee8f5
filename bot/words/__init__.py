"""What a game says: one module per game turns its facts into text. No Discord in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec

from rules.contract import Event, Option, Seat

Icon = Callable[[str], str]
"""An icon of `render` as text for a message, by its name; "" where there is none."""


LONGEST_ALT = 1024
"""Characters of a picture's description."""


def no_icon(name: str) -> str:
    """The `Icon` of a place that shows none."""
    return ""


class Label(msgspec.Struct, frozen=True):
    """An entry of a menu: its line, a smaller line below, the name of its icon."""

    text: str
    detail: str = ""
    icon: str = ""


class Menu(msgspec.Struct, frozen=True):
    """A menu of whole moves: what it offers, and each move's notation with its label."""

    title: str
    entries: tuple[tuple[str, Label], ...]


class Words(Protocol):
    """What every module `bot/words/<game>.py` offers."""

    QUESTIONS: int
    """Tokens a person chooses from menus; the rest is suggested, then nudged with the pad."""
    SECTIONS: tuple[str, ...]
    """Sections of the rules in short: `<game>.section_<name>` and `<game>.section_<name>_text`."""

    def lines(
        self, events: Sequence[Event], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[str]:
        """What a move caused: the move itself in the first line, what followed in others."""

    def standing(self, view: Any, names: Sequence[str], language: str, icon: Icon = no_icon) -> str:
        """The scores and how far the game is, in two lines."""

    def alt(self, view: Any, names: Sequence[str], language: str, focus: Seat | None = None) -> str:
        """What the picture of the table (or of one seat) shows, in at most 1,024 characters."""

    def board_text(self, view: Any, names: Sequence[str], language: str) -> str:
        """All there is to see, by which somebody who sees no picture can play."""

    def option_label(self, option: Option, view: Any, language: str) -> Label:
        """One answer to the question that `options()` asks."""

    def candidate(self, preview: Any, language: str) -> str:
        """What a candidate move costs, brings and risks."""

    def neighbours(self, preview: Any, language: str) -> list[Menu]:
        """Other candidates to jump to, the likeliest first, at most 25 in a menu."""

    def placed(self, view: Any, seats: Sequence[Seat]) -> tuple[tuple[Seat, int], ...]:
        """The pieces of the newest moves, made by `seats` in turn, as `render` lights them."""


def of(key: str) -> Words:
    """The words of the game called `key`."""
    return cast(Words, import_module(f"bot.words.{key}"))


def plain(told: str) -> str:
    """A short text without Discord's signs for bold, code and small print, for an alt text."""
    return shortened(told.replace("**", "").replace("`", "").replace("-# ", ""), LONGEST_ALT)


def shortened(text: str, length: int) -> str:
    """`text`, cut at `length` characters with an ellipsis if it is longer."""
    return text if len(text) <= length else f"{text[: length - 1]}…"
