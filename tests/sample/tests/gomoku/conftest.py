"""The same house as the cogs' tests: this game is played in it like any other."""

from tests.cogs.conftest import (
    asks_for_hours,
    first_start,
    ground,
    house,
    newcomers,
    no_warm_up,
    offers_lessons,
    patient,
    real_pictures,
    shards,
)
from tests.luck import luck

__all__ = [
    "asks_for_hours",
    "first_start",
    "ground",
    "house",
    "luck",
    "newcomers",
    "no_warm_up",
    "offers_lessons",
    "patient",
    "real_pictures",
    "shards",
]
