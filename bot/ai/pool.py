"""AI players think in processes of their own: whatever happens to one, the game goes on."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic

import msgspec

from bot.ai.queue import Rank, Turnstile
from bot.ai.worker import GAVE_WAY, NO_ANSWER, URGENT, Opinion, Task, in_need
from rules import levels
from rules.analysis import Verdict
from rules.contract import Json, Seat

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
MOVE_BUDGET = 4.0
"""Seconds to think about a move. Who looks ahead stops long before by itself, with the best so far;
only what hangs is ended by force."""
TURN_BUDGET = 20.0
"""Seconds for all moves of a turn; when they are gone, the easy player makes the others."""
JUDGE_BUDGET = 60.0
"""Seconds to judge a move that was made. What is thought then is counted, so only what hangs takes
so long."""
YIELDS = 3
"""How often one and the same judgement gives way to something more urgent."""
QUICK_BUDGET = 2.0
"""Seconds for a second try, which is the easy player's."""
START_BUDGET = 30.0
"""Seconds for a process to come up; imports may be slow on a busy machine."""
LONGEST_LINE = 1 << 20
"""Bytes of a position as JSON, with plenty to spare."""
NEEDED = frozenset({"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"})
"""What finds the interpreter's own files; its settings begin with PYTHON."""


class Budget:
    """Time that an AI seat has to think in a turn; a single step may not use up all of it."""

    def __init__(self, turn: float = TURN_BUDGET, move: float = MOVE_BUDGET) -> None:
        self._turn, self._move, self._left = turn, move, turn

    @property
    def seconds_left(self) -> float:
        """Seconds for the next move; 0 when there are none left."""
        return max(0.0, min(self._left, self._move))

    def renew(self) -> None:
        """A turn begins."""
        self._left = self._turn

    @contextmanager
    def charge(self) -> Iterator[None]:
        """Charge the time of a `with` block to the budget."""
        began = monotonic()
        try:
            yield
        finally:
            self._left -= monotonic() - began


