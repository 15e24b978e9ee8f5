"""The form in which a move is typed, and a refused text that it takes up again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.i18n import codes, text
from bot.table.seating import Table
from cogs._access.controls import PanelButton, carry_out
from cogs._answering.answer import Panel, message
from cogs._answering.forms import LastingForm
from cogs._answering.refusals import refusal_note
from cogs._answering.visitor import Visit, Visitor
from cogs._panel.panel import BACK
from cogs._words.labels import facts
from rules.contract import RulesError
from rules.notation import SEPARATOR

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


class MoveForm(LastingForm, template="m:{table_id}:{revision}"):
    """Form for a move in its notation, or a line of moves."""

    table_id: int
    revision: int

    @classmethod
    def of(
        cls, table: Table, revision: int, language: str, *, default: str, example: str = ""
    ) -> ui.Modal:
        """Form with the text `default` filled in, and `example` as its placeholder.

        The label mentions lines where a turn may have several moves.
        """
        shape = facts(table)
        longest = min(shape.longest_turn * (shape.longest_move + len(APART)), LONGEST_INPUT)
        label = "panel.type_label" if shape.longest_turn == 1 else "panel.type_line_label"
        field = ui.TextInput[Any](
            custom_id=TYPED,
            default=default[:longest],
            placeholder=example[:LONGEST_HINT] or None,
            max_length=longest,
        )
        title = text("panel.type_title", language)
        return cls(table.id, revision).modal(title, {text(label, language): field})

    async def submit(self, visitor: Visitor, texts: Mapping[str, str]) -> Panel | None:
        """Show the move as a preview, as far as it is legal.

        A line of several moves is made at once: there is no preview of more than one.
        """
        move = texts.get(TYPED, "")
        try:
            return await carry_out(visitor, self.table_id, self.revision, "form", move.split())
        except RulesError as error:
            if error.code not in codes():
                raise
            table = await visitor.app.tables.get(self.table_id)
            return refusal_with_text(visitor, error, table, move)


async def open_form(visit: Visit, default: str) -> None:
    """Open the form with a text filled in."""
    example = await visit.app.moves.example(visit.table.id, visit.user)
    modal = MoveForm.of(
        visit.table, visit.revision or 0, visit.language, default=default, example=example
    )
    await visit.interaction.response.send_modal(modal)


async def open_form_again(visit: Visit, _: str) -> None:
    """Open the form with the text that was refused."""
    await open_form(visit, text_of_refusal(visit.interaction.message))


def refusal_with_text(
    visitor: Visitor, error: RulesError, table: Table, move: str, *, label: str = "panel.correct"
) -> Panel:
    """Refusal with the refused text below it, and buttons: the form again, and the question."""
    button = PanelButton.of(table, "again", "", visitor.text(label))
    back = PanelButton.of(table, "go", "", BACK, slot="back")
    return message(refusal_note(error, visitor.language), quotation(move), [button, back])


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
