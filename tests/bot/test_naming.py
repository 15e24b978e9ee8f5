"""A seat is called as its player is called now, on the server where the table is."""

import pytest

from bot.table.seating import Person

SERVER, ELSEWHERE = 7, 70
MAUD, BASTIEN = 1, 2


@pytest.fixture
async def table(tables):
    """A running game of Maud's and Bastien's."""
    opened = await tables.open(
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
    await tables.join(opened.id, Person(BASTIEN, "Bastien"))
    return await tables.start(opened.id, MAUD)


async def names(tables, table):
    return [holder.name for holder in (await tables.get(table.id)).seats]


async def writes(store):
    """How many rows were changed so far."""
    return await store.read(lambda db: db.total_changes)


async def test_a_new_name_holds_from_the_next_press_on(tables, table, store):
    await tables.note_person(Person(BASTIEN, "Basile", "en"), SERVER)
    assert await names(tables, table) == ["Maud", "Basile"]
    assert [holder.name for holder in (await store.position(table.id)).table.seats][1] == "Basile"
    prompt = await tables.suggest(table.id, MAUD, None, ())
    await tables.play(table.id, MAUD, None, prompt.tokens)
    assert await names(tables, table) == ["Maud", "Basile"]


async def test_it_changes_no_revision_so_that_no_button_is_stale(tables, table):
    await tables.note_person(Person(BASTIEN, "Basile"), SERVER)
    assert (await tables.get(table.id)).revision == table.revision


async def test_the_same_name_costs_no_write(tables, table, store):
    await tables.note_person(Person(BASTIEN, "Bastien", "en"), SERVER)
    before = await writes(store)
    await tables.note_person(Person(BASTIEN, "Bastien", "en"), SERVER)
    await tables.note_person(Person(99, "A stranger", "en"), SERVER)
    assert await writes(store) == before


async def test_the_name_of_another_server_or_of_a_direct_message_does_not_count(tables, table):
    await tables.note_person(Person(BASTIEN, "Captain"), ELSEWHERE)
    await tables.note_person(Person(BASTIEN, "Captain"), None)
    assert await names(tables, table) == ["Maud", "Bastien"]


async def test_a_game_that_is_over_keeps_its_names(tables, table):
    await tables.resign(table.id, MAUD)
    await tables.note_person(Person(BASTIEN, "Basile"), SERVER)
    assert await names(tables, table) == ["Maud", "Bastien"]
