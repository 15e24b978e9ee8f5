"""Why a suggestion is better than other moves: a few lines of a private panel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot import words
from bot.i18n import text
from bot.reasons import Advice, Reason
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
    told = CarefulWords(move.table).candidate(move.preview, language)
    return shortened(words.plain(told.partition("\n")[0]), LONGEST)


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
        yield f"-# {place}. {_move(move, language)}: {lost}"


def _said(advice: Advice, reason: Reason, language: str) -> str:
    return CarefulWords(advice.moves[0].table).reason(reason.part, reason.change, language)
