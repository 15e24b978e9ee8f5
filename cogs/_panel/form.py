"""The form in which a move is typed, and a refused text that it takes up again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.i18n import text
from bot.table.seating import Table
from cogs._panel.panel import BACK
from cogs._shared.answering import refusal
from cogs._shared.controls import PanelButton
from cogs._shared.labels import facts
from rules.contract import RulesError
from rules.notation import SEPARATOR

PROXY = ":for"
"""End of the custom id of a form in which a referee types a player's move."""
MODAL = re.compile(rf"m:(?P<table>\d{{1,18}}):(?P<revision>\d{{1,18}})(?P<proxy>{PROXY})?")
"""The custom id of a form for a move: `m:<table>:<revision>`, and `:for` of a referee's."""
TYPED = "move"
"""Custom id of the text field of the modal."""
LONGEST_INPUT = 4000
"""Characters that Discord accepts in a text field."""
LONGEST_HINT = 100
"""Characters that Discord accepts as a placeholder."""
LONGEST_QUOTED = 3000
"""Characters of a refused text that are shown below its refusal."""
FENCE = "```"
"""Code fence around a refused text."""
APART = f"{SEPARATOR} "
"""Separator of two moves of a line, as people type it."""
FORGOTTEN = 600.0
"""Seconds for which discord.py remembers a modal; later submissions are answered as well."""


def form(
    table: Table, revision: int, language: str, *, default: str, example: str = "", kind: str = ""
) -> ui.Modal:
    """Form for a move in its notation, or a line of moves, with the text `default` filled in.

    The label mentions lines where a turn may have several moves; `example` is the placeholder, and
    `kind` the end of its custom id.
    """
    shape = facts(table)
    longest = min(shape.longest_turn * (shape.longest_move + len(APART)), LONGEST_INPUT)
    label = "panel.type_label" if shape.longest_turn == 1 else "panel.type_line_label"
    modal = ui.Modal(
        title=text("panel.type_title", language),
        custom_id=f"m:{table.id}:{revision}{kind}",
        timeout=FORGOTTEN,
    )
    field = ui.TextInput[Any](
        custom_id=TYPED,
        default=default[:longest],
        placeholder=example[:LONGEST_HINT] or None,
        max_length=longest,
    )
    return modal.add_item(ui.Label(text=text(label, language), component=field))


def text_of_form(components: Sequence[Mapping[str, Any]]) -> str:
    """Text of a submitted form, however deep Discord nests its field."""
    for component in components:
        if "value" in component:
            return str(component["value"])
        inner = component.get("components") or [component.get("component") or {}]
        if move := text_of_form(inner) if inner != [{}] else "":
            return move
    return ""


def refusal_with_text(
    error: RulesError, table: Table, move: str, language: str, *, label: str = "panel.correct"
) -> ui.LayoutView:
    """Refusal with the refused text below it, and buttons: the form again, and the question."""
    view = refusal(error, language).add_item(ui.TextDisplay(quotation(move)))
    button = PanelButton.of(table, "again", "", text(label, language))
    back = PanelButton.of(table, "go", "", BACK, slot="back")
    return view.add_item(ui.ActionRow(button, back))


def quotation(move: str) -> str:
    """A refused text in a fence, from which the form takes it again."""
    return f"{FENCE}\n{' '.join(move.replace('`', '').split())[:LONGEST_QUOTED]}\n{FENCE}"


def text_of_refusal(message: discord.Message | None) -> str:
    """Refused text that the message about its refusal quotes; "" where there is none."""
    if message is None:
        return ""
    items = ui.LayoutView.from_message(message, timeout=None).walk_children()
    texts = [item.content for item in items if isinstance(item, ui.TextDisplay)]
    return next((content.strip(f"{FENCE}\n") for content in texts if content.startswith(FENCE)), "")
