"""Discord's ids: a snowflake holds the millisecond of its creation (`bot.clock`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.clock import EPOCH


class Ids:
    """Generator of snowflakes, each larger than all before it."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now, self._last = now, 0

    def new(self) -> int:
        millisecond = int(self._now().timestamp() * 1000) - EPOCH
        self._last = max(self._last + 1, millisecond << 22)
        return self._last
