"""Preferences of a person, for all tables."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from bot.table.hours import Hours

AWAKE = timedelta(minutes=15)
"""Time after a press in which a person is awake, whatever the hour."""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Preferences of a person; each has its default until they choose."""

    language: str | None = None
    """None for the language of their Discord."""
    hours: Hours = Hours()
    hour_asked: bool = False
    """Whether they were asked what time it is where they are."""
    first_reminder: timedelta | None = None
    """Active time before the first reminder of a turn; None for the table's setting."""
    next_up: bool = False
    """Whether they want a notice when they are next."""
    coach: bool = True
    """Whether the coach explains games that they play for the first time."""
    coached: tuple[str, ...] = ()
    """Games that the coach has explained to them."""
    unlisted: bool = False
    """Whether others see none of their statistics."""
    away_since: datetime | None = None
    away_until: datetime | None = None
    """End of their latest absence, which stays noted after it is over."""

    def next_call(self, now: datetime, pressed: datetime | None = None) -> datetime:
        """First moment from now on at which they may be notified; `pressed` is their last press."""
        if self.away_until is not None and now < self.away_until:
            return self.hours.next_active(self.away_until)
        if pressed is not None and now - pressed < AWAKE:
            return now
        return self.hours.next_active(now)

    def is_away(self, now: datetime) -> bool:
        """Whether they are away at this moment."""
        return self.away_until is not None and now < self.away_until


class Blocked(msgspec.Struct, frozen=True):
    """A person whom another person has blocked."""

    user_id: int
    name: str
    """Their name on the server at that time."""
