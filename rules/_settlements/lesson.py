"""The first lesson of both games: build, stop for cards, draw, follow an arrow, reach a city."""

from __future__ import annotations

from functools import partial

from rules._settlements.pieces import Ruleset
from rules._settlements.scenes import scenes
from rules.lesson import Args, Lesson, Step

MANY = 2
"""Cards that show that actions were left for them (TG-35)."""


def _is_many(args: Args) -> bool:
    """Whether a seat has drawn several cards."""
    return bool(args["count"] >= MANY)


def _is_free(args: Args) -> bool:
    """Whether a building followed an arrow from one beside it, and cost nothing (TG-57)."""
    return bool(args["free"])


def _is_beside_city(args: Args) -> bool:
    """Whether a building touches a great city, from which a chain to another begins (TG-90)."""
    return bool(args["beside_city"])


def lesson(rules: Ruleset, seed: int) -> Lesson:
    """The lesson with a deal of one of the games."""
    return Lesson(
        steps=(
            Step("build", "building_built"),
            Step("cards", "cards_drawn", _is_many),
            Step("draw", "building_drawn"),
            Step("free", "building_built", _is_free),
            Step("city", "building_built", _is_beside_city),
        ),
        seed=seed,
        scenes=partial(scenes, rules),
    )
