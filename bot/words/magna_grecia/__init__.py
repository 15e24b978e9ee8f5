"""Magna Grecia in words: the log of a turn, the board as text, the entries of menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    with_sign,
)
from bot.words.magna_grecia import boards, private, teaching, telling
from rules.consequence import Consequence
from rules.contract import Result, Seat
from rules.magna_grecia.pieces import DEFAULT_COLOURS
from rules.magna_grecia.view import Preview, View
from rules.question import Option, Question


class MagnaGreciaWords(Words):
    """The words of Magna Grecia."""

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

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """One step and its consequences."""
        return telling.line([ply], names, language, text("magna_grecia.told_end", language))

    def turn_lines(
        self, plies: Sequence[Move], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[Line]:
        """The steps of a turn in one line, and their consequences."""
        nothing = text("magna_grecia.told_nothing", language)
        return [telling.line(plies, names, language, nothing)] if plies else []

    def effects(
        self, plies: Sequence[Move], seat: Seat, names: Sequence[str], language: str
    ) -> str:
        """The oracles that the others have taken from a seat, and the change of its points."""
        return telling.effects(plies, seat, names, language)

    def summary(
        self,
        plies: Sequence[Move],
        names: Sequence[str],
        language: str,
        without: Seats = (),
    ) -> str:
        """The oracles taken from others in a turn, then its actions."""
        return telling.summary(plies, names, language, without)

    def standing(
        self, view: View, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> str:
        """Points of each player if the game ended now, and its progress, in two lines."""
        marks = [icon(boards.mark(player.color, player.seat)) for player in view.players]
        scores = [
            keep_together(marks[row.seat], names[row.seat], f"**{row.total}**")
            for row in view.standing
        ]
        line = text("magna_grecia.standing", language, scores=row_of(scores))
        return f"{line}\n-# {boards.round_line(view, language)}"

    def alt(
        self,
        picture: str,
        view: View,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        """Turn and leader; then each seat's possessions, in at most 1,024 characters."""
        parts = [f"Magna Grecia. {boards.progress(view, language)}."]
        parts += (
            *boards.turn_or_winner(view, names, language),
            *boards.leader(view, names, language),
        )
        parts += (boards.player(view, who, names, language) for who in boards.seats(view))
        return clip(" ".join(parts), LONGEST_ALT)

    def board_text(self, view: View, names: Sequence[str], language: str) -> str:
        """The whole table: players, places with their contents, roads, cards."""
        return "\n\n".join(boards.whole(view, names, language))

    def question(
        self, question: Question, view: View, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        """Question; for the choice of a step also the actions that the card still allows."""
        sentence = super().question(question, view, held, language, icon)
        if question.code != "magna_grecia.ask_step" or view.phase != "turns":
            return sentence
        return "\n".join((sentence, *private.rest_of_turn(view, language)))

    def option_label(self, option: Option, view: View, language: str) -> Label:
        """A step, a hex with the village on it, a place with its cost and value."""
        return private.option_label(option, language)

    def end_reason(self, result: Result, language: str) -> str:
        """The margin of the win, at a tie in tiles (MG-93), and the cause of the end."""
        ended = super().end_reason(result, language)
        return " ".join((*boards.margin(result, language), ended))

    def mark(self, options: Mapping[str, Any], seats: int, seat: Seat) -> str:
        """The icon of a seat in the colour that it plays."""
        colours = options.get("colors") or DEFAULT_COLOURS[max(2, seats)]
        return boards.mark(str(colours[seat]), seat)

    def comparison(self, previews: Sequence[Preview], language: str) -> list[str]:
        """Actions of each; also the position of its roads, where two would otherwise be equal.

        Lines may be long, as a comparison shows no picture beside them.
        """
        lines = [private.all_deeds(preview, language) for preview in previews]
        for where in (private.hex_of, private.way_of):
            lines = [
                line if lines.count(line) == 1 else private.all_deeds(preview, language, where)
                for line, preview in zip(lines, previews, strict=True)
            ]
        return lines

    def preview_text(self, preview: Preview, language: str) -> str:
        """Actions and gains of a previewed move, and the duties left after it."""
        return "\n".join(filter(None, private.candidate(preview, language)))

    def consequence(self, one: Consequence, language: str) -> str:
        """Oracles, connections, markets, gains and losses of others, points and tiles."""
        return teaching.consequence(one, language)

    def worth(self, part: str, count: int, language: str) -> str:
        """Worth in points."""
        return text("magna_grecia.why_worth", language, n=abs(count), change=with_sign(count))

    def preview_details(self, preview: Preview, language: str) -> str:
        """Steps of a preview and their consequences, where these are long."""
        return "\n".join(private.details(preview, language))


WORDS = MagnaGreciaWords("magna_grecia")
