"""Calls of spectators: a line at the table when a round begins, and when the game is over."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from bot.app import App
from bot.connection.answers import PEOPLE
from bot.i18n import text
from bot.table import payloads
from bot.table.post import DeliveryOf
from bot.table.seating import Status, Table
from cogs._answering.messages import Message, line_to
from cogs._posts.notices import Notices
from cogs._requests.spectators import STOP, WatchButton
from cogs._words import labels
from rules.contract import Result


class SpectatorCalls:
    """Delivers the calls of spectators."""

    def __init__(self, app: App, notices: Notices) -> None:
        self.app, self.notices = app, notices

    async def post(self, delivery: DeliveryOf[payloads.News], table: Table) -> None:
        """Call the spectators, unless the next round has begun: then its own call is on the way."""
        if delivery.attempts == 1 and not await self._is_news(delivery, table):
            return
        called = await self._members(table, delivery.payload.users)
        delivery = replace(delivery, payload=replace(delivery.payload, mention=called))
        lines = await self._lines(delivery.payload, table)
        if not lines:
            return
        stop = [] if delivery.payload.over else [WatchButton.of(table, STOP, table.language)]
        kind = await self.app.spectators.ping_kind(table.id)
        message = Message("\n".join(lines), buttons=stop)
        await self.notices.send(delivery, table, message, kind=kind)

    async def _is_news(self, delivery: DeliveryOf[payloads.News], table: Table) -> bool:
        """Whether the round of a call is still played."""
        if delivery.payload.over:
            return True
        number = await self.app.spectators.round_number(table.id)
        return number == delivery.payload.round

    async def _members(self, table: Table, users: list[int]) -> list[int]:
        """People whom a mention calls; in a private thread it would add the others to it."""
        number, guild = table.home_id or table.channel_id, self.app.get_guild(table.guild_id)
        if not users or guild is None:
            return users
        try:
            place = guild.get_channel_or_thread(number) or await guild.fetch_channel(number)
            if not isinstance(place, discord.Thread) or not place.is_private():
                return users
            return [user for user in users if await _is_in(place, user)]
        except discord.NotFound:
            return users

    async def _lines(self, payload: payloads.News, table: Table) -> list[str]:
        """Lines of a call: who is called, where and why; at the end also who has guessed right."""
        language, users = table.language, payload.users
        if not payload.over:
            code = "watch.round" if labels.facts(table).rounds else "watch.lap"
            title = labels.title(table, language)
            line = text(code, language, n=payload.round, table=title)
            return [line_to(users, line, language)] if users else []
        result = None  # as that of a game that was cancelled, which cannot be looked at
        if table.status is Status.OVER:
            result = (await self.app.reading.look(table.id, None)).result
        line = _end_line(table, result)
        call = [line_to(users, line, language)] if users else []
        guesses = [] if payload.late else await self._guess_lines(table, result)
        return [*call, *guesses]

    async def _guess_lines(self, table: Table, result: Result | None) -> list[str]:
        """Line about the spectators whose guess was right; [] where nobody has guessed."""
        if result is None:
            return []
        right, names, count = await self.app.spectators.right_guesses(table, result.winners)
        if not count:
            return []
        code = "watch.right_names" if names else "watch.right"
        mentioned = [f"<@{user}>" for user in names]
        return [text(code, table.language, right=right, all=count, names=mentioned)]


def _end_line(table: Table, result: Result | None) -> str:
    title = labels.title(table, table.language)
    if result is None:
        return text("watch.cancelled", table.language, table=title)
    outcome = labels.winners(table, result, table.language)
    return text("watch.over", table.language, table=title, outcome=outcome)


async def _is_in(thread: discord.Thread, user: int) -> bool:
    """Whether a person is a member of a thread. Raises NotFound where the thread is gone."""
    try:
        await thread.fetch_member(user)
    except discord.NotFound as error:
        if error.code not in PEOPLE:
            raise
        return False
    return True
