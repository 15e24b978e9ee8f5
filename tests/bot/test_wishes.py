"""Who waits for somebody to open a table hears of it, once, while there is a seat for them."""

from datetime import timedelta

import pytest

from bot.service.people import People
from bot.table.options import Entry, Terms
from bot.table.preferences import Blocked
from bot.table.seating import Person
from tests.bot import room

MAUD, BASTIEN, INES, KARIM = 1, 2, 3, 4
HERE, THERE = 7, 9


@pytest.fixture
async def people(store):
    return await People.open(store)


async def open_lobby(services, host=MAUD, game="attika", guild=HERE, size=3, **other):
    person = Person(host, f"Person {host}")
    place = {"guild_id": guild, "channel_id": 8, "in_thread": True, **other}
    return await services.lobbies.open(
        game=game, host=person, size=size, options={}, language="en", **place
    )


async def invitations(store):
    """The tables about which somebody is to be told."""
    query = "SELECT table_id FROM outbox WHERE kind = 'invite' ORDER BY id"
    return await store.read(lambda db: [row[0] for row in db.execute(query)])


async def test_a_new_table_is_told_once_to_all_who_wait(services, store):
    await services.lobbies.wish(BASTIEN, HERE, ["attika"])
    await services.lobbies.wish(INES, HERE, ["attika", "akropolis"])
    table = await open_lobby(services)
    assert await invitations(store) == [table.id]
    assert await services.lobbies.people_to_tell(table) == [BASTIEN, INES]


async def test_a_table_that_no_player_waits_for_is_not_told(services, store):
    await services.lobbies.wish(BASTIEN, THERE, ["attika"])
    await services.lobbies.wish(INES, HERE, ["akropolis"])
    await services.lobbies.wish(MAUD, HERE, ["attika"])
    await open_lobby(services)
    assert await invitations(store) == []


async def test_a_table_that_is_full_is_told_to_no_one(services, store):
    """At once, or by the time of the message."""
    await services.lobbies.wish(BASTIEN, HERE, ["akropolis", "attika"])
    await open_lobby(services, game="akropolis", size=1)
    assert await invitations(store) == []
    table = await open_lobby(services, size=2)
    table = await services.lobbies.join(table.id, Person(INES, "Inès"))
    assert await services.lobbies.people_to_tell(table) == []


async def test_people_who_block_each_other_are_not_told(services, people):
    for user in (BASTIEN, INES, KARIM):
        await services.lobbies.wish(user, HERE, ["attika"])
    await people.block(BASTIEN, Blocked(MAUD, "Maud"))
    await people.block(MAUD, Blocked(INES, "Inès"))
    assert await services.lobbies.people_to_tell(await open_lobby(services)) == [KARIM]


async def test_a_player_with_a_seat_waits_no_longer(services):
    await services.lobbies.wish(BASTIEN, HERE, ["akropolis", "attika"])
    table = await open_lobby(services)
    await services.lobbies.join(table.id, Person(BASTIEN, "Bastien"))
    assert await services.lobbies.wishes(BASTIEN, HERE) == ["akropolis"]


async def test_a_substitute_waits_no_longer(services):
    table = await room.start_table(services, size=3)
    for user in (KARIM, INES):
        await services.lobbies.wish(user, 1, ["akropolis", "attika"])
    await services.seats.offer(table.id, room.BASTIEN.user_id)
    await services.seats.take(table.id, 1, Person(KARIM, "Karim"))
    assert await services.lobbies.wishes(KARIM, 1) == ["attika"]
    assert await services.lobbies.wishes(INES, 1) == ["akropolis", "attika"]


async def test_wishes_are_changed_server_by_server(services):
    await services.lobbies.wish(BASTIEN, HERE, ["attika"])
    await services.lobbies.wish(BASTIEN, THERE, ["akropolis", "chess"])
    await services.lobbies.wish(BASTIEN, HERE, [])
    assert await services.lobbies.wishes(BASTIEN, HERE) == []
    assert await services.lobbies.wishes(BASTIEN, THERE) == ["akropolis"]


async def test_people_who_wait_hear_of_a_table_by_invitation_once_it_is_opened(services, store):
    await services.lobbies.wish(BASTIEN, HERE, ["attika"])
    table = await open_lobby(services, terms=Terms(entry=Entry.INVITED))
    assert await invitations(store) == []
    for entry in (Entry.INVITED, Entry.STEADY):
        await services.lobbies.configure(table.id, table.host_id, terms=Terms(entry=entry))
    assert await invitations(store) == [table.id]
    assert await services.lobbies.people_to_tell(await services.tables.get(table.id)) == [BASTIEN]


async def test_each_person_who_waits_hears_of_a_table_once_however_often_it_is_opened(services):
    for user in (BASTIEN, INES):
        await services.lobbies.wish(user, HERE, ["attika"])
    table = await open_lobby(services)
    await services.lobbies.note_told(table, BASTIEN)
    for entry in (Entry.INVITED, Entry.OPEN):
        table = await services.lobbies.configure(table.id, table.host_id, terms=Terms(entry=entry))
    assert await services.lobbies.people_to_tell(table) == [INES]


async def test_a_host_who_opens_table_after_table_is_heard_of_once_an_hour(services, clock):
    """By each person and for each game; another host is none of theirs."""
    await services.lobbies.wish(BASTIEN, HERE, ["attika", "akropolis"])
    table = await open_lobby(services)
    await services.lobbies.note_told(table, BASTIEN)
    await services.votes.cancel(table.id, MAUD, moderator=False)
    again = await open_lobby(services, channel_id=11)
    assert await services.lobbies.people_to_tell(again) == []
    other_host = await open_lobby(services, host=KARIM, channel_id=12)
    assert await services.lobbies.people_to_tell(other_host) == [BASTIEN]
    other_game = await open_lobby(services, game="akropolis", channel_id=13)
    assert await services.lobbies.people_to_tell(other_game) == [BASTIEN]
    await clock.advance(timedelta(hours=1, minutes=1))
    assert await services.lobbies.people_to_tell(again) == [BASTIEN]
