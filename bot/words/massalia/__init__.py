"""Massalia in words: the log of a turn, the board as text, the hand, private questions."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from bot.words import (
    LONGEST_ALT,
    Label,
    Line,
    Move,
    Seats,
    Words,
    clip,
    keep_together,
    row_of,
)
from bot.words.massalia import asking, board, cards, suffering, teaching, telling
from rules.consequence import Consequence
from rules.contract import Seat
from rules.massalia.previewing import Preview
from rules.massalia.printed import CARDS
from rules.massalia.view import Hand, View
from rules.question import Option, Question

AMOUNTS = {
    "life": "massalia.amount_life",
    "morale": "massalia.amount_morale",
    "ready": "massalia.amount_ready",
}
"""Codes of numbers with their units."""


class MassaliaWords(Words):
    """The words of Massalia."""

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

    def ply_line(self, ply: Move) -> Line:
        """One step and its consequences."""
        return telling.line(self, [ply])

    def turn_lines(self, plies: Sequence[Move]) -> list[Line]:
        """The steps of a turn in one line, and their consequences."""
        return [telling.line(self, plies)] if plies else []

    def harm(self, plies: Sequence[Move], seat: Seat) -> str:
        """The blows that a seat has taken, and its other losses by the others."""
        return suffering.harm_line(self, plies, seat)

    def effects(self, plies: Sequence[Move], seat: Seat) -> str:
        """The hits that a seat has taken from each opponent, and its lost scouts."""
        return suffering.effects(self, plies, seat)

    def summary(self, plies: Sequence[Move], without: Seats = ()) -> str:
        """The hits, purchases and cells won in a turn, and its numbers of cards and tiles."""
        return telling.summary(self, plies, without)

    def brief(self, plies: Sequence[Move], without: Seats = ()) -> str:
        """The worst hit of a turn, or what it bought or won first."""
        return telling.brief(self, plies, without)

    def gain(self, change: int, total: int) -> str:
        """Always "": life is reported where it is lost and healed."""
        return ""

    def amount(self, part: str, n: int) -> str:
        """Life, morale, or cells."""
        return self.say(AMOUNTS[part], n=n)

    @property
    def rank(self) -> str:
        """Code of a ranking by life."""
        return "massalia.rank"

    @property
    def changes(self) -> str:
        """Code of a line about the life that players have won or lost."""
        return "massalia.recap_gained"

    def standing(self, view: View) -> str:
        """The life of each player and the progress of the game, in two lines."""
        lives = [
            keep_together(self.names[player.seat], f"**{player.life}**") for player in view.players
        ]
        scores = self.say("massalia.standing", scores=row_of(lives))
        return f"{scores}\n-# {board.progress_in_short(self, view)}"

    def alt(self, picture: str, view: View, seat: Seat | None = None) -> str:
        """Turn, then the facts about each player, in at most 1,024 characters."""
        lines = [
            f"Massalia. {board.progress(self, view)}.",
            board.turn_or_winner(self, view),
        ]
        seats = range(len(view.players))
        lines += [board.player(self, view, who) for who in seats]
        return clip(" ".join(lines), LONGEST_ALT)

    def board_text(self, view: View) -> str:
        """The whole table."""
        return board.whole(self, view)

    def hand(self, view: View, held: Hand) -> str:
        """The hand of a seat, and the rest of its deck and bag."""
        return board.hand(self, held)

    def things(self, picture: str) -> dict[str, str]:
        """The names of the cards, by the code to type."""
        return {card: cards.name_with_code(self, card) for card in CARDS}

    def thing(self, picture: str, thing: str) -> str:
        """A card: name, family, cost, place, effects, history."""
        return cards.whole(self, thing)

    def question(self, question: Question, view: View, held: Any) -> str:
        """Question; for the choice of a step also the amber in the purse."""
        return asking.question(self, question, view)

    def question_details(self, question: Question, view: View, held: Any) -> str:
        """The cards in hand, or those on offer."""
        return asking.details(self, question, held)

    def option_label(self, option: Option, view: View) -> Label:
        """A card with its effects, a cell with the marks it counts for, or an opponent."""
        return asking.label(self, option)

    def preview_text(self, preview: Preview) -> str:
        """Action of a step, and what it would leave unused; or the steps of a line."""
        return "\n".join(asking.candidate(self, preview))

    def consequence(self, one: Consequence) -> str:
        """Cells, blows, losses of the others, cards and combos."""
        return teaching.consequence(self, one)

    def loss_amount(self, loss: float) -> float:
        """A loss in percentage points of the chance to win; the look ahead counts in log odds."""
        return 100 / (1 + exp(-loss)) - 50

    def comparison(self, previews: Sequence[Preview]) -> list[str]:
        return [asking.compared(self, preview) for preview in previews]

    def preview_details(self, preview: Preview) -> str:
        """Effects and history of a card that would be bought."""
        if preview.kind != "buy" or not preview.card:
            return ""
        parts = (cards.sentences(self, preview.card), cards.history(self, preview.card))
        return "\n".join(filter(None, parts))


WORDS = MassaliaWords
