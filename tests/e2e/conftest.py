"""The same house as the cogs' tests; here whole games are played in it."""

from tests.cogs.conftest import ground, house
from tests.luck import luck, same_luck

__all__ = ["ground", "house", "luck", "same_luck"]
