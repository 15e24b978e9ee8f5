"""Finished games are judged decision by decision, whenever nothing else is to be thought about."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from bot.ai import review
from bot.ai.pool import Brains
from bot.steps.visibility import played_on
from bot.store import verdicts
from bot.store.store import Store
from bot.table.changes import Ply
from bot.table.live import Playing
from rules import analysis
from rules.log import repeat_move

log = logging.getLogger(__name__)


class Run(msgspec.Struct, eq=False):
    """The work on one game."""

    task: asyncio.Task[None]
    ended: asyncio.Event


class Analyses:
    """A task for each game that somebody wants to know about. What it has found is kept at once."""

    def __init__(self, store: Store, brains: Brains) -> None:
        self._store, self._brains = store, brains
        self._runs: dict[int, Run] = {}

    def is_going(self, table_id: int) -> bool:
        """Whether a game is being judged."""
        return table_id in self._runs

    async def begin(self, playing: Playing, plies: Sequence[Ply]) -> None:
        """Judge what is left of a game; however many ask, it is done once."""
        table_id = playing.table.id
        await self._store.begin_analysis(table_id)
        if table_id not in self._runs:
            task = asyncio.create_task(self._work(playing, plies))
            self._runs[table_id] = Run(task, asyncio.Event())

    async def wait(self, table_id: int, seconds: float) -> None:
        """Return when the game is judged, or after so many seconds."""
        if table_id in self._runs:
            await self._store.clock.wait(self._runs[table_id].ended, seconds)

    async def close(self) -> None:
        """Begin nothing more; the next start goes on where this one stopped."""
        tasks = [run.task for run in self._runs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, playing: Playing, plies: Sequence[Ply]) -> None:
        """Judge until nothing is left, or until that comes to nothing."""
        table_id = playing.table.id
        try:
            await self._judge(playing, plies)
        except OSError as error:
            log.warning("Table %s is judged when somebody asks again: %r", table_id, error)
        except Exception:
            log.exception("Table %s is not judged any further", table_id)
        finally:
            self._runs.pop(table_id).ended.set()

    async def _judge(self, playing: Playing, plies: Sequence[Ply]) -> None:
        """Judge what was not. Raises OSError where nobody thinks just now."""
        table, game = playing.table, playing.game
        number = verdicts.coming(await self._store.verdicts(table.id))
        # a long game takes a while to be played again: others are served meanwhile
        state = await asyncio.to_thread(played_on, game, playing.deal(), plies[: number - 1])
        while number <= len(plies):
            left, verdict = plies[number - 1 :], None
            if moves := review.coming(game, left):
                position = game.state_to_json(state)
                verdict = await self._brains.judge_made(
                    table.game, position, left[0].seat, number, moves, table=table.id
                )
            begins = analysis.next_decision(number, verdict)
            last = begins > len(plies)
            await self._store.add_verdict(table.id, number, verdict, last=last)
            for ply in plies[number - 1 : begins - 1]:
                repeat_move(game, state, ply.seat, ply.notation)
            number = begins
