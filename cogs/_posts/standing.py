"""What stands in a table's channel is compared with what should stand there, and corrected.

Messages may be deleted while the bot is away, and a database restored from a copy knows older ones.
Nothing is corrected at a table with deliveries under way: they change what stands there.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Iterator
from typing import NamedTuple, TypeVar

import discord

from bot.app import App
from bot.connection.answers import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from bot.steps import announcements
from bot.store.motion_rows import answer_post
from bot.table import payloads
from bot.table.payloads import Way
from bot.table.post import Post, retirement
from bot.table.seating import Status, Table
from cogs._access.controls import BoardButton
from cogs._answering.items import custom_ids
from cogs._delivery.answers import Unsendable, translated_errors
from cogs._delivery.sender import mark_of_content, mark_of_message
from cogs._posts.board_post import board_verbs
from cogs._posts.scoreboard import table_post
from cogs._requests.motions import MotionButton, motion_post

log = logging.getLogger(__name__)

T = TypeVar("T")

GONE = frozenset({UNKNOWN_MESSAGE, UNKNOWN_CHANNEL})
LOOKED_THROUGH = 100
"""Messages of a channel that one request reads."""


class Correction(NamedTuple):
    """A post that corrects what stands in a channel."""

    kind: str
    """What it does: the end of the code of the text that says so."""
    post: Post | None
    """None for the newest board, which is posted again."""


async def correct(app: App, table: Table) -> list[str]:
    """Correct what stands in the channel of an open table; returns the kinds of corrections.

    There are none where its messages cannot be read. Raises Down or Later during an outage.
    """
    if await app.reading.awaits_delivery(table.id):
        return []
    try:
        corrections = [each async for each in Standing(app, table).corrections()]
    except Unsendable as refusal:
        log.info("What stands at table %s cannot be read: %s", table.id, refusal)
        return []
    posts = [each.post for each in corrections]
    is_done = bool(posts) and await app.places.correct(table, posts)
    return [each.kind for each in corrections] if is_done else []


async def unless_gone(request: Awaitable[T]) -> T | None:
    """The answer to a request about messages; None where the message, or its place, is gone.

    Raises Unsendable where Discord refuses it for another reason, Down and Later.
    """
    try:
        with translated_errors():
            return await request
    except Unsendable as refusal:
        if refusal.code in GONE:
            return None
        raise


class Standing:
    """The messages of an open table: its lobby or scoreboard, its newest board, its questions."""

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table = app, table
        self.home = table.home_id or table.channel_id
        self._recent: dict[int, discord.Message] = {}
        """The newest messages of the bot at home, by id."""

    async def corrections(self) -> AsyncIterator[Correction]:
        """What corrects them. Raises Unsendable where they cannot be read, Down and Later."""
        if self.table.status is Status.LIVE:
            self._recent = await unless_gone(self._newest_messages()) or {}
            if (board := await self._of_board()) is not None:
                yield board
            async for question in self._of_questions():
                yield question
        if not self.table.is_sandbox and (post := await self._of_table_post()) is not None:
            yield post

    async def _newest_messages(self) -> dict[int, discord.Message]:
        """The newest messages at home: one request instead of one for each of them."""
        history = self.app.get_partial_messageable(self.home).history(limit=LOOKED_THROUGH)
        return {message.id: message async for message in history if message.author == self.app.user}

    async def _message(self, place: int, number: int | None) -> discord.Message | None:
        """A message of the bot; None where it is gone, or was never sent."""
        if number is None or number in self._recent:
            return self._recent.get(number or 0)
        channel = self.app.get_partial_messageable(place)
        return await unless_gone(channel.get_partial_message(number).fetch())

    async def _of_board(self) -> Correction | None:
        """Correction of a board that is gone or has lost buttons.

        Its words are those of the turn that it told, and its buttons may be of an earlier revision.
        """
        table = self.table
        board = await self._message(self.home, table.board_message_id)
        if board is None:
            return Correction("board", None)
        is_whole = set(board_verbs(table)) <= set(self._verbs(board))
        return None if is_whole else Correction("message", Post("redraw", payloads.Board()))

    def _verbs(self, message: discord.Message) -> Iterator[str]:
        """Verbs of the buttons that a message has as a board of the table."""
        for custom_id in custom_ids(message):
            claims = BoardButton.ids.read(custom_id)
            if claims and claims["table_id"] == self.table.id:
                yield claims["verb"]

    async def _of_questions(self) -> AsyncIterator[Correction]:
        """Corrections of questions: each open motion has one post, which tells where it stands."""
        motions = await self.app.votes.open_motions(self.table.id)
        for motion in motions:
            place, number = motion.post or (self.home, None)
            asked = await self._message(place, number)
            expected = await motion_post(self.app, self.table, motion)
            if asked is None:
                yield Correction("question", announcements.motion_post(motion))
            elif mark_of_message(asked) != mark_of_content(**expected.to_send):
                yield Correction("message", answer_post(motion.id))
        known = {number for _, number in filter(None, (motion.post for motion in motions))}
        for number, message in self._recent.items():
            if number not in known and any(map(self._is_of_motion, custom_ids(message))):
                yield Correction("outdated", retirement(self.home, number, Way.BARE))

    def _is_of_motion(self, custom_id: str) -> bool:
        claims = MotionButton.ids.read(custom_id)
        return claims is not None and claims["table_id"] == self.table.id

    async def _of_table_post(self) -> Correction | None:
        """Correction of the lobby, or of the scoreboard that it has become, if it ever had one."""
        table, expected = self.table, await table_post(self.app, self.table)
        if table.lobby_message_id is None and table.status is Status.LIVE:
            return None
        post = await self._message(table.channel_id, table.lobby_message_id)
        if post is None:
            return Correction("lobby", announcements.lobby_post(table, is_gone=True))
        if mark_of_message(post) == mark_of_content(**expected.to_send):
            return None
        return Correction("message", announcements.lobby_post(table))
