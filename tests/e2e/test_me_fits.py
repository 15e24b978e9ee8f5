"""Every page of `/me` fits a phone, with as much to tell as there can be."""

from typing import Any

import pytest

from bot.table.options import Pace, Terms
from bot.table.seating import Person as Seated
from playground import Person
from playground.people import GAMES_ID, GUILD_ID
from playground.world import BOT_ID
from tests.cogs.playing import after_choice, message_after
from tests.e2e.playing import command_names
from tests.tier import deep

PAGES = ("settings", "away", "games", "notify", "block", "data", "delete-my-data")
LOBBIES = 9
"""More than a page of somebody's games has room for."""
GAMES = 6
"""As many, with all that there is to say of a game that waits."""
PLACE = {"guild_id": GUILD_ID, "channel_id": GAMES_ID, "in_thread": True}


async def fill_pages(house: Any, person: Person) -> None:
    """Somebody with games, lobbies, and somebody blocked."""
    services = house.app
    host, friend = Seated(person.id, "Maximilienne"), Seated(house.ines.id, "Inès")
    for number in range(LOBBIES + GAMES):
        table = await services.lobbies.open(
            game="akropolis" if number < LOBBIES else "magna_grecia",
            host=host,
            size=2,
            options={},
            language="fr",
            drawn=False,
            terms=Terms(pace=Pace.BANK),
            **PLACE,
        )
        if number >= LOBBIES:
            await services.lobbies.join(table.id, friend)
            await services.lobbies.start(table.id, person.id)
    await person.slash("me block", options={"person": str(house.karim.id)})
    await person.slash("me notify", options={"game": "attika"})


async def fill_settings(person: Person) -> None:
    """Settings with everything to tell: hours, days, an absence."""
    panel = (await person.slash("me settings", options={"zone": "Europe/London"})).message
    panel = await after_choice(person, panel, "me:days", ["5", "6"])
    await person.click(panel, "me:hours")
    fields = {"zone": "Europe/London", "from": "22:00", "to": "8"}
    await message_after(person, panel, person.submit(None, fields))
    await person.slash("me away", options={"until": "24"})


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
@pytest.mark.browser
@pytest.mark.usefixtures("icons_there")
async def test_every_page_of_a_person_fits(house, phone_of, name):
    phone = await phone_of(name)
    await fill_pages(house, phone.person)
    await fill_settings(phone.person)
    for command in PAGES:
        answer = await phone.person.slash(f"me {command}")
        await phone.measure(f"/me {command}", answer.message)
    phone.assert_fits()
    assert {*PAGES} == command_names(phone.person, "me")


async def test_they_are_there_in_direct_messages_too(house):
    place = (await house.maud.call("open_dm", user=str(BOT_ID)))["channel"]
    for command in set(PAGES) - {"notify"}:
        answer = await house.maud.slash(f"me {command}", place)
        assert answer.message["channel_id"] == place
