"""`/seat show`: a player shows their hand to one spectator, or to nobody any more."""

from __future__ import annotations

import discord

from bot.table.names import bold, plain
from bot.table.seating import Person, Table
from cogs._requests.invitations import member_who_sees
from cogs._shared import labels
from cogs._shared.answer import message
from cogs._shared.commands import command
from cogs._shared.visitor import Visitor
from rules.contract import RulesError


@command("seat show")
async def show(visitor: Visitor, table: Table, person: discord.User | None = None) -> None:
    """Show one's hand to a person who sees the table; to nobody where none is named."""
    app, guest = visitor.app, None
    if person is not None:
        name = plain(person.display_name) or person.name
        if person.bot:
            raise RulesError("table.no_bots", name=name)
        if await member_who_sees(app, table, person.id) is None:
            raise RulesError("table.guest_cannot_see", name=name, place=f"<#{table.channel_id}>")
        guest = Person(person.id, name)
    table = await app.onlookers.show(table.id, visitor.user, guest)
    code = "table.shows_hand" if guest is not None else "table.hides_hand"
    title, name = (
        labels.title(table, visitor.language),
        bold(guest.name) if guest is not None else "",
    )
    await visitor.show(message(visitor.text(code, table=title, guest=name)))
