"""The reasons for a suggested move, compared with others, on a page of the private panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui

from bot import words
from bot.ai.reasons import Advice, Reason
from bot.i18n import text
from bot.table.seating import Table
from bot.words import shorten
from bot.words.careful import CarefulWords
from cogs._panel import panel
from cogs._shared.answer import Panel
from cogs._shared.controls import PanelButton
from cogs._shared.presentation import accent, frame

LONGEST = 160
"""Characters of a move among others: three lines of a phone."""
STAR = "★"
FOR, AGAINST = "+", "−"


def page(advice: Advice, prefix: Sequence[str], language: str) -> Panel:
    """Panel with the best move, its advantages, and the losses of the others.

    Buttons make the move, lead back to its suggestion, which begins with `prefix`, or to another
    move. A move that reads like an earlier one is left out, as nobody could tell them apart.
    """
    best = advice.moves[0]
    descriptions = lines_of(best.table, [move.preview for move in advice.moves], language)
    places = [place for place, line in enumerate(descriptions) if line not in descriptions[:place]]
    lines = [
        f"**{STAR} {descriptions[0]}**",
        *_reasons(advice, language),
        *_other_moves(advice, descriptions, places[1:], language),
    ]
    buttons = [
        panel.confirm(best, language),
        PanelButton.of(best.table, "sug", " ".join(prefix), panel.BACK),
    ]
    for number, place in enumerate(places[1:], 2):
        move = " ".join(advice.moves[place].tokens)
        buttons.append(PanelButton.of(best.table, "go", move, str(number), slot=f"w{place}"))
    return frame(accent((best.seat,)), "\n".join(lines), ui.ActionRow[Any](*buttons))


def lines_of(table: Table, previews: Sequence[Any], language: str) -> list[str]:
    """Line about each move, without the questions that it asks before it is made."""
    descriptions = CarefulWords(table, language).comparison(previews)
    return [shorten(words.plain(line).partition("?")[0].rstrip(), LONGEST) for line in descriptions]


def _reasons(advice: Advice, language: str) -> Iterator[str]:
    """Lines for and against the best move."""
    if advice.wins[0]:
        yield text("panel.why_wins", language)
    elif len(advice.moves) == 1:
        yield text("panel.why_alone", language)
    elif not advice.reasons:
        yield text("panel.why_alike", language)
    else:
        yield text("panel.why_beside", language)
        for reason in advice.reasons:
            sign = FOR if reason.change > 0 else AGAINST
            yield f"{sign} {_reason_of_advice(advice, reason, language)}"


def _other_moves(
    advice: Advice, descriptions: Sequence[str], places: Sequence[int], language: str
) -> Iterator[str]:
    """Lines about the next moves, in small print, with the largest loss of each."""
    for number, place in enumerate(places, 2):
        args = {"move": descriptions[place].rstrip("."), "lost": _loss(advice, place, language)}
        yield f"-# {text('panel.why_other', language, number=number, **args)}"


def _loss(advice: Advice, place: int, language: str) -> str:
    """Loss of a move compared with the best one; if that wins, whether this one does as well."""
    if advice.wins[0]:
        return text("panel.why_wins_too" if advice.wins[place] else "panel.why_wins_not", language)
    loss = advice.losses[place - 1]
    return (
        _reason_of_advice(advice, loss, language) if loss else text("panel.why_as_good", language)
    )


def _reason_of_advice(advice: Advice, reason: Reason, language: str) -> str:
    return reason_text(advice.moves[0].table, reason, language)


def reason_text(table: Table, reason: Reason, language: str) -> str:
    """Reason in words: a consequence to point at if there is one, else the name of the part.

    The average difference of the two moves follows in brackets, where the part is counted.
    """
    game_words = CarefulWords(table, language)
    sentence, number = (
        game_words.reason(reason.part, reason.change),
        words.with_sign(reason.count),
    )
    if reason.count and (
        sentence_counted := game_words.reason_with_count(reason.part, reason.count)
    ):
        sentence, number = sentence_counted, ""
    if reason.because and (sentence_pointing := game_words.consequence(reason.because)):
        sentence, number = sentence_pointing, game_words.worth(reason.part, reason.count)
    return f"{sentence} ({number})" if reason.count and number else sentence
