"""The clocks of people: what their settings mean for them, and what is done when one is up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from bot.steps import deadlines
from bot.table.changes import Written
from bot.table.due import Due
from bot.table.live import Playing
from bot.table.preferences import Habits
from bot.verbs.alarms import AlarmVerbs, Outcome
from rules.contract import RulesError

log = logging.getLogger(__name__)


class PacingVerbs(AlarmVerbs):
    """Time that passes for those whose turn it is."""

    async def time_up(self, due: Due) -> None:
        """Do what the table has agreed on about a turn whose time is up."""
        await self.at_table(self._late)(due)

    async def _late(self, playing: Playing, due: Due) -> Outcome:
        return deadlines.rung(playing, due, self.people.habits, self._store.clock.now())

    async def change_habits(
        self, user_id: int, *, discord: str | None = None, **chosen: Any
    ) -> Habits:
        """Choose something else for oneself; what was used of a clock until now stays used."""
        if "hours" in chosen:
            await self._count(user_id)
        habits = await self.people.change(user_id, discord=discord, **chosen)
        if "hours" in chosen:
            await self._foresee(user_id)
        return habits

    async def _count(self, user_id: int) -> None:
        """Take off what somebody has used, by the hours that they still have."""
        habits, now = self.people.habits(user_id), self._store.clock.now()
        await self._each_clock(
            user_id, lambda playing: deadlines.counted_so_far(playing, user_id, habits, now)
        )

    async def _foresee(self, user_id: int) -> None:
        """Say anew when somebody's time is up."""
        habits = self.people.habits(user_id)
        await self._each_clock(
            user_id, lambda playing: deadlines.foreseen(playing, user_id, habits)
        )

    async def _each_clock(self, user_id: int, does: Callable[[Playing], Written | None]) -> None:
        """Do something at all tables with a pace where somebody plays."""
        for table_id in await self._store.timed_seats_of(user_id):
            try:
                async with self._at(table_id) as playing:
                    if (written := does(playing)) is not None:
                        await self._note(playing, written)
            except RulesError:
                log.warning("The clock of %s at table %s is as it was", user_id, table_id)
