"""The reference of all pictures: Pillow's default PNG save of the very same picture in RGB."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from PIL import Image

from render import canvas
from render.cache import CACHE
from render.theme import Theme


@contextmanager
def clean_save(picture: Image.Image) -> Iterator[Callable[[], float]]:
    """Function that times the default save of a picture in a process with Pillow alone."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        picture.save(file)
        with subprocess.Popen(
            [sys.executable, "-c", _CLEAN, str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            questions, answers = child.stdin, child.stdout
            assert questions is not None
            assert answers is not None

            def save() -> float:
                print(file=questions, flush=True)
                return float(answers.readline())

            yield save
            questions.close()


_CLEAN = """
import sys, time
from io import BytesIO
from itertools import count, islice
from PIL import Image
picture = Image.open(sys.argv[1])
picture.load()
for _ in sys.stdin:
    start = time.thread_time()
    picture.save(BytesIO(), "PNG")
    print(time.thread_time() - start, flush=True)
"""


def default_save(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def cpu_seconds(way: Callable[[], object], first: Callable[[], object] = lambda: None) -> float:
    """Thread CPU seconds of `way`, after `first`."""
    first()
    start = time.thread_time()
    way()
    return time.thread_time() - start


def rgb_picture(draw: Callable[[], object]) -> Image.Image:
    """The picture that `draw` draws, in RGB, before the palette is applied; empties the cache."""
    draw()  # or a module that is loaded meanwhile would keep what is replaced here
    sheets: list[canvas.Sheet] = []
    begin = canvas.Sheet.__init__

    def begin_in_colour(sheet: canvas.Sheet, width: int, height: int, theme: Theme) -> None:
        begin(sheet, width, height, theme)
        sheet.rows = Image.new("RGB", (width + 1, height), theme.frame)
        sheets.append(sheet)

    with (
        mock.patch.object(canvas, "quantize", lambda image, *_: image),
        mock.patch.object(canvas.Sheet, "__init__", begin_in_colour),
        mock.patch.object(canvas.Sheet, "png", return_value=b""),
    ):
        CACHE.reset()
        draw()
    CACHE.reset()
    [sheet] = sheets
    return sheet.rows.crop((1, 0, sheet.width + 1, sheet.height))
