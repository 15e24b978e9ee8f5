"""Time zones by what people call them, and a guess from the language of their Discord."""

import discord
import pytest

from bot.hours import zones as every_zone
from bot.zones import called, guess, meant
from rules.contract import RulesError
from tests.cases import each_case


@each_case(
    ("locale", "zone"),
    [
        ("fr", "Europe/Paris"),
        ("en-GB", "Europe/London"),
        ("en-US", "America/New_York"),
        ("pt-BR", "America/Sao_Paulo"),
        ("ja", "Asia/Tokyo"),
        ("es-419", "America/Mexico_City"),
        ("", "UTC"),
        ("tlh", "UTC"),
    ],
)
def test_a_zone_is_guessed_from_a_locale(locale, zone):
    assert guess(locale) == zone


@each_case("locale", [locale.value for locale in discord.Locale])
def test_every_language_of_discord_leads_to_a_zone_that_is_listed(locale):
    assert guess(locale) in called("en")
    assert guess(locale) != "UTC"


@each_case("language", ["en", "fr"])
def test_every_zone_that_is_listed_is_one(language):
    assert set(called(language)) <= set(every_zone().values())


def test_a_zone_is_called_by_its_city_and_country_in_the_language_of_its_reader():
    assert called("fr")["Europe/London"] == "Londres · Royaume-Uni · Europe/London"
    assert called("en")["Europe/London"] == "London · United Kingdom · Europe/London"
    assert called("en")["UTC"] == "UTC"


@each_case(
    ("typed", "zone"),
    [
        ("Europe/Paris", "Europe/Paris"),
        (" europe/paris", "Europe/Paris"),
        ("paris", "Europe/Paris"),
        ("Londres", "Europe/London"),
        ("athenes", "Europe/Athens"),
        ("Athènes", "Europe/Athens"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_meant_by_its_name_or_its_city(typed, zone):
    assert meant(typed, "fr") == zone


@each_case("typed", ["", "  ", "Atlantis", "EST", "../etc/passwd"])
def test_no_zone_is_meant_by_anything_else(typed):
    with pytest.raises(RulesError) as refusal:
        meant(typed, "fr")
    assert refusal.value.code == "me.unknown_zone"
