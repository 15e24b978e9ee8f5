"""The way of a reminder: planned with a step, due, sent, snoozed, put away; and everything timed.

What is due at a table is done under its lock, and saved together with the fact that it is done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.service.cache import LiveTables
from bot.service.commits import Commits, Outcome
from bot.service.people import People
from bot.steps import deadlines, idle, next_up, reminders, seats
from bot.steps.next_up import NEXT
from bot.steps.reminders import REMINDER, WAITS
from bot.store.store import Store
from bot.table import motions
from bot.table.changes import Effects, Ping
from bot.table.due import Due
from bot.table.live import Playing
from bot.table.preferences import Habits
from bot.table.seating import Status, Table
from rules.contract import IllegalMove, RulesError

log = logging.getLogger(__name__)


class Reminders:
    """Reminders, deadlines, pauses, absences, and games that sleep."""

    def __init__(
        self,
        tables: LiveTables,
        commits: Commits,
        store: Store,
        people: People,
        *,
        notify: Callable[[], None],
    ) -> None:
        self._tables, self._commits, self._store = tables, commits, store
        self._people, self._notify = people, notify

    # ---- due -------------------------------------------------------------------------------------

    async def remind(self, due: Due) -> None:
        """Remind somebody of their turn, or tell the table that this is of no use."""
        await self._commits.handle_due(self._reminder, due)

    async def _reminder(self, playing: Playing, due: Due) -> Outcome:
        habits = self._people.habits(due.person_id or 0)
        return reminders.on_due(playing, due, habits, self._store.clock.now())

    async def announce_next(self, due: Due) -> None:
        """Tell somebody that their turn is the next."""
        await self._commits.handle_due(self._announcement, due)

    async def _announcement(self, playing: Playing, due: Due) -> Outcome:
        habits = self._people.habits(due.person_id or 0)
        return next_up.on_due(playing, due, habits, self._store.clock.now())

    async def apply_late_policy(self, due: Due) -> None:
        """Do what the table has agreed on about a turn whose time is up."""
        await self._commits.handle_due(self._late_policy, due)

    async def _late_policy(self, playing: Playing, due: Due) -> Outcome:
        return deadlines.on_due(playing, due, self._people.habits, self._store.clock.now())

    async def end_pause(self, due: Due) -> None:
        """Go on with a game whose pause was to end now."""
        await self._commits.handle_due(self._end_of_pause, due)

    async def _end_of_pause(self, playing: Playing, due: Due) -> Outcome:
        return seats.resume(playing, None) if playing.table.paused else None

    async def check_quiet_game(self, due: Due) -> None:
        """Ask about a game that nobody comes to, or let it sleep where nobody has answered."""
        await self._commits.handle_due(self._quiet_outcome, due)

    async def _quiet_outcome(self, playing: Playing, due: Due) -> Outcome:
        now = self._store.clock.now()
        if await self._store.motions_of(playing.table.id):
            return Effects(due=(replace(due, at=now + motions.LASTS),))
        return idle.outcome(playing, due, now)

    # ---- planned and put off ---------------------------------------------------------------------

    async def next_up(self, table_id: int) -> int | None:
        """Return the person whose turn follows, if it is a person's."""
        async with self._tables.hold(table_id) as playing:
            return next_up.next_up(playing)

    async def snooze(self, table_id: int, user_id: int) -> datetime:
        """Leave somebody in peace for some hours; until when."""
        async with self._tables.hold(table_id) as playing:
            playing.table.seat_of(user_id)
            if user_id not in reminders.people_awaited(playing):
                raise IllegalMove("common.not_your_turn")
            dues = await self._store.dues(table_id)
            mine = (due for due in dues if (due.kind, due.person_id) == (REMINDER, user_id))
            habits, clock = self._people.habits(user_id), self._store.clock
            snoozed = reminders.reminder_after_snooze(
                playing, user_id, next(mine, None), habits, clock.now()
            )
            await self._store.note(table_id, Effects(due=(snoozed,)))
            return snoozed.at

    async def plan_missing(self) -> None:
        """Plan, after a start, the reminders of games that were begun without any."""
        for table_id in await self._store.live_without(REMINDER):
            try:
                await self._plan(table_id)
            except Exception:
                log.exception("Nobody is reminded at table %s for now", table_id)

    async def _plan(self, table_id: int) -> None:
        async with self._tables.hold(table_id) as playing:
            now = self._store.clock.now()
            dues = (
                reminders.first(playing.table, user, self._people.habits(user), now)
                for user in reminders.people_awaited(playing)
            )
            await self._store.note(table_id, Effects(due=tuple(filter(None, dues))))

    async def continue_game(self, table_id: int, user_id: int) -> Table:
        """Wake a game up, or say that it goes on where that was asked. Raises NotSeated."""
        async with self._tables.hold(table_id) as playing:
            table, habits = playing.table, self._people.habits
            table.require(Status.LIVE)
            table.seat_of(user_id)
            if table.asleep:
                return await self._commits.save(*seats.wake_step(playing, user_id))
            if any(map(idle.is_asked, await self._store.dues(table_id))):
                step = idle.continuation_step(playing, user_id, habits, self._store.clock.now())
                return await self._commits.save(*step)
            return table

    # ---- the messages ----------------------------------------------------------------------------

    async def note_ping(self, ping: Ping) -> list[Ping]:
        """Note a message about somebody's turn; the messages that it replaces, to be deleted."""
        calls = (REMINDER, NEXT)
        replaced = await self._store.set_ping(ping, calls if ping.kind in calls else ())
        self._notify()
        return replaced

    async def retire_stale_pings(self, table_id: int) -> list[Ping]:
        """Put away the messages that are right no more, and return them.

        A turn is over, or has begun, or a seat is taken.
        """
        async with self._tables.hold(table_id) as playing:
            valid: list[tuple[str, int | None]] = [(NEXT, next_up.next_up(playing))]
            for user in reminders.people_awaited(playing):
                valid += [(REMINDER, user), (WAITS, user)]
            valid += reminders.offers(playing.table)
            put_away = partial(reminders.closing_post, playing.table)
            stale = await self._store.take_pings(table_id, valid, put_away)
        self._notify()
        return stale

    # ---- what people choose ----------------------------------------------------------------------

    async def change_preferences(
        self, user_id: int, *, discord: str | None = None, **chosen: Any
    ) -> Habits:
        """Change a person's preferences; time of a clock that is used until now stays used."""
        if "hours" in chosen:
            await self._count_time(user_id)
        habits = await self._people.change(user_id, discord=discord, **chosen)
        if "hours" in chosen:
            await self._plan_deadlines(user_id)
        return habits

    async def leave_until(self, user_id: int, until: datetime) -> bool:
        """Begin an absence, which the tables hear of once; False where they knew already."""
        await self._count_time(user_id)
        is_news = await self._people.leave(user_id, until, self._store.clock.now())
        await self._plan_deadlines(user_id)
        self._notify()
        return is_news

    async def come_back(self, user_id: int) -> bool:
        """End an absence early; a move does, too. False where the person was not away."""
        is_news = await self._people.come_back(user_id, self._store.clock.now(), told=True)
        self._notify()
        return is_news

    async def end_absence(self, due: Due) -> None:
        """Call somebody who is back, at all tables that wait for them."""
        user = due.person_id or 0
        if self._people.habits(user).is_away(self._store.clock.now()):
            return
        await self._plan_deadlines(user)
        for table_id in await self._store.seats_of(user):
            try:
                await self._call_back(table_id, user, early=due.payload.get("early", False))
            except Exception:
                log.exception("%s is not called back to table %s", user, table_id)

    async def _call_back(self, table_id: int, user_id: int, *, early: bool) -> None:
        """Plan the reminder anew that an absence has put off."""
        async with self._tables.hold(table_id) as playing:
            if user_id not in reminders.people_awaited(playing):
                return
            habits, now = self._people.habits(user_id), self._store.clock.now()
            mine = (due for due in await self._store.dues(table_id) if due.person_id == user_id)
            dues = (
                reminders.reminder_after_absence(playing.table, due, habits, now, early=early)
                for due in mine
            )
            await self._store.note(table_id, Effects(due=tuple(filter(None, dues))))

    # ---- clocks ----------------------------------------------------------------------------------

    async def _count_time(self, user_id: int) -> None:
        """Save the time that somebody has used until now, by the hours that they still have."""
        habits, now = self._people.habits(user_id), self._store.clock.now()
        await self._note_each_clock(
            user_id, lambda playing: deadlines.charge_time_so_far(playing, user_id, habits, now)
        )

    async def _plan_deadlines(self, user_id: int) -> None:
        """Plan anew when somebody's time is up."""
        habits = self._people.habits(user_id)
        await self._note_each_clock(
            user_id, lambda playing: deadlines.foreseen(playing, user_id, habits)
        )

    async def _note_each_clock(
        self, user_id: int, rows_from: Callable[[Playing], Effects | None]
    ) -> None:
        """Save rows at each table with a pace where somebody plays."""
        for table_id in await self._store.tables_with_clock_of(user_id):
            try:
                async with self._tables.hold(table_id) as playing:
                    if (written := rows_from(playing)) is not None:
                        await self._commits.note(playing, written)
            except RulesError:
                log.warning("The clock of %s at table %s is as it was", user_id, table_id)
