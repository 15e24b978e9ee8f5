"""Times and dates as people type them, and the dates that match what they type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, time, timedelta

from babel.dates import format_date, get_date_format

from bot.i18n import text
from bot.table.names import bare
from rules.contract import RulesError

CLOCK = re.compile(
    r"(?:at |a )?(\d{1,2})\s*(?:(?:[:.]|heures?|hrs?|h)\s*(?:(\d{2})\s*(?:min|m|mn)?)?)?"
    r"\s*(?:([ap])\.?\s?m\.?|o.?clock)?"
)
"""22, 22:30, 22h30, 20 heures, 10 pm, 8 p.m."""
NAMED_TIMES = {"noon": 12, "midday": 12, "midi": 12, "midnight": 0, "minuit": 0}
"""Hours that have a name in one of the languages."""
NOON = 12
MIDNIGHT = 24
DAY = timedelta(days=1)
NAMED = {"tomorrow": 1, "in_a_week": 7, "in_two_weeks": 14, "in_a_month": 30}
"""Days from now that have a name."""
FARTHEST = 365
"""Days ahead that a date may lie."""
ORDINAL = re.compile(r"\b(\d{1,2})(?:er|st|nd|rd|th)\b")
FILLER_WORDS = {
    "le",
    "on",
    "the",
    "of",
    "de",
    "next",
    "prochain",
    "prochaine",
    "this",
    "ce",
    "until",
}
"""Words that may be left out of a date."""
NUMERIC = re.compile(r"(\d{1,2})\s?[/.\-]\s?(\d{1,2})(?:\s?[/.\-]\s?(\d{4}|\d{2}))?\.?")
"""30/11, 30.11., 11/30/2026."""
FROM_NOW = re.compile(r"(?:in |dans )?(\d{1,3}|an?|une?)\s?([a-z]+)")
"""In 3 days, dans une semaine, 2 weeks."""
UNITS = {
    1: ("d", "j", "day", "days", "jour", "jours"),
    7: ("w", "s", "week", "weeks", "sem", "semaine", "semaines"),
    30: ("month", "months", "mois"),
}
"""Words for each unit, by its number of days."""
DAYS_OF = {name: days for days, names in UNITS.items() for name in names}
CENTURY = 2000


def clock(typed: str) -> time | None:
    """A time of the day; None where nothing was typed. Raises `me.no_time`."""
    text = bare(typed)
    if not text:
        return None
    if text in NAMED_TIMES:
        return time(NAMED_TIMES[text])
    match = CLOCK.fullmatch(text)
    hour, minute = (int(match[1]), int(match[2] or 0)) if match else (MIDNIGHT, 1)
    if match and match[3]:
        is_hour = 1 <= hour <= NOON
        hour = hour % NOON + NOON * (match[3] == "p") if is_hour else MIDNIGHT + 1
    if (hour, minute) == (MIDNIGHT, 0):
        hour = 0
    try:
        return time(hour, minute)
    except ValueError:
        raise RulesError("me.no_time", typed=typed.strip()) from None


def dates(typed: str, today: date, language: str) -> dict[str, str]:
    """Labels of the coming days that match the typed text, by ISO date; the likeliest first.

    Every typed word must begin a word of the label, ignoring case and accents; days that match a
    number as a whole come before those that it only begins. A date in digits is read in the order
    of the reader's language, or in the other order where only that makes a date.
    """
    words = _words(typed)
    labels = dict(_coming_days(today, language))
    exact = _date_from_figures(typed, today, language)
    likely = [exact] if exact in labels else []
    fitting = [day for day, label in labels.items() if all(_has(label, word) for word in words)]
    numbers = {word for word in words if word.isdecimal()}
    fitting.sort(key=lambda day: not numbers <= {str(day.day), str(day.year)})
    return {day.isoformat(): labels[day] for day in (*likely, *fitting)}


def _words(typed: str) -> list[str]:
    """The significant words of a typed date; all words where none is."""
    words = re.sub(r"[,.]", " ", ORDINAL.sub(r"\1", bare(typed))).split()
    return [word for word in words if word not in FILLER_WORDS] or words


def _date_from_figures(typed: str, today: date, language: str) -> date | None:
    """The day of a date in digits or of a span from now; None for any other text."""
    with suppress(ValueError):
        return date.fromisoformat(typed.strip())
    text = bare(typed)
    if (match := FROM_NOW.fullmatch(text)) and match[2] in DAYS_OF:
        number = int(match[1]) if match[1].isdecimal() else 1
        return today + number * DAYS_OF[match[2]] * DAY
    if match := NUMERIC.fullmatch(text):
        return _next_such_day(int(match[1]), int(match[2]), match[3], today, language)
    return None


def _next_such_day(
    first: int, second: int, year: str | None, today: date, language: str
) -> date | None:
    """The next day of this day and month, read in the language's order or else in the other."""
    pattern = str(get_date_format("short", locale=language).pattern)
    readings = [(first, second), (second, first)]
    if pattern.index("M") < pattern.index("d"):
        readings.reverse()
    for day, month in readings:
        years = [int(year) % 100 + CENTURY] if year else [today.year, today.year + 1]
        for each in years:
            with suppress(ValueError):
                if (ahead := date(each, month, day)) > today:
                    return ahead
    return None


def _coming_days(today: date, language: str) -> Iterator[tuple[date, str]]:
    """The coming days with their labels: those with a name first, then every day of a year."""
    named = {today + DAY * days: name for name, days in NAMED.items()}
    for ahead in (*named, *(today + DAY * number for number in range(1, FARTHEST + 1))):
        label = spoken(ahead, language)
        name = named.get(ahead)
        yield ahead, f"{text(f'me.{name}', language)} · {label}" if name else label


def _has(label: str, word: str) -> bool:
    return any(part.startswith(word) for part in bare(label).split())


def spoken(day: date, language: str) -> str:
    """A date with its day of the week: "Monday 30 November 2026", "mardi 1er décembre 2026"."""
    number = "d'er'" if language == "fr" and day.day == 1 else "d"
    return str(format_date(day, f"EEEE {number} MMMM y", locale=language))


def day(typed: str, today: date, language: str) -> date:
    """The likeliest day for the typed text. Raises `me.no_date`."""
    likely = next(iter(dates(typed, today, language)), None) if typed.strip() else None
    if likely is None:
        raise RulesError("me.no_date", typed=typed.strip())
    return date.fromisoformat(likely)
