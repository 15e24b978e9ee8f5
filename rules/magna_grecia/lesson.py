"""The first lesson: a city with roads, a market that counts, tiles, a larger city, a sale."""

from __future__ import annotations

from rules.lesson import Args, Lesson, Step
from rules.magna_grecia.scenes import scenes


def _is_active(args: Args) -> bool:
    """Whether a market was built for points where it counts at once (MG-61, MG-67)."""
    return bool(args["active"] and not args["free"])


LESSON = Lesson(
    steps=(
        Step("city", "city_founded"),
        Step("market", "market_placed", _is_active),
        Step("draw", "drew"),
        Step("grow", "city_expanded"),
        Step("sell", "market_sold"),
    ),
    seed=1,
    options={"oracle_setup": "random"},
    scenes=scenes,
)
