"""A person at a table, by one interaction: made once, and passed to all that answer it."""

from __future__ import annotations

from typing import Self

import msgspec

from bot.app import App
from bot.table.seating import Table
from cogs._shared.labels import Click, reader
from cogs._shared.private import Panel, show


class Visit(msgspec.Struct, frozen=True):
    """The person who clicked or typed, their language, and the table."""

    interaction: Click
    app: App
    user: int
    language: str
    table: Table
    revision: int | None = None
    """Revision of the table when the button was shown; None for a command."""

    @classmethod
    def of(cls, interaction: Click, table: Table, revision: int | None = None) -> Self:
        """Visit of an interaction."""
        app, user = interaction.client, interaction.user.id
        return cls(interaction, app, user, reader(interaction), table, revision)

    @property
    def claim(self) -> tuple[int, int, int | None]:
        """Table, person and revision: the first arguments of the methods of `Moves`."""
        return self.table.id, self.user, self.revision

    async def show(self, panel: Panel) -> None:
        """Edit the deferred answer into a panel."""
        await show(self.interaction, panel)
