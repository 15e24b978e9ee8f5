"""The statements: what is saved comes back the same, and what must not happen cannot."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from bot.database import meta
from bot.store import hand_rows, outbox, person_rows, place_rows, table_lists, table_rows
from bot.store.store import Store
from bot.table.changes import Change, Ply, Snapshot, Undo
from bot.table.payloads import Way
from bot.table.post import Lane
from bot.table.seating import Occupant, StaleClick, Status
from rules.contract import Event, Result, RulesError, SeatScore
from tests.bot.room import acting, make_move, play_out, start_table
from tests.bot.samples import SECRET, board, new_table, step, waiting

RESULT = Result((1, 2), (0,), (SeatScore(9, {"a": 9}), SeatScore(3, {})), "akropolis.end")

POSITION = Snapshot(state='{"x":[1]}', began='{"x":[]}', version=7, plies=1)


def ply(number: int, notation: str = "T1 1,0 r0") -> Ply:
    events = (Event("akropolis.tile_taken", {"seat": 0, "tile": 12}),)
    return Ply(number, number % 2, notation, events, "2026-01-01T12:00:00.000+00:00", False)


async def stored_position(store: Store, number: int):
    position = await store.read(table_rows.read_position, number)
    assert position is not None
    return position


# ---- tables --------------------------------------------------------------------------------------


async def test_a_table_comes_back_as_it_was_saved(store):
    table = await new_table(store)
    position = await stored_position(store, table.id)
    assert position.table == table
    assert (position.secret, position.snapshot) == (SECRET, None)
    assert position.result is None


async def test_a_step_comes_back_as_it_was_saved(store):
    table = await new_table(store)
    after = replace(
        table,
        revision=1,
        status=Status.OVER,
        seats=(*table.seats, Occupant(2**62, "Zoë 🏛️", None, True)),
        size=3,
        language="fr",
        options={"variants": ["houses"], "solo": None},
    )
    change = Change(table=after, seated=True, plies=(ply(1),), snapshot=POSITION, result=RESULT)
    await store.save(change)
    position = await stored_position(store, table.id)
    assert (position.table, position.snapshot) == (after, POSITION)
    assert position.result == RESULT
    assert await store.read(table_rows.read_plies, table.id) == [ply(1)]


async def test_there_is_no_table_of_another_number(store):
    assert await store.read(table_rows.read_position, 99) is None
    assert await store.read(table_rows.read_plies, 99) == []


async def test_only_the_newest_position_is_kept(store):
    table = await new_table(store)
    for number in (1, 2):
        table = replace(table, revision=number)
        newest = replace(POSITION, state=f'"{number}"', plies=number)
        await store.save(Change(table=table, plies=(ply(number),), snapshot=newest))
    assert (await stored_position(store, table.id)).snapshot == newest
    count = await store.read(lambda db: db.execute("SELECT count(*) FROM snapshot").fetchone()[0])
    assert count == 1


async def test_a_step_from_an_older_revision_is_refused_whole(store):
    table = await new_table(store)
    await step(store, table)
    overtaken = Change(table=replace(table, revision=1), plies=(ply(1),), posts=(board(1),))
    with pytest.raises(StaleClick):
        await store.save(overtaken)
    assert await store.read(table_rows.read_plies, table.id) == []
    assert await waiting(store) == []


async def test_a_ply_is_written_once(store):
    table = await step(store, await new_table(store))
    await store.save(Change(table=replace(table, revision=2), plies=(ply(1),)))
    with pytest.raises(sqlite3.IntegrityError):
        await store.save(
            Change(table=replace(table, revision=3), plies=(ply(1),), posts=(board(1),))
        )
    assert (await stored_position(store, table.id)).table.revision == 2
    assert await waiting(store) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE action SET notation = 'T2 1,0 r0'",
        "DELETE FROM action",
        "UPDATE table_ SET revision = revision - 1",
        "UPDATE undo SET last_ply = 2",
        "DELETE FROM undo",
        "INSERT INTO undo VALUES (1, 3, 2, 0, '2026-01-01')",
        "INSERT INTO hand VALUES (1, 0, 999, 5, 6, 0, 0)",
        "INSERT INTO hand VALUES (1, 0, 100, 5, 6, 2, 0)",
        "DELETE FROM table_",
        "UPDATE table_ SET status = 'paused'",
        "INSERT INTO seat VALUES (999, 0, NULL, 'Nobody', NULL, 0, 0, NULL)",
        "INSERT INTO seat VALUES (1, 7, 100, 'Maud again', NULL, 0, 0, NULL)",
        "UPDATE outbox SET payload = 'not json'",
    ],
)
async def test_the_file_itself_forbids(store, file, statement):
    table = await new_table(store)
    await store.save(Change(table=replace(table, revision=1), plies=(ply(1),)))
    undo = Undo((1,), 0, "2026-01-01T12:00:00.000+00:00")
    await store.save(Change(table=replace(table, revision=2), undo=undo, posts=(board(2),)))
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)


async def test_two_tables_opened_at_once_in_a_channel_are_one(store):
    opened = await asyncio.gather(
        *(new_table(store, in_thread=False) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(outcome, RulesError) for outcome in opened) == 4


async def place(store, table, **places):
    now = store.clock.now()
    await store.write(place_rows.write_places, table.id, places, (), Way.BARE, now)


async def test_a_thread_with_a_table_takes_no_other(store):
    table = await new_table(store)
    await place(store, table, home_id=55)
    with pytest.raises(RulesError, match=r"table\.channel_taken"):
        await new_table(store, in_thread=False, channel_id=55)


async def test_a_table_is_found_where_it_is_played(store):
    table_here = await new_table(store, in_thread=False, channel_id=10)
    thread = await new_table(store, channel_id=10)
    assert await store.read(table_rows.read_table_at, 10) == table_here
    await place(store, thread, lobby_message_id=54, home_id=55)
    table = await store.read(table_rows.read_table_at, 55)
    assert table == replace(thread, lobby_message_id=54, home_id=55)
    assert await store.read(table_rows.read_table_at, 54) is None
    await step(store, thread, status=Status.OVER)
    assert await store.read(table_rows.read_table_at, 55) is None


async def test_tables_of_a_server_and_of_a_person(store):
    first = await new_table(store)
    second = await new_table(store, host_id=200, seats=(Occupant(200, "Karim"),))
    await new_table(store, guild_id=2)
    over = await new_table(store)
    await step(store, over, status=Status.OVER)
    holder = Occupant(100, "Maud", "easy", True)
    resigned = await new_table(store)
    await step(store, resigned, seats=(holder,))
    tables = await store.read(table_lists.of_server, 1)
    assert [t.id for t in tables] == [resigned.id, second.id, first.id]
    assert [t.id for t in await store.read(table_lists.of_player, 100, 1)] == [first.id]
    assert [t.id for t in await store.read(table_lists.of_player, 200, 1)] == [second.id]
    assert await store.read(table_lists.of_player, 300, 1) == []


async def test_running_tables_with_an_ai_seat(store):
    with_ai = await step(store, await new_table(store), status=Status.LIVE)
    people = await new_table(store, seats=(Occupant(100, "Maud"),))
    await step(store, people, status=Status.LIVE)
    await new_table(store)
    assert await store.read(table_lists.live_with_ai) == [with_ai.id]


async def test_the_language_of_a_player_is_kept_and_that_of_a_stranger_is_not(store):
    await new_table(store)
    assert await store.read(person_rows.read_language, 100) is None
    for language in ("fr", "en", "en"):
        await store.write(person_rows.note_language, 100, language)
        assert await store.read(person_rows.read_language, 100) == language
    await store.write(person_rows.note_language, 999, "fr")
    people = await store.read(lambda db: db.execute("SELECT user_id FROM person").fetchall())
    assert 999 not in {row["user_id"] for row in people}


# ---- outbox --------------------------------------------------------------------------------------


async def test_a_post_is_there_with_its_change_and_keeps_its_nonce(store):
    table = await step(store, await new_table(store), board(1))
    first = await store.claim(Lane(table.id))
    delivery = await store.claim(Lane(table.id))
    assert first is not None
    assert delivery == replace(first, attempts=2, due=delivery.due)
    assert (first.kind, first.payload.plies, first.attempts) == ("board", (1, 1), 1)
    assert 0 < len(first.nonce) <= 25
    await store.write(outbox.forget_delivery, first.id, store.clock.now())
    assert await store.claim(Lane(table.id)) is None


# ---- a form to come ------------------------------------------------------------------------------


async def test_a_bot_plays_on_in_a_file_whose_tables_have_grown(store, services, market):
    """A later version gave every table one more column, while the bot was running."""
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (name,) in await store.read(lambda db: db.execute(query).fetchall()):
        grow = f"ALTER TABLE {name} ADD COLUMN more TEXT"
        await store.write(lambda db, grow=grow: db.execute(grow))
    await store.write(meta.write, "key", "value")
    table = await start_table(services, 2, game="market")
    await store.write(hand_rows.write_direct, table.id, 0, 100, (5, 6), store.clock.now())
    await store.write(hand_rows.close, table.id, 1)
    turn = await make_move(services, table.id)
    assert turn.goes_on
    await services.moves.take_back(table.id, await acting(services, table.id), None)
    *_, last = await play_out(services, table.id)
    assert last.result is not None
    log = await store.read(table_rows.read_plies, table.id)
    assert [ply.undone is None for ply in log[:2]] == [False, True]
    assert (await stored_position(store, table.id)).result == last.result