class Worker:
    """A process, started when first needed, killed when it takes too long."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self._stopped = False
        self._asked = False

    async def ask(self, task: Task, budget: Budget) -> str:
        """The answer to a task, asked once more where the process has died since the last one."""
        try:
            return await self._ask(task, budget)
        except ConnectionError:
            return await self._ask(task, budget)

    async def _ask(self, task: Task, budget: Budget) -> str:
        """Send the task, wait for the answer; a process that fails to give one is ended."""
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

    async def awake(self) -> Process:
        """The process, started if there is none. Raises OSError where it does not start."""
        if self._stopped:
            raise BrokenPipeError("no AI process is to start again")
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot.ai.worker",
                stdin=PIPE,
                stdout=PIPE,
                cwd=ROOT,
                env=clean(os.environ),
                limit=LONGEST_LINE,
                start_new_session=True,
            )
            try:
                async with asyncio.timeout(START_BUDGET):
                    await line_of(self.process)
            except BaseException:
                await self.end()  # or what it says when it is up would be taken for an answer
                raise
        return self.process

    def give_way(self) -> None:
        """Have it leave what it judges: something more urgent waits for it."""
        if URGENT is not None and self._asked and self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(URGENT)

    def stop(self) -> None:
        """Let no process start any more; whoever waits for an answer hears that it is gone."""
        self._stopped = True
        self._kill()

    def _kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        self._kill()
        process, self.process = self.process, None
        if process is not None:
            await process.communicate()


class Brains:
    """A few processes that think for all tables: what is urgent first, and every table by turns."""

    def __init__(self, size: int = 1) -> None:
        self.workers = [Worker() for _ in range(size)]
        self._idle = list(self.workers)
        self._judging: list[Worker] = []
        """Those that think about what can wait; whatever cannot has them leave it."""
        self._turnstile = Turnstile(size)
        self._prewarming: asyncio.Task[None] | None = None

    async def choose(
        self,
        game_key: str,
        player: str,
        state_json: Json,
        seat: Seat,
        seed: int,
        tokens: Sequence[str] = (),
        budget: Budget | None = None,
        *,
        line: bool = False,
        rank: Rank = Rank.SEAT,
        table: int = 0,
    ) -> str:
        """The move of an AI player, as notation; the easy one's where thinking comes to nothing."""
        budget = budget or Budget()
        task = Task(game_key, player, state_json, seat, seed % (1 << 63), tuple(tokens), line)
        if not budget.seconds_left:
            log.info("%s at %s has thought long enough", player, game_key)
        elif (answer := await self._answer(task, budget, rank, table)) is not None:
            return answer
        quick = msgspec.structs.replace(task, player=levels.EASY, line=False)
        answer = await self._answer(quick, Budget(QUICK_BUDGET, QUICK_BUDGET), Rank.PANEL, table)
        return await asyncio.to_thread(in_need, task) if answer is None else answer

    async def judge(
        self,
        game_key: str,
        player: str,
        state_json: Json,
        seat: Seat,
        seed: int,
        tokens: Sequence[str] = (),
        *,
        rank: Rank = Rank.PERSON,
        table: int = 0,
    ) -> list[Opinion]:
        """Opinions of a player on its candidates, best first; empty where it has none."""
        beginning = tuple(tokens)
        task = Task(game_key, player, state_json, seat, seed % (1 << 63), beginning, why=True)
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
        """Verdict of the player that looks ahead on moves that were made; None without a decision.

        It waits until nothing else does, and gives way to what comes meanwhile, but not for ever.
        Raises OSError where no process answers now.
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
        """Answer of the next idle process; the task may have to give way."""
        worker = self._idle[-1]
        if gives_way:
            self._judging.append(worker)
        try:
            return await self._answer_of_process(task, Budget(JUDGE_BUDGET, JUDGE_BUDGET))
        finally:
            if worker in self._judging:
                self._judging.remove(worker)

    async def _answer(self, task: Task, budget: Budget, rank: Rank, table: int) -> str | None:
        """Answer of a process when the task's turn has come; None where there is none."""
        if not self._idle and self._judging:
            self._judging.pop().give_way()
        try:
            async with self._turnstile.through(rank, table):
                return await self._answer_of_process(task, budget)
        except (OSError, ValueError) as error:
            log.warning("%s at %s has no answer (%r)", task.player, task.game, error)
            return None

    async def _answer_of_process(self, task: Task, budget: Budget) -> str:
        """Answer of an idle process."""
        worker = self._idle.pop()
        try:
            return await worker.ask(task, budget)
        finally:
            self._idle.append(worker)

    def prewarm(self) -> None:
        """Start a process now, in the background, so that the first move need not wait for it."""
        self._prewarming = asyncio.create_task(self._prewarm())

    async def _prewarm(self) -> None:
        try:
            async with self._turnstile.through(Rank.PANEL, 0):
                await self._idle[-1].awake()
        except OSError as error:
            log.warning("The AI process does not start: %r", error)

    async def close(self) -> None:
        """End all processes, whatever they are thinking about, and wait until they are gone."""
        if self._prewarming is not None:
            self._prewarming.cancel()
            await asyncio.wait((self._prewarming,))
        for worker in self.workers:
            worker.stop()
        async with AsyncExitStack() as nobody_thinks:
            for worker in self.workers:
                await nobody_thinks.enter_async_context(self._turnstile.through(Rank.PANEL, 0))
                await worker.end()


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """Environment that a Python process needs: no token, and nothing else of the host's."""
    return {
        name: value
        for name, value in environ.items()
        if name.upper() in NEEDED or name.startswith("PYTHON")
    }


async def exchange(process: Process, task: Task) -> str:
    """One task and its answer. Raises ValueError where the process says why it has none."""
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(task) + b"\n")
    await process.stdin.drain()
    line = await line_of(process)
    if line.startswith(NO_ANSWER):
        raise ValueError(line)
    return line


async def line_of(process: Process) -> str:
    """The next line of the process. Raises BrokenPipeError when it is gone."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise BrokenPipeError("the AI process is gone")
    return line.decode().rstrip("\n")
