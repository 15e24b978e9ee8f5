"""What every verb ends with: the step is saved, remembered, and what follows is set to work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.ai.analyses import Analyses
from bot.ai.players import Machines
from bot.ai.pool import Brains
from bot.service.memory import KEPT, Memory
from bot.service.people import People
from bot.steps import deadlines, idle, moves, next_up, outcomes, reminders
from bot.steps.seats import Step
from bot.store.store import Store
from bot.table.changes import Change, Ply, Written
from bot.table.encoding import stamp
from bot.table.live import Playing, Turn
from bot.table.motions import Motion
from bot.table.seating import Table


class Saving(Memory):
    """Saves steps, and lets AI seats make theirs."""

    def __init__(
        self,
        store: Store,
        brains: Brains,
        *,
        notify: Callable[[], None],
        people: People | None = None,
        kept: int = KEPT,
    ) -> None:
        super().__init__(store, kept)
        self.people = people or People(store, {})
        self._notify = notify
        self._machines = Machines(brains, store.clock, see=self._seen, move=self._moved_by_ai)
        self._analyses = Analyses(store, brains)

    async def _save(self, after: Playing, change: Change) -> Table:
        """Save, remember, and set the outbox and the AI to work; a failure leaves memory empty.

        The open motions that the step decides are settled, and carried out, with it.
        """
        table_id, saved = after.table.id, await self._followed(after, change)
        try:
            await self._store.save(*(change for _, change in saved))
        except BaseException:
            self._forget(table_id)
            raise
        for after, change in saved:
            self._remember(after, change)
        self._notify()
        if after.ai_seat is not None:
            self._machines.wake(table_id)
        return after.table

    async def _followed(self, after: Playing, change: Change) -> list[Step]:
        """A step as it is saved, and those of the motions that it decides. Needs the lock."""
        table_id, settled = after.table.id, dict(change.settles)
        motions = await self._store.motions_of(table_id)
        motions = [motion for motion in motions if motion.id not in settled]
        log = await self._log(table_id) if motions else []
        return [*self._steps(self._playing.get(table_id), after, change, log, motions)]

    def _steps(
        self,
        before: Playing | None,
        after: Playing,
        change: Change,
        log: Sequence[Ply],
        motions: Sequence[Motion],
    ) -> Iterator[Step]:
        """A step as it is saved, and those that the motions carried by it add."""
        after, change = self._planned(before, after, change)
        if not motions:
            yield after, change
            return
        log = outcomes.log_after(log, change)
        earlier = before.table if before else None
        count = outcomes.count(earlier, after, log, motions)
        yield after, outcomes.joined(change, count.written)
        if count.to_carry is not None:
            step = outcomes.step_of(after, log, count.to_carry, stamp(self._store.clock.now()))
            yield from self._steps(after, *step, log, count.open)

    def _planned(self, before: Playing | None, after: Playing, change: Change) -> Step:
        """A step with its clocks, and with what becomes due by it."""
        habits, now = self.people.habits, self._store.clock.now()
        after, change = deadlines.planned(after, change, habits, now)
        for plans in (reminders.planned, next_up.planned, idle.with_question):
            change = plans(before, after, change, habits, now)
        return after, change

    def _remember(self, after: Playing, change: Change) -> None:
        """Keep a step in memory, with the log where that is there."""
        self._keep(after)
        if change.undo is not None:
            self._logs.pop(after.table.id, None)
        elif after.table.id in self._logs:
            self._logs[after.table.id].extend(change.plies)

    async def _note(self, playing: Playing, written: Written) -> None:
        """Save what is no step of the game; clocks may be others with it."""
        await self._store.note(playing.table.id, written)
        if written.times:
            table = deadlines.timed(playing.table, written.times)
            self._keep(replace(playing, table=table))
        self._notify()

    async def _move(self, playing: Playing, seat: int, action: Any, *, ai: bool) -> Turn:
        at, late = stamp(self._store.clock.now()), ai and playing.table.seats[seat].is_late
        return await self._made(*moves.moved(playing, seat, action, at=at, ai=ai, late=late))

    async def _made(self, after: Playing, change: Change, turn: Turn) -> Turn:
        await self._save(after, change)
        holder = after.table.seats[turn.seat]
        if holder.user_id is not None and not turn.plies[-1].ai:
            await self.people.come_back(holder.user_id, self._store.clock.now(), told=False)
        return turn

    async def _seen(self, table_id: int) -> Playing:
        """The table as it is now, for an AI that thinks without the lock."""
        async with self._at(table_id) as playing:
            return playing

    async def _moved_by_ai(self, seen: Playing, seat: int, notation: str) -> None:
        """Make the move of an AI seat, unless the table has changed while it thought."""
        async with self._at(seen.table.id) as now:
            if now.table.revision == seen.table.revision:
                action = now.game.parse(now.state, seat, notation)
                await self._move(now, seat, action, ai=True)
