"""What time it is in the playground: the real one, and whatever was let pass."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from bot.playground.ids import made_at


class Clock:
    """A clock that can be put forward, never back."""

    def __init__(self) -> None:
        self._skipped = 0.0

    def skip(self, seconds: float) -> None:
        """Let time pass at once."""
        self._skipped += max(0.0, seconds)

    def now(self) -> datetime:
        """The present instant."""
        return datetime.now(UTC) + timedelta(seconds=self._skipped)

    def monotonic(self) -> float:
        """Seconds since some moment."""
        return time.monotonic() + self._skipped

    def stamp(self) -> str:
        """The present instant as Discord writes it."""
        text = self.now().isoformat(timespec="milliseconds")
        return text.replace("+00:00", "000+00:00")

    def age(self, snowflake: int) -> float:
        """Seconds since the thing with this id was made."""
        return (self.now() - made_at(snowflake)).total_seconds()
