"""Lost and restored places of tables, and `/table move`.

When a thread or channel is deleted, or a server adds the bot again, the tables there are posted
again; `cogs/_delivery/homes.py` decides where. After a start, what stands in the channels of all
tables is looked at. `/table move` is the last resort.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable

import discord
from discord.ext import commands

from bot.app import App
from bot.i18n import text
from bot.service.delivery import OUTAGES, Later
from bot.table.seating import Status, Table
from cogs._access.access import is_seated, may_moderate
from cogs._access.server_rules import require_place
from cogs._answering.edits import NO_HARM
from cogs._answering.messages import NOBODY
from cogs._answering.visitor import Visitor
from cogs._lobby.lobby import lobby_post
from cogs._lobby.opening import has_threads, require_welcome
from cogs._posts.notices import LOST
from cogs._posts.standing import correct
from rules.contract import RulesError

log = logging.getLogger(__name__)


CHECK_AFTER = 60.0
"""Seconds after a start before the tables are looked at: the posts that waited go first."""
CHECK_GAP = 2.0
"""Seconds between two tables: nobody waits for this, and others may wait behind it."""


class Places(commands.Cog):
    """Listens to changes of the channels where tables are."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._available: dict[int, discord.Guild] = {}
        """Servers that became available just now, whose tables are to be looked at."""
        self._looks = False
        """Whether those of others are looked at just now."""

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Post the tables of a deleted thread again, in another one; a sandbox is closed."""
        for table_id in await self.app.places.tables_at(event.thread_id):
            await self.app.sandboxes.close(table_id)
        await self._show_again(await self.app.places.tables_at(event.thread_id))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Post the tables of a deleted channel again: players hear that their games are safe."""
        await self._show_again(await self.app.places.tables_at(channel.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the tables of a server that has added the bot, perhaps again."""
        await self._show_again(await self.app.places.tables_at(guild.id))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Post the tables whose lost places may have come back while the bot was offline.

        A start brings thousands of servers: those that come during one look are the next one's.
        At once, so that no table is posted again that is lost only afterwards.
        """
        self._available[guild.id] = guild
        if self._looks:
            return
        self._looks = True
        try:
            while self._available:
                await self._look_for_lost()
        finally:
            self._looks = False

    async def _look_for_lost(self) -> None:
        """Post the lost tables of the servers that became available before now."""
        guilds, self._available = self._available, {}
        tables = await self.app.places.tables_in_trouble(guilds, LOST)
        back = [table.id for table in tables if is_open(guilds[table.guild_id], table)]
        await self._show_again(back)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Post the tables that were lost, once the bot may write in their channel again."""
        if may_write(after) and not may_write(before):
            tables = await self.app.places.tables_in_trouble([after.guild.id], LOST)
            await self._show_again(table.id for table in tables if table.channel_id == after.id)

    async def _show_again(self, table_ids: Iterable[int]) -> None:
        for table_id in table_ids:
            try:
                await self.app.places.post_again(table_id)
            except Exception as error:
                self.app.figures.fault(f"Table {table_id} cannot be shown again", error)


def is_open(guild: discord.Guild, table: Table) -> bool:
    """Whether the bot may write where a table was opened, as far as its cache says."""
    place = guild.get_channel_or_thread(table.channel_id)
    channel = place.parent if isinstance(place, discord.Thread) else place
    return channel is not None and may_write(channel)


def may_write(channel: discord.abc.GuildChannel) -> bool:
    """Whether the bot may write in a channel, or in its threads."""
    permissions = channel.permissions_for(channel.guild.me)
    return permissions.view_channel and (
        permissions.send_messages or permissions.send_messages_in_threads
    )


# ---- what stands in the channels -----------------------------------------------------------------


async def check(app: App, tables: Iterable[Table], language: str, *, gap: float = 0.0) -> str:
    """Correct what stands at tables, one after the other, and return a line about it.

    There are `gap` seconds between two of them. A table is left out during an outage.
    """
    kinds, number = Counter[str](), 0
    for table in tables:
        await app.clock.sleep(gap)
        await app.budget.room()
        try:
            kinds.update(await correct(app, await app.tables.get(table.id)))
            number += 1
        except (*OUTAGES, Later, RulesError) as error:
            log.info("Table %s is not checked: %s", table.id, error)
    made = [text(f"server.corrected_{kind}", language, n=n) for kind, n in kinds.items()]
    code = "server.checked_corrected" if made else "server.checked"
    return text(code, language, n=number, made=made)


async def check_all(app: App) -> None:
    """Some time after the start, correct what stands at all open tables, and tell the host."""
    await app.wait_until_ready()
    await app.clock.sleep(CHECK_AFTER)
    language = app.settings.language
    log.info("%s", await check(app, await app.reading.open_tables(), language, gap=CHECK_GAP))


# ---- /table move ---------------------------------------------------------------------------------


async def move(visitor: Visitor, table: Table) -> None:
    """Move a table to the channel of the interaction."""
    await require_mover(visitor, table)
    in_thread = table.in_thread and has_threads(visitor)
    require_welcome(visitor, in_thread)
    await require_place(visitor)
    places, channel = visitor.app.places, visitor.channel
    with places.mark_posting(table.id):
        current = await places.move(table.id, channel_id=channel, in_thread=in_thread)
        if table.status is Status.LOBBY:
            await _show_lobby(visitor, current)
        else:
            await visitor.tell("table.moved", current)


async def require_mover(visitor: Visitor, table: Table) -> None:
    """Refuse others than the host and moderators, or any player once the table's place is lost."""
    table.require(Status.LOBBY, Status.LIVE)
    if table.trouble == LOST and is_seated(visitor, table):
        return
    if visitor.user != table.host_id and not await may_moderate(visitor, table):
        table.require_host(visitor.user)


async def _show_lobby(visitor: Visitor, table: Table) -> None:
    """Respond with the post of the lobby, as `/<game> new` does, or leave it to the outbox."""
    places, post = visitor.app.places, lobby_post(visitor.app, table)
    try:
        answer = await visitor.interaction.response.send_message(
            **post.to_send, allowed_mentions=NOBODY
        )
        await places.note(table, lobby_message_id=answer.message_id)
    except NO_HARM:
        await places.post_again(table.id)
        raise


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(Places(app))
    app.background(check_all(app))
