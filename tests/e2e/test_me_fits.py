"""Every page of `/me` fits a phone, in both languages, in a channel and in direct messages.

`-s` prints the table of heights.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from bot.playground.world import BOT_ID
from tests.browser import BROWSER, browser, visit
from tests.e2e.playing import redrawn
from tests.e2e.test_panels_fit import HIGHEST, height

__all__ = ["browser"]

pytestmark = BROWSER

PAGES = ("settings", "away", "games", "notify", "block", "delete-my-data")
LOBBIES = 9
"""More than a page of somebody's games has room for."""


async def busy(house: Any, person: Person) -> None:
    """Somebody with as much to be told as there can be."""
    for _ in range(LOBBIES):
        await person.slash("akropolis new")
    options = {"person": str(house.karim.id)}
    await person.slash("me block", options=options)
    await person.slash("me notify", options={"game": "attika"})


async def filled(person: Person) -> None:
    """All that the settings can tell: hours, days, an absence."""
    panel = (await person.slash("me settings", options={"zone": "Europe/London"})).message
    panel = await redrawn(person, panel, person.choose(panel, "me:days", ["5", "6"]))
    await person.click(panel, "me:hours")
    fields = {"zone": "Europe/London", "from": "22:00", "to": "8"}
    await redrawn(person, panel, person.submit(None, fields))
    await person.slash("me away", options={"until": "24"})


@pytest.mark.parametrize("name", ["maud", "bastien"])
async def test_every_page_of_a_person_fits(house, browser: Browser, name: str) -> None:
    """Maud reads French, Bastien English."""
    reader: Person = getattr(house, name)
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    await busy(house, reader)
    await filled(reader)
    heights = {
        command: await height(page, (await reader.slash(f"me {command}")).message)
        for command in PAGES
    }
    for command, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {name}: /me {command}")  # noqa: T201
    assert {one: high for one, high in heights.items() if high > HIGHEST} == {}


async def test_they_are_there_in_direct_messages_too(house) -> None:
    place = (await house.maud.call("open_dm", user=str(BOT_ID)))["channel"]
    for command in set(PAGES) - {"notify"}:
        answer = await house.maud.slash(f"me {command}", place)
        assert answer.message["channel_id"] == place
