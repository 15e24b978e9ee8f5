"""Games that fall asleep because nobody comes, and wake up when somebody does."""

from __future__ import annotations

from msgspec.structs import replace

from bot.steps import idle, seats
from bot.table import motions
from bot.table.changes import Written
from bot.table.due import Due
from bot.table.live import Playing
from bot.table.seating import Status, Table
from bot.verbs.alarms import AlarmVerbs, Outcome


class SleepVerbs(AlarmVerbs):
    """Asks whether a game goes on, lets it sleep, and wakes it up."""

    async def idle(self, due: Due) -> None:
        """Ask about a game that nobody comes to, or let it sleep where nobody has answered."""
        await self.at_table(self._idle)(due)

    async def _idle(self, playing: Playing, due: Due) -> Outcome:
        now = self._store.clock.now()
        if await self._store.motions_of(playing.table.id):
            return Written(due=(replace(due, at=now + motions.LASTS),))
        return idle.outcome(playing, due, now)

    async def go_on(self, table_id: int, user_id: int) -> Table:
        """Wake a game up, or say that it goes on where that was asked. Raises NotSeated."""
        async with self._at(table_id) as playing:
            table, now = playing.table, self._store.clock.now()
            table.require(Status.LIVE)
            table.seat_of(user_id)
            if table.asleep:
                return await self._save(*seats.wake_step(playing, user_id))
            if any(map(idle.is_asked, await self._store.dues(table_id))):
                step = idle.continuation_step(playing, user_id, self.people.habits, now)
                return await self._save(*step)
            return table

    async def _wake_to_act(self, playing: Playing, user_id: int) -> Playing:
        """The table as it is for a person about to move: awake, if they are the one to act."""
        table = playing.table
        if table.status is not Status.LIVE or not table.asleep or user_id not in table.humans():
            return playing
        after, change = seats.wake_step(playing, user_id)
        if table.seat_of(user_id) not in after.to_act:
            return playing
        await self._save(after, change)
        return self._playing[table.id]
