"""Why a suggestion is better than other moves: a few lines of a private panel, and a way on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui

from bot import words
from bot.ai.reasons import Advice, Reason
from bot.i18n import text
from bot.table.seating import Table
from bot.words import shortened
from bot.words.careful import CarefulWords
from cogs import _panel
from cogs._controls import PanelButton
from cogs._present import accent, frame
from cogs._private import Panel

LONGEST = 160
"""Characters of a move among others: three lines of a phone."""
STAR = "★"
FOR, AGAINST = "+", "−"


def page(advice: Advice, asked: Sequence[str], language: str) -> Panel:
    """The best move, what it has before the next one, what the others lose.

    One may make it, go back to its panel, a suggestion that begins as `asked`, or to another move.
    One that reads like an earlier move is left out: nobody could tell what they choose.
    """
    best = advice.moves[0]
    told = lines_of(best.table, [move.preview for move in advice.moves], language)
    shown = [place for place, line in enumerate(told) if line not in told[:place]]
    lines = [
        f"**{STAR} {told[0]}**",
        *_reasons(advice, language),
        *_others(advice, told, shown[1:], language),
    ]
    buttons = [
        _panel.confirm(best, language),
        PanelButton.of(best.table, "sug", " ".join(asked), _panel.BACK),
    ]
    for number, place in enumerate(shown[1:], 2):
        move = " ".join(advice.moves[place].tokens)
        buttons.append(PanelButton.of(best.table, "go", move, str(number), slot=f"w{place}"))
    return frame(accent((best.seat,)), "\n".join(lines), ui.ActionRow[Any](*buttons)), []


def lines_of(table: Table, previews: Sequence[Any], language: str) -> list[str]:
    """What is to be known of each move, in a line; what it asks before it is made is left out."""
    told = CarefulWords(table).compared(previews, language)
    return [shortened(words.plain(line).partition("?")[0].rstrip(), LONGEST) for line in told]


def _reasons(advice: Advice, language: str) -> Iterator[str]:
    """What speaks for the best one, and what against it."""
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
            yield f"{sign} {_said(advice, reason, language)}"


def _others(
    advice: Advice, told: Sequence[str], others: Sequence[int], language: str
) -> Iterator[str]:
    """The next moves, in small print, with what each loses most."""
    for number, place in enumerate(others, 2):
        other = {"move": told[place].rstrip("."), "lost": _lost(advice, place, language)}
        yield f"-# {text('panel.why_other', language, number=number, **other)}"


def _lost(advice: Advice, place: int, language: str) -> str:
    """What a move loses beside the best one; beside one that wins, whether it wins as well."""
    if advice.wins[0]:
        return text("panel.why_wins_too" if advice.wins[place] else "panel.why_wins_not", language)
    loss = advice.losses[place - 1]
    return _said(advice, loss, language) if loss else text("panel.why_as_good", language)


def _said(advice: Advice, reason: Reason, language: str) -> str:
    return said(advice.moves[0].table, reason, language)


def said(table: Table, reason: Reason, language: str) -> str:
    """A reason in words: what one can point at if there is such, else the part by its name.

    Behind it, by how much the two moves differ on average over what may come, where people count.
    """
    own = CarefulWords(table)
    told, number = own.reason(reason.part, reason.change, language), words.signed(reason.count)
    if reason.count and (counted := own.counted(reason.part, reason.count, language)):
        told, number = counted, ""
    if reason.because and (pointed := own.consequence(reason.because, language)):
        told, number = pointed, own.worth(reason.part, reason.count, language)
    return f"{told} ({number})" if reason.count and number else told
