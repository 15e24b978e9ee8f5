"""A person at a table, by one click: made once, and handed on to whatever answers the click."""

from __future__ import annotations

from typing import Self

import msgspec

from bot.app import App
from bot.table.seating import Table
from cogs._labels import Click, reader
from cogs._private import Panel, show


class Visit(msgspec.Struct, frozen=True):
    """Who has clicked or typed, at which table, and in which language they are answered."""

    interaction: Click
    app: App
    user: int
    language: str
    table: Table
    revision: int | None = None
    """Of the table when the button was shown; None for a command, which means the table of now."""

    @classmethod
    def of(cls, interaction: Click, table: Table, revision: int | None = None) -> Self:
        """The visit that a click makes."""
        app, user = interaction.client, interaction.user.id
        return cls(interaction, app, user, reader(interaction), table, revision)

    @property
    def claim(self) -> tuple[int, int, int | None]:
        """Table, person and revision, as `Tables` checks them first."""
        return self.table.id, self.user, self.revision

    async def show(self, panel: Panel) -> None:
        """Put a panel where the deferred answer is."""
        await show(self.interaction, panel)
