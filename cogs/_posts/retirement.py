"""Clearing outdated messages: old boards, reminders, offers, hands."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.i18n import text
from bot.table import payloads
from bot.table.names import bold
from bot.table.payloads import Way
from bot.table.post import DeliveryOf
from bot.table.seating import Table
from cogs._answering.edits import edit
from cogs._answering.messages import with_mentions
from cogs._delivery.answers import Unsendable, translated_errors
from cogs._delivery.homes import Homes
from cogs._requests import offers

log = logging.getLogger(__name__)


class Retiring:
    """Clears outdated messages. It remembers the newest boards to save a request for each."""

    def __init__(self, app: App, homes: Homes) -> None:
        self.app, self.homes = app, homes
        self._boards: dict[int, discord.Message] = {}

    def remember(self, board: discord.Message) -> None:
        """Remember a board post until the next one replaces it."""
        self._boards[board.id] = board

    async def retire(self, delivery: DeliveryOf[payloads.Retirement], table: Table) -> None:
        """Clear an outdated message. If Discord refuses, its buttons stay and answer politely."""
        place = self.homes.place(table, delivery.payload.place)
        post = place.get_partial_message(delivery.payload.message)
        try:
            with translated_errors():
                await self._clear(post, delivery.payload, table)
        except Unsendable as error:
            log.info("Table %s keeps an old message: %s", table.id, error)

    async def _clear(
        self, post: discord.PartialMessage, payload: payloads.Retirement, table: Table
    ) -> None:
        match payload.way:
            case Way.DELETE:
                await post.delete()
            case Way.OFFER:
                words = offers.closed_text(table, payload.seat, taken=payload.taken)
                await edit(post, content=words, view=None)
            case Way.MENTION:
                await self._mention_only(post, payload.users, table)
            case Way.BARE:
                await self._remove_buttons(post, table)

    async def _mention_only(
        self, post: discord.PartialMessage, people: Collection[int], table: Table
    ) -> None:
        """Mention only these people in a message; delete it where it cannot be edited."""
        nobody = bold(text("table.somebody", table.language))
        try:
            message = await post.fetch()
            content = with_mentions(message.content, people, nobody)
            pinged = [user for user in message.mentions if user.id in people]
            is_edited = await edit(message, mentioned=pinged, content=content)
        except discord.Forbidden:
            is_edited = False
        if not is_edited:
            await post.delete()

    async def _remove_buttons(self, post: discord.PartialMessage, table: Table) -> None:
        """Remove the buttons of a message, and keep its text and mentions."""
        message = self._boards.pop(post.id, None) or await post.fetch()
        view = without_buttons(message) if message.flags.components_v2 else None
        if not await edit(message, mentioned=message.mentions, view=view):
            log.info("Table %s keeps the buttons of an old message", table.id)


def without_buttons(message: discord.Message) -> ui.LayoutView:
    """Content of a post made of components, as all once were, without its buttons.

    Its pictures stay: an edit refers to them by URL.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            parent: Any = item.parent or view
            parent.remove_item(item)
    return view
