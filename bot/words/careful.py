"""The words of a game at one table, with plain notation in place of texts that fail.

A fault in words must not keep a player from playing: the picture, the moves in their notation and
the call are posted all the same. The log names the failed text, the table and the revision.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from types import FunctionType
from typing import Any

from bot.i18n import text
from bot.table.changes import Ply
from bot.table.names import escape_markdown
from bot.table.seating import Table, name_of
from bot.words import Icon, Label, Line, Seats, Words, no_icon, of, with_sign
from rules import registry
from rules.consequence import Consequence
from rules.contract import Seat, Threat
from rules.question import Option, Question

log = logging.getLogger(__name__)


class PlainWords(Words):
    """Words that no game has to give: notation, titles, and "" for what can be left out."""

    def ply_line(self, ply: Ply) -> Line:
        return Line(f"{self.names[ply.seat]} `{ply.notation}`")

    def threats(self, threats: Sequence[Threat]) -> list[str]:
        return []

    def brief_threats(self, threats: Sequence[Threat]) -> list[str]:
        return []

    def reason(self, part: str, change: float) -> str:
        return part.replace("_", " ")

    def consequence(self, one: Consequence) -> str:
        return ""

    def average_loss(self, loss: float) -> str:
        return ""

    def turn_loss(self, loss: float) -> str:
        return ""

    def gain(self, change: int, total: int) -> str:
        return ""

    def part_changes(self, parts: Mapping[str, int]) -> list[str]:
        return [f"{part.replace('_', ' ')} {with_sign(change)}" for part, change in parts.items()]

    def amount(self, part: str, n: int) -> str:
        return str(n)

    def option_label(self, option: Option, view: Any) -> Label:
        return Label(option.token)

    def say(self, code: str, /, **args: Any) -> str:
        return code.partition(".")[2].replace("_", " ")

    # ---- positions, which the picture shows ------------------------------------------------------

    def standing(self, view: Any) -> str:
        return ""

    def alt(self, picture: str, view: Any, seat: Seat | None = None) -> str:
        return registry.get(self.key).facts.title

    def picture(self, name: str) -> str:
        return name

    def poster(self, view: Any, ranking: Sequence[Sequence[Seat]], plies: int) -> str:
        return registry.get(self.key).facts.title

    # ---- texts without an alternative ------------------------------------------------------------

    def board_text(self, view: Any) -> str:
        return self.missing()

    def preview_text(self, preview: Any) -> str:
        return self.missing()

    def question(self, question: Question, view: Any, held: Any) -> str:
        return self.missing()

    def hand(self, view: Any, held: Any) -> str:
        return self.missing()

    def missing(self) -> str:
        """Text in place of one that a game fails to give."""
        return text("panel.no_words", self.language)


class CarefulWords(PlainWords):
    """The words of the game at one table, each of them guarded: `PlainWords` where it fails."""

    def __init__(
        self, table: Table, language: str, names: Sequence[str] = (), icon: Icon = no_icon
    ) -> None:
        players = [escape_markdown(name_of(table, seat)) for seat in range(len(table.seats))]
        super().__init__(table.game, language, names or players, icon)
        self.table = table

    def summary(self, plies: Sequence[Ply], without: Seats = ()) -> str:
        line = guarded("summary")(self, plies, without)
        return line or super().summary(plies, without)


def guarded(name: str) -> Callable[..., Any]:
    """A method of `CarefulWords`: the text of the game, or the plain one where the game fails."""
    plain: Any = getattr(PlainWords, name)
    plain = plain.fget if isinstance(plain, property) else plain

    @wraps(plain)
    def method(self: CarefulWords, *args: Any, **more: Any) -> Any:
        try:
            words = getattr(of(self.key, self.language, self.names, self.icon), name)
            words = words(*args, **more) if callable(words) else words
            if name == "turn_lines":
                _require_whole(words, *args[:1])
            return words
        except Exception:
            _note(self.table.id, self.table.revision, args[0] if name == "say" else name)
            return plain(self, *args, **more)

    return method


# all that games may say, so that no text can be forgotten here
for _name, _member in vars(Words).items():
    if _name.startswith("_") or _name in vars(CarefulWords):
        continue
    if isinstance(_member, FunctionType):
        setattr(CarefulWords, _name, guarded(_name))
    elif isinstance(_member, property):
        setattr(CarefulWords, _name, property(guarded(_name)))


def _require_whole(lines: Sequence[Line], plies: Sequence[Ply]) -> None:
    """Refuse lines of a turn that cover more or fewer plies than it has."""
    counted = sum(line.plies for line in lines)
    if counted != len(plies):
        raise ValueError(f"{counted} of {len(plies)} plies are told")


@lru_cache(maxsize=256)
def _note(table: int, revision: int, method: str) -> None:
    """Log the handled exception once per position, as a menu may raise it 25 times."""
    log.exception("Table %s, revision %s: no %s in words", table, revision, method)
