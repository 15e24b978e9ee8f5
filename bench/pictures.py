"""Speed and size of pictures, as ratios inside one run: `python -m bench.pictures [GAME …]`.

The reference is Pillow's default PNG save of the very same picture in RGB, in a process that has
loaded nothing but Pillow. Times are CPU time of the thread, medians of interleaved rounds;
milliseconds are printed as information only.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from io import BytesIO
from itertools import count, islice
from math import log10
from statistics import median
from typing import Any

import msgspec
from PIL import Image, ImageChops, ImageStat

from bench import crowds
from bench.measured import Seen, easy_game, game_bench
from bench.reference import clean_save, cpu_seconds, default_save, rgb_picture
from render.contract import TABLE, Pictures
from render.registry import renderer
from render.samples import NAMES
from rules.registry import games, get

ROUNDS = 9
CROWDS = (1, 4, 8, 32)
"""Numbers of tables that move in turn."""


class Case(msgspec.Struct, frozen=True):
    """The picture of a late table of most seats, and the one before the last move."""

    key: str
    before: Seen
    now: Seen

    def paint(self) -> bytes:
        return self.draw(self.now)

    def forget(self) -> None:
        self._renderer.forget()

    def draw_before(self) -> None:
        """Draw the board post before, so that only its picture is cached."""
        self.forget()
        self.draw(self.before)

    def draw(self, picture: Seen, names: Sequence[str] = NAMES) -> bytes:
        return self._renderer.draw(TABLE, picture.view, names=names, news=picture.news)

    @property
    def _renderer(self) -> Pictures[Any]:
        return renderer(self.key)


def case_of(key: str) -> Case:
    """The case of the game called `key`."""
    return Case(key, *game_bench(key).move())


def main(*keys: str) -> None:
    """Print the figures of the given games; or of all, and of tables of all games in turn."""
    for key in keys or games():
        measure(case_of(key))
    if not keys:
        crowds.main()


def measure(case: Case) -> None:
    picture = rgb_picture(case.paint)
    renderer(case.key).prewarm()
    data = case.paint()
    with clean_save(picture) as reference_save:
        takes = medians(ways(case, reference_save))
    reference = takes["reference"]
    size = f"{picture.width} × {picture.height}, {len(data) / 1000:.0f} kB"
    print(f"{case.key}, a late table of most seats: {size}")
    line("Pillow's default PNG save of it in RGB", reference, reference)
    line("full picture, view → PNG", takes["full"], reference, "bar 0.30, stretch 0.10")
    line("picture after one move", takes["incremental"], reference, "bar 0.18, stretch 0.025")
    if "naive" in takes:
        line("naive: draw at 4×, reduce, save", takes["naive"], reference)
        print(f"  {takes['naive'] / takes['full']:6.1f}  × faster than naive (bar 30)")
    share = len(data) / len(default_save(picture))
    print(f"  {share:6.3f}  bytes / default RGB PNG (bar 0.42, stretch 0.30)")
    quality = psnr(picture, Image.open(BytesIO(data)).convert("RGB"))
    print(f"  {quality:6.1f}  dB PSNR to the unquantized picture (bar 35)")
    case.draw_before()
    same = case.paint() == data
    print(f"  {same!s:>6}  the picture after a move is the full picture, byte by byte")
    for tables in CROWDS:
        line(f"picture after a move, {tables} tables in turn", in_turn(case, tables), reference)
    cold = cold_start(case.key)
    line("first picture of a new process", cold, reference)
    if "naive" in takes:
        line("  the same / naive", cold, takes["naive"], "bar 0.5, stretch 0.2")


def ways(case: Case, reference: Callable[[], float]) -> dict[str, Callable[[], float]]:
    """Measurements by name; the naive way where there is one."""
    timings: dict[str, Callable[[], float]] = {
        "reference": reference,
        "full": lambda: cpu_seconds(case.paint, first=case.forget),
        "incremental": lambda: cpu_seconds(case.paint, first=case.draw_before),
    }
    if save_naively(case):
        timings["naive"] = lambda: cpu_seconds(lambda: save_naively(case))
    return timings


def save_naively(case: Case) -> bool:
    """Draw and save the table in the plainest way, if there is one; return whether there is."""
    picture = game_bench(case.key).naive(case.now.view)
    if picture is not None:
        default_save(picture)
    return picture is not None


def line(name: str, seconds: float, reference: float, goal: str = "") -> None:
    bars = f"({goal}) " if goal else ""
    print(f"  {seconds / reference:6.3f}  {name} {bars}[{seconds * 1000:.1f} ms]")


def medians(ways: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Median seconds of each way, in interleaved rounds."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            seconds[name].append(way())
    return {name: median(times) for name, times in seconds.items()}


def psnr(image: Image.Image, other: Image.Image) -> float:
    squares = ImageStat.Stat(ImageChops.difference(image, other)).sum2
    return 10 * log10(255**2 * image.width * image.height * 3 / sum(squares))


def in_turn(case: Case, tables: int) -> float:
    """Median seconds of the picture after a move, where several tables move in turn."""
    games = (list(middle_pictures(case.key, seed)) for seed in count())
    tours = list(islice((tour for tour in games if len(tour) == TURNS), tables))
    seconds = []
    for turn in range(TURNS):
        for number, pictures in enumerate(tours):
            names = tuple(f"{name} {number}" for name in NAMES)
            draw_seconds = cpu_seconds(partial(case.draw, pictures[turn], names))
            seconds.append(draw_seconds if turn else None)
    case.forget()
    return median(value for value in seconds if value is not None)


def middle_pictures(key: str, seed: int) -> Iterator[Seen]:
    """Public views of a game of most seats after each of some moves in its middle."""
    game, begin = get(key), min(MIDDLE, plies(key) // 3)
    for ply, (state, news) in enumerate(easy_game(key, max(game.facts.seats), seed)):
        if ply >= begin + TURNS:
            return
        if ply >= begin:
            yield Seen(game.view(state, None), news)


@cache
def plies(key: str) -> int:
    """Approximate number of moves of a game."""
    return sum(1 for _ in easy_game(key, max(get(key).facts.seats), 0))


MIDDLE, TURNS = 36, 7
"""First move after which a table is drawn, and the number of pictures; the first does not count.
Shorter games are skipped."""

_COLD = """
import sys, time
from bench import pictures
case = pictures.case_of(sys.argv[1])
start = time.thread_time()
case.paint()
print(time.thread_time() - start)
"""


def cold_start(key: str) -> float:
    """Seconds of the first picture in a new process, without imports."""
    command = [sys.executable, "-c", _COLD, key]
    runs = [
        float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(3)
    ]
    return median(runs)


if __name__ == "__main__":
    main(*sys.argv[1:])
