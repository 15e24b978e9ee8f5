"""The first lesson: a city, roads, drawing, a connection, a market."""

from __future__ import annotations

from rules.lesson import Args, Lesson, Step


def _is_paid(args: Args) -> bool:
    """Whether a market was built for points, not with a new city (MG-61)."""
    return not args["free"]


LESSON = Lesson(
    steps=(
        Step("city", "city_founded"),
        Step("road", "road_placed"),
        Step("market", "market_placed", _is_paid),
        Step("draw", "drew"),
        Step("grow", "city_expanded"),
    ),
    seed=1,
    options={"oracle_setup": "random"},
)
