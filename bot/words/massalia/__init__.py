"""Massalia in words: the log of a turn, the board as text, the hand, private questions."""

from __future__ import annotations

from math import exp

from bot.words import Words, threats_in_few_words
from bot.words.massalia import asking, board, cards, suffering, teaching, telling

AMOUNTS = {
    "": "massalia.amount_life",
    "life": "massalia.amount_life",
    "morale": "massalia.amount_morale",
    "ready": "massalia.amount_ready",
}
"""Codes of numbers with their units; "" is the whole score, which is life."""


class MassaliaWords(Words):
    """The words of Massalia, a module for each of their parts."""

    sections = (
        "goal",
        "turn",
        "first",
        "cards",
        "scouts",
        "tiles",
        "resources",
        "attacks",
        "gauges",
        "end",
        "notation",
    )

    consequences = teaching.CONSEQUENCES

    ply_line = telling.ply_line
    turn_lines = telling.turn_lines
    summary = telling.summary
    brief = telling.brief
    brief_threats = threats_in_few_words
    harm = suffering.harm
    effects = suffering.effects
    standing = board.standing
    alt = board.alt
    board_text = board.board_text
    hand = board.hand
    things = cards.things
    thing = cards.thing
    question = asking.question
    question_details = asking.question_details
    option_label = asking.option_label
    preview_text = asking.preview_text
    preview_details = asking.preview_details
    preview_legend = asking.preview_legend
    comparison = asking.comparison
    consequence_kind = teaching.kind
    consequence_args = teaching.args

    def gain(self, change: int, total: int) -> str:
        """Always "": life is reported where it is lost and healed."""
        return ""

    def amount(self, part: str, n: int) -> str:
        """Life, morale, or cells."""
        return self.say(AMOUNTS[part], n=n)

    def loss_amount(self, loss: float) -> float:
        """A loss in percentage points of the chance to win; the look ahead counts in log odds."""
        return 100 / (1 + exp(-loss)) - 50

    @property
    def rank(self) -> str:
        """Code of a ranking by life."""
        return "massalia.rank"

    @property
    def measure(self) -> str:
        """Code of the name of life, which is all that a score counts."""
        return "massalia.part_life"

    @property
    def changes(self) -> str:
        """Code of a line about the life that players have won or lost."""
        return "massalia.recap_gained"


WORDS = MassaliaWords
