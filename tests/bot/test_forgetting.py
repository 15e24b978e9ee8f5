"""Somebody may be forgotten: no row names them, and the tables they played at stay."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.database.packing import pack
from bot.service import Services
from bot.service.people import People
from bot.steps.announcements import notice
from bot.steps.reminders import NOTICE, WAITS
from bot.steps.spectators import WATCH
from bot.store import erasure, ping_rows
from bot.store.outbox import payload_of
from bot.store.person_rows import know
from bot.table import payloads
from bot.table.changes import Ping
from bot.table.due import Due
from bot.table.motions import Kind
from bot.table.payloads import Way
from bot.table.post import Post
from bot.table.preferences import Blocked, Preferences
from bot.table.seating import Person, Status, stand_in
from tests.bot import room
from tests.bot.samples import schedule

ZAPHOD, NAME = 424242424242, "Zaphod"
MAUD, BASTIEN = 1, 2
NOW = datetime(2026, 11, 22, tzinfo=UTC)


@pytest.fixture
async def people(store):
    return await People.open(store)


@pytest.fixture
async def services(store, brains, people):
    built = Services(store, brains, notify=lambda: None, people=people)
    yield built
    await built.stop_ai()


def person(user):
    return Person(user, NAME if user == ZAPHOD else f"Person {user}", "en")


async def lobby(services, *users, size=3, **different):
    """A lobby where these people are, the first as the host."""
    place = {"guild_id": 7, "channel_id": 8}
    table = await room.lobby(services, size, host=person(users[0]), **place, **different)
    for user in users[1:]:
        table = await services.lobbies.join(table.id, person(user))
    return table


async def game(services, *users, **more):
    table = await lobby(services, *users, size=len(users), **more)
    return await services.lobbies.start(table.id, users[0])


def dump(file):
    """Every row of the database as text, by table."""
    with closing(sqlite3.connect(file)) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table'")
        ]
        return {name: [str(row) for row in db.execute(f"SELECT * FROM {name}")] for name in tables}


def naming(file, text):
    """The tables of the database in which something stands."""
    return {name for name, rows in dump(file).items() if any(str(text) in row for row in rows)}


# ---- every row -----------------------------------------------------------------------------------


@pytest.fixture
async def everywhere(services, people, store):
    """Zaphod has left a trace wherever people do."""
    over = await game(services, ZAPHOD, MAUD)
    await services.seats.resign(over.id, MAUD)
    live = await game(services, MAUD, ZAPHOD, BASTIEN, game="attika")
    await services.places.note_hand_post(live.id, 1, ZAPHOD, channel_id=11, message_id=12)
    await lobby(services, ZAPHOD, MAUD)
    await lobby(services, MAUD, ZAPHOD)
    await services.votes.cancel(live.id, MAUD, moderator=False)
    [motion] = await services.votes.open_motions(live.id)
    await services.votes.vote(live.id, motion.id, ZAPHOD, yes=True)
    await services.votes.propose(live.id, ZAPHOD, Kind.PAUSE)
    await services.seats.offer(live.id, ZAPHOD)
    await people.change(ZAPHOD, language="fr")
    await people.block(ZAPHOD, Blocked(MAUD, "Maud"))
    await people.block(MAUD, Blocked(ZAPHOD, NAME))
    await schedule(store, Due(kind="back", at=NOW, person_id=ZAPHOD))
    await store.post(live.id, notice("table.back", [ZAPHOD, MAUD], name="x"))
    calls = [(1, ZAPHOD), (1, MAUD)]
    payload = payloads.Board(plies=(1, 1), revision=1, mention=[ZAPHOD], calls=calls)
    await store.post(live.id, Post("board", payload))
    return over, live


async def test_no_row_or_byte_names_them_any_more(everywhere, services, file):
    """The others are still named, in the file and in its journal."""
    journal = Path(f"{file}-wal")
    before = file.read_bytes() + journal.read_bytes()
    traces = NAME.encode(), str(ZAPHOD).encode(), ZAPHOD.to_bytes(6, "big")
    assert all(trace in before for trace in traces)
    tables = {"person", "seat", "table_", "hand", "block", "due", "outbox", "motion"}
    assert tables <= naming(file, ZAPHOD)
    await services.privacy.forget(ZAPHOD)
    assert naming(file, ZAPHOD) | naming(file, NAME) == set()
    after = file.read_bytes() + journal.read_bytes()
    assert [trace for trace in traces if trace in after] == []
    assert {"seat", "table_", "outbox"} <= naming(file, "Person 1") | naming(file, MAUD)
    assert b"Person 1" in after


async def test_it_is_one_transaction_with_all_its_posts(everywhere, services, file, store):
    """A process that dies behind it has all posts still to send, without the name."""
    await services.places.note(everywhere[1], lobby_message_id=21, board_message_id=22)
    statements = []
    await store.read(lambda db: db.set_trace_callback(statements.append))
    await services.privacy.forget(ZAPHOD)
    await store.read(lambda db: db.set_trace_callback(None))
    erasing = [statement.startswith("DELETE FROM person") for statement in statements]
    assert "COMMIT" not in statements[: erasing.index(True)]
    rows = dump(file)["outbox"]
    for kind in ("redraw", "retire", "lobby", "notice"):
        assert any(f"'{kind}'" in row for row in rows), kind
    assert any("**Player 2**" in row for row in rows)


async def test_their_motions_are_withdrawn(everywhere, services):
    await services.privacy.forget(ZAPHOD)
    [motion] = await services.votes.open_motions(everywhere[1].id)
    assert motion.kind is Kind.END


def insert_person(db, column, number):
    """A row that holds Zaphod in a column of whatever table: every other value is made up."""
    values = {}
    for column_row in db.execute(f"PRAGMA table_info({column.table})").fetchall():
        if column_row["name"] == column.name:
            values[column_row["name"]] = ZAPHOD
        elif column_row["name"] == column.spoken:
            values[column_row["name"]] = NAME
        elif (column_row["notnull"] or column_row["pk"]) and column_row["dflt_value"] is None:
            made_up = {"INTEGER": number, "REAL": 1.0, "BLOB": pack("[]")}
            values[column_row["name"]] = made_up.get(column_row["type"], f'"{number}"')
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    db.execute(f"INSERT INTO {column.table} ({names}) VALUES ({marks})", tuple(values.values()))


async def test_every_column_that_holds_people_forgets_them(store, file):
    """Also of tables that nobody thought of: a row that knows somebody never outlasts them."""
    columns = await store.read(lambda db: list(erasure.columns(db)))
    assert {("seat", "user_id"), ("table_", "host_id"), ("block", "blocked_id")} <= {
        (column.table, column.name) for column in columns
    }
    with closing(sqlite3.connect(file)) as db:
        db.row_factory = sqlite3.Row
        db.executescript("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        for number, column in enumerate(columns, 900):
            insert_person(db, column, number)
            assert naming_in(db, column.table) > 0
            erasure.erase(db, ZAPHOD)
            tables_with_names = [column.table for column in columns if naming_in(db, column.table)]
            assert tables_with_names == [], column
            db.rollback()


def naming_in(db, table):
    rows = db.execute(f"SELECT * FROM {table}").fetchall()
    return sum(str(ZAPHOD) in str(tuple(row)) or NAME in str(tuple(row)) for row in rows)


# ---- the tables ----------------------------------------------------------------------------------


async def test_a_seat_becomes_a_number_in_the_language_of_the_table(services):
    over = await game(services, MAUD, ZAPHOD, language="fr")
    await services.seats.resign(over.id, MAUD)
    await services.privacy.forget(ZAPHOD)
    after = await services.tables.get(over.id)
    assert [occupant.name for occupant in after.seats] == ["Person 1", "Joueur 2"]
    assert after.seats[1].user_id is None
    assert not after.seats[1].resigned


async def test_the_others_play_on_with_a_stand_in_and_another_host(services):
    table = await game(services, ZAPHOD, MAUD, BASTIEN)
    await services.privacy.forget(ZAPHOD)
    after = await services.tables.get(table.id)
    assert (after.status, after.host_id) == (Status.LIVE, MAUD)
    assert (after.seats[0].name, after.seats[0].ai) == ("Player 1", stand_in(after.game))
    assert after.humans() == [MAUD, BASTIEN]


async def test_their_lobbies_close_and_other_lobbies_lose_them(services):
    theirs, mine = await lobby(services, ZAPHOD, MAUD), await lobby(services, MAUD, ZAPHOD)
    await services.privacy.forget(ZAPHOD)
    assert (await services.tables.get(theirs.id)).status is Status.CANCELLED
    assert (await services.tables.get(mine.id)).humans() == [MAUD]


async def test_the_log_of_a_game_stays_whole(services):
    table = await game(services, ZAPHOD, MAUD, BASTIEN)
    prompt = await services.moves.suggest(table.id, ZAPHOD, None, ())
    await services.moves.play(table.id, ZAPHOD, None, prompt.tokens)
    before = await services.reading.log(table.id)
    await services.privacy.forget(ZAPHOD)
    expected = [replace(ply, by=None) for ply in before]
    assert (await services.reading.log(table.id))[: len(before)] == expected
    assert "Player 1" in [occupant.name for occupant in await services.reading.history(table.id)]


async def retirements(store):
    """Payloads of the deliveries that put messages away or edit them."""
    return [payload_of(row) for row in await rows_of_kind(store, "retire")]


def message(table, user, kind, number=14):
    """A message in place 13 that mentions a person."""
    return Ping(table.id, user, 13, number, kind)


async def test_the_messages_that_were_sent_to_them_are_to_be_removed(services, store):
    table = await game(services, MAUD, ZAPHOD, BASTIEN, game="attika")
    await services.places.note_hand_post(table.id, 1, ZAPHOD, channel_id=11, message_id=12)
    ping = Ping(table.id, ZAPHOD, 13, 14, "reminder")
    await store.write(ping_rows.write, [ping], (), store.clock.now())
    await services.privacy.forget(ZAPHOD)
    removals = sorted(await retirements(store), key=lambda post: post.place)
    assert removals == [
        payloads.Retirement(place=place, message=place + 1, way=Way.DELETE) for place in (11, 13)
    ]


@pytest.mark.parametrize("kind", [f"{WATCH}:2", NOTICE])
async def test_a_message_to_several_loses_one_after_the_other(services, store, file, kind):
    """With the last it is deleted. A delivery that waits forgets those who are erased later."""
    table, (ford, trillian) = await game(services, MAUD, BASTIEN), (ZAPHOD + 1, ZAPHOD + 2)
    people = (ZAPHOD, ford, trillian)
    await store.write(know, *people)
    messages = [message(table, user, kind) for user in people]
    await store.write(ping_rows.write, messages, (), store.clock.now())
    edit = payloads.Retirement(place=13, message=14, way=Way.MENTION)
    for user, lists in (
        (ZAPHOD, [[ford, trillian]]),
        (ford, [[trillian], [trillian]]),
        (trillian, [[], []]),
    ):
        await services.privacy.forget(user)
        assert naming(file, user) == set()
        edits = [replace(edit, mention=users) for users in lists]
        assert (await retirements(store))[: len(edits)] == edits
        noted = [ping.user_id for ping in await store.read(ping_rows.read, table.id, (kind,))]
        assert noted == lists[-1]
    assert (await retirements(store))[2:] == [replace(edit, way=Way.DELETE)]


async def test_a_line_about_a_late_player_goes_with_them_and_not_with_the_others(services, store):
    table = await game(services, MAUD, ZAPHOD, BASTIEN)
    pings = [message(table, user, NOTICE) for user in (MAUD, BASTIEN)]
    await store.write(ping_rows.write, pings, (), store.clock.now())
    await store.write(ping_rows.write, [message(table, ZAPHOD, WAITS)], (), store.clock.now())
    assert len(await store.read(ping_rows.read, table.id, (NOTICE, WAITS))) == 3
    await services.privacy.forget(ZAPHOD)
    assert [post.way for post in await retirements(store)] == ["delete"]
    assert await store.read(ping_rows.read, table.id, (NOTICE, WAITS)) == []


async def test_an_erasure_while_a_message_is_sent_changes_the_message(services, store, file):
    table = await game(services, MAUD, BASTIEN)
    pings = [message(table, user, NOTICE) for user in (MAUD, ZAPHOD, BASTIEN)]
    await store.write(ping_rows.write, pings, (), store.clock.now())
    await store.write(ping_rows.write, [message(table, ZAPHOD, NOTICE, 15)], (), store.clock.now())
    assert naming(file, ZAPHOD) == set()
    assert await retirements(store) == [
        payloads.Retirement(place=13, message=14, way=Way.MENTION, mention=[MAUD, BASTIEN]),
        payloads.Retirement(place=13, message=15, way=Way.DELETE),
    ]


async def rows_of_kind(store, kind):
    """Rows of the outbox of a kind."""
    query = "SELECT * FROM outbox WHERE kind = ? ORDER BY id"
    return await store.read(lambda db: db.execute(query, (kind,)).fetchall())


async def test_the_question_that_asks_them_is_redrawn(services, store):
    table = await game(services, MAUD, ZAPHOD, BASTIEN)
    motion = await services.votes.propose(table.id, MAUD, Kind.PAUSE)
    await services.votes.note_post(motion.id, (13, 14))
    await services.privacy.forget(ZAPHOD)
    [row] = await rows_of_kind(store, "answered")
    assert row["payload"] == f'{{"motion":{motion.id}}}'


async def test_a_lobby_that_invites_them_is_redrawn(services, store):
    over = await game(services, MAUD, ZAPHOD)
    await services.seats.resign(over.id, MAUD)
    rematch = await services.lobbies.rematch(over.id, person(MAUD))
    await services.places.note(rematch, lobby_message_id=21)
    await store.write(lambda db: db.execute("DELETE FROM outbox"))
    await services.privacy.forget(ZAPHOD)
    assert [row["table_id"] for row in await rows_of_kind(store, "lobby")] == [rematch.id]


async def test_a_person_who_comes_back_is_somebody_new(services, people):
    """Whether they had played or not."""
    await people.change(ZAPHOD, language="fr", first_reminder=timedelta(hours=3))
    for _ in range(2):
        await services.privacy.forget(ZAPHOD)
        assert people.preferences(ZAPHOD) == Preferences()
    table = await lobby(services, ZAPHOD)
    assert table.seats[0].name == NAME
