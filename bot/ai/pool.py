"""Pool of processes in which AI players think: if one fails, the game still goes on."""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import Process
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from itertools import count
from time import monotonic

import msgspec

from bot.ai.child import Child, line_of
from bot.ai.queue import Rank, Turnstile
from bot.ai.worker import GAVE_WAY, NO_ANSWER, URGENT, Opinion, Task, fallback_move
from bot.table.live import LiveTable
from rules import levels
from rules.analysis import Verdict
from rules.contract import Json, Seat

log = logging.getLogger(__name__)

MOVE_BUDGET = 4.0
"""Seconds to think about a move. A look-ahead player stops long before by itself, with its best
move so far; only a process that hangs is killed."""
TURN_BUDGET = 20.0
"""Seconds for all moves of a turn; after them, the easy player makes the remaining moves."""
JUDGE_BUDGET = 60.0
"""Seconds to judge a move that was made. The thinking is limited by a count, not by time, so only a
process that hangs takes this long."""
YIELDS = 3
"""How often the same judgement gives way to a more urgent task."""
QUICK_BUDGET = 2.0
"""Seconds for a second try, by the easy player."""


class Budget:
    """Time that an AI seat has to think in a turn; a single move may use only part of it."""

    def __init__(self, turn: float = TURN_BUDGET, move: float = MOVE_BUDGET) -> None:
        self._turn, self._move, self._left = turn, move, turn

    @property
    def seconds_left(self) -> float:
        """Seconds for the next move; 0 when there are none left."""
        return max(0.0, min(self._left, self._move))

    def renew(self) -> None:
        """Restore the full time for a new turn."""
        self._left = self._turn

    @contextmanager
    def charge(self) -> Iterator[None]:
        """Charge the time of a `with` block to the budget."""
        began = monotonic()
        try:
            yield
        finally:
            self._left -= monotonic() - began


class Worker(Child):
    """A process that thinks; it is killed when it takes too long."""

    def __init__(self) -> None:
        super().__init__("bot.ai.worker")
        self._asked = False

    async def ask(self, task: Task, budget: Budget) -> str:
        """Return the answer to a task; try once more if the process has died since the last one."""
        try:
            return await self._ask(task, budget)
        except ConnectionError:
            return await self._ask(task, budget)

    async def _ask(self, task: Task, budget: Budget) -> str:
        """Send the task and wait for the answer; kill a process that does not give one."""
        try:
            process = await self.awake()
            self._asked = True
            with budget.charge():
                async with asyncio.timeout(budget.seconds_left):
                    return await exchange(process, task)
        except BaseException:
            await self.end()
            raise
        finally:
            self._asked = False

    def give_way(self) -> None:
        """Make the process drop its judgement, as a more urgent task waits."""
        if URGENT is not None and self._asked and self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(URGENT)


