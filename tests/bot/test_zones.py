"""Time zones by what people call them, and a guess from the language of their Discord."""

import discord
import msgspec
import pytest

from bot.table.hours import hours_from_choice
from bot.table.hours import zones as every_zone
from bot.table.zones import PLACES, guess, label_of, zone_from_text, zone_labels
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
    assert guess(locale) in zone_labels("en")
    assert guess(locale) != "UTC"


@each_case("language", ["en", "fr"])
def test_every_zone_that_is_listed_is_one(language):
    assert set(zone_labels(language)) <= set(every_zone().values())


def test_a_zone_is_called_by_its_city_and_country_in_the_language_of_its_reader():
    assert zone_labels("fr")["Europe/London"] == "Londres · Royaume-Uni · Europe/London"
    assert zone_labels("en")["Europe/London"] == "London · United Kingdom · Europe/London"
    assert zone_labels("en")["UTC"] == "UTC"


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
        ("Kiev", "Europe/Kyiv"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("Genève", "Europe/Zurich"),
        ("geneva", "Europe/Zurich"),
        ("Montréal", "America/Toronto"),
        ("Pékin", "Asia/Shanghai"),
        ("Boston", "America/New_York"),
        ("washington, d.c.", "America/New_York"),
        ("saint petersburg", "Europe/Moscow"),
        ("Calcutta", "Asia/Kolkata"),
        ("London", "Europe/London"),
        ("Suisse", "Europe/Zurich"),
        ("germany", "Europe/Berlin"),
        ("États-Unis", "America/New_York"),
    ],
)
def test_a_zone_is_meant_by_its_name_or_its_city(typed, zone):
    assert zone_from_text(typed, "fr") == zone


@each_case("typed", ["", "  ", "Atlantis", "UTC+19", "+", "12", "../etc/passwd"])
def test_no_zone_is_meant_by_anything_else(typed):
    with pytest.raises(RulesError) as refusal:
        zone_from_text(typed, "fr")
    assert refusal.value.code == "me.unknown_zone"


@pytest.mark.parametrize("language", ["en", "fr"])
@each_case(
    ("typed", "zone", "label"),
    [
        ("CET", "Europe/Paris", "Europe/Paris"),
        ("cest", "Europe/Paris", "Europe/Paris"),
        ("GMT", "UTC", "UTC"),
        ("EST", "America/New_York", "America/New_York"),
        ("UTC+1", "Etc/GMT-1", "UTC+1"),
        ("gmt -3", "Etc/GMT+3", "UTC-3"),
        ("UTC\u22125", "Etc/GMT+5", "UTC-5"),
        ("+02:00", "Etc/GMT-2", "UTC+2"),
        ("UTC+0", "UTC", "UTC"),
        ("UTC+5:30", "Asia/Colombo", "Asia/Colombo"),
    ],
)
def test_a_zone_is_meant_by_an_abbreviation_or_an_offset(typed, zone, label, language):
    """The text about it can be typed again."""
    assert (zone_from_text(typed, language), label_of(zone)) == (zone, label)
    assert zone_from_text(label, language) == zone
    assert hours_from_choice(zone).zone == zone


def test_every_zone_is_meant_by_its_own_name_and_by_what_lists_call_it():
    for language in ("en", "fr"):
        assert [
            name for name in zone_labels(language) if zone_from_text(name, language) != name
        ] == []


def test_every_word_of_the_places_means_its_zone():
    """None of them is in vain: another city has no such name in a language of ours."""
    places = msgspec.json.decode(PLACES.read_bytes())
    pairs = [(word, zone) for zone, words in places.items() for word in words]
    assert [word for word, zone in pairs if zone_from_text(word, "en") != zone] == []
    assert set(places) <= set(zone_labels("en"))
