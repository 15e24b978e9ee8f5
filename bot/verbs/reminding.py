"""Reminding people of their turn, and leaving them in peace."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial

from bot.steps import next_up, reminders
from bot.steps.next_up import NEXT
from bot.steps.reminders import REMINDER, WAITS
from bot.table.changes import Ping, Written
from bot.table.due import Due
from bot.table.live import Playing
from bot.verbs.alarms import AlarmVerbs, Outcome
from rules.contract import IllegalMove

log = logging.getLogger(__name__)


class RemindingVerbs(AlarmVerbs):
    """What is due while somebody's turn lasts."""

    async def remind(self, due: Due) -> None:
        """Remind somebody of their turn, or tell the table that this is of no use."""
        await self.at_table(self._reminded)(due)

    async def _reminded(self, playing: Playing, due: Due) -> Outcome:
        habits = self.people.habits(due.person_id or 0)
        return reminders.rung(playing, due, habits, self._store.clock.now())

    async def announce(self, due: Due) -> None:
        """Tell somebody that they are next."""
        await self.at_table(self._announced)(due)

    async def _announced(self, playing: Playing, due: Due) -> Outcome:
        habits = self.people.habits(due.person_id or 0)
        return next_up.rung(playing, due, habits, self._store.clock.now())

    async def next_up(self, table_id: int) -> int | None:
        """The person whose turn follows, if it is one's."""
        async with self._at(table_id) as playing:
            return next_up.next_up(playing)

    async def snooze(self, table_id: int, user_id: int) -> datetime:
        """Leave somebody in peace for some hours; until when."""
        async with self._at(table_id) as playing:
            playing.table.seat_of(user_id)
            if user_id not in reminders.waited_for(playing):
                raise IllegalMove("common.not_your_turn")
            dues = await self._store.dues(table_id)
            mine = [due for due in dues if (due.kind, due.person_id) == (REMINDER, user_id)]
            habits, now = self.people.habits(user_id), self._store.clock.now()
            later = reminders.snoozed(playing, user_id, next(iter(mine), None), habits, now)
            await self._store.note(table_id, Written(due=(later,)))
            return later.at

    async def plan_reminders(self) -> None:
        """After a start: plan those of games that were begun when nobody was reminded."""
        for table_id in await self._store.live_without(REMINDER):
            try:
                await self._plan(table_id)
            except Exception:
                log.exception("Nobody is reminded at table %s for now", table_id)

    async def _plan(self, table_id: int) -> None:
        async with self._at(table_id) as playing:
            now = self._store.clock.now()
            dues = (
                reminders.first(playing.table, user, self.people.habits(user), now)
                for user in reminders.waited_for(playing)
            )
            await self._store.note(table_id, Written(due=tuple(filter(None, dues))))

    # ---- the messages ----------------------------------------------------------------------------

    async def pinged(self, ping: Ping) -> list[Ping]:
        """Note a message about somebody's turn; returns what called them before: that is to go."""
        calls = (REMINDER, NEXT)
        replaced = await self._store.set_ping(ping, calls if ping.kind in calls else ())
        self._notify()
        return replaced

    async def stale_pings(self, table_id: int) -> list[Ping]:
        """The messages that are right no more: a turn is over, or has begun, a seat is taken.

        They are put away.
        """
        async with self._at(table_id) as playing:
            kept: list[tuple[str, int | None]] = [(NEXT, next_up.next_up(playing))]
            for user in reminders.waited_for(playing):
                kept += [(REMINDER, user), (WAITS, user)]
            kept += reminders.offers(playing.table)
            put_away = partial(reminders.put_away, playing.table)
            stale = await self._store.take_pings(table_id, kept, put_away)
        self._notify()
        return stale
