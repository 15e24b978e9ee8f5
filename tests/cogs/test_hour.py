"""The question for a person's hour, at their first seat; here everybody is new."""

import ast
import re
from datetime import UTC, time, timedelta
from pathlib import Path

import pytest

from bot.playground.driver import labels, words
from bot.playground.people import GAMES_ID
from bot.table.hours import Hours, zone_of
from bot.table.zones import zone_at_offset
from cogs._shared import hour
from tests.clock import MONDAY_NOON
from tests.cogs.playing import menus, message_after

NIGHT = (time(23), time(8))


@pytest.fixture
def asks_for_hours():
    return True


def question(person, *places):
    """The private question to a person, if they have one: in the lounge, or in other places."""
    posts = [post for place in places or (GAMES_ID,) for post in person.messages(place)]
    asked = [post for post in posts if HOUR_BUTTONS & {*labels(post)}]
    return asked[-1] if asked else None


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
    post = await ask(house, house.maud)
    assert post["flags"] & 64
    wall = house.app.clock.now().astimezone(zone_of("Europe/Paris"))
    hours = {f"{wall - timedelta(minutes=back):%H:%M}" for back in range(3)}
    assert re.search(r"Est-il (\d\d:\d\d) chez vous", words(post))[1] in hours
    assert labels(post) == ["Oui", "Une autre heure", "Plus tard"]


async def test_yes_saves_the_zone_and_a_quiet_night(house):
    post = await ask(house, house.maud)
    saved = await message_after(house.maud, post, house.maud.click(post, "Oui"))
    assert "de 23:00 à 08:00" in words(saved)
    assert preferences(house, house.maud).hours == Hours("Europe/Paris", *NIGHT)


async def test_another_hour_is_chosen_from_the_clock(house):
    """It is two hours later for Bastien than in London."""
    post = await ask(house, house.bastien)
    menu = await message_after(house.bastien, post, house.bastien.click(post, "Another hour"))
    assert len(menus(menu)[0]["options"]) == 24
    used = menus(menu)[0]["custom_id"]
    await message_after(house.bastien, menu, house.bastien.choose(menu, used, "2"))
    hours, now = preferences(house, house.bastien).hours, house.app.clock.now()
    assert now.astimezone(zone_of(hours.zone)).utcoffset() == timedelta(hours=2)
    assert (hours.quiet_from, hours.quiet_to) == NIGHT


async def test_a_person_is_asked_once(house):
    post = await ask(house, house.bastien)
    await message_after(house.bastien, post, house.bastien.click(post, "Later"))
    assert preferences(house, house.bastien).hours == Hours()
    await house.stop()
    await house.start()
    await house.bastien.slash("akropolis new", options={"language": "en"})
    assert question(house.bastien) is None


async def test_hours_that_were_chosen_are_kept(house):
    await house.app.people.change(house.bastien.id, hours=Hours("Asia/Tokyo"))
    await house.bastien.slash("akropolis new", options={"language": "en"})
    assert question(house.bastien) is None
    assert preferences(house, house.bastien).hours == Hours("Asia/Tokyo")


# ---- every way to a first seat -------------------------------------------------------------------


async def test_the_button_of_a_direct_message_that_calls_to_a_table_asks(house):
    await house.maud.slash("me notify", options={"game": "attika"})
    await house.bastien.slash("attika new", options={"players": 3, "language": "en"})
    place = (await house.maud.expect(house.maud.dm))["id"]
    letter = await house.maud.expect(lambda: (all := house.maud.messages(place)) and all[-1])
    assert question(house.maud, place) is None
    await house.maud.click(letter, "Rejoindre")
    await house.maud.expect(lambda: question(house.maud, place))


async def test_a_seat_by_invitation_asks(house):
    options = {"players": 2, "language": "en", "entry": "invited"}
    post = (await house.bastien.slash("akropolis new", options=options)).messages[0]
    invited = {"person": str(house.karim.id), "table": 1}
    await house.bastien.slash("table invite", options=invited)
    assert question(house.karim) is None
    await house.karim.click(post, "Join")
    await house.karim.expect(lambda: question(house.karim))


async def test_an_offered_seat_asks_whoever_takes_it(house):
    thread = await house.table()
    panel = (await house.ines.slash("table substitute", thread)).message
    await house.ines.click(panel, "Proposer ma place")
    offer = await house.noor.expect(
        lambda: next((post for post in house.noor.messages(thread) if TAKE & {*labels(post)}), None)
    )
    [button] = TAKE & {*labels(offer)}
    await house.noor.click(offer, button)
    await house.noor.expect(lambda: question(house.noor, thread))


TAKE = {"Take the seat", "Prendre la place"}
SEATING = re.compile(r"\.(lobbies\.(open|join|rematch)|seats\.take)\(")
"""A call that gives the person who pressed or typed something a seat."""


def test_whatever_gives_a_person_a_seat_asks_for_their_hour():
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
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, ast.get_source_segment(text, node)


def test_a_zone_with_that_hour_keeps_summer_time_where_there_is_one():
    summer = MONDAY_NOON.replace(month=7)
    offsets = (timedelta(hours=1), timedelta(hours=2), timedelta(hours=-11))
    assert [zone_at_offset(offset, summer, "fr") for offset in offsets] == [
        "Europe/London",
        "Europe/Paris",
        "Etc/GMT+11",
    ]
    assert zone_at_offset(timedelta(), MONDAY_NOON.astimezone(UTC), "en-GB") == "Europe/London"
