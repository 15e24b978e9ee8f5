"""Reminders, from planning to retirement, and what else a moment triggers at a table.

A due row of a table is handled under the table's lock; one transaction saves the outcome and marks
the row as done.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from bot.service.base import Service
from bot.service.commits import Decision
from bot.steps import (
    announcements,
    deadlines,
    idle,
    next_up,
    reminders,
    sandboxes,
    seats,
    spectators,
)
from bot.steps.calling import repeated_question
from bot.steps.next_up import NEXT
from bot.steps.reminders import FULL, GRACE, NOTICE, OF_A_TURN, OTHERS, REMINDER, Snooze
from bot.store import due_rows, left_move_rows, motion_rows, ping_rows, table_lists
from bot.table import motions
from bot.table.changes import Effects, Ping
from bot.table.due import Due
from bot.table.live import LiveTable
from bot.table.seating import Status, Table
from rules.contract import IllegalMove


class Reminders(Service):
    """Handles reminders, deadlines, pauses and sleeping games."""

    # ---- due rows --------------------------------------------------------------------------------

    async def on_reminder(self, live: LiveTable, due: Due) -> Decision:
        """Remind a person of their turn, or tell the table that reminders have not helped."""
        user, now = due.person_id or 0, self._now
        others = await self._store.read(due_rows.read_of_person, REMINDER, user, now)
        others = reminders.to_join(due, others)
        return reminders.on_due(live, due, self._people.preferences(user), now, others)

    async def on_call(self, live: LiveTable, due: Due) -> Decision:
        """Call a person to a question that was put while they were not to be notified."""
        user, now = due.person_id or 0, self._now
        if (at := self._people.next_call(user, now)) > now:
            return Effects(due=(replace(due, at=at),))
        motion = await self._store.read(motion_rows.read_motion, due.payload.get("motion", 0))
        planned = await self._store.read(due_rows.read_all, live.table.id)
        post = repeated_question(live.table, due, user, motion, planned)
        return None if post is None else Effects(posts=(post,))

    async def on_next(self, live: LiveTable, due: Due) -> Decision:
        """Tell a person that their turn is next."""
        preferences = self._people.preferences(due.person_id or 0)
        left_moves = await self._store.read(left_move_rows.read, live.table.id)
        return next_up.on_due(live, due, preferences, self._now, left_moves)

    async def on_time_up(self, live: LiveTable, due: Due) -> Decision:
        """Apply the table's late policy to a turn whose time is up."""
        return deadlines.on_due(live, due, self._people.preferences, self._now)

    async def on_end_of_pause(self, live: LiveTable, _: Due) -> Decision:
        """Resume a game whose pause ends now."""
        return seats.resume(live, None) if live.table.paused else None

    async def check_quiet_game(self, due: Due) -> None:
        """Ask whether a quiet game goes on, or let it sleep where no player has answered.

        A sandbox is closed, even where it cannot go on under today's rules.
        """
        table = await self._tables.get(due.table_id or 0)
        if table.is_sandbox:
            await self._close_sandbox(due)
        else:
            await self._commits.handle_due(self._quiet_outcome, due)

    async def _close_sandbox(self, due: Due) -> None:
        """Close a sandbox whose week is over, unless something has happened there meanwhile."""
        async with self._tables.lock(due.table_id or 0):
            live = await self._tables.load_without_state(due.table_id or 0)
            if await self._store.read(due_rows.is_there, due.id):
                after, change = sandboxes.closing_step(live)
                await self._commits.save(after, replace(change, done=due.id))

    async def _quiet_outcome(self, live: LiveTable, due: Due) -> Decision:
        now = self._now
        if await self._store.read(motion_rows.read_open, live.table.id):
            return Effects(due=(replace(due, at=now + motions.LASTS),))
        return idle.outcome(live, due, now)

    async def is_awaited(self, table_id: int, user_id: int, turn: int | None = None) -> bool:
        """Whether a table waits for a person, in the turn after this number of plies if given."""
        async with self._tables.hold(table_id) as live:
            is_same = turn is None or turn == live.turn_start
            return is_same and user_id in reminders.people_awaited(live)

    async def remind_elsewhere(self, user_id: int, table_ids: Sequence[int]) -> None:
        """Remind a person at the first of other tables: the post that listed them is not needed."""
        for table_id in table_ids[:1]:
            async with self._tables.hold(table_id) as live:
                due = (await self._planned(table_id)).get(user_id)
                now = self._now
                began = datetime.fromisoformat(due.payload["began"]) if due else now
                post = announcements.reminder(live, user_id, began, table_ids[1:])
                await self._commits.note(live, Effects(posts=(post,)))

    # ---- planning and snoozing -------------------------------------------------------------------

    async def next_up(self, table_id: int) -> int | None:
        """Return the person whose turn is next; None where it is not a person's."""
        async with self._tables.hold(table_id) as live:
            return next_up.next_up(live)

    async def snooze_moments(self, table_id: int, user_id: int) -> dict[Snooze, datetime]:
        """Return the moments to which a person may put off their reminder. Raises IllegalMove."""
        async with self._tables.hold(table_id) as live:
            return self._snooze_moments(live, user_id)

    def _snooze_moments(self, live: LiveTable, user_id: int) -> dict[Snooze, datetime]:
        live.table.seat_of(user_id)
        if user_id not in reminders.people_awaited(live):
            raise IllegalMove("common.not_your_turn")
        preferences, now = self._people.preferences(user_id), self._now
        return reminders.snooze_moments(live, user_id, preferences, now)

    async def snooze(self, table_id: int, user_id: int, choice: Snooze) -> datetime:
        """Put off a person's reminder, and return its new moment. Raises IllegalMove."""
        async with self._tables.hold(table_id) as live:
            moment = self._snooze_moments(live, user_id).get(choice)
            if moment is None:
                raise IllegalMove("table.snooze_too_late")
            mine = (await self._planned(table_id)).get(user_id)
            due = mine or reminders.reminder(user_id, moment, 1, self._now)
            await self._store.note(table_id, Effects(due=(replace(due, at=moment),)))
            return moment

    async def plan_missing(self) -> None:
        """Plan the missing reminders of running games after a start."""
        for table_id in await self._store.read(table_lists.live_without_due, REMINDER):
            with self._store.figures.guard(f"Nobody is reminded at table {table_id} for now"):
                await self._plan(table_id)

    async def _plan(self, table_id: int) -> None:
        async with self._tables.hold(table_id) as live:
            now = self._now
            dues = (
                reminders.first(live.table, user, self._people.preferences(user), now)
                for user in reminders.people_awaited(live)
            )
            await self._store.note(table_id, Effects(due=tuple(filter(None, dues))))

    async def continue_game(self, table_id: int, user_id: int) -> Table:
        """Wake a sleeping game, or answer the question whether it goes on. Raises NotSeated."""
        async with self._tables.hold(table_id) as live:
            table, preferences = live.table, self._people.preferences
            table.require(Status.LIVE)
            table.seat_of(user_id)
            if table.asleep:
                return await self._commits.save(*seats.wake_step(live, user_id))
            if any(map(idle.is_asked, await self._store.read(due_rows.read_all, table_id))):
                step = idle.continuation_step(live, user_id, preferences, self._now)
                return await self._commits.save(*step)
            return table

    # ---- the messages ----------------------------------------------------------------------------

    async def note_pings(self, *pings: Ping) -> list[Ping]:
        """Note whom a message mentions; return the messages that it replaces."""
        calls = (REMINDER, NEXT)
        are_calls = all(ping.kind.startswith(calls) for ping in pings)
        replaced = await self._store.write(
            ping_rows.write, pings, calls if are_calls else (), self._now
        )
        self._commits.notify()
        return replaced

    async def standing_calls(self, table_id: int) -> list[tuple[Ping, datetime, Sequence[int]]]:
        """Return the messages that name the deadline of a turn, and when the turn began.

        The last of each are the other tables that the message lists.
        """
        async with self._tables.hold(table_id) as live:
            awaited = reminders.people_awaited(live)
            pings = await self._store.read(ping_rows.read, table_id, (REMINDER, GRACE))
            dues = await self._planned(table_id)
            plies = await self._tables.log(table_id)
        newest = plies[-1].undone or plies[-1].at if plies else live.table.opened_at
        calls = []
        for ping in pings:
            if ping.user_id in awaited:
                payload = dues[ping.user_id].payload if ping.user_id in dues else {}
                began = datetime.fromisoformat(payload.get("began", newest))
                calls.append((ping, began, payload.get(OTHERS, ())))
        return calls

    async def _planned(self, table_id: int) -> dict[int | None, Due]:
        return await self._store.read(due_rows.by_person, table_id, REMINDER)

    async def retire_stale_pings(self, table_id: int) -> list[Ping]:
        """Retire the messages that are out of date, and return them.

        A message is out of date once its turn is over or has begun, its seat is taken, or the game
        that it asks to start has begun.
        """
        async with self._tables.hold(table_id) as live:
            valid: list[tuple[str, int | None]] = [(NEXT, next_up.next_up(live))]
            for user in reminders.people_awaited(live):
                kinds_of_turn = (reminders.of_turn(kind, live.turn_start) for kind in OF_A_TURN)
                valid += [(kind, user) for kind in kinds_of_turn]
            valid += reminders.offers(live.table)
            if live.table.status is Status.LOBBY:
                valid.append((FULL, live.table.host_id))
            kinds = (NOTICE, spectators.ping_kind(live))
            put_away = partial(reminders.closing_post, live.table)
            if not await self._store.read(ping_rows.has_stale, table_id, valid, kinds):
                return []
            now = self._now
            stale = await self._store.write(ping_rows.take, table_id, valid, kinds, put_away, now)
        self._commits.notify()
        return stale