class Brains:
    """Processes that think for all tables: urgent tasks first, and tables in rotation."""

    def __init__(self, size: int = 1) -> None:
        self.workers = [Worker() for _ in range(size)]
        self._idle = list(self.workers)
        self._judging: list[Worker] = []
        """Workers on judgements, which a more urgent task may interrupt."""
        self._turnstile = Turnstile(size)
        self._prewarming: asyncio.Task[None] | None = None

    async def choose(
        self, task: Task, budget: Budget | None = None, *, rank: Rank = Rank.SEAT, table: int = 0
    ) -> str:
        """Return an AI player's move in notation; the easy player's where it has no answer."""
        budget = budget or Budget()
        if not budget.seconds_left:
            log.info("%s at %s has thought long enough", task.player, task.game)
        elif (answer := await self._answer(task, budget, rank, table)) is not None:
            return answer
        quick = msgspec.structs.replace(task, player=levels.EASY, line=False)
        answer = await self._answer(quick, Budget(QUICK_BUDGET, QUICK_BUDGET), Rank.PANEL, table)
        return await asyncio.to_thread(fallback_move, task) if answer is None else answer

    async def judge(self, task: Task, *, rank: Rank = Rank.PERSON, table: int = 0) -> list[Opinion]:
        """Return opinions of a player on its candidates, best first; empty where it has none."""
        answer = await self._answer(task, Budget(), rank, table)
        return msgspec.json.decode(answer, type=list[Opinion]) if answer else []

    async def judge_made(
        self,
        game_key: str,
        state_json: Json,
        seat: Seat,
        ply: int,
        moves: Sequence[str],
        *,
        table: int,
    ) -> Verdict | None:
        """Return a look-ahead player's verdict on moves that were made; None without a decision.

        It waits until no other task does, and gives way to new tasks at most `YIELDS` times. Raises
        OSError where no process answers now.
        """
        task = Task(game_key, levels.STRONG, state_json, seat, ply, (), made=tuple(moves))
        answer = GAVE_WAY
        try:
            for number in count():
                async with self._turnstile.through(Rank.ANALYSIS, table):
                    answer = await self._answer_when_idle(task, gives_way=number < YIELDS)
                if answer != GAVE_WAY:
                    break
        except ValueError as error:
            log.warning("Ply %s at table %s is not judged (%r)", ply, table, error)
            return None
        return msgspec.json.decode(answer, type=Verdict | None)

    async def _answer_when_idle(self, task: Task, *, gives_way: bool) -> str:
        """Return the answer of an idle process; the task may have to give way."""
        worker = self._idle[-1]
        if gives_way:
            self._judging.append(worker)
        try:
            return await self._answer_of_process(task, Budget(JUDGE_BUDGET, JUDGE_BUDGET))
        finally:
            if worker in self._judging:
                self._judging.remove(worker)

    async def _answer(self, task: Task, budget: Budget, rank: Rank, table: int) -> str | None:
        """Wait for the task's turn and return the answer of a process, or None."""
        if not self._idle and self._judging:
            self._judging.pop().give_way()
        try:
            async with self._turnstile.through(rank, table):
                return await self._answer_of_process(task, budget)
        except (OSError, ValueError) as error:
            log.warning("%s at %s has no answer (%r)", task.player, task.game, error)
            return None

    async def _answer_of_process(self, task: Task, budget: Budget) -> str:
        worker = self._idle.pop()
        try:
            return await worker.ask(task, budget)
        finally:
            self._idle.append(worker)

    def prewarm(self) -> None:
        """Start a process in the background, so that the first move need not wait for it."""
        self._prewarming = asyncio.create_task(self._prewarm())

    async def _prewarm(self) -> None:
        try:
            async with self._turnstile.through(Rank.PANEL, 0):
                await self._idle[-1].awake()
        except OSError as error:
            log.warning("The AI process does not start: %r", error)

    async def close(self) -> None:
        """Kill all processes, even busy ones, and wait until they have ended."""
        if self._prewarming is not None:
            self._prewarming.cancel()
            await asyncio.wait((self._prewarming,))
        for worker in self.workers:
            worker.stop()
        async with AsyncExitStack() as nobody_thinks:
            for worker in self.workers:
                await nobody_thinks.enter_async_context(self._turnstile.through(Rank.PANEL, 0))
                await worker.end()


def task_at(
    live: LiveTable,
    seat: Seat,
    player: str,
    tokens: Sequence[str] = (),
    *,
    line: bool = False,
    why: bool = False,
) -> Task:
    """Task for a player about a seat of a table, with luck that nobody knows."""
    state, seed = live.game.state_to_json(live.state), live.luck(player) % (1 << 63)
    return Task(live.table.game, player, state, seat, seed, tuple(tokens), line, why)


async def exchange(process: Process, task: Task) -> str:
    """Send a task and return its answer. Raises ValueError where the process reports an error."""
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(task) + b"\n")
    await process.stdin.drain()
    line = await line_of(process)
    if line.startswith(NO_ANSWER):
        raise ValueError(line)
    return line
