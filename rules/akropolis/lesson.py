"""The first lesson: the free tile, covered quarries, a dearer tile, a plaza, points."""

from __future__ import annotations

from rules.akropolis.pieces import PLAZA, TILE_FACES
from rules.akropolis.scenes import scenes
from rules.lesson import Args, Lesson, Step

MANY = 3
"""Points of a turn that scores well."""


def _is_free(args: Args) -> bool:
    """Whether a tile that was taken cost nothing (AK-21)."""
    return not args["price"]


def _is_bought(args: Args) -> bool:
    """Whether a tile that was taken was paid for (AK-21)."""
    return bool(args["price"])


def _has_plaza(args: Args) -> bool:
    """Whether a tile that was laid has a plaza (AK-54)."""
    return max(TILE_FACES[args["tile"]]) >= PLAZA


def _brings_many(args: Args) -> bool:
    """Whether the districts of a city are worth `MANY` points more than before."""
    before, after = args["before"], args["after"]
    return bool(after["total"] - after["stones"] >= before["total"] - before["stones"] + MANY)


LESSON = Lesson(
    steps=(
        Step("free", "tile_taken", _is_free),
        Step("cover", "stones_gained"),
        Step("buy", "tile_taken", _is_bought),
        Step("plaza", "tile_placed", _has_plaza),
        Step("points", "score_changed", _brings_many),
    ),
    seed=13,
    scenes=scenes,
)
