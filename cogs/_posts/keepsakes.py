"""Pictures of a finished game, each in a message of its own: its poster, and its film on request.

They mention nobody, and nothing waits for them: one that cannot be drawn is left out. The poster
stays available behind *More*; whoever has asked for a film is told. The frames of a film are drawn
one by one in the process for what can wait, between posters.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.app import App
from bot.connection.decorations import Upload
from bot.i18n import text
from bot.service.delivery import Delivery, Later
from bot.table import payloads
from bot.table.live import Look
from bot.table.post import DeliveryOf
from bot.table.seating import Status, Table
from bot.words import LONGEST_ALT, shorten
from bot.words.careful import CarefulWords
from cogs._answering.films import Making, draw_frames, make, note_posted
from cogs._answering.messages import NOBODY
from cogs._answering.presentation import about, picture_or_none, public_picture
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender
from cogs._painting.wish import Wish
from cogs._words import labels
from render.contract import FILM, POSTER, TABLE
from render.film import MOST_FRAMES, Film, durations
from render.registry import renderer

log = logging.getLogger(__name__)

POSTER_FILE, FILE = "poster.png", "film.gif"
LARGEST = 8_000_000
"""Bytes of the largest film; a larger one loses every second turn."""
AGAIN = 1.0
"""Seconds until a film is made again that shows players as they were."""


class Keepsakes:
    """Delivers posters and films."""

    def __init__(self, app: App, homes: Homes, sender: Sender) -> None:
        self.app, self.homes, self.sender = app, homes, sender

    async def post_poster(self, delivery: Delivery, table: Table) -> None:
        """Send the poster to the place of the last board; nothing for a game without posters."""
        table.require(Status.OVER)
        if POSTER not in renderer(table.game).public:
            return
        place = self.homes.home(table)
        if (file := await self._poster_file(table)) is not None:
            await self.sender.send(delivery, place, files=[file], allowed_mentions=NOBODY)

    async def _poster_file(self, table: Table) -> discord.File | None:
        """Poster in the table's language; None where it cannot be drawn, which is logged."""
        look, log = (
            await self.app.reading.look(table.id, None),
            await self.app.reading.log(table.id),
        )
        facts = about(table, table.language, look.result, log)
        wish, alt = public_picture(table, POSTER, look.view, (), facts)
        png = await picture_or_none(wish)
        return None if png is None else Upload(png, POSTER_FILE, alt=alt)

    async def post_film(self, delivery: DeliveryOf[payloads.Film], table: Table) -> None:
        """Post the film at the place of the last board, and note where it is."""
        table.require(Status.OVER)
        if table.film_message_id not in (None, delivery.payload.instead):
            return
        with make(self.app, table.id) as making:
            file = await self._file(table, making)
            if file is None:
                making.ended = True
                return
            if (await self.app.tables.get(table.id)).seats != table.seats:
                raise Later(AGAIN)  # somebody is forgotten, whose name is in it
            place = self.homes.home(table)
            content = text("film.post", table.language, table=labels.title(table, table.language))
            message = await self.sender.send(
                delivery, place, content=content, files=[file], allowed_mentions=NOBODY
            )
            await self.app.places.note(table, film_message_id=message.id)
            note_posted(self.app, table.id)

    async def _file(self, table: Table, making: Making) -> discord.File | None:
        """The film in the table's language; None where it cannot be made, which is logged."""
        stills = await self.app.replays.stills(table.id, MOST_FRAMES)
        frames = await draw_frames(self.app, table, stills, table.language, making)
        gif = await self._gif(table, frames, making)
        if gif is None:
            return None
        look = await self.app.reading.look(table.id, None)
        return Upload(gif, FILE, alt=alt_text(look, stills[-1].turn))

    async def _gif(self, table: Table, frames: Sequence[bytes], making: Making) -> bytes | None:
        """The film of these frames, of every second one if it is too large, and so on."""
        while frames:
            film = Film(tuple(frames), durations(len(frames)))
            gif = await picture_or_none(Wish(table.game, FILM, shown=film))
            if gif is None or len(gif) <= LARGEST:
                return gif
            log.info("The film of table %s has %s bytes: it loses frames.", table.id, len(gif))
            frames = [*frames[:-1:2], frames[-1]] if len(frames) > 2 else ()
            making.too_large = not frames
        return None


def alt_text(look: Look, turns: int) -> str:
    """Description of a film: its length, the outcome, and its last picture."""
    table, result = look.table, look.result
    assert result is not None
    language = table.language
    outcome = labels.winners(table, result, language)
    words = text("film.alt", language, table=labels.title(table, language), n=turns, end=outcome)
    last = CarefulWords(table, language, labels.names(table)).alt(TABLE, look.view, None)
    return shorten(f"{words} {last}", LONGEST_ALT)
