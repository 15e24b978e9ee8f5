"""Times and dates as people type them."""

from datetime import date, time

import pytest

from bot.table.moments import clock, dates, day, spoken
from rules.contract import RulesError
from tests.cases import each_case

SUNDAY = date(2026, 11, 22)


@each_case(
    ("typed", "expected"),
    [
        ("", None),
        ("22", time(22)),
        ("22:30", time(22, 30)),
        ("8h", time(8)),
        ("8h05", time(8, 5)),
        ("7.45", time(7, 45)),
        (" 10 pm ", time(22)),
        ("10:15PM", time(22, 15)),
        ("12am", time(0)),
        ("12 pm", time(12)),
        ("24:00", time(0)),
        ("0", time(0)),
        ("20h", time(20)),
        ("20 h 30", time(20, 30)),
        ("20h30min", time(20, 30)),
        ("8 heures", time(8)),
        ("à 21h", time(21)),
        ("8 p.m.", time(20)),
        ("8 P.M", time(20)),
        ("at 8:15 a.m.", time(8, 15)),
        ("8 o'clock", time(8)),
        ("midi", time(12)),
        ("noon", time(12)),
        ("Minuit", time(0)),
        ("midnight", time(0)),
    ],
)
def test_a_time_is_understood_as_people_write_it(typed, expected):
    assert clock(typed) == expected


@each_case("typed", ["25", "22:60", "24:01", "13pm", "0 am", "soon", "8 p", "h", "-1", "22:3"])
def test_a_text_that_is_no_time_is_repeated_in_the_refusal(typed):
    with pytest.raises(RulesError) as refusal:
        clock(typed)
    assert (refusal.value.code, refusal.value.details) == ("me.no_time", {"typed": typed})


def test_the_first_days_offered_have_a_name():
    offered = list(dates("", SUNDAY, "en").items())
    assert offered[:5] == [
        ("2026-11-23", "tomorrow · Monday 23 November 2026"),
        ("2026-11-29", "in a week · Sunday 29 November 2026"),
        ("2026-12-06", "in two weeks · Sunday 6 December 2026"),
        ("2026-12-22", "in a month · Tuesday 22 December 2026"),
        ("2026-11-24", "Tuesday 24 November 2026"),
    ]


@each_case(
    ("typed", "language", "expected"),
    [
        ("2026-12-24", "en", date(2026, 12, 24)),
        ("tomorrow", "en", date(2026, 11, 23)),
        ("demain", "fr", date(2026, 11, 23)),
        ("monday", "en", date(2026, 11, 23)),
        ("Sunday", "en", date(2026, 11, 29)),
        ("24 dec", "en", date(2026, 12, 24)),
        ("dec 24", "en", date(2026, 12, 24)),
        ("1 fevrier", "fr", date(2027, 2, 1)),
        ("dans une sem", "fr", date(2026, 11, 29)),
        ("30/11", "fr", date(2026, 11, 30)),
        ("30/11", "en", date(2026, 11, 30)),
        ("11/30", "fr", date(2026, 11, 30)),
        ("3/12", "fr", date(2026, 12, 3)),
        ("3/12", "en", date(2027, 3, 12)),
        ("12/3", "en", date(2026, 12, 3)),
        ("30.11.", "fr", date(2026, 11, 30)),
        ("24-12-2026", "fr", date(2026, 12, 24)),
        ("12/24/26", "en", date(2026, 12, 24)),
        ("1/11", "fr", date(2027, 11, 1)),
        ("1er décembre", "fr", date(2026, 12, 1)),
        ("le 1er dec.", "fr", date(2026, 12, 1)),
        ("December 1st, 2026", "en", date(2026, 12, 1)),
        ("the 3rd of december", "en", date(2026, 12, 3)),
        ("1 december", "en", date(2026, 12, 1)),
        ("2", "en", date(2026, 12, 2)),
        ("next monday", "en", date(2026, 11, 23)),
        ("lundi prochain", "fr", date(2026, 11, 23)),
        ("in 3 days", "en", date(2026, 11, 25)),
        ("dans 3 jours", "fr", date(2026, 11, 25)),
        ("3j", "fr", date(2026, 11, 25)),
        ("in a week", "en", date(2026, 11, 29)),
        ("in 2 weeks", "fr", date(2026, 12, 6)),
    ],
)
def test_a_day_is_found_by_the_words_of_its_name(typed, language, expected):
    assert day(typed, SUNDAY, language) == expected


@each_case(
    "typed",
    [
        "",
        "yesterday",
        "2026-11-22",
        "2025-12-24",
        "2028-01-01",
        "!",
        "31/11",
        "13/13",
        "22/11/2026",
        "in 0 days",
        "in 400 days",
        "the",
    ],
)
def test_a_day_that_is_over_or_far_or_no_day_is_refused(typed):
    with pytest.raises(RulesError) as refusal:
        day(typed, SUNDAY, "en")
    assert refusal.value.code == "me.no_date"


def test_a_date_is_spoken_with_its_day_of_the_week():
    assert spoken(SUNDAY, "fr") == "dimanche 22 novembre 2026"
