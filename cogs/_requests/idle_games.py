"""The button that keeps an abandoned game running, or wakes it up."""

from __future__ import annotations

from contextlib import suppress

from bot.table.seating import Table
from cogs._access.table_items import TableButton
from cogs._answering.edits import NO_HARM, edit
from cogs._answering.items import ACCENT, GREEN
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._words import labels


class WakeButton(TableButton, template="z:{table_id}"):
    """Keeps a game running, or wakes it up, below a notice about an abandoned one."""

    style = GREEN

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        table = await visitor.app.reminders.continue_game(table.id, visitor.user)
        line = visitor.text("table.resume_done", table=labels.title(table, visitor.language))
        await visitor.show(frame(ACCENT, line))
        if (notice := visitor.interaction.message) is not None:
            with suppress(*NO_HARM):
                await edit(notice, mentioned=notice.mentions, view=None)
