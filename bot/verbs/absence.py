"""Who is away: said once, it holds at all tables, until a day or until they come back."""

from __future__ import annotations

import logging
from datetime import datetime

from bot.steps import reminders
from bot.table.changes import Written
from bot.table.due import Due
from bot.verbs.pacing import PacingVerbs

log = logging.getLogger(__name__)


class AbsenceVerbs(PacingVerbs):
    """Going away, and coming back."""

    async def leave_until(self, user_id: int, until: datetime) -> bool:
        """Be away until then; the tables hear the day once. False where they knew already."""
        await self._count(user_id)
        news = await self.people.leave(user_id, until, self._store.clock.now())
        await self._foresee(user_id)
        self._notify()
        return news

    async def come_back(self, user_id: int) -> bool:
        """Be there again before that day; a move says so, too. False where nobody was away."""
        news = await self.people.come_back(user_id, self._store.clock.now(), told=True)
        self._notify()
        return news

    async def returned(self, due: Due) -> None:
        """Somebody is there again: what waited for them calls them, at all their tables."""
        user, now = due.person_id or 0, self._store.clock.now()
        if self.people.habits(user).is_away(now):
            return
        await self._foresee(user)
        for table_id in await self._store.seats_of(user):
            try:
                await self._call_back(table_id, user, early=due.payload.get("early", False))
            except Exception:
                log.exception("%s is not called back to table %s", user, table_id)

    async def _call_back(self, table_id: int, user_id: int, *, early: bool) -> None:
        """Plan the reminder anew that an absence has put off."""
        async with self._at(table_id) as playing:
            if user_id not in reminders.waited_for(playing):
                return
            habits, now = self.people.habits(user_id), self._store.clock.now()
            mine = (due for due in await self._store.dues(table_id) if due.person_id == user_id)
            anew = (
                reminders.called_back(playing.table, due, habits, now, early=early) for due in mine
            )
            await self._store.note(table_id, Written(due=tuple(filter(None, anew))))
