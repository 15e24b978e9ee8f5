"""AI players think in a process of their own: whatever happens to it, the game goes on.

Run as `python -m bot.brains`, this module is that process: a request a line in, an answer a line
out. It ends when its input does, so none is left behind when the bot dies.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

import msgspec

from rules import levels, registry
from rules.contract import Game, Json, RulesError, Seat, written
from rules.notation import LONGEST, SEPARATOR
from rules.rng import Rng

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[1]
MOVE_BUDGET = 2.0
"""Seconds to think about a move."""
TURN_BUDGET = 12.0
"""Seconds to think about all moves of a turn; when they are gone, the others are random."""
START_BUDGET = 30.0
"""Seconds for the process to come up; imports may be slow on a busy machine."""
LONGEST_LINE = 1 << 20
"""Bytes of a position as JSON, with plenty to spare."""
READY = b"ready\n"
NEEDED = frozenset({"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"})
"""What finds the interpreter's own files; its settings begin with PYTHON."""


FINISHER = "finisher"
"""The player of a turn that goes on for too long: does what ends it."""


class Budget:
    """How long an AI seat may think in a turn; one step of it may not use up all."""

    def __init__(self, turn: float = TURN_BUDGET, move: float = MOVE_BUDGET) -> None:
        self._turn, self._move, self._left = turn, move, turn

    @property
    def left(self) -> float:
        """Seconds for the next move; 0 when there are none left."""
        return max(0.0, min(self._left, self._move))

    def renew(self) -> None:
        """A turn begins."""
        self._left = self._turn

    @contextmanager
    def spent(self) -> Iterator[None]:
        """What is done meanwhile is thinking."""
        began = monotonic()
        try:
            yield
        finally:
            self._left -= monotonic() - began


class Task(msgspec.Struct, frozen=True):
    """A seat to move for. The same task always gets the same answer."""

    game: str
    player: str
    state: Json
    seat: Seat
    seed: int
    tokens: tuple[str, ...]
    """What the move begins with."""
    line: bool = False
    """Whether several moves may be the answer, where the game has such to suggest."""


