"""The tables in memory, each with a lock of its own; the store has all of them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.service.loading import playing_of, replayed
from bot.store.store import Store
from bot.table.changes import Ply, Position
from bot.table.live import CannotGoOn, Playing
from bot.table.seating import Table
from rules.contract import BadPosition, RulesError

log = logging.getLogger(__name__)

KEPT = 256
"""Positions to keep in memory; the store has them all."""
STUCK = (
    "Table %s, begun by version %s of its rules, cannot go on by those of today (%s). All of it is "
    "kept: run the version of Hexagora that it began with until it is over, or export and cancel it"
)


class Memory:
    """A lock for each table, and the positions and logs that were asked for last."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self._store = store
        self._kept = kept
        self._playing: OrderedDict[int, Playing] = OrderedDict()
        self._logs: dict[int, list[Ply]] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._stuck: set[int] = set()

    async def get(self, table_id: int) -> Table:
        """The table as it is now. Raises `table.not_found`."""
        playing = self._playing.get(table_id)
        return playing.table if playing else (await self._stored(table_id)).table

    @asynccontextmanager
    async def _at(self, table_id: int) -> AsyncIterator[Playing]:
        """Alone at the table, with its position."""
        async with self._alone(table_id):
            playing = await self._load(table_id)
            self._keep(playing)
            yield playing

    def _alone(self, table_id: int) -> asyncio.Lock:
        """The lock of a table: nobody but its holder changes the table."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _load(self, table_id: int) -> Playing:
        """The table from memory or from the store. The caller holds its lock."""
        if table_id in self._playing:
            return self._playing[table_id]
        position = await self._stored(table_id)
        try:
            return playing_of(position)
        except BadPosition as error:
            log.error("Table %s is played again from its log: %s", table_id, error)
            return self._replayed(position, await self._log(table_id))

    def _replayed(self, position: Position, plies: Sequence[Ply]) -> Playing:
        """A table played again from its log. Raises CannotGoOn, and logs it once for each table."""
        try:
            return replayed(position, plies)
        except CannotGoOn as refusal:
            if position.table.id not in self._stuck:
                self._stuck.add(position.table.id)
                log.error(STUCK, position.table.id, position.table.version, refusal.__cause__)
            raise

    async def _stored(self, table_id: int) -> Position:
        position = await self._store.position(table_id)
        if position is None:
            raise RulesError("table.not_found")
        return position

    async def _log(self, table_id: int) -> list[Ply]:
        """The log from memory or from the store; memory has it only as long as the position."""
        plies = self._logs.get(table_id)
        if plies is None:
            plies = await self._store.plies(table_id)
        if table_id in self._playing:
            self._logs[table_id] = plies
        return plies

    def _keep(self, playing: Playing) -> None:
        """Remember a table, forget the one that was not asked for the longest.

        One that sleeps is not remembered: another table may take its channel.
        """
        if playing.table.asleep:
            self._forget(playing.table.id)
            return
        self._playing[playing.table.id] = playing
        self._playing.move_to_end(playing.table.id)
        if len(self._playing) > self._kept:
            self._forget(next(iter(self._playing)))

    def _forget(self, table_id: int) -> None:
        self._playing.pop(table_id, None)
        self._logs.pop(table_id, None)
