"""Magna Grecia in words: the log of a turn, the board as text, the entries of menus."""

from __future__ import annotations

from typing import Any

from bot.words import Words
from bot.words.magna_grecia import boards, names, private, teaching, telling
from rules.contract import Result
from rules.magna_grecia.pieces import ORACLE_POINTS
from rules.magna_grecia.view import View
from rules.question import Question


class MagnaGreciaWords(Words):
    """The words of Magna Grecia, a module for each of their parts."""

    sections = (
        "goal",
        "turn",
        "first",
        "roads",
        "cities",
        "connections",
        "markets",
        "oracles",
        "end",
        "notation",
    )

    consequences = teaching.CONSEQUENCES

    ply_line = telling.ply_line
    turn_lines = telling.turn_lines
    summary = telling.summary
    brief = telling.brief
    effects = telling.effects
    standing = boards.standing
    alt = boards.alt
    board_text = boards.board_text
    place_name = names.place_name
    mark = boards.mark
    option_label = private.option_label
    preview_text = private.preview_text
    preview_details = private.preview_details
    comparison = private.comparison
    consequence_kind = teaching.kind
    consequence_args = teaching.args
    worth = teaching.worth

    def question(self, question: Question, view: View, held: Any) -> str:
        """Question; for the choice of a step also the actions that the card still allows."""
        if question.code == "magna_grecia.ask_oracle":
            return self.say(question.code, n=ORACLE_POINTS)
        sentence = super().question(question, view, held)
        if question.code != "magna_grecia.ask_step" or view.phase != "turns":
            return sentence
        return "\n".join((sentence, *private.rest_of_turn(self, view)))

    def end_reason(self, result: Result) -> str:
        """The margin of the win, at a tie in tiles (MG-93), and the cause of the end."""
        ended = super().end_reason(result)
        return " ".join((*boards.margin(self, result), ended))


WORDS = MagnaGreciaWords
