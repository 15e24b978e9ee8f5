"""Discord's ids: a snowflake holds the millisecond of its creation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

EPOCH = 1_420_070_400_000
"""Discord's first millisecond, in Unix time."""


def creation_time(snowflake: int) -> datetime:
    """Moment at which an id was made."""
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH) / 1000, UTC)


class Ids:
    """Generator of snowflakes, each larger than all before it."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now, self._last = now, 0

    def new(self) -> int:
        millisecond = int(self._now().timestamp() * 1000) - EPOCH
        self._last = max(self._last + 1, millisecond << 22)
        return self._last
