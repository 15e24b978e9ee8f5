"""A person who wants to be forgotten: they leave all tables, then nothing names them any more."""

from __future__ import annotations

import logging

from bot import erasing
from bot.seating import Status, Table
from bot.stored import Direct
from bot.telling import lobby_post
from bot.verbs.lobby import LobbyVerbs
from bot.verbs.seats import SeatVerbs
from rules.contract import RulesError

log = logging.getLogger(__name__)


class ForgettingVerbs(LobbyVerbs, SeatVerbs):
    """Forgetting people."""

    async def forget_person(self, user_id: int) -> list[Direct]:
        """Erase a person; the others play on. Returns the messages that show them their hands."""
        for table_id in await self._store.seats_of(user_id):
            await self._give_up(await self.get(table_id), user_id)
        letters = await self._store.directs_of(user_id)
        left = await self._store.write(lambda db: erasing.erase(db, user_id))
        self.people.forget(user_id)
        for table_id in left:
            async with self._alone(table_id):
                self._forget(table_id)
            table = await self.get(table_id)
            if table.lobby_message_id is not None:
                await self._store.post(table_id, lobby_post(table))
        self._notify()
        return letters

    async def _give_up(self, table: Table, user_id: int) -> None:
        """Leave a table as its rules allow; what cannot go on is left without a word."""
        try:
            if table.status is Status.LIVE:
                await self.resign(table.id, user_id)
            elif table.host_id == user_id:
                await self.cancel(table.id, user_id, moderator=True)
            else:
                await self.leave(table.id, user_id)
        except RulesError as refusal:
            log.warning("Table %s loses somebody who cannot leave it: %s", table.id, refusal)
