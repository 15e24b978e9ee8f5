"""The first lesson: a better card, a tile beside a resource cell, the last one, a tile on it."""

from __future__ import annotations

from rules.lesson import Args, Lesson, Step
from rules.massalia.pieces import BOX
from rules.massalia.scenes import scenes


def _is_marked(args: Args) -> bool:
    """Whether a tile was laid on a cell that counts for a resource cell (MA-29)."""
    cell = BOX.land.index[args["cell"]]
    return any(cell in resource.marked for resource in BOX.land.resources)


def _makes_ready(args: Args) -> bool:
    """Whether a tile was the last one that a resource cell needs beside it (MA-30)."""
    return bool(args.get("ready"))


def _is_of_family(args: Args) -> bool:
    """Whether a card of a family was played, which was bought (MA-21)."""
    return BOX.card[args["card"]].family is not None


def _acts(args: Args) -> bool:
    """Whether a tile was laid on a resource cell, and acts (MA-32)."""
    return bool(args["acts"])


LESSON = Lesson(
    steps=(
        Step("buy", "bought"),
        Step("tile", "tile_placed", _is_marked),
        Step("ready", "tile_placed", _makes_ready),
        Step("bought", "card_played", _is_of_family),
        Step("strike", "tile_placed", _acts),
    ),
    seed=45,
    scenes=scenes,
)
