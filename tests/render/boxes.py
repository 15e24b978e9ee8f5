"""Boxes of the texts and sprites of a panel, and those that run into each other."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import combinations
from unittest import mock

from render.canvas import Canvas
from render.text import width_of

TOUCH = 3
"""Pixels by which the box of a sprite may be touched: its shape is seldom a rectangle."""


@contextmanager
def recorded():
    """Lists of (words, box) and of boxes of sprites, of all that is drawn inside the block."""
    texts, sprites, text, paste = [], [], Canvas.text, Canvas.paste

    def write(canvas, words, x, y, style, anchor="l"):
        if words:
            width, high = width_of(words, style), 0.34 * style.size
            left = x - {"l": 0, "m": width / 2, "r": width}[anchor]
            texts.append((words, (left, y - high, left + width, y + high)))
        before = len(sprites)
        result = text(canvas, words, x, y, style, anchor)
        del sprites[before:]
        return result

    def lay(canvas, sprite, x, y):
        left, top, right, bottom = sprite.getbbox() or (0, 0, 0, 0)
        sprites.append((x + left, y + top, x + right, y + bottom))
        paste(canvas, sprite, x, y)

    with mock.patch.object(Canvas, "text", write), mock.patch.object(Canvas, "paste", lay):
        yield texts, sprites


@contextmanager
def room_for_all(width):
    """Lists like those of `recorded`; afterwards nothing may have run into anything else."""
    with recorded() as (texts, sprites):
        yield texts, sprites
    assert collisions(texts, sprites, width) == []


def collisions(texts, sprites, width):
    """Texts that leave a panel of a width, cover each other, or run into a sprite."""
    outside = [words for words, (left, _, right, _) in texts if left < 4 or right > width - 4]
    crossed = [
        (words, second_words)
        for (words, box), (second_words, second_box) in combinations(texts, 2)
        if _overlap(box, second_box)
    ]
    struck = [
        (words, sprite)
        for words, box in texts
        for sprite in sprites
        if _overlap(box, _inner(sprite)) and not _holds(sprite, box)
    ]
    return [*outside, *crossed, *struck]


def _inner(box):
    left, top, right, bottom = box
    return left + TOUCH, top + TOUCH, right - TOUCH, bottom - TOUCH


def _overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _holds(sprite, box):
    """Whether a text stands on a chip, a disc or in laurels."""
    inside = sprite[0] <= box[0] + 1 and box[2] <= sprite[2] + 1
    return inside and sprite[1] <= box[1] + 1 and box[3] <= sprite[3] + 1
