"""The button that keeps an abandoned game running, or wakes it up."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import ui

from bot.i18n import text
from bot.table.seating import Table
from cogs._access.table_items import TableButton
from cogs._answering.edits import NO_HARM, edit
from cogs._answering.items import ACCENT, GREEN, view_of
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._words import labels


def view(table: Table, verb: str) -> ui.View:
    """Button below a notice about an abandoned game: its verb is `go_on` or `wake`."""
    return view_of(WakeButton.named(text(f"table.{verb}_button", table.language), table))


async def _retire(post: discord.Message | None) -> None:
    """Remove the button of a notice that has been answered."""
    if post is not None:
        with suppress(*NO_HARM):
            await edit(post, mentioned=post.mentions, view=None)


class WakeButton(TableButton, template="z:{table_id}"):
    """Keeps a game running, or wakes it up."""

    style = GREEN

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        table = await visitor.app.reminders.continue_game(table.id, visitor.user)
        line = visitor.text("table.resume_done", table=labels.title(table, visitor.language))
        await visitor.show(frame(ACCENT, line))
        await _retire(visitor.interaction.message)
