"""Words that Telegraph and Attika share; each game's catalogue has its own texts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Label, Line, Move, Seats
from bot.words._settlements import asking, boards, choosing, teaching, telling
from bot.words._settlements.terms import Terms
from rules._settlements.view import Hand, Preview, View
from rules.consequence import Consequence
from rules.contract import Seat
from rules.places import ScorePlace
from rules.question import Option, Question


class SettlementWords(Terms):
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

    def ply_line(self, ply: Move) -> Line:
        return telling.ply_line(self, ply)

    def turn_lines(self, plies: Sequence[Move]) -> list[Line]:
        return telling.turn_lines(self, plies)

    def summary(self, plies: Sequence[Move], without: Seats = ()) -> str:
        return telling.summary(self, plies)

    def brief(self, plies: Sequence[Move], without: Seats = ()) -> str:
        return telling.brief(self, plies)

    def standing(self, view: View) -> str:
        return boards.standing(self, view)

    def alt(self, picture: str, view: View, seat: Seat | None = None) -> str:
        return boards.alt(self, picture, view, seat or 0)

    def board_text(self, view: View) -> str:
        return boards.board_text(self, view)

    def option_label(self, option: Option, view: View) -> Label:
        return choosing.option_label(self, option, view)

    def preview_text(self, preview: Preview) -> str:
        return choosing.candidate(self, preview)

    def amount(self, part: str, n: int) -> str:
        return boards.amount(self, part, n)

    def place_name(self, place: ScorePlace) -> str:
        return boards.place_name(self, place)

    def question(self, question: Question, view: View, held: Hand) -> str:
        return asking.question(self, question, view, held)

    def question_details(self, question: Question, view: View, held: Hand) -> str:
        return asking.details(self, question, view, held)

    def reason_with_count(self, part: str, count: int) -> str:
        return teaching.number_text(self, part, count)

    def consequence(self, one: Consequence) -> str:
        return teaching.consequence(self, one)

    def comparison(self, previews: Sequence[Preview]) -> list[str]:
        return [choosing.compared(self, preview) for preview in previews]

    def preview_details(self, preview: Preview) -> str:
        return choosing.details(self, preview)

    def hand(self, view: View, held: Hand) -> str:
        return asking.hand(self, view, held)

    @property
    def rank(self) -> str:
        return f"{self.key}.rank"

    @property
    def changes(self) -> str:
        return f"{self.key}.recap_gained"
