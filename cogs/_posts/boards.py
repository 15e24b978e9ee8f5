"""Delivery of the board post in the best form possible: with picture, as text, or bare."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

import discord

from bot.app import App
from bot.connection.outages import BROKEN_CONNECTIONS
from bot.database import Connection
from bot.service.delivery import Delivery, Down
from bot.store import outbox
from bot.table import payloads
from bot.table.payloads import Way
from bot.table.post import DeliveryOf, Post
from bot.table.seating import Status, Table
from cogs._answering.edits import edit
from cogs._answering.messages import Message, mentions_of
from cogs._answering.presentation import DRAWING
from cogs._delivery.answers import Otherwise, Unsendable, translated_errors
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender, Sent
from cogs._painting.painter import PAINTER, PLACE, Overtaken
from cogs._posts import board_post as posts
from cogs._posts.news import plies_of_post
from cogs._posts.retirement import Retiring
from cogs._words import clocks

log = logging.getLogger(__name__)

TRIES = 2
"""Attempts to make a form of the post, and to send it, before the next form is used."""

Write = Callable[[Connection], None]
Make = Callable[[App, Table, payloads.Board], Awaitable[Message]]

FORMS: tuple[tuple[str, Make], ...] = (
    ("", posts.prompt_post),
    ("picture", posts.text_post),
    ("words", posts.call_post),
)
"""Forms of the post, the best first, each with the trouble that the host is told of."""
FOLLOWS = "follows"
"""What is wrong with a post whose picture follows, of which the host is not told."""


class Posted(NamedTuple):
    """A board post that was noted."""

    table: Table
    """The table with its new places."""
    troubles: Sequence[str]
    """Names of troubles that its host has to hear of."""
    is_forgotten: bool
    """Whether its delivery is forgotten already."""


SentForm = tuple[Sent, str, Posted | None]
"""The message of a board, the name of its form, and what is noted of it so far."""


class TakenBack(Exception):
    """All moves of a board post were taken back meanwhile; the next post tells that."""


class Boards:
    """Posts boards."""

    def __init__(self, app: App, homes: Homes, sender: Sender, retiring: Retiring) -> None:
        self.app, self.homes, self.sender, self.retiring = app, homes, sender, retiring

    async def post(
        self, delivery: DeliveryOf[payloads.Board], table: Table, is_last: bool
    ) -> Posted:
        """Post the newest position; the board post before it loses its buttons.

        If the old one was to be redrawn and could not be, it is deleted: it names a person whose
        data is erased. Where nothing is wrong and the post `is_last` of its delivery, that is
        forgotten as well. Raises Nowhere and TakenBack.
        """
        (message, form, posted), place, step = await self.homes.post(
            table, lambda place: self._send(delivery, table, place, is_last), upwards=True
        )
        if isinstance(message, discord.Message) and table.status is Status.LIVE:
            self.retiring.remember(message)
        if posted is not None:
            return posted
        if not _is_at_home(table, place):
            await self._bring_in(delivery, table, place)
        return await self._note(delivery, table, place, message, step, form)

    async def _note(
        self,
        delivery: DeliveryOf[payloads.Board],
        table: Table,
        place: int,
        message: Sent,
        *forms: str,
        arrival: Write | None = None,
        is_last: bool = False,
    ) -> Posted:
        """Note where the newest board is, and its `arrival`; the one before it is retired."""
        troubles = [form for form in forms if form not in ("", FOLLOWS)]
        is_forgotten = is_last and not troubles
        now, picture = self.app.clock.now(), payloads.Illustration.of(delivery.payload, message.id)
        forget = partial(outbox.forget_delivery, delivery_id=delivery.id, now=now)
        current = await self.app.places.note(
            table,
            home_id=place,
            board_message_id=message.id,
            tell=[Post("illustrate", picture)] if FOLLOWS in forms else [],
            way=Way.DELETE if delivery.kind == "redraw" else Way.BARE,
            beside=[*([arrival] if arrival else []), *([forget] if is_forgotten else [])],
        )
        return Posted(current, troubles, is_forgotten)

    async def _bring_in(self, delivery: Delivery, table: Table, place: int) -> None:
        """Add the players to a new thread, except for those whom the post has mentioned.

        An outage ends this attempt at the delivery; the next one finds the post and goes on here.
        """
        if place != table.channel_id:
            mentioned = delivery.payload.notified_users
            users = [user for user in table.members() if user not in mentioned]
            await self.homes.bring_in(place, users)

    # ---- sending ---------------------------------------------------------------------------------

    async def _send(
        self,
        delivery: DeliveryOf[payloads.Board],
        table: Table,
        place: discord.PartialMessageable,
        is_last: bool,
    ) -> SentForm:
        """Send the best form that Discord accepts, and return the message and the form's name.

        A new one at home is noted with its arrival.
        """
        refusal: Exception | None = None
        PLACE.set(_place(table))
        for name, make in FORMS:
            try:
                if (message := await self._make(make, delivery, table)) is not None:
                    await self._require_standing(delivery, table)
                    return await self._send_form(delivery, table, place, message, name, is_last)
            except Otherwise as error:
                log.warning("Table %s, revision %s: %s", table.id, table.revision, error)
                refusal = error
            except Down as error:
                may_be_too_large = isinstance(error.__cause__, BROKEN_CONNECTIONS)
                if delivery.attempts <= TRIES or not may_be_too_large:
                    raise
                refusal = error
        raise refusal or RuntimeError("no form of the post can be made")

    async def _send_form(
        self,
        delivery: DeliveryOf[payloads.Board],
        table: Table,
        place: discord.PartialMessageable,
        message: Message,
        name: str,
        is_last: bool,
    ) -> SentForm:
        """Send a form of the post, and note a new one at home with its arrival."""
        posted: Posted | None = None

        async def note(sent: Sent, arrival: Write) -> None:
            nonlocal posted
            form = name or _trouble(message, sent, delivery)
            posted = await self._note(
                delivery, table, place.id, sent, form, arrival=arrival, is_last=is_last
            )

        post = await self.sender.send(
            delivery,
            place,
            note=note if _is_at_home(table, place.id) else None,
            allowed_mentions=mentions_of(delivery.payload.users),
            **message.to_send,
        )
        return post, name or _trouble(message, post, delivery), posted

    async def _make(
        self, make: Make, delivery: DeliveryOf[payloads.Board], table: Table
    ) -> Message | None:
        """One form of the post; None where it cannot be made, which is counted as a fault."""
        for _ in range(TRIES):
            try:
                async with asyncio.timeout(DRAWING):
                    return await make(self.app, table, delivery.payload)
            except Overtaken:
                raise
            except Exception as error:
                place = f"Table {table.id}, revision {table.revision}: no {make.__name__}"
                self.app.figures.fault(place, error)
        return None

    async def _require_standing(self, delivery: DeliveryOf[payloads.Board], table: Table) -> None:
        """Refuse a first attempt at a post whose moves were all taken back while it was made."""
        payload = delivery.payload
        if delivery.kind != "board" or delivery.attempts > 1 or payload.back:
            return
        plies = plies_of_post(await self.app.reading.log(table.id, None), payload)
        if plies and all(ply.undone for ply in plies):
            raise TakenBack

    async def redraw(self, table: Table) -> bool:
        """Edit the newest board post to the current position; False where it cannot be edited."""
        look = await self.app.reading.look(table.id, None)
        occupants = (table.seats[seat] for seat in look.to_act)
        users = [
            occupant.user_id
            for occupant in occupants
            if occupant.user_id and not occupant.is_played
        ]
        post = await posts.board_post(self.app, table, payloads.Board(mention=users))
        return await edit(
            self.homes.board(table), mentioned=list(map(discord.Object, users)), **post.to_edit
        )

    async def illustrate(
        self, delivery: DeliveryOf[payloads.Illustration], table: Table
    ) -> str | None:
        """Add its picture to a board post that was sent without; return the trouble with it.

        It is left out, and None returned, where a newer board has come or is being drawn.
        """
        payload, place = delivery.payload, _place(table)
        if table.board_message_id != payload.message or PAINTER.is_awaited(place):
            return None
        PLACE.set(place)
        try:
            post = await self._make(posts.board_post, delivery, table)
        except Overtaken:
            return None
        if post is None:
            return "picture"
        try:
            with translated_errors():
                await self._show_picture(table, post, payload.users)
        except Unsendable as error:
            log.info("Table %s keeps a board without its picture: %s", table.id, error)
        return ""

    async def tell_turning_point(self, delivery: DeliveryOf[payloads.Board], table: Table) -> None:
        """Edit the last board post so that it tells the turning point, where it has room for it.

        One that cannot be edited stays as it is: the analysis tells the turning point, too.
        """
        if table.status is not Status.OVER or table.board_message_id is None:
            return
        payload = delivery.payload
        post = await posts.post_with_turning_point(self.app, table, payload)
        if post is None:
            return
        await self._show_picture(table, post, payload.notified_users)

    async def _show_picture(self, table: Table, post: Message, users: Sequence[int]) -> None:
        """Edit words and picture of the newest board post; its buttons stay."""
        mentioned = list(map(discord.Object, users))
        message = self.homes.board(table)
        await edit(message, mentioned=mentioned, content=post.content, attachments=post.files)

    async def redraw_clocks(self, table: Table) -> None:
        """Edit the line about time in the newest board post; its other words stay."""
        if table.board_message_id is None:
            return
        look = await self.app.reading.look(table.id, None)
        try:
            with translated_errors():
                message = await self.homes.board(table).fetch()
                lines = clocks.deadline_lines(table, look.to_act)
                content = clocks.with_lines(message.content, lines, table.language)
                if content != message.content:
                    await edit(message, mentioned=message.mentions, content=content)
        except Unsendable as error:
            log.info("Table %s keeps the clocks of its board: %s", table.id, error)


def _is_at_home(table: Table, place: int) -> bool:
    """Whether a place has shown a board of a table before, so that nobody need be brought in."""
    return place == table.home_id and (table.board_message_id or 0) > place


def _place(table: Table) -> tuple[None, int]:
    """Place of the pictures of a table's boards, of which a newer one replaces an older one."""
    return None, -table.id


def _trouble(message: Message, post: Sent, delivery: Delivery) -> str:
    """What is wrong with a post without a picture: it follows, or Discord has refused it.

    An earlier attempt may have sent the words alone.
    """
    if not isinstance(post, discord.Message) or post.attachments:
        return ""
    return "picture" if message.files and delivery.attempts == 1 else FOLLOWS
