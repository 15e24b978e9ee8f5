"""A game that is over, as the player that looks ahead sees it."""

from __future__ import annotations

import asyncio
import logging

from bot.ai import review
from bot.ai.review import Analysis, Moment
from bot.service.loading import unread
from bot.steps.visibility import standing, state_after
from bot.store import verdicts
from bot.table.changes import Ply
from bot.table.live import Playing
from bot.verbs.saving import Saving
from rules.analysis import Verdict, judge_name

log = logging.getLogger(__name__)


class AnalysingVerbs(Saving):
    """What may be asked about a game once nothing of it is hidden any more."""

    async def analyse(self, table_id: int) -> Analysis:
        """What is thought of a game so far; what is left is thought about from now on."""
        playing, plies = await self._judgeable(table_id)
        found = await self._analysis(playing, plies)
        if found.whole or found.going:
            return found
        await self._analyses.begin(playing, plies)
        return await self._analysis(playing, plies)

    async def analysis(self, table_id: int) -> Analysis:
        """What is thought of a game so far."""
        return await self._analysis(*await self._judgeable(table_id))

    async def analysed(self, table_id: int, seconds: float) -> None:
        """Return when nothing more is thought about a game, or after so many seconds."""
        await self._analyses.wait(table_id, seconds)

    async def moment(self, table_id: int, verdict: Verdict) -> Moment:
        """A decision, as its seat saw the table then."""
        playing, plies = await self._judgeable(table_id)
        state = await asyncio.to_thread(state_after, playing, plies, verdict.ply - 1)
        return review.moment(playing.game, state, verdict)

    async def _judgeable(self, table_id: int) -> tuple[Playing, list[Ply]]:
        """A finished game and its moves. Raises RulesError where it cannot be judged."""
        async with self._alone(table_id):
            playing = self._playing.get(table_id) or unread(await self._stored(table_id))
            plies = standing(await self._log(table_id))
        review.require_judgeable(playing, plies)
        return playing, plies

    async def _analysis(self, playing: Playing, plies: list[Ply]) -> Analysis:
        table = playing.table
        going = self._analyses.is_going(table.id)
        judged = await self._store.verdicts(table.id)
        return Analysis(
            table=table,
            log=tuple(plies),
            seen=verdicts.coming(judged) - 1,
            going=going,
            judge=judge_name(playing.game),
            verdicts=tuple(verdict for _, verdict in judged if verdict is not None),
        )

    async def _resume_analyses(self) -> None:
        """After a start: go on with what somebody had wanted to know."""
        for table_id in await self._store.analyses_under_way():
            try:
                await self.analyse(table_id)
            except Exception:
                log.exception("Table %s is judged when somebody asks again", table_id)
