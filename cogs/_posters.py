"""The poster of a finished game: a message of its own after the last board, once.

It calls nobody, and nothing waits for it: what cannot be drawn or sent is left out. It stays at
hand behind *More* and `/<game> board`.
"""

from __future__ import annotations

import discord

from bot.app import App
from bot.outbox import Delivery
from bot.seating import Status, Table
from cogs._answers import understood
from cogs._homes import Homes
from cogs._message import NOBODY, attached
from cogs._present import about, painted, public_picture
from render.contract import POSTER
from render.registry import renderer

FILE = "poster.png"
LOOKED_THROUGH = 50
"""How many messages are searched for a poster that may be there already."""


class Posters:
    """Posts the posters."""

    def __init__(self, app: App, homes: Homes) -> None:
        self.app, self.homes = app, homes

    async def post(self, delivery: Delivery, table: Table) -> None:
        """The poster where the last board is; nothing for a game that has none."""
        table.require(Status.OVER)
        if POSTER not in renderer(table.game).public:
            return
        place = self.homes.place(table, table.home_id or table.channel_id)
        with understood():
            if delivery.attempts > 1 and await self._is_there(table, place):
                return
            if (file := await self._drawn(table)) is not None:
                await place.send(file=file, nonce=delivery.nonce, allowed_mentions=NOBODY)

    async def _drawn(self, table: Table) -> discord.File | None:
        """The poster in the table's language; None where it cannot be drawn, as the log says."""
        look, log = await self.app.tables.look(table.id, None), await self.app.tables.log(table.id)
        known = about(table, table.language, look.result, log)
        wish, alt = public_picture(table, POSTER, look.view, (), known)
        png = await painted(wish)
        return None if png is None else attached(png, alt, FILE)

    async def _is_there(self, table: Table, place: discord.PartialMessageable) -> bool:
        """Whether an earlier try has sent it, whose answer was lost."""
        since = discord.Object(table.board_message_id or place.id)
        async for message in place.history(limit=LOOKED_THROUGH, after=since):
            if message.author == self.app.user and FILE in [
                one.filename for one in message.attachments
            ]:
                return True
        return False
