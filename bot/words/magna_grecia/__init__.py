"""Magna Grecia in words: the log of a turn, the board as text, the entries of menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    with_sign,
)
from bot.words.magna_grecia import boards, private, teaching, telling
from bot.words.magna_grecia.names import spot_word
from rules.consequence import Consequence
from rules.contract import Result, Seat
from rules.magna_grecia.pieces import DEFAULT_COLOURS, ORACLE_POINTS
from rules.magna_grecia.view import Preview, View
from rules.places import ScorePlace
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

    def ply_line(self, ply: Move) -> Line:
        """One step and its consequences."""
        return telling.line(self, [ply], self.say("magna_grecia.told_end"))

    def turn_lines(self, plies: Sequence[Move]) -> list[Line]:
        """The steps of a turn in one line, and their consequences."""
        nothing = self.say("magna_grecia.told_nothing")
        return [telling.line(self, plies, nothing)] if plies else []

    def effects(self, plies: Sequence[Move], seat: Seat) -> str:
        """The oracles that the others have taken from a seat, and the change of its points."""
        return telling.effects(self, plies, seat)

    def summary(self, plies: Sequence[Move], without: Seats = ()) -> str:
        """The oracles taken from others in a turn, then its actions."""
        return telling.summary(self, plies, without)

    def brief(self, plies: Sequence[Move], without: Seats = ()) -> str:
        """The oracles taken from others in a turn, or its first action."""
        return telling.brief(self, plies, without)

    def place_name(self, place: ScorePlace) -> str:
        """The village on a hex, or else its label."""
        return spot_word(self, place.at) if place.at else ""

    def standing(self, view: View) -> str:
        """Points of each player if the game ended now, and its progress, in two lines."""
        marks = [self.icon(boards.mark(player.color, player.seat)) for player in view.players]
        scores = [
            keep_together(marks[row.seat], self.names[row.seat], f"**{row.total}**")
            for row in view.standing
        ]
        line = self.say("magna_grecia.standing", scores=row_of(scores))
        return f"{line}\n-# {boards.round_line(self, view)}"

    def alt(self, picture: str, view: View, seat: Seat | None = None) -> str:
        """Turn and leader; then each seat's possessions, in at most 1,024 characters."""
        parts = [f"Magna Grecia. {boards.progress(self, view)}."]
        parts += (
            *boards.turn_or_winner(self, view),
            *boards.leader(self, view),
        )
        parts += (boards.player(self, view, who) for who in boards.seats(view))
        return clip(" ".join(parts), LONGEST_ALT)

    def board_text(self, view: View) -> str:
        """The whole table: players, places with their contents, roads, cards."""
        return "\n\n".join(boards.whole(self, view))

    def question(self, question: Question, view: View, held: Any) -> str:
        """Question; for the choice of a step also the actions that the card still allows."""
        if question.code == "magna_grecia.ask_oracle":
            return self.say(question.code, n=ORACLE_POINTS)
        sentence = super().question(question, view, held)
        if question.code != "magna_grecia.ask_step" or view.phase != "turns":
            return sentence
        return "\n".join((sentence, *private.rest_of_turn(self, view)))

    def option_label(self, option: Option, view: View) -> Label:
        """A step, a hex with the village on it, a place with its cost and value."""
        return private.option_label(self, option)

    def end_reason(self, result: Result) -> str:
        """The margin of the win, at a tie in tiles (MG-93), and the cause of the end."""
        ended = super().end_reason(result)
        return " ".join((*boards.margin(self, result), ended))

    def mark(self, options: Mapping[str, Any], seats: int, seat: Seat) -> str:
        """The icon of a seat in the colour that it plays."""
        colours = options.get("colors") or DEFAULT_COLOURS[max(2, seats)]
        return boards.mark(str(colours[seat]), seat)

    def comparison(self, previews: Sequence[Preview]) -> list[str]:
        """Actions of each; also the position of its roads, where two would otherwise be equal.

        Lines may be long, as a comparison shows no picture beside them.
        """
        lines = [private.all_deeds(self, preview) for preview in previews]
        for where in (private.hex_of, private.way_of):
            lines = [
                line if lines.count(line) == 1 else private.all_deeds(self, preview, where)
                for line, preview in zip(lines, previews, strict=True)
            ]
        return lines

    def preview_text(self, preview: Preview) -> str:
        """Actions and gains of a previewed move, and the duties left after it."""
        return "\n".join(filter(None, private.candidate(self, preview)))

    def consequence(self, one: Consequence) -> str:
        """Oracles, connections, markets, gains and losses of others, points and tiles."""
        return teaching.consequence(self, one)

    def worth(self, part: str, count: int) -> str:
        """Worth in points."""
        return self.say("magna_grecia.why_worth", n=abs(count), change=with_sign(count))

    def preview_details(self, preview: Preview) -> str:
        """Steps of a preview and their consequences, where these are long."""
        return "\n".join(private.details(self, preview))


WORDS = MagnaGreciaWords
