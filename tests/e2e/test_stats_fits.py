"""Every page of `/stats` fits a phone, with as much as there can be to show."""

from typing import Any

import pytest

from bot.service import Services
from bot.table.seating import Person as Seated
from playground.driver import labels, pictures
from playground.people import GAMES_ID, GUILD_ID
from tests.bot.finishing import begin, finish, take_time
from tests.e2e.phone import FITS
from tests.tier import deep

pytestmark = FITS

DAYS = "UPDATE result SET length = (table_id % 9 + 3) * 86400"
"""Lets the games have taken some days."""
GAMES = ("akropolis", "attika", "telegraph", "massalia", "magna_grecia")
CROWD = ["Aurélie-Maximilienne", "Jean-Christophe", "Zoé", "Théodore", "Apolline", "Léonard"]


async def busy_server(house: Any) -> None:
    """Games of every title between many people, one with an AI, one given up, one alone."""
    app = house.app
    services = Services(app.store, app.brains, notify=lambda: None)
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
    await services.stop_ai()


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
async def test_every_page_of_statistics_fits(house, phone_of, name):
    await busy_server(house)
    phone, ines = await phone_of(name), {"person": str(house.ines.id)}
    for called, options in {
        "mine": {},
        "another": ines,
        "another in a game": {**ines, "game": "akropolis"},
        "game": {"game": "akropolis"},
    }.items():
        panel = (await phone.person.slash("stats", options=options)).message
        await phone.measure(called, panel)
    assert len(pictures(panel)) == 1
    for number, called in ((1, "server"), (0, "mine again"), (1, "everywhere")):
        panel = await phone.press(called, panel, labels(panel)[number])
    await phone.choose("everywhere in a game", panel, "", "akropolis")
    phone.assert_fits(rows=True)
