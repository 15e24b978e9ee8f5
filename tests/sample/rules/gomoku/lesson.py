"""The first lesson: a stone, then a row of two, of three and of four, and one that bars."""

from __future__ import annotations

from functools import partial

from rules.gomoku.scenes import scenes
from rules.lesson import Args, Lesson, Step


def _has_row(length: int, args: Args) -> bool:
    """Whether a stone makes a row of a length with others (HG-7)."""
    return bool(args["row"] >= length)


def _bars(args: Args) -> bool:
    """Whether a stone was put beside one of the other seat."""
    return bool(args["bars"])


LESSON = Lesson(
    steps=(
        Step("stone", "placed"),
        Step("row", "placed", partial(_has_row, 2)),
        Step("longer", "placed", partial(_has_row, 3)),
        Step("four", "placed", partial(_has_row, 4)),
        Step("bar", "placed", _bars),
    ),
    seed=1,
    scenes=scenes,
)
