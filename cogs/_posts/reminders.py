"""Reminders of a turn, and notices of the next one: one message at a time for a person."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Annotated

import discord

from bot.app import App
from bot.i18n import text
from bot.service.delivery import Delivery
from bot.steps.next_up import NEXT
from bot.steps.reminders import GRACE, REMINDER, Snooze, of_turn
from bot.table import payloads
from bot.table.live import CannotGoOn
from bot.table.post import DeliveryOf
from bot.table.seating import Status, Table
from cogs._access.access import table_in
from cogs._access.controls import open_from_board
from cogs._access.table_items import TableButton
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.edits import edit
from cogs._answering.items import ACCENT, BLUE, GREY
from cogs._answering.lasting_items import LastingButton
from cogs._answering.messages import Message, line_to, mentions_of
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._delivery.answers import Unsendable, translated_errors
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender, Sent
from cogs._me.absence import AwayButton
from cogs._words import clocks, labels
from rules.contract import RulesError

log = logging.getLogger(__name__)

STYLES = {"play": BLUE, "snooze": GREY}


class Reminders:
    """Sends reminders, and has outdated ones deleted."""

    def __init__(self, app: App, homes: Homes, sender: Sender) -> None:
        self.app, self.homes, self.sender = app, homes, sender

    async def post(self, delivery: DeliveryOf[payloads.Reminder], table: Table) -> None:
        """Remind a player of their turn, unless it is over."""
        payload = delivery.payload
        [user] = payload.users
        others = await self._others(payload.others, user)
        if not await self.app.reminders.is_awaited(table.id, user, payload.turn):
            await self.app.reminders.remind_elsewhere(user, [other.id for other in others])
            return
        content = reminder_text(self.app, table, user, payload.began, others)
        language = table.language
        verbs = (ReminderButton.of(table, verb, user, language) for verb in STYLES)
        buttons, link = [*verbs, AwayButton.of(language)], labels.link(table, language)
        post = await self._send(delivery, table, user, Message(content, (), buttons, link))
        await self._note(delivery, table, user, post, of_turn(REMINDER, payload.turn))

    async def _others(self, table_ids: Sequence[int], user: int) -> list[Table]:
        """Those of some tables where it is still a person's turn."""
        found = list[Table]()
        for table_id in table_ids:
            with suppress(RulesError):
                if await self.app.reminders.is_awaited(table_id, user):
                    found.append(await self.app.tables.get(table_id))
        return found

    async def _send(self, delivery: Delivery, table: Table, user: int, message: Message) -> Sent:
        """Send a message that mentions one person, in the first place that accepts it."""
        called, content = mentions_of([user]), message.to_send
        send = partial(self.sender.send, delivery, allowed_mentions=called, **content)
        post, _, _ = await self.homes.post(table, send)
        return post

    async def _note(
        self, delivery: Delivery, table: Table, user: int, message: Sent, kind: str
    ) -> None:
        """Note a message, and redraw it where its deadline may have changed before it was noted.

        A post that is sent again shows the words of the first time.
        """
        await self.sender.note_ping(table, user, message, kind)
        current = await self.app.tables.get(table.id)
        if delivery.attempts > 1 or [*current.seats] != [*table.seats]:
            await self.redraw(current)

    async def tell_of_grace(self, delivery: DeliveryOf[payloads.AboutTurn], table: Table) -> None:
        """Tell a player of their day of grace, unless their turn is over."""
        for user in delivery.payload.users:
            if table.status is not Status.LIVE or not clocks.grace_line(table, user):
                continue
            message = await self._send(delivery, table, user, Message(grace_text(table, user)))
            kind = of_turn(GRACE, delivery.payload.turn)
            await self._note(delivery, table, user, message, kind)
        await self.tidy(table)

    async def redraw(self, table: Table) -> None:
        """Edit the deadlines in the messages that remind people of their turns."""
        for ping, began, listed in await self.app.reminders.standing_calls(table.id):
            user, content = ping.user_id, grace_text(table, ping.user_id)
            if ping.kind.startswith(REMINDER):
                others = await self._others(listed, user)
                content = reminder_text(self.app, table, user, began, others)
            elif not clocks.grace_line(table, user):
                continue
            place = self.homes.place(table, ping.channel_id)
            post = place.get_partial_message(ping.message_id)
            try:
                with translated_errors():
                    await edit(post, mentioned=[discord.Object(user)], content=content)
            except Unsendable as error:
                log.info("Table %s keeps an old reminder: %s", table.id, error)

    async def announce(self, delivery: Delivery, table: Table) -> None:
        """Tell a player by direct message that they are next, if they still are."""
        [user] = delivery.payload.users
        if await self.app.reminders.next_up(table.id) != user:
            return
        look = await self.app.reading.look(table.id, None)
        names = [labels.bold_names(table)[seat] for seat in look.to_act]
        language = await self.app.people.language_at(user, table)
        title = labels.title(table, language)
        line = text("table.next_up", language, table=title, names=names)
        message = Message(line, link=labels.link(table, language))
        post = await self.sender.write(delivery, user, **message.to_send)
        await self.sender.note_ping(table, user, post, NEXT)

    async def tidy(self, table: Table) -> None:
        """Have outdated pings deleted."""
        with suppress(CannotGoOn):
            await self.app.reminders.retire_stale_pings(table.id)


