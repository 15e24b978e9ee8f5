"""The outbox's way out: each delivery becomes Discord messages, once, in the order of the table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from discord import ui

from bot.app import App
from bot.connection.answers import PLACES
from bot.service.delivery import MOST_FAULTS, OUTAGES, Delivery, Later, Lost, Refused
from bot.steps.reminders import offer
from bot.table import payloads
from bot.table.post import ANNOUNCEMENT, DeliveryOf, kind_of
from bot.table.seating import Status, Table
from cogs._answering.edits import edit
from cogs._answering.messages import NOBODY, mentions_of
from cogs._delivery.answers import (
    Elsewhere,
    Nowhere,
    Unclear,
    Unsendable,
    patience,
    translated_errors,
)
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender, Sent
from cogs._lobby.lobby import lobby_post
from cogs._lobby.opening import find_lost_post
from cogs._posts import hands
from cogs._posts.boards import Boards, TakenBack
from cogs._posts.keepsakes import Keepsakes
from cogs._posts.notices import Notices
from cogs._posts.reminders import Reminders
from cogs._posts.retirement import Retiring
from cogs._posts.scoreboard import table_post
from cogs._posts.spectators import SpectatorCalls
from cogs._posts.unseen import Unseen
from cogs._requests import offers
from cogs._requests.invitations import Invitations
from cogs._words import labels
from rules.contract import RulesError, Seat

log = logging.getLogger(__name__)


def delivery_error(refusal: Nowhere | Elsewhere) -> Refused:
    """Lost where the place may be reopened; Refused where a person or a message is gone."""
    may_open = isinstance(refusal, Nowhere | Unclear) or refusal.code in PLACES
    return (Lost if may_open else Refused)(str(refusal), refusal.code)


class DiscordCourier:
    """Delivers the posts of tables: each kind of delivery has a method or a module."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.homes, self.sender = Homes(app), Sender(app)
        self.retiring = Retiring(app, self.homes)
        self.boards = Boards(app, self.homes, self.sender, self.retiring)
        self.notices = Notices(app, self.homes, self.sender)
        self.unseen = Unseen(app, self.sender)
        self.keepsakes = Keepsakes(app, self.homes, self.sender)
        self.reminders = Reminders(app, self.homes, self.sender)
        self.spectator_calls = SpectatorCalls(app, self.notices)
        self._without_post = set[int]()
        """Running tables whose channel has no post of theirs."""
        self._ways: Mapping[str, Callable[[DeliveryOf[Any], Table], Awaitable[bool | None]]] = {
            "open": self._board,
            "board": self._board,
            "again": self._board,
            "redraw": self._redraw,
            "over": self._board,
            "out": self.notices.tell_elimination,
            "turning": self.boards.tell_turning_point,
            "poster": self.keepsakes.post_poster,
            "film": self.keepsakes.post_film,
            "illustrate": self._illustrate,
            "hand": self._hand,
            "lobby": self._lobby,
            "notice": self._notice,
            "ask": self.notices.ask,
            "answered": self.notices.show_motion,
            "offer": self._offer,
            "farewell": self._farewell,
            "full": self.notices.call_host,
            "guest": self.notices.tell_guest,
            "invite": Invitations(app, self.homes, self.sender).post,
            "reminder": self.reminders.post,
            "grace": self.reminders.tell_of_grace,
            "clock": self._clock,
            "rename": self.homes.rename,
            "next": self.reminders.announce,
            "trouble": self.notices.tell_host,
            ANNOUNCEMENT: self.notices.announce,
            "retire": self.retiring.retire,
            "watch": self.spectator_calls.post,
            "finish": self.spectator_calls.post,
        }

    async def deliver(self, delivery: Delivery) -> bool:
        """Carry out one delivery; return whether it is forgotten already.

        Raises Later, Down, Lost or Refused; anything else is a bug.
        """
        table = await self._table(delivery)
        try:
            with patience(delivery, self.app.clock), translated_errors():
                return bool(await self._ways[delivery.kind](delivery, table))
        except (Nowhere, Elsewhere) as refusal:
            await self._call_in_private(delivery, table)
            raise delivery_error(refusal) from refusal
        except Unsendable as refusal:
            raise Refused(str(refusal), refusal.code) from refusal
        except RulesError as refusal:
            raise Refused(str(refusal)) from refusal
        except (Later, Refused, *OUTAGES):
            raise
        except Exception:
            if delivery.attempts >= MOST_FAULTS:
                await self._call_in_private(delivery, table)
            raise

    async def _table(self, delivery: Delivery) -> Table:
        try:
            return await self.app.tables.get(delivery.table_id)
        except RulesError as error:
            raise Refused(str(error)) from error

    async def _call_in_private(self, delivery: Delivery, table: Table) -> None:
        """Call people by direct message, the last resort of a running game or an open lobby."""
        status = Status.LOBBY if delivery.kind == "lobby" else Status.LIVE
        if table.status is status and kind_of(delivery.kind).insists and not delivery.is_lost:
            await self.notices.call(delivery, table)

    # ---- the kinds of delivery -------------------------------------------------------------------

    async def _board(self, delivery: DeliveryOf[payloads.Board], table: Table) -> bool:
        """Post a board; return whether it is forgotten with that, as it calls for nothing more."""
        table.require(Status.LIVE, Status.OVER)
        await self.reminders.tidy(table)
        is_plain = not table.trouble and self.unseen.is_seen(delivery, table)
        try:
            table, troubles, is_forgotten = await self.boards.post(delivery, table, is_plain)
        except TakenBack:
            return False
        if not is_forgotten:
            blind = await self.unseen.troubles(delivery, table)
            await self.notices.note_troubles(table, [*troubles, *blind])
        return is_forgotten

    async def _redraw(self, delivery: DeliveryOf[payloads.Board], table: Table) -> bool:
        """Redraw the newest board post, or replace it by another where it cannot be edited."""
        if table.status is not Status.LIVE or await self.boards.redraw(table):
            return False
        return await self._board(delivery, table)

    async def _illustrate(self, delivery: DeliveryOf[payloads.Illustration], table: Table) -> None:
        """Add its picture to a board post whose words went first."""
        table.require(Status.LIVE, Status.OVER)
        if (trouble := await self.boards.illustrate(delivery, table)) is not None:
            await self.notices.note_troubles(table, [trouble] if trouble else [])

    async def _clock(self, delivery: Delivery, table: Table) -> None:
        """Redraw the deadlines in the newest board post and in the reminders that stand."""
        if table.status is Status.LIVE:
            await self.boards.redraw_clocks(table)
            await self.reminders.redraw(table)

    async def _hand(self, delivery: DeliveryOf[payloads.AboutSeat], table: Table) -> None:
        await hands.deliver(self.sender, delivery)

    async def _farewell(self, delivery: DeliveryOf[payloads.Farewell], table: Table) -> None:
        await hands.say_farewell(self.app, delivery)

    async def _offer(self, delivery: DeliveryOf[payloads.AboutSeat], table: Table) -> None:
        """Offer a seat to everybody at the table's place, unless it is taken by now."""
        seat = delivery.payload.seat
        if table.status is Status.LIVE and table.seats[seat].offered:
            posts = [
                await self.notices.send(delivery, table, offers.offer_post(table, seat)),
                *await self._offer_beside_thread(delivery, table, seat),
            ]
            for post in posts:
                if user := table.seats[seat].user_id:
                    await self.sender.note_ping(table, user, post, offer(seat))
        await self.reminders.tidy(table)

    async def _offer_beside_thread(
        self, delivery: Delivery, table: Table, seat: Seat
    ) -> Sequence[Sent]:
        """Offer a seat in the channel of a thread too, where people see it who do not play."""
        if not table.in_thread:
            return ()
        channel = self.homes.place(table, table.channel_id)
        message = offers.offer_post(table, seat, place=labels.place(table))
        try:
            post = await self.sender.send(
                delivery,
                channel,
                recipient=table.channel_id,
                allowed_mentions=NOBODY,
                **message.to_send,
            )
        except Unsendable as refusal:
            log.info("Table %s offers no seat in its channel: %s", table.id, refusal)
            return ()
        return (post,)

    async def _notice(self, delivery: DeliveryOf[payloads.Notice], table: Table) -> None:
        await self.notices.post(delivery, table)
        await self.reminders.tidy(table)
        if table.status is Status.CANCELLED:
            await self.app.places.retire_board(table)

    async def _lobby(self, delivery: DeliveryOf[payloads.Lobby], table: Table) -> None:
        """Redraw the lobby post after a change, and after the answer to whoever made it."""
        table = await self.app.places.table_when_posted(table.id)
        if table.lobby_message_id is None:
            await self._unknown_lobby(delivery, table)
            return
        channel = self.homes.place(table, table.channel_id)
        post = channel.get_partial_message(table.lobby_message_id)
        message = await table_post(self.app, table)
        is_open = table.status is Status.LOBBY
        old_form = ui.LayoutView(timeout=None).add_item(ui.TextDisplay(message.content))
        is_shown = await edit(post, old_form=None if is_open else old_form, **message.to_edit)
        if not is_shown and (is_open or delivery.payload.gone):
            await self._new_lobby_post(delivery, table)
        await self.reminders.tidy(table)

    async def _unknown_lobby(self, delivery: Delivery, table: Table) -> None:
        """Find the post of a lobby after a restart, or post it.

        A table that began without a post, as those of a league do, is searched for once.
        """
        if table.id in self._without_post:
            return
        channel = self.homes.place(table, table.channel_id)
        post = await find_lost_post(channel, self.app, table)
        if post is not None:
            table = await self.app.places.note(table, lobby_message_id=post)
            await edit(channel.get_partial_message(post), **lobby_post(self.app, table).to_edit)
        elif table.status is Status.LOBBY:
            await self._new_lobby_post(delivery, table)
        else:
            self._without_post.add(table.id)

    async def _new_lobby_post(self, delivery: Delivery, table: Table) -> None:
        """Send a lobby post to replace one that was deleted."""
        channel = self.homes.place(table, table.channel_id)
        invited = delivery.payload.users
        content = (await table_post(self.app, table, invited)).to_send
        message = await self.sender.send(
            delivery, channel, **content, allowed_mentions=mentions_of(invited)
        )
        await self.app.places.note(table, lobby_message_id=message.id)
