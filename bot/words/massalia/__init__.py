"""Massalia in words: the log of a turn, the board as text, the hand, private questions."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from bot.i18n import text
from bot.words import (
    LONGEST_ALT,
    Icon,
    Label,
    Line,
    Move,
    Seats,
    Words,
    clip,
    keep_together,
    no_icon,
    row_of,
)
from bot.words.massalia import asking, board, cards, suffering, teaching, telling
from rules.consequence import Consequence
from rules.contract import Seat
from rules.massalia.previewing import Preview
from rules.massalia.printed import CARDS
from rules.massalia.view import Hand, View
from rules.question import Option, Question


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

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """One step and its consequences."""
        return telling.line([ply], names, language)

    def turn_lines(
        self, plies: Sequence[Move], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[Line]:
        """The steps of a turn in one line, and their consequences."""
        return [telling.line(plies, names, language)] if plies else []

    def harm(self, plies: Sequence[Move], seat: Seat, language: str) -> str:
        """The blows that a seat has taken, and its other losses by the others."""
        return suffering.harm_line(plies, seat, language)

    def effects(
        self, plies: Sequence[Move], seat: Seat, names: Sequence[str], language: str
    ) -> str:
        """The hits that a seat has taken from each opponent, and its lost scouts."""
        return suffering.effects(plies, seat, names, language)

    def summary(
        self,
        plies: Sequence[Move],
        names: Sequence[str],
        language: str,
        without: Seats = (),
    ) -> str:
        """The hits, purchases and cells won in a turn, and its numbers of cards and tiles."""
        return telling.summary(plies, names, language, without)

    def gain(self, change: int, total: int, language: str) -> str:
        """Always "": life is reported where it is lost and healed."""
        return ""

    @property
    def rank(self) -> str:
        """Code of a ranking by life."""
        return "massalia.rank"

    @property
    def changes(self) -> str:
        """Code of a line about the life that players have won or lost."""
        return "massalia.recap_gained"

    def standing(
        self, view: View, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> str:
        """The life of each player and the progress of the game, in two lines."""
        lives = [keep_together(names[player.seat], f"**{player.life}**") for player in view.players]
        scores = text("massalia.standing", language, scores=row_of(lives))
        return f"{scores}\n-# {board.progress_in_short(view, language)}"

    def alt(
        self,
        picture: str,
        view: View,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        """Turn, then the facts about each player, in at most 1,024 characters."""
        lines = [
            f"Massalia. {board.progress(view, language)}.",
            board.turn_or_winner(view, names, language),
        ]
        seats = range(len(view.players))
        lines += [board.player(view, who, names, language) for who in seats]
        return clip(" ".join(lines), LONGEST_ALT)

    def board_text(self, view: View, names: Sequence[str], language: str) -> str:
        """The whole table."""
        return board.whole(view, names, language)

    def hand(self, view: View, held: Hand, language: str, icon: Icon = no_icon) -> str:
        """The hand of a seat, and the rest of its deck and bag."""
        return board.hand(held, language)

    def things(self, picture: str, language: str) -> dict[str, str]:
        """The names of the cards, by the code to type."""
        return {card: cards.name_with_code(card, language) for card in CARDS}

    def thing(self, picture: str, thing: str, language: str) -> str:
        """A card: name, family, cost, place, effects, history."""
        return cards.whole(thing, language)

    def question(
        self, question: Question, view: View, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        """Question; for the choice of a step also the amber in the purse."""
        return asking.question(question, view, language)

    def question_details(
        self, question: Question, view: View, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        """The cards in hand, or those on offer."""
        return asking.details(question, held, language)

    def option_label(self, option: Option, view: View, language: str) -> Label:
        """A card with its effects, a cell with the marks it counts for, or an opponent."""
        return asking.label(option, language)

    def preview_text(self, preview: Preview, language: str) -> str:
        """Action of a step, and what it would leave unused; or the steps of a line."""
        return "\n".join(asking.candidate(preview, language))

    def consequence(self, one: Consequence, language: str) -> str:
        """Cells, blows, losses of the others, cards and combos."""
        return teaching.consequence(one, language)

    def loss_amount(self, loss: float) -> float:
        """A loss in percentage points of the chance to win; the look ahead counts in log odds."""
        return 100 / (1 + exp(-loss)) - 50

    def preview_details(self, preview: Preview, language: str) -> str:
        """Effects and history of a card that would be bought."""
        if preview.kind != "buy" or not preview.card:
            return ""
        parts = (cards.sentences(preview.card, language), cards.history(preview.card, language))
        return "\n".join(filter(None, parts))


WORDS = MassaliaWords("massalia")
