"""Notices beside the boards: a line at the table, a word to the host, a direct message."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from bot.app import App
from bot.i18n import text
from bot.service.delivery import Delivery
from bot.steps import announcements
from bot.steps.reminders import FULL, NOTICE, WAITS, of_turn
from bot.table import payloads
from bot.table.payloads import Payload
from bot.table.post import DeliveryOf
from bot.table.seating import Status, Table
from cogs._answering.edits import edit
from cogs._answering.lasting_items import LastingItem
from cogs._answering.messages import Message, line_to, mentions_of
from cogs._delivery.answers import Unsendable
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender, Sent
from cogs._posts.news import effect_lines, plies_of_post
from cogs._requests import motions, requests
from cogs._requests.idle_games import WakeButton
from cogs._words import labels
from cogs._words.terms import change_lines

log = logging.getLogger(__name__)

LOST = "lost"
"""Trouble of a table whose posts no place accepts."""


class Notices:
    """Sends lines at a table: notices, motions, eliminations; and troubles to its host."""

    def __init__(self, app: App, homes: Homes, sender: Sender) -> None:
        self.app, self.homes, self.sender = app, homes, sender

    async def post(self, delivery: DeliveryOf[payloads.Notice], table: Table) -> None:
        """Post one line about the table in its language: the people called, then the news."""
        language, payload, args = table.language, delivery.payload, delivery.payload.args
        title = labels.title(table, language)
        further = [f"-# {line}" for line in change_lines(args.get("terms", ()), language)]
        line = text(payload.code, language, **{"table": title, **args})
        line = "\n".join((line_to(payload.users, line, language), *further))
        if table.status is Status.LOBBY:
            await self._below_lobby(delivery, table, line)
            return
        is_live = table.status is Status.LIVE
        buttons = await self._buttons(payload, table) if is_live else ()
        post = await self.send(delivery, table, Message(line, buttons=buttons))
        user = None if payload.late is None else table.seats[payload.late].user_id
        if user and is_live:
            await self.sender.note_ping(table, user, post, of_turn(WAITS, payload.turn))

    async def _buttons(self, payload: payloads.Notice, table: Table) -> Sequence[LastingItem]:
        """Buttons below a notice: about a late turn, to wake a game up, or to repeat a motion."""
        if payload.late is not None:
            return requests.late_turn_buttons(table, payload.late)
        if payload.button:
            label = text(f"table.{payload.button}_button", table.language)
            return [WakeButton.named(label, table)]
        motion = await self.app.votes.motion(payload.again or 0)
        return [] if motion is None else [requests.repeat_button(table, motion)]

    async def tell_elimination(
        self, delivery: DeliveryOf[payloads.Elimination], table: Table
    ) -> None:
        """Post that a seat is out of the game: to its player, with what put them out."""
        seat, called = delivery.payload.seat, delivery.payload.users
        title, language = labels.title(table, table.language), table.language
        line = text("board.out", language, name=labels.short_names(table)[seat], table=title)
        if called:
            plies = plies_of_post(await self.app.reading.log(table.id), delivery.payload)
            harm = effect_lines(table, {called[0]: plies}, language).get(called[0], "")
            line = text("board.out_called", language, name=f"<@{called[0]}>", table=title)
            line = text("board.with_harm", language, call=line, harm=harm) if harm else line
        await self.send(delivery, table, Message(line))

    async def ask(self, delivery: DeliveryOf[payloads.AboutMotion], table: Table) -> None:
        """Post the question of a motion, unless it is settled already.

        If it was settled after an earlier attempt, which may have posted it, its outcome is posted.
        """
        motion = await self.app.votes.motion(delivery.payload.motion)
        if motion is None or (motion.outcome is not None and delivery.attempts == 1):
            return
        if motion.outcome is not None:
            delivery = replace(delivery, payload=replace(delivery.payload, mention=[]))
        message = await motions.motion_post(self.app, table, motion)
        kind = None if motion.outcome is None else NOTICE
        post = await self.send(delivery, table, message, kind=kind)
        current = await self.app.votes.note_post(motion.id, (post.channel.id, post.id))
        # Since then, or since an earlier attempt, somebody may have voted or been erased.
        if current is not None and (
            delivery.attempts > 1 or current != replace(motion, post=current.post)
        ):
            await self.show_motion(delivery, table)

    async def show_motion(self, delivery: DeliveryOf[payloads.AboutMotion], table: Table) -> None:
        """Show in the post of a motion where it stands, after the answer to whoever voted."""
        table = await self.app.places.table_when_posted(table.id)
        motion = await self.app.votes.motion(delivery.payload.motion)
        if motion is None or motion.post is None:
            return
        place, number = motion.post
        post = self.app.get_partial_messageable(place).get_partial_message(number)
        await edit(post, **(await motions.motion_post(self.app, table, motion)).to_edit)

    async def tell_guest(self, delivery: Delivery, table: Table) -> None:
        """Tell a guest of their invitation, below the lobby post or where the table is played."""
        title, host = labels.title(table, table.language), labels.host(table)
        line = text("table.invited", table.language, host=host, table=title)
        content = line_to(delivery.payload.users, line, table.language)
        if table.status is Status.LOBBY:
            await self._below_lobby(delivery, table, content)
        elif table.status is Status.LIVE:
            await self.send(delivery, table, Message(content))

    async def call_host(self, delivery: Delivery, table: Table) -> None:
        """Call the host of a full lobby, in a reply to its post."""
        if table.status is not Status.LOBBY or len(table.seats) < table.size or table.host_called:
            return
        title, host = labels.title(table, table.language), f"<@{table.host_id}>"
        line = text("lobby.full", table.language, host=host, table=title)
        await self._below_lobby(delivery, table, line, kind=FULL)
        await self.app.places.note(table, host_called=True)

    async def announce(self, delivery: DeliveryOf[payloads.Announcement], table: Table) -> None:
        """Post what the host of the bot has to say; it calls nobody."""
        if table.status is not Status.LIVE or table.asleep:
            return
        payload, language = delivery.payload, table.language
        lines = [text("table.announcement", language, words=payload.words)]
        if payload.stop:
            lines.append(text("table.announcement_stop", language))
        await self.send(delivery, table, Message("\n".join(lines)), kind=None)

    async def _below_lobby(
        self, delivery: Delivery, table: Table, line: str, *, kind: str = NOTICE
    ) -> None:
        """Reply to the post of a lobby, and notify the people whom the delivery mentions."""
        lobby = self.homes.place(table, table.channel_id)
        post = lobby.get_partial_message(table.lobby_message_id or table.channel_id)
        message = await self.sender.send(
            delivery,
            lobby,
            content=line,
            reference=post.to_reference(fail_if_not_exists=False),
            mention_author=False,
            allowed_mentions=mentions_of(delivery.payload.users),
        )
        await self.sender.note_mentions(table, message, line, kind)

    async def send(
        self, delivery: Delivery, table: Table, message: Message, *, kind: str | None = NOTICE
    ) -> Sent:
        """Send in the first place that accepts it, and notify whom the delivery mentions.

        Whom the text mentions is noted, unless the message has no `kind`.
        """
        called = mentions_of(delivery.payload.users)
        send = partial(self.sender.send, delivery, allowed_mentions=called, **message.to_send)
        post, place, step = await self.homes.post(table, send)
        if kind is not None:
            await self.sender.note_mentions(table, post, message.content, kind)
        if step:
            table = await self.app.places.note(table, home_id=place)
            await self.note_troubles(table, [step])
        return post

    # ---- troubles --------------------------------------------------------------------------------

    async def note_troubles(self, table: Table, names: Sequence[str]) -> None:
        """Have the host told of new troubles that kept posts from going out as they should."""
        trouble, old_names = " ".join(names), table.trouble.split()
        if trouble != table.trouble:
            news = [name for name in names if name not in old_names]
            tell = [post for name in news for post in announcements.trouble(table, name)]
            await self.app.places.note(table, trouble=trouble, tell=tell)

    async def tell_host(self, delivery: DeliveryOf[payloads.Notice], table: Table) -> None:
        """Tell the host of a trouble by direct message; where that is refused, at the table."""
        code, host = delivery.payload.code, table.host_id
        language = await self.app.people.language_at(host, table)
        line = text(code, language, **self._details(table, language))
        try:
            await self.sender.write(delivery, host, content=line)
        except Unsendable:
            await self._tell_table(delivery, table)

    async def _tell_table(self, delivery: DeliveryOf[payloads.Notice], table: Table) -> None:
        code, host = delivery.payload.code, table.host_id
        line = text(code, table.language, **self._details(table, table.language))
        home = self.homes.home(table)
        content, allowed_mentions = f"<@{host}> {line}", mentions_of([host])
        try:
            message = await self.sender.send(
                delivery, home, content=content, allowed_mentions=allowed_mentions
            )
            await self.sender.note_mentions(table, message, content, NOTICE)
        except Unsendable as error:
            log.warning("Nobody can be told about table %s: %s", table.id, error)

    def _details(self, table: Table, language: str) -> dict[str, str]:
        return {
            "table": labels.title(table, language),
            "place": labels.place(table),
            "host": labels.host(table),
            "move": self.app.slash("table move"),
            "board": self.app.slash(f"{table.game} board"),
        }

    # ---- when nothing can be posted --------------------------------------------------------------

    async def call(self, delivery: Delivery, table: Table) -> None:
        """Call people by direct message; the first time, tell all players that the game is safe."""
        payload = delivery.payload if table.status is Status.LIVE else Payload()
        mentioned = payload.notified_users
        news = table.trouble != LOST
        people = dict.fromkeys((*mentioned, table.host_id, *table.humans())) if news else mentioned
        for user in people:
            lines = await self._lines(payload, table, user, news=news)
            await self._write(delivery, user, lines)
        if news:
            await self.app.places.note(table, trouble=LOST)

    async def _lines(self, payload: Payload, table: Table, user: int, *, news: bool) -> str:
        """Text for a person: the reason for the call, and the state of the table."""
        codes = []
        if user in payload.notified_users:
            is_awaited = user in payload.mention
            codes.append("table.called" if is_awaited else "table.concerned")
        if news:
            codes.append("table.lost_host" if user == table.host_id else "table.lost")
        language = await self.app.people.language_at(user, table)
        details = self._details(table, language)
        return "\n".join(text(code, language, **details) for code in codes)

    async def _write(self, delivery: Delivery, user: int, lines: str) -> None:
        """Send a direct message, if the person accepts any."""
        try:
            await self.sender.write(delivery, user, recipient=user, content=lines)
        except Unsendable as refusal:
            log.info("No direct message to %s: %s", user, refusal)
