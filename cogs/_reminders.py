"""Calls to a turn that goes on or comes next: one message at a time for a person."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from typing import Any, Self

import discord
from discord import ui

from bot.app import App
from bot.i18n import text
from bot.loading import CannotGoOn
from bot.outbox import Delivery
from bot.posts import mentions
from bot.reminding import OFFER, REMINDER, WAITS
from bot.seating import Status, Table
from bot.stored import Ping
from bot.upcoming import NEXT
from cogs import _clocks, _labels, _offers
from cogs._access import table_in
from cogs._answers import understood
from cogs._away import AwayButton
from cogs._controls import BoardButton, clicks
from cogs._edits import NO_HARM, edited
from cogs._homes import Homes
from cogs._items import ACCENT, LastingItem
from cogs._labels import Click, reader
from cogs._message import NOBODY, to
from cogs._present import frame
from cogs._private import defer, show
from cogs.errors import answering

STYLES = {"play": discord.ButtonStyle.primary, "snooze": discord.ButtonStyle.secondary}


class Reminders:
    """Sends reminders, and takes away those that have had their time."""

    def __init__(self, app: App, homes: Homes) -> None:
        self.app, self.homes = app, homes

    async def post(self, delivery: Delivery, table: Table) -> None:
        """Remind somebody of their turn, if it is still theirs, in the place of the last time."""
        [user] = mentions(delivery.payload)
        if table.status is not Status.LIVE or not await self._has_turn(table, user):
            return
        began = datetime.fromisoformat(delivery.payload["began"])

        async def send(place: discord.PartialMessageable) -> discord.Message:
            with understood():
                return await place.send(
                    reminding(table, user, began),
                    view=buttons(table),
                    nonce=delivery.nonce,
                    allowed_mentions=to([user]),
                )

        message, place, _ = await self.homes.post(table, send)
        await self._replaces(Ping(table.id, user, place, message.id, REMINDER))

    async def _has_turn(self, table: Table, user: int) -> bool:
        look = await self.app.tables.look(table.id, user)
        return look.seat is not None and look.seat in look.to_act

    async def announce(self, delivery: Delivery, table: Table) -> None:
        """Tell somebody in private that they are next, if they still are."""
        [user] = mentions(delivery.payload)
        if await self.app.tables.next_up(table.id) != user:
            return
        look = await self.app.tables.look(table.id, None)
        names = [_labels.bold_names(table)[seat] for seat in look.to_act]
        language = await self.app.tables.language_of(user, table)
        title = _labels.title(table, language)
        line = text("table.next_up", language, table=title, names=names)
        view = ui.View(timeout=None).add_item(_labels.link(table, language))
        with understood():
            direct = await self.app.create_dm(discord.Object(user))
            message = await direct.send(
                line, view=view, nonce=delivery.nonce, allowed_mentions=NOBODY
            )
        await self._replaces(Ping(table.id, user, direct.id, message.id, NEXT))

    async def _replaces(self, ping: Ping) -> None:
        """Note a message that has gone out; the earlier one goes."""
        for earlier in await self.app.tables.pinged(ping):
            if earlier.message_id != ping.message_id:
                await self._put_away(earlier)

    async def tidy(self, table: Table) -> None:
        """Take away the reminders of turns that are over, and the news of those that have begun.

        A line that told the others stays: it loses its buttons.
        """
        with suppress(CannotGoOn):
            for ping in await self.app.tables.stale_pings(table.id):
                await self._put_away(ping)

    async def _put_away(self, ping: Ping) -> None:
        place = self.app.get_partial_messageable(ping.channel_id)
        message = place.get_partial_message(ping.message_id)
        kind, _, seat = ping.kind.partition(":")
        with suppress(*NO_HARM):
            if kind == OFFER:
                table = await self.app.tables.get(ping.table_id)
                await edited(
                    message, content=_offers.closed(table, int(seat), ping.user_id), view=None
                )
            elif kind == WAITS:
                await edited(message, view=None)
            else:
                await message.delete()


def reminding(table: Table, user: int, began: datetime) -> str:
    """Who is called, to which game, and since when it waits."""
    told = text(
        "table.reminder",
        table.language,
        who=f"<@{user}>",
        table=_labels.title(table, table.language),
        since=discord.utils.format_dt(began, "R"),
    )
    return "\n".join((told, *_clocks.time_left(table, user)))


def buttons(table: Table) -> ui.View:
    """Play now, be left in peace for a while, be away for longer; see the board first."""
    view = ui.View(timeout=None)
    for verb in STYLES:
        view.add_item(ReminderButton.of(table, verb))
    view.add_item(AwayButton.of(table.language))
    return view.add_item(_labels.link(table, table.language))


class ReminderButton(
    LastingItem[ui.Button[Any]], template=r"r:(?P<table>\d{1,18}):(?P<verb>play|snooze)"
):
    """What to do about a reminder: `r:<table>:<verb>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, verb: str) -> None:
        super().__init__(item)
        self.table_id, self.verb = table_id, verb

    @classmethod
    def of(cls, table: Table, verb: str) -> Self:
        """The button that does `verb`."""
        button = ui.Button[Any](
            label=text(f"table.{verb}_button", table.language),
            style=STYLES[verb],
            custom_id=f"r:{table.id}:{verb}",
        )
        return cls(button, table.id, verb)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button; the store knows whose turn it is now."""
        return cls(item, int(match["table"]), match["verb"])  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the panel of whoever pressed, or call them again later."""
        async with answering(interaction):
            if self.verb == "play":
                table = await table_in(interaction, self.table_id)
                board = BoardButton.of(table, "play", table.revision)
                await clicks(interaction).opened(interaction, board)
            else:
                await defer(interaction)
                await self._snooze(interaction)

    async def _snooze(self, interaction: Click) -> None:
        table = await table_in(interaction, self.table_id)
        until = await interaction.client.tables.snooze(table.id, interaction.user.id)
        when = discord.utils.format_dt(until, "f")
        told = text("table.snoozed", reader(interaction), when=when)
        await show(interaction, (frame(ACCENT, told), []))
