"""The work after a start: everything that an earlier run left under way is resumed."""

from __future__ import annotations

from bot.ai.seats import AiSeats
from bot.service.analyses import Analyses
from bot.service.base import Service
from bot.service.commits import Commits
from bot.service.places import Places
from bot.service.votes import Votes
from bot.steps import announcements
from bot.store import table_lists, table_rows
from bot.table.live import CannotGoOn
from rules import registry


class Startup(Service):
    """Resumes the work of an earlier run, and checks the games saved under other rules."""

    def __init__(
        self, commits: Commits, places: Places, votes: Votes, analyses: Analyses, ai_seats: AiSeats
    ) -> None:
        super().__init__(commits)
        self._places, self._votes = places, votes
        self._analyses, self._ai_seats = analyses, ai_seats

    async def resume(self) -> None:
        """Post lobbies that have no post, settle motions, wake AI seats, resume analyses."""
        for table_id in await self._store.read(table_lists.lobbies_without_post):
            with self._store.figures.guard(f"The lobby {table_id} is not shown for now"):
                await self._places.post_again(table_id)
        await self._votes.settle_all()
        for table_id in await self._store.read(table_lists.live_with_ai):
            self._ai_seats.wake(table_id)
        await self._analyses.resume()

    async def check_rules(self) -> None:
        """Load each game saved under other rules or noted as stuck, and note if it is stuck."""
        versions = {key: game.facts.version for key, game in registry.games().items()}
        tables = await self._store.read(table_lists.live_by_other_rules, versions)
        for table_id in tables:
            with self._store.figures.guard(f"Table {table_id} is looked at when somebody comes"):
                await self._check_table(table_id)
        if tables:
            self._commits.notify()

    async def _check_table(self, table_id: int) -> None:
        """Tell the players once that their game is stuck; repost the board once it can go on."""
        async with self._tables.lock(table_id):
            try:
                is_stuck, post = (
                    False,
                    announcements.board_repost(await self._tables.load(table_id)),
                )
            except CannotGoOn:
                people = (await self._tables.get(table_id)).humans()
                is_stuck, post = True, announcements.notice("table.notice_stuck", people)
            await self._store.write(table_rows.set_stuck, table_id, is_stuck, post, self._now)
