"""The request for the film of a finished game, and its progress for the person who asked."""

from __future__ import annotations

import logging

import discord

from bot.app import App
from bot.connection.outages import reason
from bot.table.seating import Status, Table
from cogs._access.commands import command
from cogs._answering.answer import Panel, message
from cogs._answering.edits import NO_HARM
from cogs._answering.films import PACE, Making, progress, require_pause
from cogs._answering.visitor import Visitor
from cogs._lobby.opening import require_permissions
from cogs._words import labels
from render.contract import FILM
from rules.contract import RulesError

log = logging.getLogger(__name__)


@command("replay film")
async def show_film(visitor: Visitor, table: Table) -> Panel | None:
    """Post the film of a finished game, or show where it is; meanwhile its progress."""
    app = visitor.app
    if table.status is not Status.OVER:
        raise RulesError("film.not_over")
    gone = None
    if table.film_message_id is not None:
        if await _stands(app, table):
            return message(_words(visitor, table, None))
        gone = table.film_message_id
    making = progress(app, table.id)
    if making is None or making.ended:
        if visitor.channel == (table.home_id or table.channel_id):
            require_permissions(visitor, {"attach_files"})
        require_pause(visitor, table, FILM)
        await app.places.request_film(table.id, gone=gone)
    words = _words(visitor, table, making, gone=gone)
    await visitor.show(message(words))
    app.background(_follow(visitor, table.id, gone))
    return None


async def _stands(app: App, table: Table) -> bool:
    """Whether the post with the film is not known to be deleted; an outage leaves it standing."""
    place = app.get_partial_messageable(table.home_id or table.channel_id)
    try:
        await place.fetch_message(table.film_message_id or 0)
    except discord.NotFound:
        return False
    except NO_HARM as error:
        log.info("Table %s: its film is not looked up: %s", table.id, reason(error))
    return True


async def _follow(visitor: Visitor, table_id: int, gone: int | None) -> None:
    """Update the answer until the film is posted."""
    app, shown = visitor.app, ""

    async def look() -> tuple[Panel | None, bool]:
        nonlocal shown
        await app.clock.sleep(PACE)
        table, making = await app.tables.get(table_id), progress(app, table_id)
        before, shown = shown, _words(visitor, table, making, gone=gone)
        is_last = _is_there(table, gone) or (making is not None and making.ended)
        return message(shown) if shown != before else None, is_last

    await visitor.follow(look)


def _is_there(table: Table, gone: int | None) -> bool:
    return table.film_message_id not in (None, gone)


def _words(
    visitor: Visitor, table: Table, making: Making | None, *, gone: int | None = None
) -> str:
    """Link to the film; else its progress, or that it could not be made."""
    title = labels.title(table, visitor.language)
    if _is_there(table, gone):
        link = table.link_to(table.home_id or table.channel_id, table.film_message_id)
        return visitor.text("film.ready", table=title, link=link)
    if making is not None and making.ended:
        code = "film.too_large" if making.too_large else "film.failed"
        return visitor.text(code, table=title)
    return visitor.text("film.progress", table=title, bar=(making or Making()).bar)
