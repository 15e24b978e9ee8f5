"""The end of every step: save it with the motions it settles, and wake the outbox and the AI."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.service.cache import LiveTables
from bot.service.people import People
from bot.steps import (
    advance,
    deadlines,
    idle,
    lessons,
    next_up,
    reminders,
    sandboxes,
    spectators,
    votes,
)
from bot.steps.seats import Step
from bot.store import due_rows, left_move_rows, motion_rows, spectator_rows
from bot.store.store import Store
from bot.table.advance import LeftMove, delay
from bot.table.changes import Change, Effects, Ply
from bot.table.due import Due
from bot.table.encoding import stamp
from bot.table.live import LiveTable
from bot.table.motions import Motion
from bot.table.seating import Purpose, Table

Decision = Effects | Step | None
"""Result of handling a due row: rows to write, a step of the game, or nothing."""
Decide = Callable[[LiveTable, Due], Awaitable[Decision]]
"""Decides, under the table's lock, what a due row brings about."""


class Commits:
    """Saves the steps of tables. Its methods need the lock of the table; `handle_due` takes it."""

    def __init__(
        self,
        tables: LiveTables,
        store: Store,
        people: People,
        *,
        notify: Callable[[], None],
        wake_ai: Callable[[int], None],
    ) -> None:
        self.tables, self.store, self.people = tables, store, people
        self.notify = notify
        """Wake the outbox, as there is something to deliver."""
        self._wake_ai = wake_ai

    async def save(self, after: LiveTable, change: Change) -> Table:
        """Save a step, keep it in memory, and wake the outbox and the AI.

        The same transaction settles, and carries out, the open motions that the step decides. A
        failed save drops the table from memory.
        """
        steps = await self.steps_to_save(after, change)
        try:
            await self.store.save(*(change for _, change in steps))
        except BaseException:
            self.tables.forget(after.table.id)
            raise
        for after, change in steps:
            self.tables.keep_step(after, change)
        self.wake(after)
        return after.table

    async def note(self, live: LiveTable, written: Effects) -> None:
        """Save rows that are not a step of the game; they may change clocks."""
        await self.store.note(live.table.id, deadlines.with_clock_redrawn(written))
        if written.times:
            table = deadlines.table_with_clocks(live.table, written.times)
            self.tables.keep(replace(live, table=table))
        self.notify()

    async def handle_due(self, decide: Decide, due: Due) -> None:
        """Handle a due row of a table, unless it was settled while the table was busy.

        This happens under the lock; one transaction saves the outcome and marks the row as done.
        """
        assert due.table_id is not None
        async with self.tables.hold(due.table_id) as live:
            if not await self.store.read(due_rows.is_there, due.id):
                return
            match await decide(live, due):
                case (after, change):
                    await self.save(after, replace(change, done=due.id))
                case Effects() as written:
                    await self.note(live, replace(written, done=due.id))
                case _:
                    await self.store.write(due_rows.drop, due.id)

    def wake(self, after: LiveTable) -> None:
        """Wake the outbox, and the AI where one of its seats has to act."""
        self.notify()
        if after.ai_seat is not None:
            self._wake_ai(after.table.id)

    # ---- the steps to save -----------------------------------------------------------------------

    async def steps_to_save(self, after: LiveTable, change: Change) -> list[Step]:
        """Return a step complete with its plans, and the steps of the motions that it decides."""
        table_id, settled = after.table.id, dict(change.settles)
        motions = await self.store.read(motion_rows.read_open, table_id)
        left_moves = await self.store.read(left_move_rows.read, table_id)
        motions = [motion for motion in motions if motion.id not in settled]
        is_lesson = after.table.purpose is Purpose.LESSON
        log = await self.tables.log(table_id) if motions or is_lesson else []
        before = self.tables.peek(table_id)
        steps = self._steps(before, after, change, log, motions, left_moves)
        return [await self._with_calls(before, *step) for step in steps]

    async def _with_calls(self, before: LiveTable | None, after: LiveTable, change: Change) -> Step:
        """Return a step with the calls of the spectators, if it has news for them."""
        news = spectators.news_of_step(before, after, change)
        if news is None:
            return after, change
        calls = await self.store.read(spectator_rows.read_calls, after.table.id)
        guesses = await self.store.read(spectator_rows.read_guesses, after.table.id)
        has_guesses = news.over and bool(guesses)
        preferences, now = self.people.preferences, self.store.clock.now()
        return after, spectators.with_calls(
            after, change, news, calls, preferences, now, has_guesses=has_guesses
        )

    def _steps(
        self,
        before: LiveTable | None,
        after: LiveTable,
        change: Change,
        log: Sequence[Ply],
        motions: Sequence[Motion],
        left_moves: Sequence[LeftMove],
    ) -> Iterator[Step]:
        """Yield a step complete with its plans, and the steps of the motions that it carries."""
        after, change = self._with_plans(before, after, change, log)
        change = advance.with_left_moves(before, after, change, left_moves, self._moment_to_move)
        left_moves = advance.after_change(left_moves, change)
        if not motions:
            yield after, change
            return
        log = votes.log_after(log, change)
        earlier = before.table if before else None
        count = votes.count(earlier, after, log, motions)
        yield after, change.with_effects(count.written)
        if count.to_carry is not None:
            step = votes.step_of(after, log, count.to_carry, stamp(self.store.clock.now()))
            yield from self._steps(after, *step, log, count.open, left_moves)

    def _moment_to_move(self, user_id: int, deadline: datetime | None) -> datetime:
        """Return when a move is made that a person has left for the turn that begins now.

        It is not made at an hour of their night, which would tell that they had left it. Nor is it
        made so late that their time is nearly up.
        """
        now = self.store.clock.now()
        at = self.people.preferences(user_id).hours.next_active(now) + delay()
        return at if deadline is None else min(at, now + max((deadline - now) / 2, timedelta()))

    def _with_plans(
        self, before: LiveTable | None, after: LiveTable, change: Change, log: Sequence[Ply]
    ) -> Step:
        """Return a step with its clocks and the due rows that follow from it; a lesson has none."""
        if after.table.purpose is Purpose.LESSON:
            return after, lessons.quiet(change, log)
        preferences, now = self.people.preferences, self.store.clock.now()
        after, change = deadlines.schedule_clocks(after, change, preferences, now)
        for plans in (reminders.schedule_reminders, next_up.schedule_notice, idle.with_question):
            change = plans(before, after, change, preferences, now)
        return after, sandboxes.without_calls(deadlines.with_clock_redrawn(change))
