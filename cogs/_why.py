"""Why a suggestion is better than other moves: a few lines of a private panel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot import words
from bot.i18n import text
from bot.reasons import Advice, Reason
from bot.seating import Table
from bot.tables import Candidate
from bot.words import shortened
from bot.words.careful import CarefulWords
from cogs._controls import PanelButton
from cogs._present import accent, frame
from cogs._private import Panel

LONGEST = 90
"""Characters of a move among others."""
STAR = "★"
FOR, AGAINST = "+", "−"


def page(advice: Advice, language: str) -> Panel:
    """The best move, what it has before the next one, what the others lose; a button to each."""
    best = advice.moves[0]
    lines = [
        f"**{STAR} {_move(best, language)}**",
        *_reasons(advice, language),
        *_others(advice, language),
    ]
    buttons = (
        PanelButton.of(best.table, "go", " ".join(one.tokens), label, slot=f"w{place}")
        for place, (label, one) in enumerate(zip((STAR, "2", "3"), advice.moves, strict=False))
    )
    return frame(accent((best.seat,)), "\n".join(lines), ui.ActionRow[Any](*buttons)), []


def _move(move: Candidate, language: str) -> str:
    """A move in a line."""
    return line(move.table, move.preview, language)


def line(table: Table, preview: Any, language: str) -> str:
    """What is to be known of a move, in a line; what it asks before it is made is left out."""
    told = CarefulWords(table).candidate(preview, language).partition("\n")[0]
    return shortened(words.plain(told).partition("?")[0].rstrip(), LONGEST)


def _reasons(advice: Advice, language: str) -> Iterator[str]:
    """What speaks for the best one, and what against it."""
    if len(advice.moves) == 1:
        yield text("panel.why_alone", language)
    elif not advice.reasons:
        yield text("panel.why_alike", language)
    else:
        yield text("panel.why_beside", language)
        for reason in advice.reasons:
            sign = FOR if reason.change > 0 else AGAINST
            yield f"{sign} {_said(advice, reason, language)}"


def _others(advice: Advice, language: str) -> Iterator[str]:
    """The next moves, in small print, with what each loses most."""
    for place, (move, loss) in enumerate(zip(advice.moves[1:], advice.losses, strict=True), 2):
        lost = _said(advice, loss, language) if loss else text("panel.why_as_good", language)
        told = {"move": _move(move, language).rstrip("."), "lost": lost}
        yield f"-# {text('panel.why_other', language, number=place, **told)}"


def _said(advice: Advice, reason: Reason, language: str) -> str:
    return said(advice.moves[0].table, reason, language)


def said(table: Table, reason: Reason, language: str) -> str:
    """A reason in words: what one can point at if there is such, else the part by its name.

    Behind it, by how much the two moves differ on average over what may come, where people count.
    """
    own = CarefulWords(table)
    told, number = own.reason(reason.part, reason.change, language), words.signed(reason.count)
    if reason.because and (pointed := own.consequence(reason.because, language)):
        told, number = pointed, own.worth(reason.part, reason.count, language)
    return f"{told} ({number})" if reason.count and number else told
