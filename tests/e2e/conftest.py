"""The same house as the cogs' tests; here whole games are played in it."""

import pytest

from tests.cogs.conftest import asks_for_hours, first_start, ground, house, newcomers
from tests.luck import luck, same_luck
from tests.minds import kept_minds, minds

__all__ = [
    "asks_for_hours",
    "first_start",
    "ground",
    "house",
    "kept_minds",
    "luck",
    "minds",
    "newcomers",
    "same_luck",
]


@pytest.fixture
def posters_painted():
    """Here everything is as people see it."""
    return True
