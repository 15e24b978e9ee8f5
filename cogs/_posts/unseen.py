"""People who are called where they cannot see it: they are written to, and their table is told."""

from __future__ import annotations

import discord

from bot.app import App
from bot.i18n import text
from bot.service.delivery import Delivery
from bot.table.seating import Table
from cogs._answering.edits import NO_HARM
from cogs._delivery.answers import Unsendable
from cogs._delivery.sender import Sender
from cogs._words import labels

UNSEEN = "unseen"
"""Trouble of a table; the seat follows after a colon."""


class Unseen:
    """Compares the people whom a board calls with those who see its channel."""

    def __init__(self, app: App, sender: Sender) -> None:
        self.app, self.sender = app, sender

    def is_seen(self, delivery: Delivery, table: Table) -> bool:
        """Whether all people whom a board calls have been seen in its channel lately."""
        return all(self._was_there(table, user) for user in delivery.payload.mention)

    def _was_there(self, table: Table, user: int) -> bool:
        return self.app.people.has_seen(user, (table.channel_id, table.home_id or 0))

    async def troubles(self, delivery: Delivery, table: Table) -> list[str]:
        """The troubles of a table after a board that has called people; it writes to the blind.

        Of those whom the board has not called, what was known stays.
        """
        called = delivery.payload.mention
        known = [name for name in table.trouble.split() if name.startswith(UNSEEN)]
        blind = [user for user in called if not await self._sees(table, user)]
        for user in set(blind) & set(delivery.payload.notified_users):
            await self._write(delivery, table, user)
        seats = {occupant.user_id: seat for seat, occupant in enumerate(table.seats)}
        asked = {f"{UNSEEN}:{seats.get(user)}" for user in called}
        earlier = [name for name in known if name not in asked]
        return [*earlier, *(f"{UNSEEN}:{seats[user]}" for user in blind if user in seats)]

    async def _sees(self, table: Table, user: int) -> bool:
        """Whether a person sees the channel of a table, as far as Discord says now."""
        if self._was_there(table, user):
            return True
        guild = self.app.get_guild(table.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(table.channel_id)
        if guild is None or channel is None:
            return True
        place = channel.parent if isinstance(channel, discord.Thread) else channel
        try:
            member = await guild.fetch_member(user)
        except discord.NotFound:
            return False
        except NO_HARM:
            return True
        return place is None or place.permissions_for(member).view_channel

    async def _write(self, delivery: Delivery, table: Table, user: int) -> None:
        language = await self.app.people.language_at(user, table)
        title, place = labels.title(table, language), labels.place(table)
        line = text("table.unseen", language, table=title, place=place, host=labels.host(table))
        try:
            await self.sender.write(delivery, user, recipient=user, content=line)
        except Unsendable:
            return  # the table is told, and nothing else can be done
