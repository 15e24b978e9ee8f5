"""Times and dates as people type them, and the dates that they are offered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, time, timedelta

from babel.dates import format_date

from bot.i18n import text
from bot.names import bare
from rules.contract import RulesError

CLOCK = re.compile(r"(\d{1,2})\s*(?:[:h.]\s*(\d{2})?)?\s*(am|pm)?", re.IGNORECASE)
"""22, 22:30, 22h30, 10 pm."""
NOON = 12
MIDNIGHT = 24
DAY = timedelta(days=1)
NAMED = {"tomorrow": 1, "in_a_week": 7, "in_two_weeks": 14, "in_a_month": 30}
"""Days from now that have a name."""
FARTHEST = 365
"""Days ahead that a date may lie."""


def clock(typed: str) -> time | None:
    """A time of the day; None where nothing was typed. Raises `me.no_time`."""
    if not typed.strip():
        return None
    found = CLOCK.fullmatch(typed.strip())
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (MIDNIGHT, 1)
    if found and found[3]:
        is_hour = 1 <= hour <= NOON
        hour = hour % NOON + NOON * (found[3].lower() == "pm") if is_hour else MIDNIGHT + 1
    if (hour, minute) == (MIDNIGHT, 0):
        hour = 0
    try:
        return time(hour, minute)
    except ValueError:
        raise RulesError("me.no_time", typed=typed.strip()) from None


def dates(typed: str, today: date, language: str) -> dict[str, str]:
    """The days ahead that fit what is typed, by ISO date, as a list shows them; the likely first.

    Every word that is typed begins one of the day's, without regard to case or accents.
    """
    wanted = bare(typed).split()
    return {
        day.isoformat(): label
        for day, label in _ahead(today, language)
        if typed.strip() == day.isoformat() or all(_has(label, word) for word in wanted)
    }


def _ahead(today: date, language: str) -> Iterator[tuple[date, str]]:
    """Days with a name, the next days of the week, and then every other day of a year."""
    named = {today + timedelta(days=days): name for name, days in NAMED.items()}
    for ahead in (*named, *(today + DAY * number for number in range(1, FARTHEST + 1))):
        label = spoken(ahead, language)
        name = named.get(ahead)
        yield ahead, f"{text(f'me.{name}', language)} · {label}" if name else label


def _has(label: str, word: str) -> bool:
    return any(part.startswith(word) for part in bare(label).split())


def spoken(day: date, language: str) -> str:
    """A date with its day of the week: "Monday 30 November 2026"."""
    return str(format_date(day, "EEEE d MMMM y", locale=language))


def day(typed: str, today: date, language: str) -> date:
    """The day that somebody means; the likeliest of several. Raises `me.no_date`."""
    found = next(iter(dates(typed, today, language)), None) if typed.strip() else None
    if found is None:
        raise RulesError("me.no_date", typed=typed.strip())
    return date.fromisoformat(found)
