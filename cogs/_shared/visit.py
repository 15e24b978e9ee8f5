"""A person and their interaction: made once, and passed to everything that answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import discord
import msgspec
from discord import ui

from bot.app import App
from bot.table.names import plain
from bot.table.seating import Person, Table
from cogs._shared.items import values
from cogs._shared.labels import Click, reader
from cogs._shared.private import Panel, defer, respond, show


class Visitor(msgspec.Struct, frozen=True):
    """The person who clicked or typed, and their language."""

    interaction: Click
    app: App
    user: int
    language: str

    @classmethod
    def of(cls, interaction: Click) -> Self:
        """Person of an interaction."""
        return cls(interaction, interaction.client, interaction.user.id, reader(interaction))

    @property
    def person(self) -> Person:
        """Person with their name on the server, if it has visible characters."""
        user = self.interaction.user
        return Person(user.id, plain(user.display_name) or user.name, self.language)

    @property
    def guild(self) -> int:
        """Id of the server; 0 in direct messages."""
        return self.interaction.guild_id or 0

    @property
    def channel(self) -> int:
        """Id of the channel or thread."""
        return self.interaction.channel_id or 0

    @property
    def values(self) -> Sequence[str]:
        """Values chosen in a menu; none of a button with a forged custom id."""
        return values(self.interaction)

    @property
    def value(self) -> str:
        """Value chosen in a menu that takes one; "" of a button with a forged custom id."""
        return "".join(self.values)

    def at(self, table: Table, revision: int | None = None) -> Visit:
        """Visit of the person to a table, from a button shown at a revision of it."""
        return Visit(self.interaction, self.app, self.user, self.language, table, revision)

    async def defer(self) -> None:
        """Defer an edit of the clicked message if it is private, else a private answer."""
        await defer(self.interaction)

    async def show(self, panel: Panel) -> discord.InteractionMessage:
        """Edit the deferred answer into a panel, and return the message."""
        return await show(self.interaction, panel)

    async def respond(self, view: ui.LayoutView) -> None:
        """Answer in private without deferring: by an edit of a private message, else by a new one.

        A new one replaces the person's older private message about the table.
        """
        await respond(self.interaction, view)


class Visit(Visitor, frozen=True):
    """A person at a table."""

    table: Table
    revision: int | None
    """Revision of the table when the button was shown; None for a command."""

    @property
    def claim(self) -> tuple[int, int, int | None]:
        """Table, person and revision: the first arguments of the methods of `Moves`."""
        return self.table.id, self.user, self.revision
