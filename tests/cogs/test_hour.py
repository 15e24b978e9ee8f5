"""The question for a person's hour, at their first seat; everybody is new in these tests."""

import ast
import re
from datetime import UTC, time, timedelta
from pathlib import Path

import pytest

from bot.table.hours import Hours, zone_of
from bot.table.zones import zone_at_offset
from cogs._panel import hour
from playground.driver import labels, words
from playground.people import GAMES_ID
from tests.clock import MONDAY_NOON
from tests.cogs.playing import after_click, after_entry, menus

NIGHT = (time(23), time(8))


@pytest.fixture
def asks_for_hours():
    return True


def question(person, place=GAMES_ID):
    """The private question to a person in a channel, if there is one."""
    posts = [post for post in person.messages(place) if HOUR_BUTTONS & {*labels(post)}]
    return posts[-1] if posts else None


HOUR_BUTTONS = {"Another hour", "Une autre heure"}


def preferences(house, person):
    return house.app.people.preferences(person.id)


async def ask(house, person):
    """The question to a person who takes a seat at a table of Bastien's."""
    post = (await house.bastien.slash("akropolis new", options={"language": "en"})).messages[0]
    if person is not house.bastien:
        await person.click(post, "Join")
    return await person.expect(lambda: question(person))


async def test_the_guess_comes_from_the_language_of_discord(house):
    """Yes saves the zone and a quiet night."""
    post = await ask(house, house.maud)
    assert post["flags"] & 64
    wall = house.app.clock.now().astimezone(zone_of("Europe/Paris"))
    hours = {f"{wall - timedelta(minutes=back):%H:%M}" for back in range(3)}
    assert re.search(r"Est-il (\d\d:\d\d) chez vous", words(post))[1] in hours
    assert labels(post) == ["Oui", "Une autre heure", "Plus tard"]
    answer = await after_click(house.maud, post, "Oui")
    assert "de 23:00 à 08:00" in words(answer)
    assert preferences(house, house.maud).hours == Hours("Europe/Paris", *NIGHT)


async def test_another_hour_is_chosen_from_the_clock(house):
    """It is two hours later for Bastien than in London."""
    page = await after_click(house.bastien, await ask(house, house.bastien), "Another hour")
    (menu,) = menus(page)
    assert len(menu["options"]) == 24
    await after_entry(house.bastien, page, "2")
    hours, clock = preferences(house, house.bastien).hours, house.app.clock
    assert clock.now().astimezone(zone_of(hours.zone)).utcoffset() == timedelta(hours=2)
    assert (hours.quiet_from, hours.quiet_to) == NIGHT


async def test_a_person_is_asked_once_and_one_who_has_chosen_hours_never(house):
    await after_click(house.bastien, await ask(house, house.bastien), "Later")
    assert preferences(house, house.bastien).hours == Hours()
    await house.app.people.change(house.ines.id, hours=Hours("Asia/Tokyo"))
    await house.restart()
    for person in (house.bastien, house.ines):
        await person.slash("akropolis new", options={"language": "en"})
        assert question(person) is None
    assert preferences(house, house.ines).hours == Hours("Asia/Tokyo")


# ---- every way to a first seat -------------------------------------------------------------------


async def test_the_button_of_a_direct_message_that_calls_to_a_table_asks(house):
    await house.maud.slash("me notify", options={"game": "attika"})
    await house.bastien.slash("attika new", options={"players": 3, "language": "en"})
    place = (await house.maud.expect(house.maud.dm))["id"]
    letter = await house.maud.expect(lambda: (all := house.maud.messages(place)) and all[-1])
    assert question(house.maud, place) is None
    await house.maud.click(letter, "Rejoindre")
    await house.maud.expect(lambda: question(house.maud, place))


SEATING = re.compile(r"\.(lobbies\.(open|join|rematch)|seats\.take)\(")
"""A call that gives the person who pressed or typed something a seat."""


def test_every_way_to_a_seat_asks_for_the_hour_of_its_person():
    seating = [
        (file.name, function.name, "hour.ask(visitor)" in source)
        for file in Path(hour.__file__).parents[1].rglob("*.py")
        for function, source in functions_of(file)
        if SEATING.search(source)
    ]
    assert len(seating) == 6
    assert [(file, function) for file, function, asks in seating if not asks] == []


def functions_of(file):
    """The functions of a module with their source."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, "\n".join(lines[node.lineno - 1 : node.end_lineno])


def test_a_zone_with_that_hour_keeps_summer_time_where_there_is_one():
    summer = MONDAY_NOON.replace(month=7)
    offsets = (timedelta(hours=1), timedelta(hours=2), timedelta(hours=-11))
    assert [zone_at_offset(offset, summer, "fr") for offset in offsets] == [
        "Europe/London",
        "Europe/Paris",
        "Etc/GMT+11",
    ]
    assert zone_at_offset(timedelta(), MONDAY_NOON.astimezone(UTC), "en-GB") == "Europe/London"


async def test_of_whom_nothing_is_known_three_hours_are_offered(house):
    """Discord's own language says nothing of a country."""
    post = await ask(house, house.bastien)
    *times, other, later = labels(post)
    assert (other, later) == ("Another hour", "Later")
    assert len({*times}) == 3
    await after_click(house.bastien, post, times[2])
    assert preferences(house, house.bastien).hours == Hours("Europe/Paris", *NIGHT)
