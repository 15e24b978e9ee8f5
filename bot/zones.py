"""Time zones as people call them: by a city or a country, in their language; and a guess."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from babel.core import Locale, get_global

from bot.hours import zones
from bot.names import bare
from rules.contract import RulesError

CHIEF = {
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
"""Where most people live of a territory with several zones that Discord has a language for."""


class Zone(msgspec.Struct, frozen=True):
    """A zone with what people of one language call it by."""

    name: str
    """IANA's, as "Europe/London"."""
    city: str
    """As "Londres"."""
    country: str

    @property
    def label(self) -> str:
        """The zone in a list."""
        return f"{self.city} · {self.country} · {self.name}" if self.country else self.name


def guess(locale: str) -> str:
    """The zone of somebody whose Discord speaks `locale` ("fr", "en-GB"), as likely as not."""
    language, _, territory = locale.partition("-")
    if not territory:
        likely = get_global("likely_subtags").get(language, "")
        territory = likely.rpartition("_")[2]
    of_country = [zone for zone, home in _countries().items() if home == territory]
    return CHIEF.get(territory) or next(iter(of_country), "UTC")


@cache
def called(language: str) -> dict[str, str]:
    """Every zone by name, as a list shows it to people of a language, in the order of IANA."""
    locale = Locale.parse(language)
    known = (_zone(name, locale) for name in _listed())
    return {zone.name: zone.label for zone in known}


def meant(typed: str, language: str) -> str:
    """The zone that somebody means by its name or by a city's. Raises `me.unknown_zone`."""
    wanted = bare(typed)
    if wanted in zones():
        return zones()[wanted]
    for name, label in called(language).items():
        if wanted and wanted in (bare(_city(name)), bare(label.partition(" · ")[0])):
            return name
    raise RulesError("me.unknown_zone", zone=typed.strip())


def _zone(name: str, locale: Locale) -> Zone:
    """The world's cities are few among those of a language: the others keep the name they have."""
    cities, country = locale.time_zones.get(name, {}), _countries().get(name, "")
    return Zone(name, cities.get("city", _city(name)), locale.territories.get(country, ""))


def _city(name: str) -> str:
    return name.rpartition("/")[2].replace("_", " ")


@cache
def _countries() -> dict[str, str]:
    """The territory of each zone, by its code; each zone under the name that people use."""
    table = files("tzdata").joinpath("zoneinfo/zone.tab").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and line[0] != "#")
    return {row[2]: row[0] for row in rows}


@cache
def _listed() -> tuple[str, ...]:
    return (*sorted(_countries()), "UTC")
