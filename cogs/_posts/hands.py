"""A player's hand, for nobody else: the page behind *Hand*, and one direct message per table.

A direct message that can no longer be edited is sent again silently. A person who accepts no direct
messages is told so once, in private, with the answer to one of their clicks.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import discord

from bot.app import App
from bot.connection.answers import NO_DIRECT_MESSAGES
from bot.connection.decorations import Upload
from bot.i18n import text
from bot.service.delivery import Delivery, Later, Refused
from bot.table import payloads
from bot.table.live import HandPost
from bot.table.post import DeliveryOf
from bot.table.seating import NotSeated, Table
from bot.words import one_text
from bot.words.careful import CarefulWords
from cogs._access.controls import play_buttons
from cogs._answering.answer import Panel
from cogs._answering.edits import edit
from cogs._answering.messages import Message
from cogs._answering.phone import (
    BUTTON_ROW,
    PANEL,
    POST,
    Frame,
    Part,
    Picture,
    has_room,
    whole_lines,
)
from cogs._answering.presentation import (
    accent,
    drawing_or_sentence,
    frame,
    hand_picture,
    picture_or_none,
)
from cogs._answering.visitor import Visitor
from cogs._delivery.answers import Unsendable, translated_errors
from cogs._delivery.sender import Sender
from cogs._words import labels
from cogs._words.fitting import LONGEST, fitting_text
from cogs._words.labels import icons
from rules.contract import RulesError

log = logging.getLogger(__name__)

PICTURE = "hand.png"
PAUSE_AFTER_REFUSAL = 300.0
"""Seconds until the next attempt when Discord refused a hand for another reason."""
TRIES = 12
"""Attempts to send such a hand; its next change starts the count again."""


# ---- the page ------------------------------------------------------------------------------------


async def page(visitor: Visitor, table: Table) -> Panel:
    """Page with the hand of the person who asks, or that a player shows them.

    Raises NotSeated for any other spectator.
    """
    app, language = visitor.app, visitor.language
    owner = await app.onlookers.owner(table, visitor.user)
    look = await app.reading.look(table.id, owner or visitor.user)
    if look.seat is None:
        raise NotSeated("table.not_seated")
    if look.hand is None:
        raise RulesError("panel.no_hand")
    if owner is None:
        note = await closed_messages_note(visitor, table)
    else:
        note = visitor.text("panel.hand_of", name=labels.bold_names(table)[look.seat])
    wish, description, alt = hand_picture(table, look.view, look.hand, language, icons(app))
    changes = await app.reading.recap(table.id, owner or visitor.user)
    blows = CarefulWords(table, language).harm(changes.plies, look.seat)
    picture = await drawing_or_sentence(wish, alt, language, name=PICTURE)
    has_turn = owner is None and look.seat in look.to_act
    above = (note, blows, picture)
    play = play_buttons(table, language, has_turn=has_turn)
    summary = description
    if isinstance(picture, Picture):
        summary = short_description(description, language, (*above, play))
    return frame(accent((look.seat,)), *above, summary, play)


def short_description(
    description: str, language: str, others: Sequence[Part], frame: Frame = PANEL
) -> str:
    """The first lines of a hand in words that fit beside other parts; the picture has the rest."""
    note = f"-# {text('panel.hand_goes_on', language)}"
    if has_room((*others, description), frame):
        return description
    lines = whole_lines(description, lambda some: has_room((*others, f"{some}\n{note}"), frame))
    return one_text(lines, note)


async def closed_messages_note(visitor: Visitor, table: Table) -> str:
    """Sentence, once, for a person who accepts no direct messages; else ""."""
    places = visitor.app.places
    if not labels.facts(table).hands:
        return ""
    if not await places.tell_hand_closed(table.id, visitor.user):
        return ""
    return visitor.text("panel.closed_door", hand=text("board.hand", table.language))


# ---- the direct message --------------------------------------------------------------------------


async def letter(post: HandPost) -> Message:
    """Direct message with the hand and a button to the board, which names the winners at the end.

    It has no icons: a push notification would spell out their names.
    """
    table, language = post.table, post.language
    title = text("board.hand_title", language, table=labels.title(table, language))
    assert post.hand is not None
    wish, description, alt = hand_picture(table, post.view, post.hand, language)
    png = await picture_or_none(wish)
    over = text("board.hand_over", language) if post.result else ""
    blows = CarefulWords(table, language).harm(post.plies, post.seat)
    head, missing = (title, over, blows), text("panel.no_picture", language)
    in_words = partial(letter_without_picture, (*head, missing), description, language)
    link = labels.link(table, language)
    if png is None:
        return Message(in_words(), link=link)
    above = one_text(*head)
    summary = short_description(description, language, (above, png, BUTTON_ROW), POST)
    upload = Upload(png, PICTURE, in_words, alt=alt)
    return Message(fitting_text(*head, summary), [upload], link=link)


def letter_without_picture(head: Sequence[str], description: str, language: str) -> str:
    """Text of a message with a hand in words, as many whole lines as it holds."""
    content = fitting_text(*head, description)
    if content.endswith(description):
        return content
    note = f"-# {text('board.hand_goes_on', language, hand=text('board.hand', language))}"
    return f"{fitting_text(*head, description, room=LONGEST - len(note) - 1)}\n{note}"


async def deliver(sender: Sender, delivery: DeliveryOf[payloads.AboutSeat]) -> None:
    """Update a seat's direct message; a person who accepts none is no failure.

    Raises Later, and in the end Refused, where Discord refuses for another reason.
    """
    app = sender.app
    post = await app.reading.hand(delivery.table_id, delivery.payload.seat)
    if post.hand is None or post.closed:
        return
    try:
        with translated_errors():
            if await _edit(app, post):
                return
        await _send(sender, delivery, post)
    except Unsendable as error:
        if error.code in NO_DIRECT_MESSAGES:
            log.info("Table %s keeps the hand of seat %s: %s", post.table.id, post.seat, error)
            await app.places.note_hand_closed(post.table.id, post.seat)
        elif isinstance(error.__cause__, discord.Forbidden):
            raise _refused_hand_error(delivery, error) from error
        else:
            raise


def _refused_hand_error(delivery: Delivery, error: Unsendable) -> Later | Refused:
    """Error to raise for a hand that was refused although the person may accept messages."""
    if delivery.attempts >= TRIES:
        return Refused(str(error))
    log.warning("The hand of delivery %s waits: %s", delivery.id, error)
    return Later(PAUSE_AFTER_REFUSAL)


async def _edit(app: App, post: HandPost) -> bool:
    """Whether the existing message could be edited to the hand."""
    if post.channel_id is None or post.message_id is None:
        return False
    channel = app.get_partial_messageable(post.channel_id)
    message = channel.get_partial_message(post.message_id)
    try:
        return await edit(message, **(await letter(post)).to_edit)
    except discord.NotFound:
        return False


async def _send(sender: Sender, delivery: Delivery, post: HandPost) -> None:
    """Send a new message, silently if it replaces another."""
    content, silent = await letter(post), post.message_id is not None
    message = await sender.write(delivery, post.user_id or 0, silent=silent, **content.to_send)
    seat, user, place = post.seat, post.user_id or 0, message.channel.id
    await sender.app.places.note_hand_post(
        post.table.id, seat, user, channel_id=place, message_id=message.id
    )


async def say_farewell(app: App, delivery: DeliveryOf[payloads.Farewell]) -> None:
    """Remove the hand from the direct message of a person who has given up their seat."""
    place, language = delivery.payload, delivery.payload.language
    table = await app.tables.get(delivery.table_id)
    title = labels.title(table, language)
    channel = app.get_partial_messageable(place.channel)
    with suppress(discord.NotFound, discord.Forbidden):
        notice = text("board.hand_given_up", language, table=title)
        message = channel.get_partial_message(place.message)
        await message.edit(content=notice, attachments=[], view=None)
