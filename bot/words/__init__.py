"""What a game says: one module per game turns its facts into text. No Discord in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec

from bot.i18n import codes, text
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


class Move(Protocol):
    """A move that was made, as the store keeps it: who made it and what it caused."""

    @property
    def seat(self) -> Seat: ...

    @property
    def events(self) -> Sequence[Event]: ...


class Words(Protocol):
    """What every module `bot/words/<game>.py` offers.

    What only some games need (`told`, `asked`, `lit`, `BUTTONS`, `hand`) is reached through the
    function of that name below, which knows what to do for a game that has none.
    """

    QUESTIONS: int | Mapping[str, int]
    """Tokens a person chooses from menus; the rest is suggested, then nudged with the pad.

    Where that depends on the kind of move: by the first letter of its notation, else 1.
    """
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


def questions(key: str, tokens: Sequence[str]) -> int:
    """How many tokens of the move begun by `tokens` a person chooses from menus."""
    asks = of(key).QUESTIONS
    if isinstance(asks, int):
        return asks
    return asks.get(tokens[0][:1].upper(), 1) if tokens else 1


def told(
    key: str, move: Move, names: Sequence[str], language: str, icon: Icon = no_icon
) -> list[str]:
    """The lines of a move; a game has its own for moves that nothing follows from."""
    own = getattr(of(key), "told", None)
    if own is None:
        return of(key).lines(move.events, names, language, icon)
    return cast("list[str]", own(move, names, language, icon))


def asked(
    key: str, view: Any, held: Any, tokens: Sequence[str], language: str, icon: Icon = no_icon
) -> str:
    """The question that follows `tokens`, with all that helps to answer it."""
    own = getattr(of(key), "asked", None)
    if own is None:
        return text(f"{key}.ask_{len(tokens)}", language)
    return cast(str, own(view, held, tokens, language, icon))


def lit(key: str, view: Any, plies: Sequence[Move]) -> tuple[tuple[Seat, int], ...] | None:
    """The pieces of the newest moves as `render` lights them; None for no moves."""
    if not plies:
        return None
    own = getattr(of(key), "lit", None)
    if own is None:
        return of(key).placed(view, [ply.seat for ply in plies])
    return cast("tuple[tuple[Seat, int], ...]", own(view, plies))


def buttons(key: str) -> frozenset[str]:
    """Groups of options that are shown as buttons and commit at once."""
    return cast("frozenset[str]", getattr(of(key), "BUTTONS", frozenset()))


def hand(key: str, view: Any, held: Any, language: str, icon: Icon = no_icon) -> str:
    """What a seat holds hidden from the others, in words; "" where nothing is hidden."""
    own = getattr(of(key), "hand", None)
    return "" if own is None else cast(str, own(view, held, language, icon))


def rank(key: str) -> str:
    """The code of a line of the final ranking, for a game that does not count points."""
    return own if (own := f"{key}.rank") in codes() else "board.rank"


def plain(told: str) -> str:
    """A short text without Discord's signs for bold, code and small print, for an alt text."""
    return shortened(told.replace("**", "").replace("`", "").replace("-# ", ""), LONGEST_ALT)


def shortened(text: str, length: int) -> str:
    """`text`, cut at `length` characters with an ellipsis if it is longer."""
    return text if len(text) <= length else f"{text[: length - 1]}…"
