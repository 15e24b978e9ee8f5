"""The question for a person's hour, at their first seat; here everybody is new."""

import re
from datetime import UTC, time, timedelta

import pytest

from bot.playground.driver import labels, words
from bot.table.hours import Hours, zone_of
from bot.table.zones import zone_at_offset
from tests.clock import MONDAY_NOON
from tests.cogs.playing import menus, message_after

NIGHT = (time(23), time(8))


@pytest.fixture
def asks_for_hours():
    return True


def question(person):
    """The private question to a person, if they have one."""
    asked = [post for post in person.messages() if HOUR_BUTTONS & {*labels(post)}]
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


def test_a_zone_with_that_hour_keeps_summer_time_where_there_is_one():
    summer = MONDAY_NOON.replace(month=7)
    offsets = (timedelta(hours=1), timedelta(hours=2), timedelta(hours=-11))
    assert [zone_at_offset(offset, summer, "fr") for offset in offsets] == [
        "Europe/London",
        "Europe/Paris",
        "Etc/GMT+11",
    ]
    assert zone_at_offset(timedelta(), MONDAY_NOON.astimezone(UTC), "en-GB") == "Europe/London"
