"""A file that the first version wrote, games under way in it, is opened, read and played on.

`files/version_1.sql` is its dump: a game of Akropolis after five moves with a post that was tried,
one for three that an AI plays on for who resigned, a lobby, and a game that ended early.
"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.outbox import Outbox
from bot.store import Store
from bot.tables import Status
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, acting, make_move, play_out
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons

DUMP = Path(__file__).parent / "files" / "version_1.sql"


@pytest.fixture
async def store(file) -> AsyncIterator[Store]:
    with closing(sqlite3.connect(file)) as db:
        db.executescript(DUMP.read_text("utf-8"))
    opened = await Store.open(file)
    yield opened
    await opened.close()


async def test_the_file_is_sound_and_of_the_present_form(store):
    assert await store.check() == []
    [number] = await store.read(lambda db: db.execute("PRAGMA user_version").fetchone())
    assert number >= 2


async def test_every_move_of_it_was_a_whole_turn(tables):
    log = await tables.log(1)
    assert [ply.ply for ply in log] == [1, 2, 3, 4, 5]
    assert all(ply.ends_turn and ply.undone is None for ply in log)
    user = await acting(tables, 1)
    prompt = await tables.advance(1, user, None, [], commit=False)
    assert (prompt.restart, prompt.hand, prompt.preview) == (0, None, None)


async def test_games_under_way_are_played_to_the_end(tables):
    table = await tables.get(1)
    assert (table.status, table.board_message_id) == (Status.LIVE, 51)
    turns = await play_out(tables, 1)
    assert turns[0].ply == 6
    assert turns[-1].result is not None


async def test_the_moves_so_far_lead_to_the_position_that_was_stored(tables):
    recap = await tables.recap(1, BASTIEN.user_id)
    assert [ply.ply for ply in recap.plies] == [5]
    assert len((await tables.record(1))["plies"]) == 5


async def test_what_was_not_delivered_yet_is(store, tables):
    pigeons = Pigeons()
    await Outbox(store, pigeons, rate=1e6).drain()
    first = [one for one in pigeons.shown if one.table_id == 1]
    assert [(one.kind, one.attempts) for one in first] == [("board", 1), ("lobby", 2)]
    assert max(one.payload["plies"][1] for one in first if "plies" in one.payload) == 5


async def test_an_ai_plays_on_for_who_resigned(tables):
    table = await tables.get(2)
    assert [holder.ai for holder in table.seats] == [None, None, "greedy"]
    await tables.resume()
    await settle(tables, 2)
    turn = await make_move(tables, 2)
    assert turn.seat == 0


async def test_lobbies_and_ended_games_are_as_they_were(tables):
    assert (await tables.get(3)).status is Status.LOBBY
    over = await tables.look(4, MAUD.user_id)
    assert over.result is not None
    assert over.result.reason == "table.end_resigned"


async def test_tables_so_far_are_numbered_in_their_order_and_begin_as_joined(tables):
    every = [await tables.get(number) for number in (1, 2, 3, 4)]
    assert [table.number for table in every] == [1, 2, 3, 4]
    assert [table.drawn for table in every] == [False, False, True, False]
    assert len({table.guild_id for table in every}) == 1


async def test_a_lobby_so_far_is_begun_with_drawn_seats(tables):
    table = await tables.get(3)
    for person in (INES, KARIM)[: table.size - len(table.seats)]:
        await tables.join(3, person)
    begun = await tables.start(3, table.host_id)
    assert begun.status is Status.LIVE
    assert sorted(begun.humans()) == sorted((await tables.get(3)).humans())
