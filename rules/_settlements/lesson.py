"""The first lesson of both games: build, stop for cards, draw, use symbols, follow an arrow."""

from __future__ import annotations

from rules.lesson import Args, Lesson, Step

MANY = 2
"""Cards that show that actions were left for them (TG-35)."""


def _is_many(args: Args) -> bool:
    """Whether a seat has drawn several cards."""
    return bool(args["count"] >= MANY)


def _adjoins(args: Args) -> bool:
    """Whether a building was put beside one's own (TG-56)."""
    return not args["founded"]


def _uses_symbols(args: Args) -> bool:
    """Whether symbols of the map have paid for a building (TG-53)."""
    return bool(args["board_used"])


def lesson(seed: int) -> Lesson:
    """The lesson with a deal of one of the games."""
    return Lesson(
        steps=(
            Step("build", "building_built"),
            Step("cards", "cards_drawn", _is_many),
            Step("draw", "building_drawn"),
            Step("beside", "building_built", _adjoins),
            Step("symbols", "building_built", _uses_symbols),
        ),
        seed=seed,
    )
