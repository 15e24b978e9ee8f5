"""The board post, in the best form that goes out: picture, text, or the call alone."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.outages import BROKEN_CONNECTIONS
from bot.outbox import Delivery, Down
from bot.posts import mentions
from bot.seating import Table
from cogs import _posts as posts
from cogs._answers import Otherwise, Unsendable, understood
from cogs._edits import NO_HARM, edited
from cogs._homes import Homes
from cogs._items import custom_ids
from cogs._message import Message, to
from cogs._present import DRAWING

log = logging.getLogger(__name__)

TRIES = 2
"""How often a form is made, and how often its sending may fail, before the next form is taken."""
NONCE_LASTS = timedelta(minutes=2)
"""Discord remembers a nonce for a few minutes; after that it would show the message twice."""
LOOKED_THROUGH = 200
"""How many messages are searched for a post that may be there already."""

Make = Callable[[App, Table, Mapping[str, Any]], Awaitable[Message]]

FORMS: tuple[tuple[str, Make], ...] = (
    ("", posts.board_post),
    ("picture", posts.text_post),
    ("words", posts.call_post),
)
"""The ways to say it, the best first, and what the host is told of each."""


class Boards:
    """Posts boards. It remembers the newest ones to save a request; a restart loses nothing."""

    def __init__(self, app: App, homes: Homes) -> None:
        self.app, self.homes = app, homes
        self._newest: dict[int, discord.Message] = {}

    async def post(self, delivery: Delivery, table: Table) -> tuple[Table, list[str]]:
        """The newest position as a new post; the one before it loses its buttons.

        Returns the table with its new places, and what its host is to hear of. Raises Nowhere.
        """
        (message, form), place, step = await self.homes.post(
            table, lambda place: self._send(delivery, table, place), upwards=True
        )
        moved = await self.app.tables.posted(table, home_id=place, board_message_id=message.id)
        if table.board_message_id not in (None, message.id):
            await self.retire(table)
        self._newest[table.id] = message
        if (table.board_message_id or 0) < place or place != table.home_id:
            await self._bring_in(delivery, moved)
        return moved, [one for one in (step, form) if one]

    def forget(self, table: Table) -> None:
        """The last board of a table was posted."""
        self._newest.pop(table.id, None)

    async def _bring_in(self, delivery: Delivery, table: Table) -> None:
        """Add the players to a new thread; those whom the post mentions are in it already."""
        if table.home_id is not None and table.home_id != table.channel_id:
            called = mentions(delivery.payload)
            others = [user for user in table.humans() if user not in called]
            await self.homes.bring_in(table.home_id, others)

    # ---- sending ---------------------------------------------------------------------------------

    async def _send(
        self, delivery: Delivery, table: Table, place: discord.PartialMessageable
    ) -> tuple[discord.Message, str]:
        """Send the best form that can be made and that Discord takes; the post, and which form."""
        if (there := await self._there_already(delivery, table, place)) is not None:
            return there, ""
        refusal: Exception | None = None
        for name, make in FORMS:
            try:
                if (shown := await self._made(make, delivery, table)) is not None:
                    return await self._sent(delivery, place, shown), name
            except Otherwise as error:
                log.warning("Table %s, revision %s: %s", table.id, table.revision, error)
                refusal = error
            except Down as error:
                if delivery.attempts <= TRIES or not is_about_size(error):
                    raise
                refusal = error
        raise refusal or RuntimeError("no form of the post can be made")

    async def _made(self, make: Make, delivery: Delivery, table: Table) -> Message | None:
        """A form of the post; None where it cannot be made, which is our own fault."""
        for _ in range(TRIES):
            try:
                async with asyncio.timeout(DRAWING):
                    return await make(self.app, table, delivery.payload)
            except Exception as error:
                place = f"Table {table.id}, revision {table.revision}: no {make.__name__}"
                self.app.figures.fault(place, error)
        return None

    async def _sent(
        self, delivery: Delivery, place: discord.PartialMessageable, shown: Message
    ) -> discord.Message:
        with understood():
            return await place.send(
                **shown.sent,
                nonce=delivery.nonce,
                allowed_mentions=to(mentions(delivery.payload)),
            )

    async def _there_already(
        self, delivery: Delivery, table: Table, place: discord.PartialMessageable
    ) -> discord.Message | None:
        """The post, if an earlier try has sent it and Discord has forgotten its nonce since."""
        if not self._nonce_forgotten(delivery):
            return None
        shown = re.compile(rf"b:{table.id}:\w+:{delivery.payload.get('revision')}")
        since = discord.Object(table.board_message_id or table.lobby_message_id or place.id)
        history = place.history(limit=LOOKED_THROUGH, after=since, oldest_first=False)
        try:
            with understood():
                async for message in history:
                    own = message.author == self.app.user
                    if own and any(map(shown.fullmatch, custom_ids(message))):
                        return message
        except Unsendable as refusal:
            log.info("Table %s: its channel cannot be read: %s", table.id, refusal)
        return None

    def _nonce_forgotten(self, delivery: Delivery) -> bool:
        if delivery.attempts == 1:
            return False
        began, now = delivery.tried_at, self.app.clock.now()
        return began is None or not timedelta() <= now - began < NONCE_LASTS

    async def redraw(self, table: Table) -> bool:
        """Put the position of now into the newest post; False where that cannot be edited."""
        look = await self.app.tables.look(table.id, None)
        holders = (table.seats[seat] for seat in look.to_act)
        called = [one.user_id for one in holders if one.user_id and not one.is_played]
        shown = await posts.board_post(self.app, table, {"mention": called})
        home = self.homes.place(table, table.home_id or table.channel_id)
        message = home.get_partial_message(table.board_message_id or 0)
        return await edited(message, mentioned=list(map(discord.Object, called)), **shown.put)

    async def remove(self, table: Table) -> None:
        """Delete the newest post of before, which shows what nobody shall see any more."""
        home = self.homes.place(table, table.home_id or table.channel_id)
        with suppress(*NO_HARM):
            await home.get_partial_message(table.board_message_id or 0).delete()

    async def retire(self, table: Table) -> None:
        """Take the buttons off the last board. If that fails, they stay and answer politely."""
        try:
            message = self._newest.pop(table.id, None)
            if message is None or message.id != table.board_message_id:
                home = self.homes.place(table, table.home_id or table.channel_id)
                message = await home.fetch_message(table.board_message_id or 0)
            bare = without_buttons(message) if message.flags.components_v2 else None
            if not await edited(message, mentioned=message.mentions, view=bare):
                log.info("Table %s keeps the buttons of an old board", table.id)
        except NO_HARM as error:
            log.info("Table %s keeps the buttons of an old board: %s", table.id, error)


def is_about_size(error: Down) -> bool:
    """Whether an outage may be the fault of a large upload: a broken connection, or a 413."""
    cause = error.__cause__
    is_large = getattr(cause, "status", None) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return is_large or isinstance(cause, BROKEN_CONNECTIONS)


def without_buttons(message: discord.Message) -> ui.LayoutView:
    """A post made of components, as all once were, without its buttons.

    Its pictures stay: an edit names them by address.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            parent: Any = item.parent or view
            parent.remove_item(item)
    return view
