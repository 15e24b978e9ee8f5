"""Putting away messages that are right no more: old boards, reminders, offers, hands."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.service.delivery import Delivery
from bot.table.post import Way
from bot.table.seating import Table
from cogs import _offers
from cogs._answers import Unsendable, understood
from cogs._edits import edited
from cogs._homes import Homes

log = logging.getLogger(__name__)


class Retiring:
    """Puts messages away. It remembers the newest boards to save a request each."""

    def __init__(self, app: App, homes: Homes) -> None:
        self.app, self.homes = app, homes
        self._boards: dict[int, discord.Message] = {}

    def remember(self, board: discord.Message) -> None:
        """Keep a board until the next one takes its place, or the game is over."""
        self._boards[board.id] = board

    def forget(self, board: int | None) -> None:
        """Nothing will take the place of this board."""
        self._boards.pop(board or 0, None)

    async def retire(self, delivery: Delivery, table: Table) -> None:
        """Put a message away. If Discord refuses, its buttons stay and answer politely."""
        place = self.homes.place(table, delivery.payload["place"])
        post = place.get_partial_message(delivery.payload["message"])
        try:
            with understood():
                await self._put_away(post, delivery.payload, table)
        except Unsendable as error:
            log.info("Table %s keeps an old message: %s", table.id, error)

    async def _put_away(
        self, post: discord.PartialMessage, payload: dict[str, Any], table: Table
    ) -> None:
        match payload["way"]:
            case Way.DELETE:
                await post.delete()
            case Way.OFFER:
                words = _offers.closed(table, payload["seat"], taken=payload["taken"])
                await edited(post, content=words, view=None)
            case Way.BARE:
                await self._bare(post, table)

    async def _bare(self, post: discord.PartialMessage, table: Table) -> None:
        """Take the buttons off a message; all else stays, whom it mentions included."""
        message = self._boards.pop(post.id, None) or await post.fetch()
        bare = without_buttons(message) if message.flags.components_v2 else None
        if not await edited(message, mentioned=message.mentions, view=bare):
            log.info("Table %s keeps the buttons of an old message", table.id)


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
