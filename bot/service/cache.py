"""Cache of tables, each with its own lock; the store has all of them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import msgspec

from bot.service.loading import game_from_position, game_without_state, replay_log
from bot.store import table_rows
from bot.store.store import Store
from bot.store.stored_events import StoredEvents
from bot.table.changes import Change, Ply, Position
from bot.table.live import CannotGoOn, LiveTable
from bot.table.seating import Table
from rules.contract import BadPosition, Event, RulesError

log = logging.getLogger(__name__)

BUDGET = 24 << 20
"""Bytes of the tables that are kept in memory."""
POSITION = 120_000
"""Bytes of a position: late ones of all games take 30,000 to 145,000."""
PLY, PLY_BYTES = 600, 10
"""Bytes of an action without its events, and what a byte of their JSON takes in memory."""
PACKING = 8
"""Bytes of events, as JSON, for each byte of them that is stored: 6 to 9 in all games."""
STUCK = (
    "Table %s, begun by version %s of its rules, cannot go on by those of today (%s). All of it is "
    "kept: run the version of Hexagora that it began with until it is over, or export and cancel it"
)


class LiveTables:
    """A lock for each table, and the positions and logs that were used most recently.

    Together they take at most `budget` bytes in memory, but one table is always kept.
    """

    def __init__(self, store: Store, budget: int = BUDGET) -> None:
        self._store = store
        self._budget = budget
        self._weights: dict[int, int] = {}
        self._live: OrderedDict[int, LiveTable] = OrderedDict()
        self._logs: dict[int, list[Ply]] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._stuck: set[int] = set()

    async def get(self, table_id: int) -> Table:
        """Return a table as it is now. Raises `table.not_found`."""
        live = self._live.get(table_id)
        return live.table if live else (await self._position(table_id)).table

    # ---- with the lock ---------------------------------------------------------------------------

    def lock(self, table_id: int) -> asyncio.Lock:
        """Lock of a table: only its holder changes the table."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    @asynccontextmanager
    async def hold(self, table_id: int) -> AsyncIterator[LiveTable]:
        """Lock a table, and yield it with its position. Raises CannotGoOn."""
        async with self.lock(table_id):
            live = await self.load(table_id)
            self.keep(live)
            yield live

    async def load(self, table_id: int) -> LiveTable:
        """Read a table from memory or from the store. Needs the lock. Raises CannotGoOn."""
        if table_id in self._live:
            return self._live[table_id]
        position = await self._position(table_id)
        try:
            return game_from_position(position)
        except BadPosition as error:
            log.error("Table %s is played again from its log: %s", table_id, error)
            return self._replay(position, await self.log(table_id))

    async def load_without_state(self, table_id: int) -> LiveTable:
        """Read a table without its position, which works for a stuck table too."""
        return game_without_state(await self._position(table_id))

    async def load_even_if_stuck(self, table_id: int) -> LiveTable:
        """Read a table, without its position where it is stuck. Needs the lock."""
        try:
            return await self.load(table_id)
        except CannotGoOn:
            return await self.load_without_state(table_id)

    async def log(self, table_id: int) -> list[Ply]:
        """Read the log from memory or the store; it is cached only together with the position."""
        plies = self._logs.get(table_id)
        if plies is None:
            plies = await self._store.read(table_rows.read_plies, table_id)
            if table_id in self._live:
                self._logs[table_id] = plies
                self._add_weight(table_id, weight_of(plies))
        return plies

    def _replay(self, position: Position, plies: Sequence[Ply]) -> LiveTable:
        """Replay a table from its log. Raises CannotGoOn, which is logged once for each table."""
        try:
            return replay_log(position, plies)
        except CannotGoOn as refusal:
            if position.table.id not in self._stuck:
                self._stuck.add(position.table.id)
                log.error(STUCK, position.table.id, position.table.version, refusal.__cause__)
            raise

    async def _position(self, table_id: int) -> Position:
        position = await self._store.read(table_rows.read_position, table_id)
        if position is None:
            raise RulesError("table.not_found")
        return position

    # ---- in memory -------------------------------------------------------------------------------

    def peek(self, table_id: int) -> LiveTable | None:
        """Return a table that is in memory, or None."""
        return self._live.get(table_id)

    def keep(self, live: LiveTable) -> None:
        """Keep a table in memory, and drop the one that was used least recently.

        A sleeping table is not kept: another table may take its channel.
        """
        if live.table.asleep:
            self.forget(live.table.id)
            return
        table_id = live.table.id
        self._live[table_id] = live
        self._live.move_to_end(table_id)
        if table_id not in self._weights:
            self._add_weight(table_id, POSITION)

    def keep_step(self, after: LiveTable, change: Change) -> None:
        """Keep the table after a step, and update its log if that is in memory."""
        self.keep(after)
        if change.undo is not None:
            self._forget_log(after.table.id)
        elif after.table.id in self._logs:
            self._logs[after.table.id].extend(change.plies)
            self._add_weight(after.table.id, weight_of(change.plies))

    def forget(self, table_id: int) -> None:
        """Drop a table from memory; the store still has it."""
        self._live.pop(table_id, None)
        self._logs.pop(table_id, None)
        self._weights.pop(table_id, None)

    def _forget_log(self, table_id: int) -> None:
        """Drop the log of a table, whose position stays."""
        if self._logs.pop(table_id, None) is not None:
            self._weights[table_id] = POSITION

    def _add_weight(self, table_id: int, weight: int) -> None:
        """Count bytes of a table, and drop the tables that were used least recently."""
        self._weights[table_id] = self._weights.get(table_id, 0) + weight
        while sum(self._weights.values()) > self._budget and len(self._live) > 1:
            self.forget(next(iter(self._live)))


def weight_of(plies: Sequence[Ply]) -> int:
    """Size of a part of a log in memory in bytes, estimated."""
    return sum(PLY + _weight_of_events(ply.events) for ply in plies)


def _weight_of_events(events: Sequence[Event]) -> int:
    """Size of events in memory, once they are unpacked."""
    if isinstance(events, StoredEvents):
        return PLY_BYTES * PACKING * events.packed_size
    return PLY_BYTES * len(msgspec.json.encode(events))
