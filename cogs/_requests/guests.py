"""The command that invites a person to a table."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.i18n import text
from bot.table.names import bold, plain
from bot.table.seating import Person
from cogs._requests.invitations import member_who_sees
from cogs._shared import labels
from cogs._shared.answering import message
from cogs._shared.labels import Click
from cogs._shared.table_lookup import about_a_table, command, table_of_command
from cogs._shared.translator import localized
from cogs._shared.visit import Visitor
from rules.contract import RulesError


class GuestCommands:
    """The command `/table invite`."""

    @command("invite")
    @about_a_table
    @app_commands.rename(person=localized("command.table_invite_person.name"))
    @app_commands.describe(person=localized("command.table_invite_person.description"))
    async def invite(
        self, interaction: Click, person: discord.User, number: int | None = None
    ) -> None:
        """Invite a person to a table that is played by invitation."""
        visitor = Visitor.of(interaction)
        table, language = await table_of_command(visitor, number), visitor.language
        name = plain(person.display_name) or person.name
        if person.bot:
            raise RulesError("table.no_bots", name=name)
        table.require_host(visitor.user)
        if await member_who_sees(visitor.app, table, person.id, called=True) is None:
            raise RulesError("table.guest_cannot_see", name=name, place=f"<#{table.channel_id}>")
        guest = Person(person.id, name)
        table = await visitor.app.lobbies.invite(table.id, visitor.user, guest)
        title = labels.title(table, language)
        confirmation = text("table.invite_done", language, name=bold(name), table=title)
        await visitor.respond(message(confirmation))
