"""Every page of `/me` fits a phone, in both languages, in a channel and in direct messages.

`-s` prints the table of heights; with `HEXAGORA_SHOTS` there are pictures of them all.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from bot.playground.people import GAMES_ID, GUILD_ID
from bot.playground.world import BOT_ID
from bot.table.options import Pace, Terms
from bot.table.seating import Person as Seated
from tests.browser import BROWSER, browser, keep, visit
from tests.e2e.playing import command_names, redrawn
from tests.e2e.test_pages_fit import LANGUAGE
from tests.e2e.test_panels_fit import HIGHEST, height, panel_of
from tests.tier import deep

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

PAGES = ("settings", "away", "games", "notify", "block", "data", "delete-my-data")
LOBBIES = 9
"""More than a page of somebody's games has room for."""
GAMES = 6
"""As many, with all that there is to say of a game that waits."""


async def busy(house: Any, person: Person) -> None:
    """Somebody with as much to be told as there can be."""
    for _ in range(LOBBIES):
        await person.slash("akropolis new")
    for _ in range(GAMES):
        await waiting(house, person)
    options = {"person": str(house.karim.id)}
    await person.slash("me block", options=options)
    await person.slash("me notify", options={"game": "attika"})


async def waiting(house: Any, person: Person) -> None:
    """A game with a pace that waits for somebody."""
    services, terms = house.app.services, Terms(pace=Pace.BANK)
    place = {"guild_id": GUILD_ID, "channel_id": GAMES_ID, "in_thread": True}
    table = await services.lobbies.open(
        game="magna_grecia",
        host=Seated(person.id, "Maximilienne"),
        size=2,
        options={},
        language="fr",
        drawn=False,
        terms=terms,
        **place,
    )
    await services.lobbies.join(table.id, Seated(house.ines.id, "Inès"))
    await services.lobbies.start(table.id, person.id)


async def fill_settings(person: Person) -> None:
    """All that the settings can tell: hours, days, an absence."""
    panel = (await person.slash("me settings", options={"zone": "Europe/London"})).message
    panel = await redrawn(person, panel, person.choose(panel, "me:days", ["5", "6"]))
    await person.click(panel, "me:hours")
    fields = {"zone": "Europe/London", "from": "22:00", "to": "8"}
    await redrawn(person, panel, person.submit(None, fields))
    await person.slash("me away", options={"until": "24"})


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
async def test_every_page_of_a_person_fits(house, browser: Browser, name: str) -> None:
    """Maud reads French, Bastien English."""
    reader: Person = getattr(house, name)
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    await busy(house, reader)
    await fill_settings(reader)
    heights = dict[str, float]()
    for command in PAGES:
        heights[command] = await height(page, (await reader.slash(f"me {command}")).message)
        await keep(panel_of(page), f"{LANGUAGE[name]} me {command}")
    for command, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {name}: /me {command}")  # noqa: T201
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}
    assert {*PAGES} == command_names(reader, "me")


async def test_they_are_there_in_direct_messages_too(house) -> None:
    place = (await house.maud.call("open_dm", user=str(BOT_ID)))["channel"]
    for command in set(PAGES) - {"notify"}:
        answer = await house.maud.slash(f"me {command}", place)
        assert answer.message["channel_id"] == place
