"""The board post, in the best form that goes out: picture, text, or the call alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

import discord

from bot.app import App
from bot.connection.outages import BROKEN_CONNECTIONS
from bot.service.delivery import Delivery, Down
from bot.table.post import Way, mentions
from bot.table.seating import Table
from cogs import _posts as posts
from cogs._answers import Otherwise
from cogs._edits import edited
from cogs._homes import Homes
from cogs._message import Message, to
from cogs._present import DRAWING
from cogs._retiring import Retiring
from cogs._sending import Sender, Sent

log = logging.getLogger(__name__)

TRIES = 2
"""How often a form is made, and how often its sending may fail, before the next form is taken."""

Make = Callable[[App, Table, Mapping[str, Any]], Awaitable[Message]]

FORMS: tuple[tuple[str, Make], ...] = (
    ("", posts.board_post),
    ("picture", posts.text_post),
    ("words", posts.call_post),
)
"""The ways to say it, the best first, and what the host is told of each."""


class Boards:
    """Posts boards."""

    def __init__(self, app: App, homes: Homes, sender: Sender, retiring: Retiring) -> None:
        self.app, self.homes, self.sender, self.retiring = app, homes, sender, retiring

    async def post(self, delivery: Delivery, table: Table) -> tuple[Table, list[str]]:
        """The newest position as a new post; the one before it loses its buttons.

        One that was to be redrawn and could not be is deleted: it names somebody who is forgotten.
        Returns the table with its new places, and what its host is to hear of. Raises Nowhere.
        """
        (message, form), place, step = await self.homes.post(
            table, lambda place: self._send(delivery, table, place), upwards=True
        )
        way = Way.DELETE if delivery.kind == "redraw" else Way.BARE
        moved = await self.app.tables.posted(
            table, home_id=place, board_message_id=message.id, way=way
        )
        if isinstance(message, discord.Message):
            self.retiring.remember(message)
        if (table.board_message_id or 0) < place or place != table.home_id:
            await self._bring_in(delivery, moved)
        return moved, [one for one in (step, form) if one]

    async def _bring_in(self, delivery: Delivery, table: Table) -> None:
        """Add the players to a new thread; those whom the post mentions are in it already."""
        if table.home_id is not None and table.home_id != table.channel_id:
            called = mentions(delivery.payload)
            others = [user for user in table.humans() if user not in called]
            await self.homes.bring_in(table.home_id, others)

    # ---- sending ---------------------------------------------------------------------------------

    async def _send(
        self, delivery: Delivery, table: Table, place: discord.PartialMessageable
    ) -> tuple[Sent, str]:
        """Send the best form that can be made and that Discord takes; the post, and which form."""
        allowed = to(mentions(delivery.payload))
        refusal: Exception | None = None
        for name, make in FORMS:
            try:
                if (shown := await self._made(make, delivery, table)) is not None:
                    content = {**shown.sent, "allowed_mentions": allowed}
                    return await self.sender.send(delivery, place, **content), name
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

    async def redraw(self, table: Table) -> bool:
        """Put the position of now into the newest post; False where that cannot be edited."""
        look = await self.app.tables.look(table.id, None)
        holders = (table.seats[seat] for seat in look.to_act)
        called = [one.user_id for one in holders if one.user_id and not one.is_played]
        shown = await posts.board_post(self.app, table, {"mention": called})
        home = self.homes.place(table, table.home_id or table.channel_id)
        message = home.get_partial_message(table.board_message_id or 0)
        return await edited(message, mentioned=list(map(discord.Object, called)), **shown.put)


def is_about_size(error: Down) -> bool:
    """Whether an outage may be the fault of a large upload: a broken connection, or a 413."""
    cause = error.__cause__
    is_large = getattr(cause, "status", None) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return is_large or isinstance(cause, BROKEN_CONNECTIONS)