class Brains:
    """One worker process, started when first needed, killed when it takes too long."""

    def __init__(self) -> None:
        self._worker: Process | None = None
        self._turn = asyncio.Lock()
        self._prewarming: asyncio.Task[None] | None = None
        self._closed = False

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
    ) -> str:
        """The move of an AI player, as notation; a random one where thinking comes to nothing."""
        budget = budget or Budget()
        task = Task(game_key, player, state_json, seat, seed % (1 << 63), tuple(tokens), line)
        try:
            async with self._turn:
                if budget.left:
                    return await self._ask_again(task, budget)
            log.info("%s at %s has thought long enough: random move", player, game_key)
        except (OSError, ValueError) as error:
            log.warning("%s at %s has no answer (%r): random move", player, game_key, error)
        return choice(msgspec.structs.replace(task, player=levels.RANDOM, line=False))

    def prewarm(self) -> None:
        """Start the process now, in the background, so that the first move need not wait for it."""
        self._prewarming = asyncio.create_task(self._prewarm())

    async def close(self) -> None:
        """End the process, whatever it is thinking about, and wait until it is gone."""
        self._closed = True
        if self._prewarming is not None:
            self._prewarming.cancel()
            await asyncio.wait((self._prewarming,))
        if self._worker is not None and self._worker.returncode is None:
            self._worker.kill()
        async with self._turn:
            await self._kill()

    async def _prewarm(self) -> None:
        try:
            async with self._turn:
                await self._awake()
        except OSError as error:
            log.warning("The AI process does not start: %r", error)

    async def _ask_again(self, task: Task, budget: Budget) -> str:
        """Ask, once more where the process has died since the last task."""
        try:
            return await self._ask(task, budget)
        except ConnectionError:
            return await self._ask(task, budget)

    async def _ask(self, task: Task, budget: Budget) -> str:
        """Send the task, wait for the answer; a process that fails to give one is ended."""
        try:
            worker = await self._awake()
            with budget.spent():
                async with asyncio.timeout(budget.left):
                    return await exchange(worker, task)
        except BaseException:
            await self._kill()
            raise

    async def _awake(self) -> Process:
        """The process, started if there is none. Raises OSError where it does not start."""
        if self._closed:
            raise BrokenPipeError("the AI process is not to start again")
        if self._worker is None or self._worker.returncode is not None:
            self._worker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot.brains",
                stdin=PIPE,
                stdout=PIPE,
                cwd=ROOT,
                env=clean(os.environ),
                limit=LONGEST_LINE,
                start_new_session=True,
            )
            async with asyncio.timeout(START_BUDGET):
                await answer(self._worker)
        return self._worker

    async def _kill(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        if worker.returncode is None:
            worker.kill()
        await worker.communicate()


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """What a Python process needs of its surroundings: no token, and nothing else of the host's."""
    return {
        name: value
        for name, value in environ.items()
        if name.upper() in NEEDED or name.startswith("PYTHON")
    }


async def exchange(worker: Process, task: Task) -> str:
    """One task and its answer. Raises ValueError where the process says why it has none."""
    assert worker.stdin is not None
    worker.stdin.write(msgspec.json.encode(task) + b"\n")
    await worker.stdin.drain()
    line = await answer(worker)
    if line.startswith("!"):
        raise ValueError(line)
    return line


async def answer(worker: Process) -> str:
    """The next line of the process. Raises BrokenPipeError when it is gone."""
    assert worker.stdout is not None
    line = await worker.stdout.readline()
    if not line.endswith(b"\n"):
        raise BrokenPipeError("the AI process is gone")
    return line.decode().rstrip("\n")


# ---- in the process ------------------------------------------------------------------------------


def choice(task: Task) -> str:
    """The move that a task asks for, as notation; or a line of them.

    What is hidden from the seat is dealt anew before anybody thinks: no player can peek.
    """
    game, luck = registry.get(task.game), Rng(task.seed)
    state = game.redeal(game.state_from_json(task.state), task.seat, luck)
    if task.line and (line := game.line(state, task.seat, task.tokens)):
        return within(written(game, state, task.seat, line))
    if task.tokens:
        action = game.complete(state, task.seat, task.tokens)
    elif task.player == FINISHER:
        action = finishing(game, state, task.seat, luck)
    else:
        action = game.player(task.player).choose(state, task.seat, luck)
    game.check(state, task.seat, action)
    return game.notation(state, task.seat, action)


def within(moves: Sequence[str], longest: int = LONGEST) -> str:
    """As many moves of a line as a button has room for, and the first of them in any case."""
    lines = (SEPARATOR.join(moves[:number]) for number in range(len(moves), 1, -1))
    return next((line for line in lines if len(line) <= longest), moves[0])


def finishing(game: Game[Any, Any, Any], state: Any, seat: Seat, luck: Rng) -> Any:
    """The first legal move that ends the turn of a seat; a random one while none does."""
    for action in game.legal_actions(state, seat):
        if game.gives_up(action):
            continue
        after = state.clone()
        game.apply(after, seat, action)
        if seat not in game.to_act(after) or not game.mid_turn(after):
            return action
    return game.sample(state, seat, luck)


def work(requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer request after request until there are no more."""
    answers.write(READY)
    answers.flush()
    for request in requests:
        try:
            line = choice(msgspec.json.decode(request, type=Task))
        except (RulesError, KeyError, ValueError) as error:
            line = f"! {error!r}".replace("\n", " ")
        answers.write(f"{line}\n".encode())
        answers.flush()


if __name__ == "__main__":
    registry.games()
    unbuffered = sys.stdout.fileno()  # nothing is left to flush where the bot has died
    with open(unbuffered, "wb", buffering=0, closefd=False) as answers, suppress(BrokenPipeError):
        work(sys.stdin.buffer, answers)
