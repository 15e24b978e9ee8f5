"""Absences and hours of people: what they change counts at once, for clocks and for reminders."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from bot.service.base import Service
from bot.steps import deadlines, reminders
from bot.steps.deadlines import Count
from bot.steps.reminders import REMINDER
from bot.store import due_rows, table_lists
from bot.table.changes import Effects
from bot.table.due import Due
from bot.table.pace import Time
from bot.table.preferences import Preferences
from rules.contract import RulesError

log = logging.getLogger(__name__)


class Absences(Service):
    """Begins and ends absences, and changes preferences, at all tables of a person."""

    async def change_preferences(
        self, user_id: int, *, discord: str | None = None, **chosen: Any
    ) -> Preferences:
        """Change a person's preferences; time used so far is charged by their old hours."""
        if "hours" in chosen:
            await self._charge(user_id)
        preferences = await self._people.change(user_id, discord=discord, **chosen)
        if "hours" in chosen:
            await self._recount(user_id, lambda time, by: time.by_other_hours(by))
        return preferences

    async def begin(self, user_id: int, until: datetime) -> bool:
        """Begin an absence, and tell the person's tables once; False where nothing changed."""
        await self._charge(user_id)
        now = self._now
        is_news = await self._people.begin_absence(user_id, until, now)
        await self._recount(user_id, lambda time, by: time.during_absence(by, until - now))
        self._commits.notify()
        return is_news

    async def end(self, user_id: int) -> bool:
        """End an absence early, as a move does too. False where the person was not away."""
        is_news = await self._people.end_absence(user_id, self._now)
        self._commits.notify()
        return is_news

    async def call_back(self, due: Due) -> None:
        """Call a person who is back to all tables that wait for them."""
        user = due.person_id or 0
        if self._people.preferences(user).is_away(self._now):
            return
        await self._recount(user, Time.foreseen)
        for table_id in await self._store.read(table_lists.with_seat_of, user):
            with self._store.figures.guard(f"{user} is not called back to table {table_id}"):
                await self._call_back(table_id, user, early=due.payload.get("early", False))

    async def _call_back(self, table_id: int, user_id: int, *, early: bool) -> None:
        """Reschedule the reminder that an absence has put off."""
        async with self._tables.hold(table_id) as live:
            planned = await self._store.read(due_rows.by_person, table_id, REMINDER)
            if user_id in reminders.people_awaited(live) and user_id in planned:
                due, preferences = planned[user_id], self._people.preferences(user_id)
                due = reminders.after_absence(live.table, due, preferences, self._now, early=early)
                await self._store.note(table_id, Effects(due=(due,)))

    async def _charge(self, user_id: int) -> None:
        """Charge the time that a person has used so far, by their present hours."""
        now = self._now
        await self._recount(user_id, lambda time, by: time.charge(by, now))

    async def _recount(self, user_id: int, counts: Count) -> None:
        """Count the clocks of a person anew, and plan their deadlines, at each table."""
        preferences = self._people.preferences(user_id)
        for table_id in await self._store.read(table_lists.with_clock_of, user_id):
            try:
                async with self._tables.hold(table_id) as live:
                    written = deadlines.recount(live, user_id, preferences, counts)
                    if written is not None:
                        await self._commits.note(live, written)
            except RulesError:
                log.warning("The clock of %s at table %s is as it was", user_id, table_id)
