"""A saved move in the panel: what it is, why it was not made, and the ways to change it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.advance import LeftMove, Stage
from bot.table.live import MovePreview, Prompt
from bot.words.careful import CarefulWords
from cogs._access.controls import PanelButton
from cogs._answering.answer import Panel
from cogs._answering.presentation import accent, frame
from cogs._answering.visitor import Visit
from rules.contract import RulesError
from rules.notation import SEPARATOR

LINES = {
    Stage.LEFT: "panel.ahead_waits",
    Stage.DUE: "panel.ahead_due",
}
"""What the panel says of a saved move, instead of a question, by its stage."""


async def page_of_any(visit: Visit, left: LeftMove | None) -> Panel | None:
    """Page of what a person has saved, if it waits."""
    return await page(visit, left) if left is not None and left.stage in LINES else None


def line(visit: Visit, prompt: Prompt) -> str:
    """Line that says that a whole turn would be saved; "" on the person's turn."""
    if not prompt.is_ahead:
        return ""
    is_part = isinstance(prompt, MovePreview) and not prompt.ends_turn
    return visit.text("panel.ahead_part" if is_part else "panel.ahead")


async def page(visit: Visit, left: LeftMove) -> Panel:
    """Page of what a person has saved, and when it is made."""
    table = visit.table
    buttons = [
        PanelButton.of(table, "forget", "", visit.text("panel.ahead_cancel")),
        PanelButton.of(table, "anew", "", visit.text("panel.ahead_change")),
    ]
    preview = await visit.app.advance.preview(table.id, left)
    line = visit.text("panel.ahead_left", move=_in_words(visit, left, preview))
    moves = SEPARATOR.join(preview.moves) if preview else left.line
    parts = (line, visit.text(LINES[left.stage]), notation_line(moves), buttons)
    return frame(accent((left.seat,)), *parts)


def _in_words(visit: Visit, left: LeftMove, preview: MovePreview | None) -> str:
    """A left move in words, or the number of its moves."""
    if preview is None:
        return visit.text("panel.ahead_turn", n=len(left.line.split(SEPARATOR)))
    return CarefulWords(preview.table, visit.language).preview_text(preview.preview)


def notation_line(line: str) -> str:
    """The moves of a line as they are written."""
    return f"-# {' · '.join(f'`{move.strip()}`' for move in line.split(SEPARATOR))}"


def refusal_line(visit: Visit, left: LeftMove | None) -> str:
    """Line that says why a left move was not made; "" where none was refused."""
    if left is None or left.stage is not Stage.DROPPED:
        return ""
    return visit.text("panel.ahead_dropped", move=left.line, reason=visit.text(left.reason))


async def cancel(visit: Visit, tokens: Sequence[str]) -> Panel:
    """Cancel what was left, and lead back to the question. Raises RulesError where nothing is."""
    if not await visit.app.advance.cancel(visit.table.id, visit.user):
        raise RulesError("table.left_nothing")
    again = PanelButton.of(visit.table, "go", "", visit.text("panel.ahead_change"))
    parts = (visit.text("panel.ahead_cancelled"), again)
    return frame(accent(()), *parts)
