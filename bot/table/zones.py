"""Time zones by the words people use: city, country, abbreviation or offset; and a guess."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
from babel.core import Locale, get_global

from bot.i18n import LANGUAGES
from bot.table.hours import FIXED, zone_of, zones
from bot.table.names import bare
from rules.contract import RulesError

MAIN_ZONES = {
    "419": "America/Mexico_City",
    "BR": "America/Sao_Paulo",
    "CN": "Asia/Shanghai",
    "DE": "Europe/Berlin",
    "ES": "Europe/Madrid",
    "ID": "Asia/Jakarta",
    "RU": "Europe/Moscow",
    "UA": "Europe/Kyiv",
    "US": "America/New_York",
}
"""Zone where most people live, for territories of Discord's locales with several zones."""
DISCORDS_OWN = "en-US"
"""Locale that Discord has where nobody has chosen one: it says nothing of a country."""
WIDE_GUESSES = ("America/New_York", "America/Los_Angeles", "Europe/Paris")
"""Likely zones of people of whom nothing is known."""
LARGE_ZONES = (
    "Europe/London",
    "Europe/Paris",
    "Europe/Athens",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "America/Halifax",
    "America/Anchorage",
    "Pacific/Honolulu",
    "Atlantic/Azores",
)
"""Zones where many people live, tried in this order for an hour of the day."""
PLACES = Path(__file__).parents[2] / "data" / "places.json"
"""File of big cities and abbreviations that are no zone's name, by zone."""
OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-\u2212])\s*(\d{1,2})(?:\s*[:h]?\s*(\d{2}))?\s*h?")
"""UTC+1, GMT -3:30, +0530."""
SEASONS = (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC))
"""Winter and summer."""


class Zone(msgspec.Struct, frozen=True):
    """A zone with its city and country in one language."""

    name: str
    """IANA name, such as "Europe/London"."""
    city: str
    """For example "Londres"."""
    country: str

    @property
    def label(self) -> str:
        """The zone as a list shows it."""
        return f"{self.city} · {self.country} · {self.name}" if self.country else self.name


def guesses(locale: str) -> Sequence[str]:
    """Likely zones of a person, by the locale of their Discord: its own default tells nothing."""
    return WIDE_GUESSES if locale == DISCORDS_OWN else (guess(locale),)


def guess(locale: str) -> str:
    """The likeliest zone of a person, by the locale of their Discord ("fr", "en-GB")."""
    language, _, territory = locale.partition("-")
    if not territory:
        likely = get_global("likely_subtags").get(language, "")
        territory = likely.rpartition("_")[2]
    of_country = [zone for zone, home in _countries().items() if home == territory]
    return MAIN_ZONES.get(territory) or next(iter(of_country), "UTC")


def zone_at_offset(offset: timedelta, now: datetime, locale: str) -> str:
    """The likeliest zone whose clocks are `offset` from UTC now, so that it keeps summer time.

    It is the guess for the locale if it fits, then a large one, else a fixed offset.
    """
    for zone in (guess(locale), *LARGE_ZONES):
        if now.astimezone(zone_of(zone)).utcoffset() == offset:
            return zone
    return f"Etc/GMT{-int(offset / timedelta(hours=1)):+d}"


@cache
def zone_labels(language: str) -> dict[str, str]:
    """Labels of all zones in a language, by IANA name and in its order."""
    locale = Locale.parse(language)
    listed = (_zone(name, locale) for name in _zone_names())
    return {zone.name: zone.label for zone in listed}


def zone_from_text(typed: str, language: str) -> str:
    """The zone for a typed text. Raises `me.unknown_zone`.

    The text may be an IANA name, a city, a country, an abbreviation or an offset; names in the
    reader's language come first. UTC+1 means that offset all year.
    """
    text = bare(typed)
    zone = zones().get(text) or _by_word(language).get(_word(typed)) or _by_offset(text)
    if zone is None:
        raise RulesError("me.unknown_zone", zone=typed.strip())
    newer = get_global("zone_aliases").get(zone)
    return newer if newer in _countries() else zone


@cache
def _by_word(language: str) -> dict[str, str]:
    """Zones by the words of all languages, the reader's first; the first zone of a word counts."""
    named: dict[str, str] = {}
    for word, zone in _words((language, *LANGUAGES)):
        named.setdefault(_word(word), zone)
    return named


def _words(languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield names of zones, the likeliest first: listed cities, others, countries, old names."""
    for language in languages:
        yield from (
            (label.partition(" · ")[0], zone) for zone, label in zone_labels(language).items()
        )
    yield from ((_city(zone), zone) for zone in _zone_names())
    for zone, words in msgspec.json.decode(PLACES.read_bytes()).items():
        yield from ((word, zone) for word in words)
    yield from _countries_by_name(languages)
    yield from ((_city(zone), zone) for zone in zones().values() if not FIXED.fullmatch(zone))


def _countries_by_name(languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield countries with their only zone, or the one where most people live."""
    homes: dict[str, list[str]] = {}
    for zone, home in _countries().items():
        homes.setdefault(home, []).append(zone)
    chief = {
        home: zones_there[0] for home, zones_there in homes.items() if len(zones_there) == 1
    } | MAIN_ZONES
    for language in languages:
        names = Locale.parse(language).territories
        yield from ((names[home], zone) for home, zone in chief.items() if home in names)


def _word(typed: str) -> str:
    """A name normalised: without case, accents and the characters between its words."""
    return " ".join(re.findall(r"\w+", bare(typed).replace(".", "")))


def _by_offset(typed: str) -> str | None:
    """The zone with this fixed offset from UTC all year."""
    match = OFFSET.fullmatch(typed)
    if match is None:
        return None
    span = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    if match[1] != "+":
        span = -span
    if not span:
        return "UTC"
    hours, remainder = divmod(span, timedelta(hours=1))
    if not remainder:
        return zones().get(f"etc/gmt{-hours:+d}")
    return next((zone for zone in _zone_names() if _offsets(zone) == {span}), None)


@cache
def _offsets(zone: str) -> set[timedelta | None]:
    return {season.astimezone(zone_of(zone)).utcoffset() for season in SEASONS}


def label_of(zone: str) -> str:
    """A zone as a sentence names it; IANA's names of fixed offsets have the opposite sign."""
    match = FIXED.fullmatch(zone)
    return f"UTC{-int(match[1]):+d}" if match else zone


def _zone(name: str, locale: Locale) -> Zone:
    """A zone in a locale; a city that the locale does not translate keeps its IANA name."""
    cities, country = locale.time_zones.get(name, {}), _countries().get(name, "")
    return Zone(name, cities.get("city", _city(name)), locale.territories.get(country, ""))


def _city(name: str) -> str:
    return name.rpartition("/")[2].replace("_", " ")


@cache
def _countries() -> dict[str, str]:
    """Territory code of each zone of the table `zone.tab`."""
    table = files("tzdata").joinpath("zoneinfo/zone.tab").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and line[0] != "#")
    return {row[2]: row[0] for row in rows}


@cache
def _zone_names() -> tuple[str, ...]:
    return (*sorted(_countries()), "UTC")
