"""Words that Telegraph and Attika share; each game's catalogue has its own texts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Icon, Label, Line, Move, Seats, Words, no_icon
from bot.words._settlements import asking, boards, choosing, teaching, telling
from bot.words._settlements.terms import Speaker
from rules._settlements.view import Hand, Preview, View
from rules.consequence import Consequence
from rules.contract import Seat
from rules.question import Option, Question


class SettlementWords(Words):
    """The words of one of the two games."""

    sections = (
        "goal",
        "table",
        "turn",
        "drawing",
        "building",
        "chains",
        "settlements",
        "bonus",
        "regions",
        "notation",
    )

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        return telling.ply_line(Speaker(self.key, language, icon), ply, names)

    def turn_lines(
        self, plies: Sequence[Move], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[Line]:
        return telling.turn_lines(Speaker(self.key, language, icon), plies, names)

    def summary(
        self,
        plies: Sequence[Move],
        names: Sequence[str],
        language: str,
        without: Seats = (),
    ) -> str:
        return telling.summary(Speaker(self.key, language), plies, names)

    def standing(
        self, view: View, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> str:
        return boards.standing(Speaker(self.key, language, icon), view, names)

    def alt(
        self,
        picture: str,
        view: View,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        return boards.alt(Speaker(self.key, language), picture, view, names, seat or 0)

    def board_text(self, view: View, names: Sequence[str], language: str) -> str:
        return boards.board_text(Speaker(self.key, language), view, names)

    def option_label(self, option: Option, view: View, language: str) -> Label:
        return choosing.option_label(Speaker(self.key, language), option, view)

    def preview_text(self, preview: Preview, language: str) -> str:
        return choosing.candidate(Speaker(self.key, language), preview)

    def question(
        self, question: Question, view: View, held: Hand, language: str, icon: Icon = no_icon
    ) -> str:
        return asking.question(Speaker(self.key, language, icon), question, view, held)

    def question_details(
        self, question: Question, view: View, held: Hand, language: str, icon: Icon = no_icon
    ) -> str:
        return asking.details(Speaker(self.key, language, icon), question, view, held)

    def reason_with_count(self, part: str, count: int, language: str) -> str:
        return teaching.number_text(Speaker(self.key, language), part, count)

    def consequence(self, one: Consequence, language: str) -> str:
        return teaching.consequence(Speaker(self.key, language), one)

    def preview_details(self, preview: Preview, language: str) -> str:
        return choosing.details(Speaker(self.key, language), preview)

    def hand(self, view: View, held: Hand, language: str, icon: Icon = no_icon) -> str:
        return asking.hand(Speaker(self.key, language, icon), view, held)

    @property
    def rank(self) -> str:
        return f"{self.key}.rank"
