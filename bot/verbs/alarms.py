"""What is due at a table is done alone there, and saved together with the fact that it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from msgspec.structs import replace

from bot.table.changes import Change, Written
from bot.table.due import Due
from bot.table.live import Playing
from bot.verbs.saving import Saving

Outcome = Written | tuple[Playing, Change] | None
"""What comes of it: something to write, a step of the game, or nothing at all."""
DoesAtTable = Callable[[Playing, Due], Awaitable[Outcome]]


class AlarmVerbs(Saving):
    """Does at tables what is due there."""

    def at_table(self, does: DoesAtTable) -> Callable[[Due], Awaitable[None]]:
        """An alarm that does something at a table: it sees the table, nobody else changes it."""
        return partial(self._ring, does)

    async def _ring(self, does: DoesAtTable, due: Due) -> None:
        """Do what is due unless it was settled while the table was busy."""
        assert due.table_id is not None
        async with self._at(due.table_id) as playing:
            if not await self._store.is_due(due.id):
                return
            match await does(playing, due):
                case (after, change):
                    await self._save(after, replace(change, done=due.id))
                case Written() as written:
                    await self._note(playing, replace(written, done=due.id))
                case _:
                    await self._store.finish_due(due.id)
