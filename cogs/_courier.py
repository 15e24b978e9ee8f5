"""The outbox's way out: each delivery becomes Discord messages, once, in the order of the table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
from discord import ui

from bot.app import App
from bot.i18n import text
from bot.outbox import Delivery, Down, Later, Refused
from bot.seating import Status, Table
from cogs import _ending, _hands
from cogs import _present as present
from cogs import _tables as words
from cogs._edits import NO_HARM, UNKNOWN_MESSAGE, edited
from cogs.lobby import lobby_post, lost_post
from rules.contract import RulesError

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
THREAD_EXISTS = 160004
WEEK: Final = 10080
"""Minutes without a post after which Discord folds a thread away; the next post unfolds it."""
LONGEST_NAME = 100
RETRY_AFTER = 5.0
OPENING = 1.0
"""Seconds between two looks whether the post of a new lobby is known by now."""


class Unreachable(Refused):
    """The table's channel is gone, or the bot may not write there."""


@contextmanager
def outcome() -> Iterator[None]:
    """Turn Discord's answers into the outbox's words: later, or not at all."""
    try:
        yield
    except discord.RateLimited as error:
        raise Later(error.retry_after) from error
    except (discord.DiscordServerError, aiohttp.ClientError) as error:
        raise Down(str(error)) from error
    except discord.HTTPException as error:
        if error.status == HTTPStatus.TOO_MANY_REQUESTS:
            raise Later(float(error.response.headers.get("Retry-After", RETRY_AFTER))) from error
        lost = isinstance(error, discord.Forbidden) or error.code == UNKNOWN_CHANNEL
        raise (Unreachable if lost else Refused)(str(error)) from error
    except RulesError as error:
        raise Refused(str(error)) from error


