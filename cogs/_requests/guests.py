"""The command that invites a person to a table."""

from __future__ import annotations

import discord

from bot.i18n import text
from bot.table.names import bold, plain
from bot.table.seating import Person, Table
from cogs._requests.invitations import member_who_sees
from cogs._shared import labels
from cogs._shared.answering import message
from cogs._shared.commands import command
from cogs._shared.visit import Visitor
from rules.contract import RulesError


@command("table invite")
async def invite(visitor: Visitor, person: discord.User, table: Table) -> None:
    """Invite a person to a table that is played by invitation."""
    language, name = visitor.language, plain(person.display_name) or person.name
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
