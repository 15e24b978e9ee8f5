"""Sending the messages of deliveries exactly once, even if the bot crashes meanwhile.

Each message is recorded before it is sent. Discord responds to a known nonce with the message it
has; where it may have forgotten the nonce, the message is searched before it is sent again. So it
is where the database was restored: what was sent behind its back is not sent once more.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import ui
from msgspec.structs import replace

from bot.app import App
from bot.connection.decorations import Upload
from bot.database import Connection
from bot.store import sendings
from bot.store.sendings import Mark, Sending
from bot.table.changes import Ping
from bot.table.post import Delivery
from bot.table.seating import Table
from cogs._answering.items import custom_ids, view_ids
from cogs._answering.messages import NOBODY, mentions_of, people_mentioned
from cogs._delivery.answers import Unsendable, translated_errors
from cogs._words.small_print import readable

log = logging.getLogger(__name__)

NONCE_LASTS = timedelta(minutes=2)
"""Discord remembers a nonce for a few minutes; after that it would show the message twice."""
CLOCKS_APART = timedelta(minutes=5)
"""Time by which the host's clock may be ahead of Discord's."""
LOOKED_THROUGH = 200
"""Messages that are searched for one that may have been sent already."""
LONGEST_NONCE = 25
MOST_KNOWN = 2_000
"""People whose channels are remembered; discord.py remembers 128."""

Sent = discord.Message | discord.PartialMessage
Place = discord.PartialMessageable | discord.DMChannel
Note = Callable[[discord.Message, Callable[[Connection], None]], Awaitable[None]]
"""Notes a message that was just sent, by the work given and more in the same transaction."""


class DirectChannels:
    """The channels of direct messages with people, each asked for once.

    Discord opens only a few of them in a time, and several hands may wait for the same one.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._known: OrderedDict[int, discord.DMChannel] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, user: int) -> discord.DMChannel:
        """Return the channel with a person. Raises Unsendable, Later or Down."""
        async with self._locks.setdefault(user, asyncio.Lock()):
            if user not in self._known:
                with translated_errors():
                    self._known[user] = await self._app.create_dm(discord.Object(user))
            self._known.move_to_end(user)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
            return self._known[user]


