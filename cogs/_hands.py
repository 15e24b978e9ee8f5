"""What a seat holds, for its own eyes: the page behind *Hand*, and one direct message per table.

A direct message that can no longer be edited is sent anew, without a sound. A person who takes no
direct messages is told so once, in private, with the answer to one of their clicks.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

import discord
import msgspec

from bot import words
from bot.app import App
from bot.i18n import text
from bot.service.delivery import Delivery, Later, Refused
from bot.table.seating import NotSeated, Table
from bot.tables import HandPost
from bot.words import Icon, no_icon
from bot.words.careful import CarefulWords
from cogs import _labels
from cogs._answers import Unsendable, understood
from cogs._edits import edited
from cogs._labels import Click, reader
from cogs._message import LONGEST, Message, attached, fitted, length
from cogs._paint import Wish
from cogs._present import about, accent, drawn, frame, icons, painted
from cogs._private import Panel
from cogs._reading import paged
from cogs._sending import Sender
from render.contract import HAND
from rules.contract import RulesError

log = logging.getLogger(__name__)

PICTURE = "hand.png"
CLOSED = frozenset({50007, 50278})
"""Discord's codes for: takes no messages, shares no server. Their status is 403 or 400."""
KNOCK_AGAIN = 300.0
"""Seconds until a hand is sent again that Discord refused for another reason."""
LINES = 10
"""Lines of a phone that a hand in words has room for below its picture."""
TRIES = 12
"""How often such a hand is tried; its next change starts counting again."""


# ---- what is shown -------------------------------------------------------------------------------


def held(
    table: Table, view: Any, hand: msgspec.Struct, language: str, icon: Icon = no_icon
) -> tuple[Wish, str, str]:
    """A hand as a picture and as text, and what the picture shows."""
    called = tuple(_labels.picture_names(table))
    wish = Wish(table.game, HAND, view, names=called, shown=hand, about=about(table, language))
    spoken = CarefulWords(table)
    alt = words.plain(spoken.hand(view, hand, language))
    return wish, spoken.hand(view, hand, language, icon), alt


async def page(interaction: Click, table: Table) -> Panel:
    """My hand, to me alone. Raises NotSeated for a spectator."""
    app, language = interaction.client, reader(interaction)
    look = await app.tables.look(table.id, interaction.user.id)
    if look.seat is None:
        raise NotSeated("table.not_seated")
    if look.hand is None:
        raise RulesError("panel.no_hand")
    note = await closed_door(interaction, table)
    wish, description, alt = held(table, look.view, look.hand, language, icons(app))
    since = await app.tables.recap(table.id, interaction.user.id)
    blows = CarefulWords(table).suffered(since.plies, look.seat, language)
    shown, files = await drawn(wish, alt, language, name=PICTURE)
    told = _beside(description, language) if files else description
    return frame(accent((look.seat,)), note, blows, shown, told), files


def _beside(description: str, language: str) -> str:
    """As much of a hand in words as has room on a phone beside the picture, which shows it all."""
    first, *others = paged(description, LINES)
    return f"{first.text}\n-# {text('panel.hand_goes_on', language)}" if others else first.text


async def closed_door(interaction: Click, table: Table) -> str:
    """A sentence, once, for somebody who takes no direct messages; else ""."""
    tables = interaction.client.tables
    if not _labels.facts(table).hands:
        return ""
    if not await tables.closed_hand_untold(table.id, interaction.user.id):
        return ""
    return text("panel.closed_door", reader(interaction), hand=text("board.hand", table.language))


# ---- the direct message --------------------------------------------------------------------------


async def letter(post: HandPost) -> Message:
    """The direct message: which table, the hand, the way to the board, which tells who has won.

    Without icons, whose names a push would spell out.
    """
    table, language = post.table, post.language
    title = text("board.hand_title", language, table=_labels.title(table, language))
    assert post.hand is not None
    wish, description, alt = held(table, post.view, post.hand, language)
    png = await painted(wish)
    files = [attached(png, alt, PICTURE)] if png else []
    missing = "" if png else text("panel.no_picture", language)
    over = text("board.hand_over", language) if post.result else ""
    link = text("board.hand_link", language, url=table.link)
    blows = CarefulWords(table).suffered(post.plies, post.seat, language)
    told = fitted(title, over, blows, description, missing, room=LONGEST - length([link]))
    return Message(f"{told}\n{link}", files)


async def deliver(sender: Sender, delivery: Delivery) -> None:
    """Bring a seat's direct message up to date; that somebody takes none is no failure.

    Raises Later, and in the end Refused, where Discord refuses for another reason.
    """
    app = sender.app
    post = await app.tables.hand(delivery.table_id, delivery.payload["seat"])
    if post.hand is None or post.closed:
        return
    try:
        with understood():
            if await _edited(app, post):
                return
        await _send(sender, delivery, post)
    except Unsendable as error:
        if error.code in CLOSED:
            log.info("Table %s keeps the hand of seat %s: %s", post.table.id, post.seat, error)
            await app.tables.hand_closed(post.table.id, post.seat)
        elif isinstance(error.__cause__, discord.Forbidden):
            raise _put_off(delivery, error) from error
        else:
            raise


def _put_off(delivery: Delivery, error: Unsendable) -> Later | Refused:
    """What to do with a hand that was refused although the person may take messages."""
    if delivery.attempts >= TRIES:
        return Refused(str(error))
    log.warning("The hand of delivery %s waits: %s", delivery.id, error)
    return Later(KNOCK_AGAIN)


async def _edited(app: App, post: HandPost) -> bool:
    """Whether the message that is there now shows the hand."""
    if post.channel_id is None or post.message_id is None:
        return False
    shown = await letter(post)
    try:
        return await edited(_message(app, post), **shown.put)
    except discord.NotFound:
        return False


async def _send(sender: Sender, delivery: Delivery, post: HandPost) -> None:
    """Send a new message; one that takes the place of another makes no sound."""
    shown, silent = await letter(post), post.message_id is not None
    message = await sender.write(delivery, post.user_id or 0, silent=silent, **shown.sent)
    seat, user, place = post.seat, post.user_id or 0, message.channel.id
    await sender.app.tables.hand_posted(
        post.table.id, seat, user, channel_id=place, message_id=message.id
    )


async def say_farewell(app: App, delivery: Delivery) -> None:
    """Take a hand out of the message that showed it to somebody who has given their seat up."""
    place, language = delivery.payload, delivery.payload["language"]
    table = await app.tables.get(delivery.table_id)
    title = _labels.title(table, language)
    channel = app.get_partial_messageable(place["channel"])
    with suppress(discord.NotFound, discord.Forbidden):
        told = text("board.hand_given_up", language, table=title)
        message = channel.get_partial_message(place["message"])
        await message.edit(content=told, attachments=[], view=None)


def _message(app: App, post: HandPost) -> discord.PartialMessage:
    """The message that shows the hand so far."""
    channel = app.get_partial_messageable(post.channel_id or 0)
    return channel.get_partial_message(post.message_id or 0)
