"""The words of a game at one table, with plain notation in place of texts that fail.

A fault in words must not keep a player from playing: the picture, the moves in their notation and
the call are posted all the same. The log names the failed text, the table and the revision.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from types import FunctionType
from typing import Any

from msgspec.structs import replace

from bot.i18n import text
from bot.table.names import escape_markdown
from bot.table.seating import Table, name_of
from bot.words import Icon, Label, Line, Move, Seats, Words, no_icon, of
from rules import registry
from rules.contract import Seat, Threat
from rules.question import Option, Question

log = logging.getLogger(__name__)

CALLED = re.compile(r"⟦(\d)⟧")
"""A seat in a text, as `bot.words.seat_placeholder` writes it."""


class PlainWords(Words):
    """Words that no game has to give: notation, titles, and "" for what can be left out."""

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        return Line(f"{names[ply.seat]} `{ply.notation}`")

    def threats(self, threats: Sequence[Threat], names: Sequence[str], language: str) -> list[str]:
        return []

    def reason(self, part: str, change: float, language: str) -> str:
        return part.replace("_", " ")

    def average_loss(self, loss: float, language: str) -> str:
        return ""

    def turn_loss(self, loss: float, language: str) -> str:
        return ""

    def gain(self, change: int, total: int, language: str) -> str:
        return ""

    def option_label(self, option: Option, view: Any, language: str) -> Label:
        return Label(option.token)

    def say(self, code: str, language: str, **args: Any) -> str:
        return code.partition(".")[2].replace("_", " ")

    # ---- positions, which the picture shows ------------------------------------------------------

    def standing(self, view: Any, names: Sequence[str], language: str, icon: Icon = no_icon) -> str:
        return ""

    def alt(
        self,
        picture: str,
        view: Any,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        return registry.get(self.key).facts.title

    def picture(self, name: str, language: str) -> str:
        return name

    def poster(
        self,
        view: Any,
        names: Sequence[str],
        ranking: Sequence[Sequence[Seat]],
        plies: int,
        language: str,
    ) -> str:
        return registry.get(self.key).facts.title

    # ---- texts without an alternative ------------------------------------------------------------

    def board_text(self, view: Any, names: Sequence[str], language: str) -> str:
        return missing(language)

    def preview_text(self, preview: Any, language: str) -> str:
        return missing(language)

    def question(
        self, question: Question, view: Any, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        return missing(language)

    def hand(self, view: Any, held: Any, language: str, icon: Icon = no_icon) -> str:
        return missing(language)


class CarefulWords(PlainWords):
    """The words of the game at one table, each of them guarded: `PlainWords` where it fails."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.game)
        self.table = table

    def summary(
        self, plies: Sequence[Move], names: Sequence[str], language: str, without: Seats = ()
    ) -> str:
        line = guarded("summary")(self, plies, names, language, without)
        return line or super().summary(plies, names, language, without)

    def with_names(self, words: Any) -> Any:
        """Words with the names of players in place of `bot.words.seat_placeholder`."""
        match words:
            case str():
                return CALLED.sub(lambda seat: self._name(int(seat[1])), words)
            case Label(line, detail):
                return replace(words, text=self.with_names(line), detail=self.with_names(detail))
            case [*lines]:
                return [self.with_names(line) for line in lines]
        return words

    def _name(self, seat: Seat) -> str:
        return escape_markdown(name_of(self.table, seat)) if seat < len(self.table.seats) else "?"


def guarded(name: str) -> Callable[..., Any]:
    """A method of `CarefulWords`: the text of the game, or the plain one where the game fails."""
    plain: Any = getattr(PlainWords, name)
    plain = plain.fget if isinstance(plain, property) else plain

    @wraps(plain)
    def method(self: CarefulWords, *args: Any, **more: Any) -> Any:
        try:
            words = getattr(of(self.key), name)
            words = words(*args, **more) if callable(words) else words
            if name == "turn_lines":
                _require_whole(words, *args[:1])
        except Exception:
            _note(self.table.id, self.table.revision, args[0] if name == "say" else name)
            words = plain(self, *args, **more)
        return self.with_names(words)

    return method


# all that games may say, so that no text can be forgotten here
for _name, _member in vars(Words).items():
    if _name.startswith("_") or _name in vars(CarefulWords):
        continue
    if isinstance(_member, FunctionType):
        setattr(CarefulWords, _name, guarded(_name))
    elif isinstance(_member, property):
        setattr(CarefulWords, _name, property(guarded(_name)))


def missing(language: str) -> str:
    """Text in place of one that a game fails to give."""
    return text("panel.no_words", language)


def _require_whole(lines: Sequence[Line], plies: Sequence[Move]) -> None:
    """Refuse lines of a turn that cover more or fewer plies than it has."""
    counted = sum(line.plies for line in lines)
    if counted != len(plies):
        raise ValueError(f"{counted} of {len(plies)} plies are told")


@lru_cache(maxsize=256)
def _note(table: int, revision: int, method: str) -> None:
    """Log the handled exception once per position, as a menu may raise it 25 times."""
    log.exception("Table %s, revision %s: no %s in words", table, revision, method)
