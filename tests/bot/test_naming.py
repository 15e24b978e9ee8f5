"""A seat is called as its player is called now, on the server where the table is."""

import pytest

from bot.store import table_rows
from bot.table.seating import Person

SERVER, ELSEWHERE = 7, 70
MAUD, BASTIEN = 1, 2


@pytest.fixture
async def table(services):
    """A running game of Maud's and Bastien's."""
    opened = await services.lobbies.open(
        game="akropolis",
        guild_id=SERVER,
        channel_id=8,
        host=Person(MAUD, "Maud"),
        size=2,
        options={},
        language="en",
        in_thread=True,
        drawn=False,
    )
    await services.lobbies.join(opened.id, Person(BASTIEN, "Bastien"))
    return await services.lobbies.start(opened.id, MAUD)


async def names(services, table):
    return [occupant.name for occupant in (await services.tables.get(table.id)).seats]


async def writes(store):
    """Number of rows that were changed so far."""
    return await store.read(lambda db: db.total_changes)


async def test_a_new_name_holds_from_the_next_press_on(services, table, store):
    await services.privacy.note_person(Person(BASTIEN, "Basile", "en"), SERVER)
    assert await names(services, table) == ["Maud", "Basile"]
    assert [
        occupant.name
        for occupant in (await store.read(table_rows.read_position, table.id)).table.seats
    ][1] == "Basile"
    prompt = await services.moves.suggest(table.id, MAUD, None, ())
    await services.moves.play(table.id, MAUD, None, prompt.tokens)
    assert await names(services, table) == ["Maud", "Basile"]


async def test_it_changes_no_revision_so_that_no_button_is_stale(services, table):
    await services.privacy.note_person(Person(BASTIEN, "Basile"), SERVER)
    assert (await services.tables.get(table.id)).revision == table.revision


async def test_the_same_name_costs_no_write(services, table, store):
    await services.privacy.note_person(Person(BASTIEN, "Bastien", "en"), SERVER)
    before = await writes(store)
    await services.privacy.note_person(Person(BASTIEN, "Bastien", "en"), SERVER)
    await services.privacy.note_person(Person(99, "A stranger", "en"), SERVER)
    assert await writes(store) == before


async def test_the_name_of_another_server_or_of_a_direct_message_does_not_count(services, table):
    await services.privacy.note_person(Person(BASTIEN, "Captain"), ELSEWHERE)
    await services.privacy.note_person(Person(BASTIEN, "Captain"), None)
    assert await names(services, table) == ["Maud", "Bastien"]


async def test_a_game_that_is_over_keeps_its_names(services, table):
    await services.seats.resign(table.id, MAUD)
    await services.privacy.note_person(Person(BASTIEN, "Basile"), SERVER)
    assert await names(services, table) == ["Maud", "Bastien"]
