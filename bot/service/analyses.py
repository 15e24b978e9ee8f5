"""Analyses: a finished game is judged ply by ply while the AI has nothing else to do.

A person asks for it; each verdict is saved at once, and a restart resumes the rest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from bot.ai import review
from bot.ai.pool import Brains
from bot.ai.review import Analysis, Moment
from bot.clock import cancel
from bot.service.base import Service
from bot.service.commits import Commits
from bot.steps import announcements
from bot.steps.visibility import newest_turn, replay, standing, state_after
from bot.store import verdicts
from bot.store.verdicts import Judged
from bot.table.changes import Ply
from bot.table.live import LiveTable
from rules import analysis
from rules.analysis import Verdict, judge_name
from rules.contract import RulesError
from rules.log import repeat_move

log = logging.getLogger(__name__)


class Run(msgspec.Struct, eq=False):
    """A running analysis of one game."""

    task: asyncio.Task[None]
    ended: asyncio.Event


class Analyses(Service):
    """Runs a task for each game under analysis; each verdict is saved at once."""

    def __init__(self, commits: Commits, brains: Brains) -> None:
        super().__init__(commits)
        self._brains = brains
        self._runs: dict[int, Run] = {}

    # ---- requests --------------------------------------------------------------------------------

    async def analyse(self, table_id: int) -> Analysis:
        """Start to judge the rest of a game in the background; return the analysis so far."""
        live, plies = await self._judgeable(table_id)
        so_far = await self._analysis(live, plies)
        if so_far.whole or so_far.going:
            return so_far
        await self._begin(live, plies)
        return await self._analysis(live, plies)

    async def analysis(self, table_id: int) -> Analysis:
        """Return the analysis of a game so far."""
        return await self._analysis(*await self._judgeable(table_id))

    async def finished(self, table_id: int) -> Analysis | None:
        """Return the analysis of a game; None where it is not complete or cannot be made."""
        try:
            analysis = await self.analysis(table_id)
        except RulesError:
            return None
        return analysis if analysis.whole else None

    async def wait(self, table_id: int, seconds: float) -> None:
        """Return when the game's task has ended, or after `seconds`."""
        if table_id in self._runs:
            await self._store.clock.wait(self._runs[table_id].ended, seconds)

    async def moment(self, table_id: int, verdict: Verdict) -> Moment:
        """Return a decision as its seat saw the table when it was made."""
        live, plies = await self._judgeable(table_id)
        state = await asyncio.to_thread(state_after, live, plies, verdict.ply - 1)
        return review.moment(live.game, state, verdict)

    async def _judgeable(self, table_id: int) -> tuple[LiveTable, list[Ply]]:
        """Return a finished game and its standing plies.

        Raises RulesError where it cannot be judged.
        """
        async with self._tables.lock(table_id):
            live = await self._tables.load_without_state(table_id)
            plies = standing(await self._tables.log(table_id))
            review.require_judgeable(live, plies)
            return await self._tables.load(table_id), plies

    async def _analysis(self, live: LiveTable, plies: list[Ply]) -> Analysis:
        return self._analysis_of(live, plies, await self._store.read(verdicts.read, live.table.id))

    def _analysis_of(
        self, live: LiveTable, plies: Sequence[Ply], rows: Sequence[Judged]
    ) -> Analysis:
        return Analysis(
            table=live.table,
            log=tuple(plies),
            seen=verdicts.coming(rows) - 1,
            going=live.table.id in self._runs,
            judge=judge_name(live.game),
            verdicts=tuple(verdict for _, verdict in rows if verdict is not None),
            behind=analysis.behind(live.game, live.state),
        )

    # ---- the work --------------------------------------------------------------------------------

    async def resume(self) -> None:
        """Resume the unfinished analyses after a start."""
        for table_id in await self._store.read(verdicts.under_way):
            place = f"Table {table_id} is judged when somebody asks again"
            with self._store.figures.guard(place):
                await self.analyse(table_id)

    async def close(self) -> None:
        """Stop all tasks; the next start resumes the analyses."""
        await cancel(*(run.task for run in self._runs.values()))

    async def _begin(self, live: LiveTable, plies: Sequence[Ply]) -> None:
        """Start the task that judges the rest of a game, unless it runs already."""
        table_id = live.table.id
        await self._store.write(verdicts.begin, table_id)
        if table_id not in self._runs:
            task = asyncio.create_task(self._work(live, plies))
            self._runs[table_id] = Run(task, asyncio.Event())

    async def _work(self, live: LiveTable, plies: Sequence[Ply]) -> None:
        """Judge until no ply is left or an error stops it."""
        table_id = live.table.id
        try:
            await self._judge(live, plies)
        except OSError as error:
            log.warning("Table %s is judged when somebody asks again: %r", table_id, error)
        except Exception as error:
            self._store.figures.fault(f"Table {table_id} is not judged any further", error)
        finally:
            self._runs.pop(table_id).ended.set()

    async def _judge(self, live: LiveTable, plies: Sequence[Ply]) -> None:
        """Judge each decision without a verdict. Raises OSError where no AI process answers now."""
        table, game = live.table, live.game
        number = verdicts.coming(await self._store.read(verdicts.read, table.id))
        # replaying a long game takes a while: a thread leaves the event loop free
        state = await asyncio.to_thread(replay, game, live.deal(), plies[: number - 1])
        while number <= len(plies):
            remaining, verdict = plies[number - 1 :], None
            if moves := review.coming(game, remaining):
                position = game.state_to_json(state)
                verdict = await self._brains.judge_made(
                    table.game, position, remaining[0].seat, number, moves, table=table.id
                )
            begins = analysis.next_decision(number, verdict)
            if begins > len(plies):
                await self._end(table.id, number, verdict)
                return
            await self._store.write(verdicts.add, table.id, number, verdict)
            for ply in plies[number - 1 : begins - 1]:
                repeat_move(game, state, ply.seat, ply.notation)
            number = begins

    async def _end(self, table_id: int, number: int, verdict: Verdict | None) -> None:
        """Save the last verdict, with the edit of the last post if there is a turning point."""
        async with self._tables.lock(table_id):
            live = await self._tables.load(table_id)
            plies = standing(await self._tables.log(table_id))
            rows = [*await self._store.read(verdicts.read, table_id), (number, verdict)]
            is_news = self._analysis_of(live, plies, rows).turning_point is not None
            post = announcements.turning_point(live, newest_turn(plies)) if is_news else None
            await self._store.write(verdicts.end, table_id, number, verdict, post, self._now)
        self._commits.notify()
