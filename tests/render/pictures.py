"""Small positions and helpers for the tests of the pictures."""

from __future__ import annotations

import json
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from unittest import mock

from PIL import Image, ImageChops, ImageStat

from render import canvas, text
from render.akropolis.samples import NAMES, along
from rules.registry import get

GAME = get("akropolis")
GOLDEN = Path(__file__).parent / "golden"
__all__ = [
    "GAME",
    "NAMES",
    "golden_difference",
    "played",
    "position",
    "read",
    "small",
    "texts_drawn",
    "view",
]


@cache
def _game(seats, seed, player, options):
    """A game that AI players play, and the turns of it that are known."""
    return along(seats, seed, player, **json.loads(options)), []


def played(seats, seed, turns, player="easy", **options):
    """The position after some turns of such a game, and what the last one has caused.

    Each game is played once, as far as anybody asks; always the same.
    """
    coming, known = _game(seats, seed, player, json.dumps(options))
    while not known or known[-1][0].turn < turns:
        if (step := next(coming, None)) is None:
            break
        known.append(step)
    state, news = next((step for step in known if step[0].turn >= turns), known[-1])
    return state.clone(), news


def position(seats, seed, turns, player="easy", **options):
    """The same without the news."""
    return played(seats, seed, turns, player, **options)[0]


def view(seats=4, seed=7, turns=52, player="easy", **options):
    """The view of a position that AI players reach; always the same."""
    return GAME.view(position(seats, seed, turns, player, **options), None)


def read(data):
    """A picture as RGB."""
    return Image.open(BytesIO(data)).convert("RGB")


def small(data):
    """A picture as one sees it on a phone."""
    picture = read(data)
    height = round(picture.height * 400 / picture.width)
    return picture.resize((400, height), Image.Resampling.BOX)


def golden_difference(name, data):
    """Mean difference per channel to the stored picture, 0 to 255; writes it when missing."""
    seen, file = small(data), GOLDEN / f"{name}.png"
    if not file.exists():
        seen.quantize(256, kmeans=1, dither=Image.Dither.NONE).save(file, optimize=True)
    stored = Image.open(file).convert("RGB")
    assert stored.size == seen.size
    return max(ImageStat.Stat(ImageChops.difference(stored, seen)).mean)


@contextmanager
def texts_drawn():
    """Collects (words, style) of every text that is written inside the block."""
    drawn = []

    def recording(words, style):
        drawn.append((words, style))
        return text.label(words, style)

    with mock.patch.object(canvas, "label", recording):
        yield drawn
