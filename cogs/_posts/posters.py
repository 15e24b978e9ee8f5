"""The poster of a finished game: a message of its own after the last board, once.

It mentions nobody, and nothing waits for it: a poster that cannot be drawn is left out. It stays
available behind *More* and `/<game> board`.
"""

from __future__ import annotations

import discord

from bot.app import App
from bot.connection.decorations import Upload
from bot.service.delivery import Delivery
from bot.table.seating import Status, Table
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender
from cogs._shared.messages import NOBODY
from cogs._shared.presentation import about, picture_or_none, public_picture
from render.contract import POSTER
from render.registry import renderer

FILE = "poster.png"


class Posters:
    """Delivers posters."""

    def __init__(self, app: App, homes: Homes, sender: Sender) -> None:
        self.app, self.homes, self.sender = app, homes, sender

    async def post(self, delivery: Delivery, table: Table) -> None:
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
        return None if png is None else Upload(png, FILE, alt=alt)
