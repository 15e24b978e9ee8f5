"""Of a server that has removed the bot only finished games stay. The file is real."""

from datetime import timedelta

import pytest

from bot.service import Services
from bot.service.people import People
from bot.store.servers import clear
from bot.table.motions import Kind
from bot.table.seating import Person, Status
from rules.contract import RulesError
from tests.bot.room import make_move
from tests.bot.test_forgetting import dump
from tests.clock import StillClock

LEFT, STAYS = 7001, 7002
MAUD, BASTIEN, KARIM, GUEST = 8001, 8002, 8003, 8004
DAY = timedelta(days=1)
QUARTER = 90 * DAY


@pytest.fixture
async def people(store):
    store.clock = StillClock()
    return await People.open(store)


@pytest.fixture
async def services(store, brains, people):
    built = Services(store, brains, notify=lambda: None, people=people)
    yield built
    await built.stop_ai()


async def lobby(services, guild, *users, size=3):
    table = await services.lobbies.open(
        game="attika",
        guild_id=guild,
        channel_id=8,
        host=Person(users[0], f"Person {users[0]}"),
        size=size,
        options={},
        language="en",
        in_thread=True,
        drawn=False,
    )
    for user in users[1:]:
        table = await services.lobbies.join(table.id, Person(user, f"Person {user}"))
    return table


async def fill(services, store, guild):
    """A lobby, a running game with moves and a question, a finished and a cancelled one."""
    waiting = await lobby(services, guild, MAUD)
    await services.lobbies.invite(waiting.id, MAUD, Person(GUEST + guild, f"Guest of {guild}"))
    live = await lobby(services, guild, MAUD, BASTIEN, KARIM)
    await services.lobbies.start(live.id, MAUD)
    await make_move(services, live.id)
    await services.votes.propose(live.id, BASTIEN, Kind.PAUSE)
    await services.places.note_hand_post(live.id, 1, BASTIEN, channel_id=11, message_id=12)
    over = await lobby(services, guild, MAUD, BASTIEN, size=2)
    await services.lobbies.invite(over.id, MAUD, Person(GUEST + guild, f"Guest of {guild}"))
    await services.lobbies.start(over.id, MAUD)
    await make_move(services, over.id)
    await services.seats.resign(over.id, BASTIEN)
    closed = await lobby(services, guild, KARIM)
    await services.votes.cancel(closed.id, KARIM, moderator=True)
    await services.lobbies.wish(MAUD, guild, {"attika"})
    await services.servers.change(guild, language="fr")
    return waiting.id, live.id, over.id, closed.id


@pytest.fixture
async def guilds_with_tables(services, store):
    """The tables of the server that leaves, and of the one that stays."""
    return await fill(services, store, LEFT), await fill(services, store, STAYS)


async def leave(services, store):
    """The server removes the bot, and a quarter of a year passes."""
    await services.servers.note_left(LEFT)
    store.clock.skip(QUARTER + DAY)
    await services.servers.clear_absent(QUARTER)


async def rows(store, query, *values):
    result = await store.read(lambda db: db.execute(query, values).fetchall())
    return [tuple(row) for row in result]


async def of_tables(store, *ids):
    """Number of rows that each table of the database has about some games."""
    marks = ", ".join(map(str, ids))
    names = await rows(store, "SELECT name FROM sqlite_schema WHERE type = 'table'")
    counts = {}
    for (name,) in names:
        columns = [
            column
            for (column,) in await rows(store, f"SELECT name FROM pragma_table_info('{name}')")
        ]
        key = "id" if name == "table_" else "table_id"
        if key in columns:
            query = f"SELECT count(*) FROM {name} WHERE {key} IN ({marks})"
            [(counts[name],)] = await rows(store, query)
    return counts


async def test_after_ninety_days_its_unfinished_tables_are_gone_with_every_row(
    guilds_with_tables, services, store
):
    (waiting, live, _, closed), _ = guilds_with_tables
    assert (await of_tables(store, waiting, live, closed))["action"] > 0
    await leave(services, store)
    counts = await of_tables(store, waiting, live, closed)
    assert {name: n for name, n in counts.items() if n} == {}
    for table_id in (waiting, live, closed):
        with pytest.raises(RulesError):
            await services.tables.get(table_id)
    assert await store.check() == []


async def test_its_finished_games_stay_whole(guilds_with_tables, services, store):
    (_, _, over, _), _ = guilds_with_tables
    before = await of_tables(store, over)
    record = await services.reading.record(over)
    await leave(services, store)
    after = await of_tables(store, over)
    assert {name for name in before if before[name] != after[name]} == {"guest"}
    assert (await services.tables.get(over)).status is Status.OVER
    assert await services.reading.record(over) == record


async def test_its_wishes_and_settings_are_gone(guilds_with_tables, services, store):
    await leave(services, store)
    for name in ("wish", "server"):
        assert await rows(store, f"SELECT DISTINCT guild_id FROM {name}") == [(STAYS,)]
    assert await rows(store, "SELECT * FROM left_server") == []
    assert await rows(store, "SELECT * FROM removal") == []
    users = {user for (user,) in await rows(store, "SELECT user_id FROM person")}
    assert {GUEST + STAYS, MAUD} <= users


async def test_no_byte_of_it_stays_in_the_file(guilds_with_tables, services, store, file):
    """But of finished games, whose log tells who was invited."""
    act = "DELETE FROM act WHERE about_id = ?"
    await store.write(lambda db: db.execute(act, (GUEST + LEFT,)))
    await leave(services, store)
    assert await store.tidy()
    assert f"Guest of {LEFT}".encode() not in file.read_bytes()
    assert f"Guest of {STAYS}".encode() in file.read_bytes()


async def test_the_other_server_keeps_everything(guilds_with_tables, services, store):
    _, other_tables = guilds_with_tables
    before = await of_tables(store, *other_tables)
    await leave(services, store)
    assert await of_tables(store, *other_tables) == before


async def test_a_server_that_comes_back_within_ninety_days_keeps_everything(
    guilds_with_tables, services, store, file
):
    before = dump(file)
    await services.servers.note_left(LEFT)
    store.clock.skip(QUARTER - DAY)
    absent = dump(file)
    await services.servers.clear_absent(QUARTER)
    assert dump(file) == absent
    await services.servers.note_present([LEFT, STAYS])
    store.clock.skip(QUARTER)
    await services.servers.clear_absent(QUARTER)
    assert dump(file) == before


async def test_a_server_that_left_while_the_bot_was_off_is_noticed(
    guilds_with_tables, services, store
):
    await services.servers.note_present([STAYS])
    assert await rows(store, "SELECT guild_id FROM left_server") == [(LEFT,)]
    since = await rows(store, "SELECT at FROM left_server")
    store.clock.skip(DAY)
    await services.servers.note_present([STAYS])
    assert await rows(store, "SELECT at FROM left_server") == since


async def test_the_log_of_any_other_table_cannot_be_deleted(guilds_with_tables, store):
    with pytest.raises(Exception, match="append-only"):
        await store.write(lambda db: db.execute("DELETE FROM action"))
    await store.write(clear, LEFT)
    with pytest.raises(Exception, match="append-only"):
        await store.write(lambda db: db.execute("DELETE FROM action"))
