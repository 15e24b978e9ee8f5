"""How fast and how small pictures are, as ratios inside one run: `python -m bench.pictures`.

The reference is Pillow's default PNG save of the very same picture in RGB. Times are thread CPU
time, medians of interleaved rounds; milliseconds are printed as information only.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from math import log10
from statistics import median
from unittest import mock

from PIL import Image, ImageChops, ImageStat

from bench import naive
from render import canvas
from render.akropolis import draw, forget, prewarm, table
from render.akropolis.samples import NAMES, position
from render.theme import THEME, Theme
from rules.akropolis import GAME
from rules.akropolis.view import View

ROUNDS = 9


def main() -> None:
    view, older = (GAME.view(position(4, 7, turns), None) for turns in (53, 52))
    prewarm()
    data = paint(view)
    picture = unquantized(view)
    takes = medians(
        {
            "reference": lambda: clocked(lambda: default_save(picture)),
            "full": lambda: clocked(lambda: paint(view), first=forget),
            "incremental": lambda: clocked(lambda: paint(view), first=lambda: seen(older)),
            "naive": lambda: clocked(lambda: default_save(naive.picture(view))),
        }
    )
    reference, kilobytes = takes["reference"], len(data) / 1000
    print(
        f"4 seats, {view.turn} tiles laid: {picture.width} × {picture.height}, {kilobytes:.0f} kB"
    )
    line("Pillow's default PNG save of it in RGB", reference, reference)
    line("full picture, view → PNG", takes["full"], reference, "bar 0.30, stretch 0.10")
    line("picture after one move", takes["incremental"], reference, "bar 0.18, stretch 0.025")
    line("naive: draw at 4×, reduce, save", takes["naive"], reference)
    print(f"  {takes['naive'] / takes['full']:6.1f}  × faster than naive (bar 30)")
    size = len(data) / len(default_save(picture))
    print(f"  {size:6.3f}  bytes / default RGB PNG (bar 0.42, stretch 0.30)")
    quality = psnr(picture, Image.open(BytesIO(data)).convert("RGB"))
    print(f"  {quality:6.1f}  dB PSNR to the unquantized picture (bar 35)")
    seen(older)
    print(
        f"  {paint(view) == data!s:>6}  the picture after a move is the full picture, byte by byte"
    )
    line("cold start: first picture / naive", cold_start(), takes["naive"], "bar 0.5, stretch 0.2")


def paint(view: View) -> bytes:
    return draw(view, names=NAMES)


def seen(view: View) -> None:
    """As after the board post before: only that picture is remembered."""
    forget()
    paint(view)


def default_save(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def line(name: str, taken: float, reference: float, goal: str = "") -> None:
    bars = f"({goal}) " if goal else ""
    print(f"  {taken / reference:6.3f}  {name} {bars}[{taken * 1000:.1f} ms]")


def medians(ways: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Median seconds of each way, in interleaved rounds."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            taken[name].append(way())
    return {name: median(times) for name, times in taken.items()}


def clocked(way: Callable[[], object], first: Callable[[], object] = lambda: None) -> float:
    """Thread CPU seconds of `way`, after `first`."""
    first()
    start = time.thread_time()
    way()
    return time.thread_time() - start


def unquantized(view: View) -> Image.Image:
    """The picture as it is before the palette, in RGB."""
    forget()
    with (
        mock.patch.object(canvas, "flattened", lambda image, *_: image),
        mock.patch.object(table, "Sheet", ColourSheet),
    ):
        sheet = table.draw_table(view, NAMES, None, THEME)
    forget()
    return sheet.rows.crop((1, 0, sheet.width + 1, sheet.height))


class ColourSheet(canvas.Sheet):
    """A sheet that keeps its panels in RGB."""

    def __init__(self, width: int, height: int, theme: Theme = THEME) -> None:
        super().__init__(width, height, theme)
        self.rows = Image.new("RGB", (width + 1, height), theme.frame)


def psnr(one: Image.Image, other: Image.Image) -> float:
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    return 10 * log10(255**2 * one.width * one.height * 3 / sum(squares))


_COLD = """
import time
from render.akropolis import draw
from render.akropolis.samples import NAMES, position
from rules.akropolis import GAME
view = GAME.view(position(4, 7, 53), None)
start = time.thread_time()
draw(view, names=NAMES)
print(time.thread_time() - start)
"""


def cold_start() -> float:
    """Seconds of the first picture in a new process, imports not counted."""
    runs = [
        float(subprocess.run([sys.executable, "-c", _COLD], capture_output=True, check=True).stdout)
        for _ in range(3)
    ]
    return median(runs)


if __name__ == "__main__":
    main()
