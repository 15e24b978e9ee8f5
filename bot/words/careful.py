"""The words of a game at one table, with plain notation in place of texts that fail.

A fault in words must not keep a player from playing: the picture, the moves in their notation and
the call are posted all the same. The log names the failed text, the table and the revision.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from bot.i18n import text
from bot.table.names import escape_markdown
from bot.table.seating import Table, name_of
from bot.words import Icon, Label, Line, Move, Seats, Words, no_icon, of
from rules import registry
from rules.consequence import Consequence
from rules.contract import Result, Seat
from rules.question import Option, Question

log = logging.getLogger(__name__)

CALLED = re.compile(r"⟦(\d)⟧")
"""A seat in a text, as `bot.words.seat_placeholder` writes it."""

T = TypeVar("T")


class CarefulWords(Words):
    """The words of the game at one table."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.game)
        self.table = table

    def _with_names(self, told: str) -> str:
        """A text with the names of players in place of `bot.words.seat_placeholder`."""
        return CALLED.sub(lambda seat: self._name(int(seat[1])), told)

    def _name(self, seat: Seat) -> str:
        return escape_markdown(name_of(self.table, seat)) if seat < len(self.table.seats) else "?"

    def _or(self, instead: T, method: str, say: Callable[[Words], T]) -> T:
        """Text of the game, or `instead` where the game fails."""
        try:
            return say(of(self.key))
        except Exception:
            _note(self.table.id, self.table.revision, method)
            return instead

    # ---- moves, in their notation ----------------------------------------------------------------

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        return self._or(
            Line(f"{names[ply.seat]} `{ply.notation}`"),
            "ply_line",
            lambda own: own.ply_line(ply, names, language, icon),
        )

    def turn_lines(
        self, plies: Sequence[Move], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[Line]:
        lines = self._or(
            None,
            "turn_lines",
            lambda own: _whole(own.turn_lines(plies, names, language, icon), plies),
        )
        return super().turn_lines(plies, names, language, icon) if lines is None else lines

    def harm(self, plies: Sequence[Move], seat: Seat, language: str) -> str:
        return self._or("", "harm", lambda own: own.harm(plies, seat, language))

    def effects(
        self, plies: Sequence[Move], seat: Seat, names: Sequence[str], language: str
    ) -> str:
        return self._or("", "effects", lambda own: own.effects(plies, seat, names, language))

    def summary(
        self,
        plies: Sequence[Move],
        names: Sequence[str],
        language: str,
        without: Seats = (),
    ) -> str:
        line = self._or("", "summary", lambda own: own.summary(plies, names, language, without))
        return line or super().summary(plies, names, language, without)

    def reason(self, part: str, change: float, language: str) -> str:
        plain = part.replace("_", " ")
        return self._or(plain, "reason", lambda own: own.reason(part, change, language))

    def reason_with_count(self, part: str, count: int, language: str) -> str:
        return self._or(
            "", "reason_with_count", lambda own: own.reason_with_count(part, count, language)
        )

    def consequence(self, one: Consequence, language: str) -> str:
        return self._with_names(
            self._or("", "consequence", lambda own: own.consequence(one, language))
        )

    def worth(self, part: str, count: int, language: str) -> str:
        return self._or("", "worth", lambda own: own.worth(part, count, language))

    def average_loss(self, loss: float, language: str) -> str:
        return self._or("", "average_loss", lambda own: own.average_loss(loss, language))

    def turn_loss(self, loss: float, language: str) -> str:
        return self._or("", "turn_loss", lambda own: own.turn_loss(loss, language))

    def gain(self, change: int, total: int, language: str) -> str:
        return self._or("", "gain", lambda own: own.gain(change, total, language))

    def option_label(self, option: Option, view: Any, language: str) -> Label:
        label = self._or(
            Label(option.token),
            "option_label",
            lambda own: own.option_label(option, view, language),
        )
        return replace(
            label, text=self._with_names(label.text), detail=self._with_names(label.detail)
        )

    # ---- positions, which the picture shows ------------------------------------------------------

    def standing(self, view: Any, names: Sequence[str], language: str, icon: Icon = no_icon) -> str:
        return self._or("", "standing", lambda own: own.standing(view, names, language, icon))

    def alt(
        self,
        picture: str,
        view: Any,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        title = registry.get(self.key).facts.title
        return self._or(title, "alt", lambda own: own.alt(picture, view, names, language, seat))

    def picture(self, name: str, language: str) -> str:
        return self._or(name, "picture", lambda own: own.picture(name, language))

    def poster(
        self,
        view: Any,
        names: Sequence[str],
        ranking: Sequence[Sequence[Seat]],
        plies: int,
        language: str,
    ) -> str:
        return self._or(
            registry.get(self.key).facts.title,
            "poster",
            lambda own: own.poster(view, names, ranking, plies, language),
        )

    def end_reason(self, result: Result, language: str) -> str:
        return self._or(
            self.say(result.reason, language),
            "end_reason",
            lambda own: own.end_reason(result, language),
        )

    def mark(self, options: Mapping[str, Any], seats: int, seat: Seat) -> str:
        usual = super().mark(options, seats, seat)
        return self._or(usual, "mark", lambda own: own.mark(options, seats, seat))

    @property
    def rank(self) -> str:
        return self._or(super().rank, "rank", lambda own: own.rank)

    @property
    def changes(self) -> str:
        return self._or(super().changes, "changes", lambda own: own.changes)

    def say(self, code: str, language: str, **args: Any) -> str:
        bare = code.partition(".")[2].replace("_", " ")
        return self._or(bare, code, lambda own: own.say(code, language, **args))

    # ---- texts without an alternative ------------------------------------------------------------

    def board_text(self, view: Any, names: Sequence[str], language: str) -> str:
        return self._or(
            missing(language), "board_text", lambda own: own.board_text(view, names, language)
        )

    def preview_text(self, preview: Any, language: str) -> str:
        line = self._or(
            missing(language), "preview_text", lambda own: own.preview_text(preview, language)
        )
        return self._with_names(line)

    def comparison(self, previews: Sequence[Any], language: str) -> list[str]:
        lines = self._or(
            [missing(language)] * len(previews),
            "comparison",
            lambda own: own.comparison(previews, language),
        )
        return [self._with_names(line) for line in lines]

    def question(
        self, question: Question, view: Any, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        return self._or(
            missing(language),
            "question",
            lambda own: own.question(question, view, held, language, icon),
        )

    def question_details(
        self, question: Question, view: Any, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        return self._or(
            "",
            "question_details",
            lambda own: own.question_details(question, view, held, language, icon),
        )

    def preview_details(self, preview: Any, language: str) -> str:
        details = self._or(
            "", "preview_details", lambda own: own.preview_details(preview, language)
        )
        return self._with_names(details)

    def hand(self, view: Any, held: Any, language: str, icon: Icon = no_icon) -> str:
        return self._or(missing(language), "hand", lambda own: own.hand(view, held, language, icon))


def missing(language: str) -> str:
    """Text in place of one that a game fails to give."""
    return text("panel.no_words", language)


def _whole(lines: list[Line], plies: Sequence[Move]) -> list[Line]:
    """The lines of a turn. Raises ValueError where they cover more or fewer plies than it has."""
    counted = sum(line.plies for line in lines)
    if counted != len(plies):
        raise ValueError(f"{counted} of {len(plies)} plies are told")
    return lines


@lru_cache(maxsize=256)
def _note(table: int, revision: int, method: str) -> None:
    """Log the handled exception once per position, as a menu may raise it 25 times."""
    log.exception("Table %s, revision %s: no %s in words", table, revision, method)