class DiscordCourier:
    """Delivers posts of tables. Remembers only what spares a request; a restart loses nothing."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._boards: dict[int, discord.Message] = {}
        self._told: set[int] = set()
        self._ways: Mapping[str, Callable[[Delivery, Table], Awaitable[None]]] = {
            "open": self._open,
            "board": self._board,
            "again": self._board,
            "hand": self._hand,
            "over": self._over,
            "lobby": self._lobby,
            "notice": self._notice,
            "ask": self._ask,
        }

    async def deliver(self, delivery: Delivery) -> None:
        """Carry out one delivery. Raises Later or Refused; anything else is retried."""
        with outcome():
            table = await self.app.tables.get(delivery.table_id)
        try:
            with outcome():
                await self._ways[delivery.kind](delivery, table)
        except Unreachable as refusal:
            await self._tell_host(table, refusal)
            raise
        self._told.discard(table.id)

    # ---- the kinds of delivery ------------------------------------------------------------------

    async def _open(self, delivery: Delivery, table: Table) -> None:
        """Make the table's home, bring the players in, post the first board."""
        if table.home_id is None:
            home = await self._thread(delivery, table) if table.in_thread else table.channel_id
            table = await self.app.tables.posted(table.id, home_id=home)
        await self._post_board(delivery, table)

    async def _board(self, delivery: Delivery, table: Table) -> None:
        await self._post_board(delivery, table)

    async def _over(self, delivery: Delivery, table: Table) -> None:
        await self._post_board(delivery, table)
        self._boards.pop(table.id, None)

    async def _hand(self, delivery: Delivery, table: Table) -> None:
        await _hands.deliver(self.app, delivery)

    async def _lobby(self, delivery: Delivery, table: Table) -> None:
        """Redraw the lobby post after a change that did not come from one of its own buttons."""
        if table.lobby_message_id is None:
            await self._unknown_lobby(delivery, table)
            return
        channel = self._channel(table, table.channel_id)
        post = channel.get_partial_message(table.lobby_message_id)
        shown = await edited(post, view=lobby_post(self.app, table))
        if not shown and table.status is Status.LOBBY:
            await self._new_lobby_post(delivery, table)
            with suppress(*NO_HARM):
                await post.delete()

    async def _unknown_lobby(self, delivery: Delivery, table: Table) -> None:
        """Wait for the answer about a new lobby's post; after a restart, find it or post it."""
        if self.app.tables.is_opening(table.id):
            raise Later(OPENING)
        channel = self._channel(table, table.channel_id)
        post = await lost_post(channel, self.app, table)
        if post is not None:
            table = await self.app.tables.posted(table.id, lobby_message_id=post)
            await edited(channel.get_partial_message(post), view=lobby_post(self.app, table))
        elif table.status is Status.LOBBY:
            await self._new_lobby_post(delivery, table)

    async def _notice(self, delivery: Delivery, table: Table) -> None:
        """One line in the table's language, at the table."""
        told = text(delivery.payload["code"], table.language, **delivery.payload.get("args", {}))
        home = self._channel(table, table.home_id or table.channel_id)
        await home.send(told, nonce=delivery.nonce)
        if table.status is Status.CANCELLED:
            await self._retire(table)

    async def _ask(self, delivery: Delivery, table: Table) -> None:
        """Ask all who play whether to break the game off; nothing once it has gone on."""
        if table.revision != delivery.payload["revision"]:
            return
        told, view = _ending.question(table, await self.app.tables.agreed(table))
        users = [discord.Object(user) for user in delivery.payload["mention"]]
        home = self._channel(table, table.home_id or table.channel_id)
        await home.send(
            told,
            view=view,
            nonce=delivery.nonce,
            allowed_mentions=discord.AllowedMentions(users=users),
        )

    # ---- boards ---------------------------------------------------------------------------------

    async def _post_board(self, delivery: Delivery, table: Table) -> None:
        """The newest position as a new post; the post before it loses its buttons."""
        users = [discord.Object(user) for user in delivery.payload.get("mention", ())]
        view, file = await present.board_post(self.app, table, delivery.payload)
        message = await self._channel(table, table.home_id or table.channel_id).send(
            view=view,
            file=file,
            nonce=delivery.nonce,
            allowed_mentions=discord.AllowedMentions(users=users),
        )
        if table.board_message_id not in (None, message.id):
            await self._retire(table)
        self._boards[table.id] = message
        await self.app.tables.posted(table.id, board_message_id=message.id)

    async def _retire(self, table: Table) -> None:
        """Take the buttons off the last board; refused is no harm, old buttons answer politely."""
        try:
            message = self._boards.pop(table.id, None)
            if message is None or message.id != table.board_message_id:
                home = self._channel(table, table.home_id or table.channel_id)
                message = await home.fetch_message(table.board_message_id or 0)
            await message.edit(view=without_buttons(message))
        except discord.HTTPException as error:
            log.info("Table %s keeps the buttons of an old board: %s", table.id, error)

    # ---- homes ----------------------------------------------------------------------------------

    async def _thread(self, delivery: Delivery, table: Table) -> int:
        """The thread of the lobby post, made now or by an earlier try, with the players in it."""
        home = await self._thread_from(table, table.lobby_message_id)
        if home is None:
            home = await self._thread_from(table, await self._new_lobby_post(delivery, table))
        if home is None:
            raise Refused("no message to make a thread from")
        for holder in table.seats:
            if holder.user_id is not None:
                await self._bring_in(home, holder.user_id)
        return home

    async def _thread_from(self, table: Table, message_id: int | None) -> int | None:
        """The id of the thread of a message, which is the message's own; None if that is gone."""
        if message_id is None:
            return None
        try:
            await self.app.http.start_thread_with_message(
                table.channel_id,
                message_id,
                name=thread_name(table),
                auto_archive_duration=WEEK,
            )
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return None
            if error.code != THREAD_EXISTS:
                raise
        return message_id

    async def _new_lobby_post(self, delivery: Delivery, table: Table) -> int:
        """A lobby post in the place of the one that somebody deleted."""
        channel = self._channel(table, table.channel_id)
        message = await channel.send(
            view=lobby_post(self.app, table), nonce=f"{delivery.nonce[:23]}-l"
        )
        await self.app.tables.posted(table.id, lobby_message_id=message.id)
        return message.id

    async def _bring_in(self, thread_id: int, user_id: int) -> None:
        """Add a player to the thread; one who has left the server is no reason to stop."""
        try:
            await self.app.http.add_user_to_thread(thread_id, user_id)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("Thread %s opens without %s: %s", thread_id, user_id, error)

    # ---- when nothing can be posted -------------------------------------------------------------

    async def _tell_host(self, table: Table, refusal: Refused) -> None:
        """Once per table, in private and only if the host's messages are open: it cannot post."""
        if table.id in self._told:
            return
        self._told.add(table.id)
        told = text(
            "table.cannot_post",
            table.language,
            table=words.title(table, table.language),
            place=words.place(table),
            board=self.app.slash(f"{table.game} board"),
        )
        try:
            direct = await self.app.create_dm(discord.Object(table.host_id))
            await direct.send(told)
        except discord.HTTPException as error:
            log.info("Host of table %s cannot be told that %s: %s", table.id, refusal, error)

    def _channel(self, table: Table, channel_id: int) -> discord.PartialMessageable:
        return self.app.get_partial_messageable(channel_id, guild_id=table.guild_id)


def thread_name(table: Table) -> str:
    """The game and who plays it, as long as Discord allows."""
    names = ", ".join(words.names(table))
    name = f"{words.facts(table).title} #{table.number} · {names}"
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def without_buttons(message: discord.Message) -> ui.LayoutView:
    """The same post without its buttons. Its pictures stay: an edit names them by address."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            parent: Any = item.parent or view
            parent.remove_item(item)
    return view
