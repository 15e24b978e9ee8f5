"""A process that draws, as the painter uses it: one request at a time, started anew if it dies.

Whatever happens to the process costs the picture that it was drawing, and no other. When it dies
again and again, the pauses before the next start grow; until then, requests are refused at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from bot.ai.child import Child, line_of
from bot.figures import ForeignFault, Reported
from cogs._painting.wish import Wish, packed
from cogs._painting.worker import DONE, Failure

WORKER: Final = "cogs._painting.worker"
QUICK: Final = 1
"""Niceness of the process that draws boards and panels: the bot itself goes first."""
LOW: Final = 15
"""Niceness of the process for what can wait."""
LONGEST: Final = 15.0
"""Seconds that a board or panel may take: it takes a fraction of one, so the process hangs then."""
LONGEST_LARGE: Final = 60.0
"""Seconds that a poster may take, at the lowest rank of a busy machine."""
REST: Final = 300.0
"""Seconds without a request after which the process for what can wait ends: it needs memory.

It ends at once where it has drawn no picture, but only icons at the start of the bot.
"""
LONGEST_PAUSE: Final = 60.0
"""Most seconds before a process that dies again and again is started anew."""
STEADY: Final = 60.0
"""Seconds after which the death of a process is a new trouble, not part of one that goes on."""


class PainterGone(Reported):
    """The process that was to draw a picture has died, hangs or does not start."""


class NotDrawn(ForeignFault):
    """The process has met an error in the code that draws."""


class Brush:
    """Draws one picture at a time, in a process of its own that starts with the first request.

    Its methods raise the errors of drawing, and PainterGone.
    """

    def __init__(self, niceness: int, longest: float, *, rests: bool = False) -> None:
        self.longest = longest
        """Seconds after which a process that does not answer is killed."""
        self.child = Child(WORKER, str(niceness))
        self._niceness = niceness
        self._rests = rests
        self._has_drawn = False
        """Whether the process for what can wait has drawn a picture."""
        self._ending: asyncio.TimerHandle | None = None
        self._end: asyncio.Task[None] | None = None
        self._began = 0.0
        self._deaths = 0
        """Deaths one soon after the other."""
        self._next_start = 0.0

    async def draw(self, wish: Wish) -> bytes:
        """PNG of a wish."""
        self._has_drawn = True
        return await self._ask(b"draw " + packed(wish))

    async def prewarm(self, game: str) -> None:
        """Draw the sprites of a game before anybody waits for them."""
        await self._ask(b"prewarm " + msgspec.json.encode(game))

    async def icons(self) -> Mapping[str, bytes]:
        """Icons of the seats and of all games by name."""
        return msgspec.msgpack.decode(await self._ask(b"icons"), type=dict[str, bytes])

    async def forget(self) -> None:
        """Forget everything drawn so far; only speed changes."""
        if self.child.process is not None:
            await self._ask(b"forget")

    def use_folder(self, folder: Path) -> None:
        """Keep maps on the disk of this folder, from the next start on."""
        self.child = Child(WORKER, str(self._niceness), str(folder))

    async def start(self) -> None:
        """Start the process unless it runs. Raises PainterGone, at once during a pause."""
        if self._ending is not None:
            self._ending.cancel()
        await self._await_end()
        process = self.child.process
        if process is not None and process.returncode is None:
            return
        if process is not None:
            await self.child.end()
            self._note_death()
        if monotonic() < self._next_start:
            raise PainterGone("it has died again and again; after a pause it is started anew")
        self._began = monotonic()
        async with self._watch():
            await self.child.awake()

    async def _ask(self, request: bytes) -> bytes:
        """Return the answer of the process, started if necessary; kill one that gives none."""
        await self.start()
        async with self._watch(), asyncio.timeout(self.longest):
            return await self._answer(request)

    @asynccontextmanager
    async def _watch(self) -> AsyncIterator[None]:
        """End the process if it fails within the block. Raises PainterGone then."""
        try:
            yield
        except (OSError, EOFError, ValueError) as error:
            await self.child.end()
            self._note_death()
            reason = "it does not answer" if isinstance(error, TimeoutError) else str(error)
            raise PainterGone(reason) from error
        except asyncio.CancelledError:
            await self.child.end()  # else its answer would be read as the next one
            raise

    async def _answer(self, request: bytes) -> bytes:
        """Send a request and return its answer. Raises NotDrawn, OSError and EOFError."""
        process = self.child.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request + b"\n")
        await process.stdin.drain()
        word, _, length = (await line_of(process)).partition(" ")
        answer = await process.stdout.readexactly(int(length))
        if word != DONE:
            error = msgspec.json.decode(answer, type=Failure)
            raise NotDrawn(error.kind, error.frames, error.traceback)
        return answer

    def _note_death(self) -> None:
        """Set the earliest moment of the next start: at once, after one death."""
        now = monotonic()
        self._deaths = 1 if now - self._began > STEADY else self._deaths + 1
        pause = min(2.0 ** (self._deaths - 2), LONGEST_PAUSE) if self._deaths > 1 else 0.0
        self._next_start = now + pause

    # ---- rest and end ----------------------------------------------------------------------------

    def rest(self) -> None:
        """End the process after a while, if it is the one for what can wait."""
        if self._rests:
            pause = REST if self._has_drawn else 0.0
            self._ending = asyncio.get_running_loop().call_later(pause, self._end_soon)

    def _end_soon(self) -> None:
        self._has_drawn = False
        self._end = asyncio.create_task(self.child.end())

    async def close(self) -> None:
        """Kill the process, and wait until it has ended."""
        if self._ending is not None:
            self._ending.cancel()
        await self._await_end()
        await self.child.end()

    async def _await_end(self) -> None:
        """Wait until a process that is to rest has ended."""
        end, self._end = self._end, None
        if end is not None and not end.done():
            await asyncio.wait((end,))
