"""Words that Telegraph and Attika share; each game's catalogue has its own texts."""

from __future__ import annotations

from collections.abc import Mapping

from bot.words import threats_in_few_words
from bot.words._settlements import asking, boards, choosing, teaching, telling
from bot.words._settlements.terms import Terms


class SettlementWords(Terms):
    """The words of one of the two games, a module for each of their parts."""

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

    consequences = teaching.CONSEQUENCES

    ply_line = telling.ply_line
    turn_lines = telling.turn_lines
    summary = telling.summary
    brief = telling.brief
    threats = telling.threats
    brief_threats = threats_in_few_words
    standing = boards.standing
    alt = boards.alt
    board_text = boards.board_text
    amount = boards.amount
    place_name = boards.place_name
    option_label = choosing.option_label
    preview_text = choosing.candidate
    preview_details = choosing.details
    preview_legend = choosing.legend
    comparison = choosing.comparison
    question = asking.question
    question_details = asking.details
    hand = asking.hand
    reason_with_count = teaching.number_text
    consequence_kind = teaching.kind
    consequence_args = teaching.args

    def sources(self, parts: Mapping[str, int]) -> str:
        """Always "": each building counts one for its project."""
        return ""

    @property
    def rank(self) -> str:
        return f"{self.key}.rank"

    @property
    def measure(self) -> str:
        return f"{self.key}.measure"

    @property
    def changes(self) -> str:
        return f"{self.key}.recap_gained"
