"""The time of a world: that of this machine, plus what people have skipped.

A bot in the same process may share its own clock with the world, so that it skips time as well.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """A clock that can be put forward."""

    ahead: timedelta
    """Sum of the skipped times."""

    @property
    def next_moment(self) -> datetime | None:
        """Earliest moment that a task waits for; None where no task is known to."""

    def now(self) -> datetime:
        """The present moment, in UTC."""

    def monotonic(self) -> float:
        """Seconds since a fixed moment."""

    def skip(self, span: timedelta) -> None:
        """Skip this much time; a negative span is ignored."""


class WorldClock:
    """The clock of a world that no bot shares."""

    next_moment = None

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        """The present moment, in UTC."""
        return datetime.now(UTC) + self.ahead

    def monotonic(self) -> float:
        """Seconds since a fixed moment."""
        return time.monotonic() + self.ahead.total_seconds()

    def skip(self, span: timedelta) -> None:
        """Skip this much time; a negative span is ignored."""
        self.ahead += max(span, timedelta())
