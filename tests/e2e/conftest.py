"""The same house as the cogs' tests; here whole games are played in it."""

from tests.cogs.conftest import ground, house

__all__ = ["ground", "house"]
