"""The home of a table's posts, or the next place that accepts them. A ping always goes out.

The order: the home; the same thread, reopened; a new thread; the channel. The host hears of each
step down once. If no place accepts a post, direct messages replace it: `cogs/_posts/notices.py`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final, TypeVar

import discord
from discord import ChannelType

from bot.app import App
from bot.connection.answers import (
    ARCHIVED,
    LOCKED,
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.connection.discord_internals import (
    add_to_thread,
    rename_thread,
    set_archived,
    start_thread,
    start_thread_of_message,
)
from bot.service.delivery import Delivery
from bot.table.seating import Status, Table
from bot.words import shorten
from cogs._delivery.answers import (
    Elsewhere,
    Nowhere,
    Otherwise,
    Unclear,
    Unsendable,
    translated_errors,
)
from cogs._delivery.threads import adopt_or_start, start_named
from cogs._words import labels

log = logging.getLogger(__name__)

T = TypeVar("T")

WEEK: Final = 10080
"""Minutes without a post after which Discord archives a thread; the next post reopens it."""
LONGEST_NAME = 100
REPLACEABLE = frozenset({UNKNOWN_CHANNEL, ARCHIVED, LOCKED})
"""Codes for a thread that accepts no post, while another thread of its channel may."""

Send = Callable[[discord.PartialMessageable], Awaitable[T]]
"""Posts something in a place. Raises Unsendable where that is refused."""
Find = Callable[[Table, Unsendable | None], Awaitable[int | None]]
"""Finds the id of a place to try, or None, given the refusal of the place before."""


class Homes:
    """Finds the places of tables, and creates threads."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._ladder: tuple[tuple[str, Find], ...] = (
            ("", self._home),
            ("", self._reopen),
            ("thread", self._new_thread),
            ("channel", self._channel_of_table),
        )

    def place(self, table: Table, number: int) -> discord.PartialMessageable:
        """Channel or thread of the table's server."""
        return self.app.get_partial_messageable(number, guild_id=table.guild_id)

    def home(self, table: Table) -> discord.PartialMessageable:
        """Place of the newest board; before the first one, the channel."""
        return self.place(table, table.home_id or table.channel_id)

    def board(self, table: Table) -> discord.PartialMessage:
        """Newest board post."""
        return self.home(table).get_partial_message(table.board_message_id or 0)

    async def post(
        self, table: Table, send: Send[T], *, upwards: bool = False
    ) -> tuple[T, int, str]:
        """Send in the first place that accepts it; `upwards` tries a former thread before all.

        Returns the result of `send`, the id of the place, and the step down: "" at home, else
        `thread`, `channel`, or `refused` for a channel after a refusal of unknown meaning.
        Raises Nowhere.
        """
        if upwards and (result := await self._send_in_old_thread(table, send)) is not None:
            return result, table.thread_id or 0, ""
        refusal: Unsendable | None = None
        for step, find in self._ladder:
            try:
                number = await find(table, refusal)
                if number is not None:
                    result = await send(self.place(table, number))
                    step = "refused" if step and isinstance(refusal, Unclear) else step
                    return result, number, step or self._earlier_step(table, number)
            except Unsendable as error:
                log.warning("Table %s, %s: %s", table.id, step or "home", error)
                refusal = refusal or error
        raise Nowhere(refusal) from refusal

    def _earlier_step(self, table: Table, home: int) -> str:
        """`thread` if an earlier attempt has replaced the home by this one; else "".

        Discord's ids grow with time: a thread with a greater id than the last board is newer.
        """
        board = table.board_message_id
        return "thread" if board is not None and table.in_thread and board < home else ""

    # ---- the steps -------------------------------------------------------------------------------

    async def _home(self, table: Table, refusal: Unsendable | None) -> int | None:
        """Place of the last board; before the first one, the thread of the lobby or the channel.

        It is saved before anything is posted there, so that the buttons work at once.
        """
        if table.home_id is not None:
            return table.home_id
        home = await self._thread_of_lobby(table) if table.in_thread else table.channel_id
        await self.app.places.note(table, home_id=home)
        return home

    async def _reopen(self, table: Table, refusal: Unsendable | None) -> int | None:
        """Reopen the home, if it was only archived and the bot may do so."""
        if table.home_id is None or refusal is None or refusal.code != ARCHIVED:
            return None
        with translated_errors():
            await set_archived(self.app, table.home_id, archived=False)
        return table.home_id

    async def _new_thread(self, table: Table, refusal: Unsendable | None) -> int | None:
        """Create a thread to replace one that is gone or closed, and save it at once."""
        is_gone = refusal is not None and refusal.code in REPLACEABLE
        had_one = table.in_thread and table.home_id != table.channel_id
        if not (is_gone and had_one) or table.status is Status.CANCELLED:
            return None
        thread = await self._start_named(table, self._start_thread)
        await self.app.places.note(table, home_id=thread)
        return thread

    async def _channel_of_table(self, table: Table, refusal: Unsendable | None) -> int | None:
        """Channel where the table was opened; the thread is saved, to be tried again later."""
        if not table.in_thread or table.home_id == table.channel_id or table.is_sandbox:
            return None
        if refusal is not None and refusal.code != UNKNOWN_CHANNEL:
            await self.app.places.note(table, thread_id=table.home_id)
        return table.channel_id

    async def _send_in_old_thread(self, table: Table, send: Send[T]) -> T | None:
        """Send in the thread that the table had to leave; None where that fails again."""
        if not table.thread_id or table.home_id != table.channel_id:
            return None
        try:
            return await send(self.place(table, table.thread_id))
        except Unsendable as error:
            log.info("Table %s stays in its channel: %s", table.id, error)
            if error.code == UNKNOWN_CHANNEL:
                await self.app.places.note(table, thread_id=0)
            return None

    # ---- threads ---------------------------------------------------------------------------------

    async def _thread_of_lobby(self, table: Table) -> int:
        """Thread of the lobby post, created now or earlier; a separate one if the post is gone."""
        if table.lobby_message_id is None:
            return await self._start_named(table, self._start_thread)
        try:
            return await self._start_named(table, self._thread_from_lobby)
        except Elsewhere as refusal:
            if refusal.code != UNKNOWN_MESSAGE:
                raise
            return await self._start_named(table, self._start_thread)

    async def _start_named(
        self, table: Table, start: Callable[[Table, str], Awaitable[int]]
    ) -> int:
        """Start a thread named after the players, or after the game if Discord rejects a name."""
        return await start_named(partial(start, table), thread_name(table), short_name(table))

    async def rename(self, delivery: Delivery, table: Table) -> None:
        """Name the thread of a running table after its players; Discord may refuse that."""
        if table.status is not Status.LIVE or table.home_id in (None, table.channel_id):
            return
        try:
            with translated_errors():
                await rename_thread(self.app, table.home_id or 0, thread_name(table))
        except Unsendable as refusal:
            log.info("Table %s keeps the name of its thread: %s", table.id, refusal)

    async def _thread_from_lobby(self, table: Table, name: str) -> int:
        """Start the thread of the lobby post, whose id is that of the post."""
        message = table.lobby_message_id or 0
        try:
            with translated_errors():
                await start_thread_of_message(
                    self.app, table.channel_id, message, name=name, minutes=WEEK
                )
        except Otherwise as refusal:
            if refusal.code != THREAD_EXISTS:
                raise
        return message

    async def _start_thread(self, table: Table, name: str) -> int:
        """Start a thread without a first message; a private one for a sandbox, if that may be."""
        channel = self.app.get_channel(table.channel_id)
        news = getattr(channel, "type", None) is ChannelType.news
        if table.is_sandbox and not news:
            try:
                return await self._start_kind(table, name, ChannelType.private_thread)
            except Unsendable as refusal:
                log.info("Table %s gets a thread that is not private: %s", table.id, refusal)
        kind = ChannelType.news_thread if news else ChannelType.public_thread
        return await self._start_kind(table, name, kind)

    async def _start_kind(self, table: Table, name: str, kind: ChannelType) -> int:
        async def start(name: str) -> int:
            with translated_errors():
                return await start_thread(
                    self.app, table.channel_id, kind=kind, name=name, minutes=WEEK
                )

        return await adopt_or_start(self.app, table.channel_id, name, start)

    async def bring_in(self, thread_id: int, users: Collection[int]) -> None:
        """Add people to a thread, except for those whom Discord refuses to add."""
        for user_id in users:
            try:
                with translated_errors():
                    await add_to_thread(self.app, thread_id, user_id)
            except Unsendable as refusal:
                log.info("Thread %s goes on without %s: %s", thread_id, user_id, refusal)


def short_name(table: Table) -> str:
    """Game and number of the table."""
    return f"{labels.facts(table).title} #{table.number}"


def thread_name(table: Table) -> str:
    """Game, number and players of the table, as long as Discord allows."""
    if table.is_sandbox:
        return shorten(labels.title(table, table.language), LONGEST_NAME)
    name = f"{short_name(table)} · {', '.join(labels.names(table))}"
    return shorten(name, LONGEST_NAME)
