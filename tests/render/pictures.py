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
    "capture_texts",
    "golden_difference",
    "position",
    "position_and_news",
    "read",
    "small",
    "view_at",
]


@cache
def _game(seats, seed, player, options):
    """A game of AI players, and the list of its turns so far."""
    return along(seats, seed, player, **json.loads(options)), []


def position_and_news(seats, seed, turns, player="easy", **options):
    """Position after some turns of a game of AI players, and the events of the last turn.

    Each game is played once, as far as a test needs it; always the same.
    """
    coming, steps = _game(seats, seed, player, json.dumps(options))
    while not steps or steps[-1][0].turn < turns:
        if (step := next(coming, None)) is None:
            break
        steps.append(step)
    state, news = next((step for step in steps if step[0].turn >= turns), steps[-1])
    return state.clone(), news


def position(seats, seed, turns, player="easy", **options):
    """Position after some turns of a game of AI players."""
    return position_and_news(seats, seed, turns, player, **options)[0]


def view_at(seats=4, seed=7, turns=52, player="easy", **options):
    """View of a position after some turns of a game of AI players; always the same."""
    return GAME.view(position(seats, seed, turns, player, **options), None)


def read(data):
    """A picture as RGB."""
    return Image.open(BytesIO(data)).convert("RGB")


def small(data):
    """A picture at the size of a phone."""
    picture = read(data)
    height = round(picture.height * 400 / picture.width)
    return picture.resize((400, height), Image.Resampling.BOX)


def golden_difference(name, data):
    """Mean difference per channel to the stored picture, 0 to 255; writes it when missing."""
    picture, file = small(data), GOLDEN / f"{name}.png"
    if not file.exists():
        picture.quantize(256, kmeans=1, dither=Image.Dither.NONE).save(file, optimize=True)
    stored = Image.open(file).convert("RGB")
    assert stored.size == picture.size
    return max(ImageStat.Stat(ImageChops.difference(stored, picture)).mean)


@contextmanager
def capture_texts():
    """Collect (words, style) of every text written inside the block."""
    texts = []

    def recording(words, style):
        texts.append((words, style))
        return text.label(words, style)

    with mock.patch.object(canvas, "label", recording):
        yield texts
