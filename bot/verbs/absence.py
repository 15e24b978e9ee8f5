"""Who is away: said once, it holds at all tables, until a day or until they come back."""

from __future__ import annotations

from datetime import datetime

from bot.verbs.saving import Saving


class AbsenceVerbs(Saving):
    """Going away, and coming back."""

    async def leave_until(self, user_id: int, until: datetime) -> bool:
        """Be away until then; the tables hear the day once. False where they knew already."""
        news = await self.people.leave(user_id, until, self._store.clock.now())
        self._notify()
        return news

    async def come_back(self, user_id: int) -> bool:
        """Be there again before that day; a move says so, too. False where nobody was away."""
        news = await self.people.come_back(user_id, self._store.clock.now(), told=True)
        self._notify()
        return news
