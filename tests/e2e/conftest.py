"""The same house as the cogs' tests; here whole games are played in it."""

import pytest

from tests.cogs.conftest import first_start, ground, house, newcomers
from tests.luck import luck, same_luck

__all__ = ["first_start", "ground", "house", "luck", "newcomers", "same_luck"]


@pytest.fixture
def posters_painted():
    """Here everything is as people see it."""
    return True