class Sender:
    """Sends the messages of deliveries."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.direct_channels = DirectChannels(app)

    async def write(
        self,
        delivery: Delivery,
        user: int,
        *,
        recipient: int = 0,
        silent: bool = False,
        **content: Any,
    ) -> Sent:
        """Send a direct message, as `send` does; it notifies nobody else.

        It makes no sound where it is `silent`, or the person may not be notified now.
        """
        direct = await self.direct_channels.get(user)
        silent = silent or not self.app.people.may_be_called(user)
        content = {"allowed_mentions": NOBODY, "silent": silent or None, **content}
        return await self.send(delivery, direct, recipient=recipient, **content)

    async def send(
        self,
        delivery: Delivery,
        place: Place,
        *,
        recipient: int = 0,
        note: Note | None = None,
        **content: Any,
    ) -> Sent:
        """Send a message, unless an earlier attempt has sent it. Raises Unsendable, Later or Down.

        It notifies only people who may be notified now. Several messages of one delivery are
        distinguished by their `recipient`. A new one is noted at once, by `note` if given.
        """
        content = readable(content)
        marks = marks_of_content(**content)
        earlier, behind = await self._earlier_record(delivery, place, recipient, marks)
        if earlier is not None and earlier.message is not None:
            return self._place(earlier).get_partial_message(earlier.message)
        if earlier is not None and not self._is_remembered(earlier, place):
            if (message := await self._find(earlier)) is not None:
                await self._note(delivery, recipient, replace(earlier, message=message.id))
                return message
            earlier = None
        sending = earlier or Sending(place.id, (), self.app.clock.now(), behind)
        sending = sending.with_marks(marks)
        if sending != earlier:
            await self._note(delivery, recipient, sending)
        message = await self._send_recorded(delivery, place, recipient, sending, content)
        work = partial(
            sendings.write,
            delivery=delivery,
            recipient=recipient,
            sending=replace(sending, message=message.id),
        )
        await (self.app.store.write(work) if note is None else note(message, work))
        return message

    async def note_mentions(self, table: Table, message: Sent, content: str, kind: str) -> None:
        """Note whom a message mentions, so that they can be taken out of it.

        `content` is its text now; that of an earlier attempt may mention somebody erased meanwhile.
        """
        users = people_mentioned(await self._text(message, content))
        place = message.channel.id
        pings = [Ping(table.id, user, place, message.id, kind) for user in users]
        if pings:
            await self.app.reminders.note_pings(*pings)

    async def note_ping(self, table: Table, user: int, message: Sent, kind: str) -> None:
        """Note a message that calls one person, so that it can be deleted."""
        ping = Ping(table.id, user, message.channel.id, message.id, kind)
        await self.app.reminders.note_pings(ping)

    async def _text(self, message: Sent, content: str) -> str:
        """Text of a message as it was sent, perhaps by an earlier attempt; else `content`."""
        try:
            if isinstance(message, discord.PartialMessage):
                with translated_errors():
                    message = await message.fetch()
            return message.content
        except Unsendable as refusal:
            log.info("The message %s cannot be read: %s", message.id, refusal)
            return content

    async def _send_recorded(
        self,
        delivery: Delivery,
        place: Place,
        recipient: int,
        sending: Sending,
        content: Mapping[str, Any],
    ) -> discord.Message:
        content = {**content, "allowed_mentions": self._loud(delivery, content["allowed_mentions"])}
        silent = await self._is_silent(delivery, place, content)
        try:
            with translated_errors():
                message = await place.send(
                    **{"silent": silent, **content}, nonce=nonce(delivery, recipient)
                )
        except Unsendable:
            await self._note(delivery, recipient, None)
            raise
        return message

    def _loud(self, delivery: Delivery, wanted: discord.AllowedMentions) -> discord.AllowedMentions:
        """The mentions that notify: the outbox has judged whom the delivery names."""
        named, loud = delivery.payload.users, delivery.payload.notified_users
        people: Any = wanted.users or ()
        return mentions_of(
            user.id
            for user in people
            if user.id in loud or (user.id not in named and self.app.people.may_be_called(user.id))
        )

    async def _is_silent(
        self, delivery: Delivery, place: Place, content: Mapping[str, Any]
    ) -> bool | None:
        """Whether a message makes no sound, as it calls nobody and its server wishes that."""
        if content["allowed_mentions"].users or isinstance(place, discord.DMChannel):
            return None
        table = await self.app.tables.get(delivery.table_id)
        return (await self.app.servers.settings(table.guild_id)).quiet or None

    # ---- records ---------------------------------------------------------------------------------

    async def _earlier_record(
        self, delivery: Delivery, place: Place, recipient: int, marks: Sequence[Mark]
    ) -> tuple[Sending | None, int]:
        """Record of an earlier attempt, and the newest post of the table.

        A record of an old version of the bot has to be assumed. So has one that a restored database
        does not know.
        """
        record, behind, newest = await self.app.store.read(
            lambda db: (
                sendings.read(db, delivery.id, recipient),
                sendings.restored_gap(db, delivery.table_id),
                sendings.newest_post(db, delivery.table_id),
            )
        )
        if behind is not None:
            record = record or Sending(place.id, tuple(marks), is_noted=False)
            record = replace(record, behind=record.behind or behind, is_restored=True)
        elif record is None and delivery.attempts > 1 and not recipient:
            record = Sending(place.id, tuple(marks), delivery.tried_at, is_noted=False)
        return record, newest

    async def _note(self, delivery: Delivery, recipient: int, sending: Sending | None) -> None:
        await self.app.store.write(sendings.write, delivery, recipient, sending)

    # ---- the search ------------------------------------------------------------------------------

    def _is_remembered(self, sending: Sending, place: Place) -> bool:
        """Whether Discord still knows the nonce, and responds with the message that it has."""
        if sending.began is None or not sending.is_noted or sending.place != place.id:
            return False
        return timedelta() <= self.app.clock.now() - sending.began < NONCE_LASTS

    async def _find(self, sending: Sending) -> discord.Message | None:
        """Message of an earlier attempt, if Discord has it although its response was lost."""
        history = self._place(sending).history(limit=LOOKED_THROUGH, **_search_range(sending))
        try:
            with translated_errors():
                async for message in history:
                    if message.author == self.app.user and _is_sent_message(sending, message):
                        return message
        except Unsendable as refusal:
            log.info("The place %s cannot be read: %s", sending.place, refusal)
        return None

    def _place(self, sending: Sending) -> discord.PartialMessageable:
        return self.app.get_partial_messageable(sending.place)


def _search_range(sending: Sending) -> dict[str, Any]:
    """Arguments of the search in the history: after the previous post, or from the newest."""
    if sending.is_restored:
        return {"after": discord.Object(sending.behind), "oldest_first": True}
    if sending.began is None:
        return {"oldest_first": False}
    start = discord.utils.time_snowflake(sending.began - CLOCKS_APART)
    return {"after": discord.Object(max(start, sending.behind)), "oldest_first": True}


def _is_sent_message(sending: Sending, message: discord.Message) -> bool:
    mark_found = mark_of_message(message)
    says_same = any(candidate.says(mark_found) for candidate in sending.marks)
    if sending.is_restored and (says_same or not sending.is_noted):
        return says_same
    return any(candidate.fits(mark_found) for candidate in sending.marks)


def mark_of_content(
    content: str = "",
    view: ui.View | None = None,
    files: Sequence[Upload] = (),
    **_: Any,
) -> Mark:
    """Mark of what is about to be sent."""
    return Mark.of(content, view_ids(view) if view else (), (file.filename for file in files))


def marks_of_content(**content: Any) -> list[Mark]:
    """Mark of what is about to be sent; without buttons, also that of the words of its files."""
    mark = mark_of_content(**content)
    instead = [file.instead for file in content.get("files", ()) if file.instead]
    return [mark, *(Mark.of(words(), (), ()) for words in instead if not mark.buttons)]


def mark_of_message(message: discord.Message) -> Mark:
    """Mark of an existing message."""
    return Mark.of(
        message.content,
        custom_ids(message),
        (attachment.filename for attachment in message.attachments),
    )


def nonce(delivery: Delivery, recipient: int) -> str:
    """Nonce of a message, the same for every attempt, another one for each recipient."""
    if not recipient:
        return delivery.nonce
    return hashlib.sha256(f"{delivery.nonce}-{recipient}".encode()).hexdigest()[:LONGEST_NONCE]
