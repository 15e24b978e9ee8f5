"""The reasons for a suggested move, compared with others, on a page of the private panel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot import words
from bot.ai.reasons import Advice, Reason
from bot.words import shorten
from bot.words.careful import CarefulWords
from cogs._access.controls import PanelButton
from cogs._answering.answer import Panel
from cogs._answering.presentation import accent, frame, small_print
from cogs._answering.visitor import Visitor
from cogs._panel.panel import BACK, STAR
from cogs._panel.preview import NO_CHOICES, Choices, PreviewPanel
from cogs._words import labels

LONGEST = 160
"""Characters of a move among others: three lines of a phone."""
FOR, AGAINST = "+", "−"
BETWEEN = " · "
"""What stands between the moves of a turn in one line."""


class Explanation:
    """The reasons for suggested moves that begin with `prefix`, for one reader."""

    def __init__(self, visitor: Visitor, advice: Advice, prefix: Sequence[str]) -> None:
        self.visitor, self.advice, self.prefix = visitor, advice, tuple(prefix)
        self.table, self.text = advice.moves[0].table, visitor.text
        self.words = CarefulWords(self.table, visitor.language)
        self.lines = lines_of(self.words, [move.preview for move in advice.moves])
        """Line about each move, the best first."""
        self.places = [
            place for place, line in enumerate(self.lines) if line not in self.lines[:place]
        ]
        """The moves without those that read like an earlier one: nobody could tell them apart."""

    def page(self, place: int = 0) -> Panel:
        """Panel with a suggested move, its advantages, and the losses of those after the best.

        Buttons make the move, lead back to its suggestion, or to another move.
        """
        move = replace(self.advice.moves[place], advised=self.prefix)
        sign = f"{self._ordinal(place)} ·" if place else STAR
        lines = [
            f"**{sign} {self.lines[place]}**",
            *(self._reasons_of_other(place) if place else self._reasons()),
            *self._other_moves(place),
        ]
        back = PanelButton.of(self.table, "sug", " ".join(self.prefix), BACK)
        buttons = [
            PreviewPanel(self.visitor, move).confirm(),
            self._choice_button(place, label=BACK) if place else back,
            *(self._choice_button(other) for other in self.places if other != place),
        ]
        return frame(accent((move.seat,)), "\n".join(lines), buttons)

    # ---- beside a preview --------------------------------------------------------------------

    def choices(self, shown: int = 0) -> Choices:
        """Buttons to the other suggested moves, and what each but the best loses.

        `shown` is the place of the move in the preview beside them.
        """
        others = [place for place in self.places if place != shown]
        if not others:
            return NO_CHOICES
        losses = {place: self._loss(place) for place in self.places[1:]}
        gains = {place: self._gain(place) for place in self.places}
        captions = {place: gains[place] or self._as_good(place) for place in others}
        untold = {place: losses[place] for place in losses if not self._as_good(place)}
        with_gains = {
            place: f"{gains[place]}, {loss}".lstrip(", ") if gains[place] != gains[0] else loss
            for place, loss in losses.items()
        }
        return Choices(
            [self._choice_button(place, captions[place]) for place in others],
            self._rows_of_choices(untold),
            [self._choice_button(place) for place in others],
            self._rows_of_choices(with_gains),
            "" if shown else self._plea(),
            self._why_button(shown) if shown else None,
        )

    def _plea(self) -> str:
        """Row in small print with what speaks most for the best move, where it gains nothing yet.

        One that ends the game speaks for itself.
        """
        reasons = [reason for reason in self.advice.reasons if reason.change > 0]
        if not reasons or self.advice.wins[0] or self._change(0) > 0:
            return ""
        return small_print(f"{STAR} {reason_text(self.words, reasons[0])}")

    def _as_good(self, place: int) -> str:
        """Short word about a move that loses nothing beside the best; "" for all others."""
        losses = self.advice.losses
        is_alike = 0 < place <= len(losses) and losses[place - 1] is None
        return self.text("panel.choice_as_good") if is_alike and not self.advice.wins[0] else ""

    def _why_button(self, place: int) -> PanelButton:
        """Button to the reasons for and against a suggested move other than the best."""
        label = f"{STAR} {self.text('panel.why')}"
        return PanelButton.of(self.table, "because", " ".join((str(place), *self.prefix)), label)

    def _rows_of_choices(self, texts: Mapping[int, str]) -> str:
        """Rows in small print with a text about each suggested move; the same one is said once.

        In a turn of several moves it begins with the first one that the best does not make.
        """
        rows = {place: self._peculiar_move(place) + texts[place] for place in texts}
        numbers = {
            row: [self._ordinal(place) for place in rows if rows[place] == row]
            for row in rows.values()
        }
        lines = (
            self.text("panel.choice_loss", number=", ".join(places), lost=row)
            for row, places in numbers.items()
        )
        return small_print("\n".join(lines))

    def _peculiar_move(self, place: int) -> str:
        """First move of a suggested turn that the best one does not make; "" for a single move."""
        if labels.facts(self.table).longest_turn == 1:
            return ""
        best, own = (self.lines[each].split(BETWEEN) for each in (0, place))
        return next((f"{move}{BETWEEN}" for move in own if move not in best), "")

    def _change(self, place: int) -> int:
        """Change of the points by a suggested move; 0 where it is uncertain."""
        gain = self.advice.moves[place].gain
        return gain.change if gain else 0

    def _gain(self, place: int) -> str:
        """Gain of a suggested move with its unit; "" for none."""
        change = self._change(place)
        return f"{words.with_sign(change)[0]}{self.words.amount('', abs(change))}" if change else ""

    def _ordinal(self, place: int) -> str:
        """Number of a suggested move, unlike those of the places in its picture."""
        return self.text("panel.choice_ordinals").split()[place]

    def _choice_button(self, place: int, gain: str = "", label: str = "") -> PanelButton:
        """Button to the preview of a suggested move, with its number and a word, or a label."""
        tokens = " ".join((str(place), *self.prefix))
        label = label or BETWEEN.join(filter(None, (self._ordinal(place), gain)))
        return PanelButton.of(self.table, "choice", tokens, label, slot=f"c{place}")

    # ---- the reasons -------------------------------------------------------------------------

    def _reasons(self) -> Iterator[str]:
        """Lines for and against the best move."""
        if self.advice.wins[0]:
            yield self.text("panel.why_wins")
        elif len(self.advice.moves) == 1:
            yield self.text("panel.why_alone")
        elif not self.advice.reasons:
            yield self.text("panel.why_alike")
        else:
            yield self.text("panel.why_beside")
            yield from self._signed(self.advice.reasons)

    def _reasons_of_other(self, place: int) -> Iterator[str]:
        """Lines for and against another move than the best, compared with that."""
        if self.advice.wins[place]:
            yield self.text("panel.why_wins")
        elif reasons := self.advice.others[place - 1]:
            yield self.text("panel.why_beside_best")
            yield from self._signed(reasons)
        else:
            yield self.text("panel.why_like_best")

    def _signed(self, reasons: Sequence[Reason]) -> Iterator[str]:
        """A line for each reason, with the sign of a plea for the move or against it."""
        for reason in reasons:
            sign = FOR if reason.change > 0 else AGAINST
            yield f"{sign} {reason_text(self.words, reason)}"

    def _other_moves(self, shown: int) -> Iterator[str]:
        """Lines about the other moves, in small print: of each but the best its largest loss."""
        if shown:
            best = self.text("panel.why_best", move=self.lines[0].rstrip("."))
            yield f"-# {best}"
        for place in self.places[1:]:
            if place != shown:
                move, loss = self.lines[place].rstrip("."), self._loss(place)
                number = self._ordinal(place)
                line = self.text("panel.why_other", number=number, move=move, lost=loss)
                yield f"-# {line}"

    def _loss(self, place: int) -> str:
        """Loss of a move compared with the best; if that wins, whether this one does as well."""
        wins, losses = self.advice.wins, self.advice.losses
        if wins[0]:
            return self.text("panel.why_wins_too" if wins[place] else "panel.why_wins_not")
        loss = losses[place - 1]
        return reason_text(self.words, loss) if loss else self.text("panel.why_as_good")


def lines_of(game_words: CarefulWords, previews: Sequence[Any]) -> list[str]:
    """Line about each move, without the questions that it asks before it is made."""
    descriptions = map(words.plain, game_words.comparison(previews))
    return [shorten(line.partition("?")[0].rstrip(), LONGEST) for line in descriptions]


def reason_text(game_words: CarefulWords, reason: Reason) -> str:
    """Reason in words: a consequence to point at if there is one, else the name of the part.

    The average difference of the two moves follows in brackets, where the part is counted.
    """
    sentence = game_words.reason(reason.part, reason.change)
    number = words.with_sign(reason.count)
    if reason.count and (counted := game_words.reason_with_count(reason.part, reason.count)):
        sentence, number = counted, ""
    if reason.because and (pointing := game_words.consequence(reason.because)):
        sentence, number = pointing, game_words.worth(reason.part, reason.count)
    return f"{sentence} ({number})" if reason.count and number else sentence
