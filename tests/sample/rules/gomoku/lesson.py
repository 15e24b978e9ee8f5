"""The first lesson: a stone, a row of two, of three and of four, and a stone beside others."""

from __future__ import annotations

from rules.lesson import Args, Lesson, Step


def _is_row(args: Args) -> bool:
    """Whether a stone makes a row with another one (HG-7)."""
    return bool(args["row"] > 1)


LESSON = Lesson(
    steps=(
        Step("stone", "placed"),
        Step("row", "placed", _is_row),
        Step("longer", "placed", _is_row),
        Step("bar", "placed"),
        Step("win", "placed", _is_row),
    ),
    seed=1,
)
