"""The same house as the cogs' tests: this game is played in it like any other."""

from tests.cogs.conftest import ground, house
from tests.luck import luck

__all__ = ["ground", "house", "luck"]
