"""Saved moves: a whole turn of a person who waits is kept, cancelled, and made when due.

The methods that take a `LiveTable` need the table's lock; the others take it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.service.base import Service
from bot.service.commits import Decision
from bot.steps import advance, lines
from bot.store import left_move_rows
from bot.store.store import Read
from bot.table.advance import ADVANCE, SOONEST, LeftMove, Stage
from bot.table.changes import Effects
from bot.table.due import Due, Settled
from bot.table.encoding import stamp
from bot.table.live import LiveTable, MovePreview
from bot.table.seating import Table
from rules.contract import RulesError, Seat


class Advance(Service):
    """Saved moves of people."""

    async def leave(self, ahead: LiveTable, seat: Seat, line: Sequence[str]) -> LeftMove:
        """Leave a whole turn of a seat, chosen on the table `ahead`. Raises RulesError."""
        live = await self._tables.load(ahead.table.id)
        saved = advance.left_move(live, ahead, seat, line)
        await self._write(live.table, saved)
        return saved

    async def cancel(self, table_id: int, user_id: int) -> bool:
        """Cancel what a person has left; False where there is nothing."""
        async with self._tables.hold(table_id) as live:
            seat = live.table.seat_of(user_id)
            saved = await self._of_seat(table_id, seat)
            if saved is None:
                return False
            await self._write(live.table, replace(saved, stage=Stage.GONE))
            return saved.stage is not Stage.DROPPED

    tables_of = Read(left_move_rows.tables_of)

    # ---- looked at -------------------------------------------------------------------------------

    async def left(self, table_id: int, user_id: int) -> LeftMove | None:
        """Return what a person has left at a table, if anything."""
        async with self._tables.hold(table_id) as live:
            try:
                seat = live.table.seat_of(user_id)
            except RulesError:
                return None
            saved = await self._of_seat(table_id, seat)
            return saved if saved is not None and saved.user_id == user_id else None

    async def preview(self, table_id: int, saved: LeftMove) -> MovePreview | None:
        """Preview a left move as it would be made now; None for several moves.

        Where it would not be made, it is shown in the position in which it was left.
        """
        async with self._tables.hold(table_id) as live:
            then = advance.table_then(live, saved)
            if then is None or len(line := advance.moves_of_line(then, saved)) != 1:
                return None
            seat = saved.seat
            now = live if seat in live.to_act else advance.table_ahead(live, seat)
            if now is not None and (later := advance.line_to_make(now, saved)):
                return lines.candidate(now, seat, later[0].split())
            return lines.candidate(then, seat, line[0].split())

    async def _of_seat(self, table_id: int, seat: Seat) -> LeftMove | None:
        left_moves = await self._store.read(left_move_rows.read, table_id)
        return next((saved for saved in left_moves if saved.seat == seat), None)

    async def _write(self, table: Table, saved: LeftMove) -> None:
        """Write a left move, or delete it, and settle the row that would make an earlier one."""
        settled = Settled(ADVANCE, saved.user_id, str(saved.seat))
        await self._store.note(table.id, Effects(left_moves=(saved,), settled=(settled,)))

    # ---- made ------------------------------------------------------------------------------------

    async def on_due(self, live: LiveTable, due: Due) -> Decision:
        """Make a left move whose turn came a while ago."""
        saved, now = await self._of_seat(live.table.id, int(due.subject)), self._now
        if saved is None or saved.user_id != due.person_id or saved.stage is not Stage.DUE:
            return None
        outcome = advance.outcome(live, saved, now, stamp(now))
        return outcome or Effects(due=(replace(due, at=now + SOONEST),))