def reminder_text(
    app: App, table: Table, user: int, began: datetime, others: Sequence[Table] = ()
) -> str:
    """Text of a reminder: the player, the game, the time since when it waits, the deadline.

    Below stand the `others` where it is their turn as well: with a link those in the same channel,
    whose readers may know of them; of the rest only that there are some.
    """
    call = text(
        "table.reminder",
        table.language,
        who=f"<@{user}>",
        table=labels.title(table, table.language),
        since=discord.utils.format_dt(began, "R"),
    )
    here = [other for other in others if other.channel_id == table.channel_id]
    more = [f"- [{labels.title(other, table.language)}]({other.link})" for other in here]
    waiting = [text("table.reminder_others", table.language, n=len(more))] if more else []
    if len(here) < len(others):
        more.append(text("table.reminder_elsewhere", table.language, games=app.slash("me games")))
    return "\n".join((call, *clocks.time_left(table, user, app.clock.now()), *waiting, *more))


def grace_text(table: Table, user: int) -> str:
    """Text of the post about a day of grace."""
    return line_to([user], clocks.grace_line(table, user), table.language)


class ReminderButton(LastingButton, template="r:{table_id}:{verb}[:{user}]"):
    """Button of a reminder, which anybody may press."""

    label = "table.{verb}_button"
    style = STYLES
    table_id: int
    verb: Annotated[str, one_of(STYLES)]
    user: Annotated[int, digits(20)] | None = None
    """Distinguishes two reminders that are out at the same time; absent in old messages."""

    async def press(self, visitor: Visitor) -> Panel | None:
        if self.verb == "play":
            return await open_from_board(visitor, self.table_id, "play")
        table = await table_in(visitor, self.table_id)
        return await snooze_page(visitor, table)


# ---- later ---------------------------------------------------------------------------------------


async def snooze_page(visitor: Visitor, table: Table) -> Panel:
    """Panel that asks when to remind the person again, or says that there is no time for it."""
    moments = await visitor.app.reminders.snooze_moments(table.id, visitor.user)
    if not moments:
        return frame(ACCENT, visitor.text("table.snooze_too_late"))
    lines = [visitor.text("table.snooze_question")]
    for choice, moment in moments.items():
        when = discord.utils.format_dt(moment, "f")
        lines.append(f"**{visitor.text(f'table.snooze_{choice}')}** · {when}")
    buttons = (SnoozeButton.of(table, choice, visitor.language) for choice in moments)
    return frame(ACCENT, "\n".join(lines), [*buttons])


class SnoozeButton(TableButton, template="rs:{table_id}:{choice}"):
    """Puts off a reminder."""

    label = "table.snooze_{choice}"
    choice: Snooze

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        moment = await visitor.app.reminders.snooze(table.id, visitor.user, self.choice)
        when = discord.utils.format_dt(moment, "f")
        return frame(ACCENT, visitor.text("table.snoozed", when=when))
