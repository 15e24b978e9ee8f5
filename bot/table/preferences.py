"""Preferences of a person, wherever they play."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from bot.table.hours import Hours


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Preferences of a person; each has its default until they choose."""

    language: str | None = None
    """None for that of their Discord."""
    hours: Hours = Hours()
    first_reminder: timedelta | None = None
    """Active time after which they are reminded of their turn; None for what the table says."""
    next_up: bool = False
    """Whether they want to hear that they are next."""
    away_since: datetime | None = None
    away_until: datetime | None = None
    """When they will be back, or were: the last time that they said they were away stays known."""

    def is_away(self, now: datetime) -> bool:
        """Whether they have said that they cannot play now."""
        return self.away_until is not None and now < self.away_until


class Blocked(msgspec.Struct, frozen=True):
    """Somebody with whom another person does not want to play."""

    user_id: int
    name: str
    """As their server showed it then."""
