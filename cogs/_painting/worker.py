"""Process that draws pictures: it reads wishes and writes PNG files, each with its length before.

Run as `python -m cogs._painting.worker NICENESS [FOLDER]`: in the folder it makes the file without
a name that `render.spill` describes. It ends when its input does, even in the middle of a picture,
so no process outlives the bot.
"""

from __future__ import annotations

import ctypes
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

import msgspec

from cogs._painting.wish import unpacked
from render.cache import CACHE
from render.icons import of_seats
from render.registry import renderer
from rules import registry

READY: Final = b"ready\n"
DONE: Final = "done"
FAILED: Final = "failed"
"""First words of an answer: then comes its length, and in the next line the file or a `Failure`."""
CALM: Final = 1.0
"""Seconds without a request after which memory that is not used any more is given back."""


class Failure(msgspec.Struct, frozen=True):
    """An error of drawing, as far as the log and the figures tell of it."""

    kind: str
    frames: tuple[tuple[str, int], ...]
    """File and line of each call, the innermost last."""
    traceback: str


# ---- requests ------------------------------------------------------------------------------------


def draw(argument: bytes) -> bytes:
    """The PNG of a wish."""
    return unpacked(argument).png()


def prewarm(argument: bytes) -> bytes:
    """Draw the sprites of a game before anybody waits for them."""
    renderer(msgspec.json.decode(argument, type=str)).prewarm()
    return b""


def icons(argument: bytes) -> bytes:
    """Icons of the seats and of all games by name, in MessagePack."""
    return msgspec.msgpack.encode(drawn_icons())


def forget(argument: bytes) -> bytes:
    """Forget everything drawn so far, also on the disk."""
    CACHE.reset()
    return b""


@cache
def drawn_icons() -> Mapping[str, bytes]:
    """Icons of the seats and of all games by name, drawn here."""
    icons_by_name = of_seats()
    for key in registry.games():
        icons_by_name |= renderer(key).icons()
    return icons_by_name


REQUESTS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    request.__name__: request for request in (draw, prewarm, icons, forget)
}
"""A request is a line: one of these names and, after a space, an argument in JSON."""


# ---- the process ---------------------------------------------------------------------------------


def answer(request: bytes) -> bytes:
    """Answer to a request, with its length before."""
    name, _, argument = request.partition(b" ")
    try:
        word, file = DONE, REQUESTS[name.decode()](argument)
    except Exception as error:
        word, file = FAILED, msgspec.json.encode(failure(error))
    return f"{word} {len(file)}\n".encode() + file


def failure(error: Exception) -> Failure:
    """Description of an error of drawing."""
    frames = traceback.extract_tb(error.__traceback__)
    return Failure(
        type(error).__name__,
        tuple((frame.filename, frame.lineno or 0) for frame in frames),
        "".join(traceback.format_exception(error)),
    )


def work(requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Write that the process is ready, then answer the requests."""
    write(READY, answers)
    for request in requests:
        write(answer(request), answers)


def write(data: bytes, answers: BinaryIO) -> None:
    """Write all of the data, however little of it the system takes at once."""
    rest = memoryview(data)
    while rest:
        rest = rest[answers.write(rest) :]


def requests_until_the_end(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a source; the process ends with it, whatever it draws just then.

    Between two of them, when there is time, give unused memory back.
    """
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in source:
            lines.put(line.rstrip(b"\n"))
        os._exit(0)

    Thread(target=read, name="requests", daemon=True).start()
    while True:
        try:
            yield lines.get(timeout=CALM)
        except Empty:
            give_memory_back()
            yield lines.get()


def give_memory_back() -> None:
    """Give memory that is not used any more back to the system, where the C library can do that.

    Large images come and go, and the library keeps what lies between those that stay.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def main() -> None:
    """Work on standard input and output, with a niceness and a folder for the cache."""
    os.nice(int(sys.argv[1]))
    for folder in sys.argv[2:]:
        CACHE.spill.open(Path(folder))
    registry.games()
    unbuffered = sys.stdout.fileno()  # no flush can fail at exit after the bot has died
    with open(unbuffered, "wb", buffering=0, closefd=False) as answers, suppress(BrokenPipeError):
        work(requests_until_the_end(sys.stdin.buffer), answers)
    os._exit(0)  # the thread that reads would keep the interpreter from ending


if __name__ == "__main__":
    main()
