"""People let in: those who wait for a game, a guest of the host, a spectator of one hand."""

from __future__ import annotations

import logging

import discord

from bot.app import App
from bot.connection.outages import unless_refused
from bot.i18n import text
from bot.service.delivery import Delivery, Later
from bot.steps.reminders import NOTICE
from bot.table.names import bold
from bot.table.seating import Person, Status, Table
from cogs._access.commands import command
from cogs._answering.items import GREEN
from cogs._answering.lasting_items import LastingButton
from cogs._answering.messages import Message, mentions_of
from cogs._answering.visitor import Visitor, person_of
from cogs._delivery.answers import Unsendable
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender
from cogs._panel import hour
from cogs._words import labels
from rules.contract import RulesError

log = logging.getLogger(__name__)

OPENING = 1.0
"""Seconds between two checks whether the post of a new lobby is known."""


async def member_who_sees(
    app: App, table: Table, user: int, *, called: bool = False
) -> discord.Member | None:
    """Member of the table's server, if they see its channel; else None.

    People who are `called` by a mention in a private thread are added to it by that.
    """
    guild = app.get_guild(table.guild_id)
    if guild is None:
        return None
    member = await unless_refused(guild.fetch_member(user))
    if member is None:
        return None
    channel = guild.get_channel_or_thread(table.channel_id)
    if channel is None:
        channel = await unless_refused(guild.fetch_channel(table.channel_id))
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    sees_channel = place is not None and place.permissions_for(member).view_channel
    return member if sees_channel and (called or not is_private) else None


class Invitations:
    """Delivers the news of a lobby to the people who wait for one."""

    def __init__(self, app: App, homes: Homes, sender: Sender) -> None:
        self.app, self.homes, self.sender = app, homes, sender

    async def post(self, delivery: Delivery, table: Table) -> None:
        """Write to each person, and mention in the channel those who accept no direct messages."""
        if table.status is Status.LOBBY and table.lobby_message_id is None:
            raise Later(OPENING)
        unreachable = []
        for user in await self.app.lobbies.people_to_tell(table):
            if await member_who_sees(self.app, table, user) is None:
                continue
            try:
                await self._write(delivery, table, user)
                await self.app.lobbies.note_told(table, user)
            except Unsendable as refusal:
                log.info("No direct message to %s: %s", user, refusal)
                unreachable.append(user)
        if unreachable:
            await self._call(delivery, table, unreachable)
            await self.app.lobbies.note_told(table, *unreachable)

    async def _write(self, delivery: Delivery, table: Table, user: int) -> None:
        language = await self.app.people.language_at(user, table)
        message = invitation(self.app, table, language)
        await self.sender.write(delivery, user, recipient=user, **message.to_send)

    async def _call(self, delivery: Delivery, table: Table, users: list[int]) -> None:
        names, title = [f"<@{user}>" for user in users], labels.title(table, table.language)
        line = text("me.invited_here", table.language, names=names, table=title)
        channel = self.homes.place(table, table.channel_id)
        message = Message(line, link=labels.link(table, table.language))
        post = await self.sender.send(
            delivery, channel, **message.to_send, allowed_mentions=mentions_of(users)
        )
        await self.sender.note_mentions(table, post, line, NOTICE)


def invitation(app: App, table: Table, language: str) -> Message:
    """Direct message about a table with a free seat."""
    title, host = labels.title(table, language), labels.host(table)
    content = text("me.invited", language, table=title, host=host, notify=app.slash("me notify"))
    seat, link = SeatButton.of(table, language), labels.link(table, language)
    return Message(content, buttons=[seat], link=link)


class SeatButton(LastingButton, template="me:join:{table_id}"):
    """Takes a seat from a direct message."""

    label = "lobby.join"
    style = GREEN
    table_id: int

    async def press(self, visitor: Visitor) -> None:
        """Take a seat, if the person still sees the table and one is free."""
        app = visitor.app
        table = await app.tables.get(self.table_id)
        member = await member_who_sees(app, table, visitor.user)
        if member is None:
            raise RulesError("table.not_found")
        table = await app.lobbies.join(table.id, person_of(member, visitor.language))
        await visitor.tell("table.joined", table)
        await hour.ask(visitor)


# ---- by name -------------------------------------------------------------------------------------


async def guest_of(visitor: Visitor, table: Table, user: discord.User, *, called: bool) -> Person:
    """Person who is let in. Raises RulesError for a bot, and who does not see the table."""
    guest = person_of(user)
    if user.bot:
        raise RulesError("table.no_bots", name=guest.name)
    if await member_who_sees(visitor.app, table, user.id, called=called) is None:
        place = f"<#{table.channel_id}>"
        raise RulesError("table.guest_cannot_see", name=guest.name, place=place)
    return guest


@command("seat invite")
async def invite(visitor: Visitor, person: discord.User, table: Table) -> None:
    """Invite a person to a table that is played by invitation."""
    table.require_host(visitor.user)
    guest = await guest_of(visitor, table, person, called=True)
    table = await visitor.app.lobbies.invite(table.id, visitor.user, guest)
    await visitor.tell("table.invite_done", table, name=bold(guest.name))


@command("seat show")
async def show(visitor: Visitor, table: Table, person: discord.User | None = None) -> None:
    """Show one's hand to a spectator who sees the table; to nobody where none is named."""
    guest = await guest_of(visitor, table, person, called=False) if person is not None else None
    table = await visitor.app.onlookers.show(table.id, visitor.user, guest)
    code = "table.shows_hand" if guest is not None else "table.hides_hand"
    await visitor.tell(code, table, guest=bold(guest.name) if guest is not None else "")
