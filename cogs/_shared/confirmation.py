"""The confirmation before an action that cannot be undone, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Self

import discord
from discord import ui

from bot.i18n import text
from bot.steps.moves import people_to_agree
from bot.steps.resignation import ends_if_left
from bot.table.seating import Status, Table
from cogs._shared import labels
from cogs._shared.access import may_moderate
from cogs._shared.custom_ids import digits
from cogs._shared.items import ACCENT
from cogs._shared.presentation import frame
from cogs._shared.table_items import TableButton
from cogs._shared.visit import Visitor

# ---- the question --------------------------------------------------------------------------------


def resign_question(table: Table, user: int) -> str:
    """Code of the question before resigning, which depends on the further course of the game."""
    if len(table.seats) == 1:
        return "table.resign_question_alone"
    if ends_if_left(table, user):
        return "table.resign_question_end"
    leaves = labels.facts(table).leaving
    return "table.resign_question_leave" if leaves else "table.resign_question"


def question(
    table: Table, user: int, verbs: Sequence[str], language: str, code: str = ""
) -> ui.LayoutView:
    """Confirmation of the first of the verbs, with a button for each."""
    usual = resign_question(table, user) if verbs[0] == "resign" else f"table.{verbs[0]}_question"
    code = code or usual
    lines = [text(code, language, table=labels.title(table, language))]
    if len(verbs) > 1:
        lines.append(text("table.moderator_may", language))
    buttons = (ActionButton.of(table, verb, language) for verb in (*verbs, "keep"))
    return frame(ACCENT, *lines, ui.ActionRow[Any](*buttons))


async def ask_host_to_close(visitor: Visitor, table: Table) -> None:
    """Ask the last person of a lobby, who cannot leave it, whether to close the table."""
    view = question(table, visitor.user, ("cancel",), visitor.language, "table.alone_question")
    await visitor.interaction.response.send_message(view=view, ephemeral=True)


class ActionButton(TableButton, template="x:{table_id}:{verb}:{revision}"):
    """Answer to a confirmation."""

    defers = False
    verb: Annotated[str, "resign|cancel|ask|keep"]
    revision: Annotated[int, digits(9)]

    @classmethod
    def of(cls, table: Table, verb: str, language: str) -> Self:
        """Button of the answer `verb`."""
        style = discord.ButtonStyle.secondary if verb == "keep" else discord.ButtonStyle.danger
        button = ui.Button[Any](label=labels.answer(table, verb, language), style=style)
        return cls(button, table.id, verb, table.revision)

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        """Carry out the answer, or ask again if the table has changed since the question."""
        language = visitor.language
        if self.verb != "keep" and table.revision != self.revision:
            view = question(table, visitor.user, (self.verb,), language)
            await visitor.respond(view)
            return
        verb = await _carry_out(visitor, table, self.verb)
        outcome = text(f"table.{verb}_done", language, table=labels.title(table, language))
        await visitor.respond(frame(ACCENT, outcome))


def is_up_to_host(table: Table, user: int) -> bool:
    """Whether a person may close a table as its host, without asking anybody."""
    return user == table.host_id and not people_to_agree(table, user)


async def _carry_out(visitor: Visitor, table: Table, verb: str) -> str:
    """Carry out an answer, and return its verb; or `ask` where others are asked first."""
    app, user = visitor.app, visitor.user
    if verb == "resign":
        await app.seats.resign(table.id, user)
    if verb in ("cancel", "ask"):
        may_decide = verb == "cancel" and not is_up_to_host(table, user)
        moderator = may_decide and await may_moderate(visitor, table)
        table = await app.votes.cancel(table.id, user, moderator=moderator)
        return "cancel" if table.status is Status.CANCELLED else "ask"
    return verb
