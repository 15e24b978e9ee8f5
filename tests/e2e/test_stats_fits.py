"""Every page of `/stats` fits a phone, in both languages, with as much as there can be to show."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from bot.playground.driver import labels, pictures
from bot.playground.people import GAMES_ID, GUILD_ID
from bot.service import build_services
from bot.table.seating import Person as Seated
from tests.bot.finishing import begin, finish, take_time
from tests.browser import BROWSER, browser, keep, visit
from tests.cogs.playing import menus
from tests.e2e.playing import redrawn
from tests.e2e.test_pages_fit import LANGUAGE
from tests.e2e.test_panels_fit import HIGHEST, broken, height, panel_of

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

DAYS = "UPDATE result SET length = (table_id % 9 + 3) * 86400"
"""Lets the games have taken some days."""
GAMES = ("akropolis", "attika", "telegraph", "massalia", "magna_grecia")
CROWD = ["Aurélie-Maximilienne", "Jean-Christophe", "Zoé", "Théodore", "Apolline", "Léonard"]


async def busy_server(house: Any) -> None:
    """Games of every title between many people, one with an AI, one given up, one alone."""
    app = house.app
    services = build_services(app.store, app.brains, notify=lambda: None)
    names = ("Maud", "Bastien", "Inès")
    ids = (house.maud.id, house.bastien.id, house.ines.id)
    friends = [Seated(*each) for each in zip(ids, names, strict=True)]
    crowd = [Seated(5000 + number, name) for number, name in enumerate(CROWD)]
    place = {"guild_id": GUILD_ID, "channel_id": GAMES_ID}
    fields = [friends[:2], friends[1:], [friends[0], friends[2]]]
    fields += [[each, friends[n % 3]] for n, each in enumerate(crowd)] * 2
    for number, field in enumerate(fields):
        game = "akropolis" if number > 2 else GAMES[number]
        table = await begin(services, *field, game=game, **place)
        await take_time(app.store, table, *((turn % 2, 1 + number % 5) for turn in range(6)))
        await finish(services, app.store, table.id, 60 + 7 * number, 150 - 11 * (number % 4))
    for game in GAMES:
        table = await begin(services, *friends[:2], game=game, ai=(), **place)
        await take_time(app.store, table, (0, 2), (1, 30))
        await finish(services, app.store, table.id, 80, 100)
    table = await begin(services, *friends[:2], ai=("easy",), **place)
    await services.seats.resign(table.id, house.bastien.id)
    await finish(services, app.store, table.id, 80, 100, 90)
    table = await begin(services, friends[0], ai=("easy",), **place)
    await finish(services, app.store, table.id, 80, 100)
    await app.store.write(lambda db: db.execute("DELETE FROM outbox"))
    await app.store.write(lambda db: db.execute(DAYS))
    await services.close()


async def pages(reader: Person, other: Person) -> Any:
    """Every page, by what opens it."""
    yield "mine", await reader.slash("stats")
    yield "another", await reader.slash("stats", options={"person": str(other.id)})
    both = {"person": str(other.id), "game": "akropolis"}
    yield "another in a game", await reader.slash("stats", options=both)
    yield "game", await reader.slash("stats", options={"game": "akropolis"})


@pytest.mark.parametrize("name", ["maud", "bastien"])
async def test_every_page_fits(house, browser: Browser, name: str) -> None:
    """Maud reads French, Bastien English."""
    reader: Person = getattr(house, name)
    await busy_server(house)
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    heights = dict[str, float]()

    async def measure(called: str, panel: Any) -> None:
        heights[called] = await height(page, panel)
        assert await broken(page) == []
        await keep(panel_of(page), f"{LANGUAGE[name]} stats {called}")

    async for called, answer in pages(reader, house.ines):
        await measure(called, answer.message)
    panel = answer.message
    assert len(pictures(panel)) == 1
    for number, called in ((1, "server"), (0, "mine again"), (1, "everywhere")):
        label = labels(panel)[number]
        panel = await redrawn(reader, panel, reader.click(panel, label))
        await measure(called, panel)
    used = menus(panel)[0]["custom_id"]
    panel = await redrawn(reader, panel, reader.choose(panel, used, ["akropolis"]))
    await measure("everywhere in a game", panel)
    for called, high in heights.items():
        print(f"{high:6.0f}  {LANGUAGE[name]}: {called}")  # noqa: T201
    assert {called: high for called, high in heights.items() if high > HIGHEST} == {}
