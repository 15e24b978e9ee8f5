"""Files that earlier versions wrote, games under way in them, are opened, read and played on.

`files/version_1.sql` is a dump of the first: a game of Akropolis after five moves with a post that
was tried, one for three in which an AI plays on for a player who resigned, a lobby, and a game that
ended early.
`files/version_7.sql`: two games of Telegraph in the middle of a turn; posts about a turn that has
ended wait, and others about the one under way, as they were written then.
`files/version_8.sql` is played on through Discord, in `tests/cogs/test_upgrade.py`.
"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import astuple

from bot.service import Services
from bot.service.delivery import Outbox
from bot.steps.reminders import REMINDER
from bot.steps.spectators import WATCH
from bot.store import ping_rows
from bot.store.store import Store
from bot.table.changes import Ping
from bot.table.live import QuestionPrompt
from bot.table.options import VoteRule
from bot.table.seating import Status
from bot.table.server import ServerSettings
from bot.table.spectators import Calls
from tests.bot.finishing import begin, finish, take_time
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, acting, make_move, play_out
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons

FILES = Path(__file__).parent / "files"
DUMP = FILES / "version_1.sql"


@asynccontextmanager
async def from_dump(file: Path, dump: Path | None = None) -> AsyncIterator[Store]:
    """The store on a file that an earlier version wrote, or on the file as it is."""
    if dump is not None:
        change(file, dump.read_text("utf-8"))
    opened = await Store.open(file)
    try:
        yield opened
    finally:
        await opened.close()


def change(file: Path, script: str) -> None:
    """Change a file by SQL while it is closed."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript(script)


@pytest.fixture
async def store(file) -> AsyncIterator[Store]:
    async with from_dump(file, DUMP) as opened:
        yield opened


async def test_the_file_is_sound_and_of_the_present_form(store):
    assert await store.check() == []
    [number] = await store.read(lambda db: db.execute("PRAGMA user_version").fetchone())
    assert number >= 2


async def test_every_move_of_it_was_a_whole_turn(services):
    log = await services.reading.log(1)
    assert [ply.ply for ply in log] == [1, 2, 3, 4, 5]
    assert all(ply.ends_turn and ply.undone is None for ply in log)
    user = await acting(services, 1)
    prompt = await services.moves.ask_after(1, user, None, [])
    assert isinstance(prompt, QuestionPrompt)
    assert (prompt.retractable, prompt.hand) == (0, None)


async def test_games_under_way_are_played_to_the_end(services):
    table = await services.tables.get(1)
    assert (table.status, table.board_message_id) == (Status.LIVE, 51)
    turns = await play_out(services, 1)
    assert turns[0].last.ply == 6
    assert turns[-1].result is not None


async def test_the_moves_so_far_lead_to_the_position_that_was_stored(services):
    recap = await services.reading.recap(1, BASTIEN.user_id)
    assert [ply.ply for ply in recap.plies] == [5]
    assert len((await services.reading.record(1))["plies"]) == 5


async def test_posts_that_waited_are_delivered(store, services):
    pigeons = Pigeons()
    await Outbox(store, pigeons, rate=1e6).drain()
    first = [delivery for delivery in pigeons.shown if delivery.table_id == 1]
    kinds = [(delivery.kind, delivery.attempts) for delivery in first]
    assert kinds == [("board", 1), ("lobby", 2)]
    assert first[0].payload.plies[1] == 5


async def test_an_ai_plays_on_for_who_resigned(services):
    table = await services.tables.get(2)
    assert [occupant.ai for occupant in table.seats] == [None, None, "easy"]
    kinds = (await services.reading.record(2))["played_by"]
    assert [kind for _, kind in kinds[2]] == ["person", "easy"]
    await services.startup.resume()
    await settle(services, 2)
    turn = await make_move(services, 2)
    assert turn.seat == 0


async def test_lobbies_and_ended_games_are_as_they_were(services):
    assert (await services.tables.get(3)).status is Status.LOBBY
    over = await services.reading.look(4, MAUD.user_id)
    assert over.result is not None
    assert over.result.reason == "table.end_resigned"


async def test_tables_so_far_keep_their_order_their_seats_and_their_votes(services):
    tables = [await services.tables.get(number) for number in (1, 2, 3, 4)]
    assert [table.number for table in tables] == [1, 2, 3, 4]
    assert [table.drawn for table in tables] == [False, False, True, False]
    assert len({table.guild_id for table in tables}) == 1
    assert {table.terms.votes for table in tables} == {VoteRule.ALL}


async def test_a_lobby_so_far_is_begun_with_drawn_seats(services):
    table = await services.tables.get(3)
    for person in (INES, KARIM)[: table.size - len(table.seats)]:
        await services.lobbies.join(3, person)
    lobby = await services.lobbies.start(3, table.host_id)
    assert lobby.status is Status.LIVE
    assert sorted(lobby.humans()) == sorted((await services.tables.get(3)).humans())


# ---- in the middle of a turn ---------------------------------------------------------------------

TURNS = {1: ([1, 3], 4, 2), 2: ([1, 3], 4, 1)}
"""By table: the plies that a post waits to tell, the first of the turn under way, and how many."""


@pytest.mark.parametrize("number", TURNS)
async def test_a_turn_under_way_is_its_players_own_and_is_told_when_it_ends(file, number, brains):
    post_count, first, count = TURNS[number]
    async with from_dump(file, FILES / "version_7.sql") as store:
        services, pigeons = Services(store, brains, notify=lambda: None), Pigeons()
        outbox = Outbox(store, pigeons, rate=1e6)
        prompt = await services.moves.ask(number, BASTIEN.user_id, None, [])
        assert (prompt.seat, prompt.retractable) == (1, count)
        assert [ply.ply for ply in await services.reading.log(number)] == [1, 2, 3]
        store.clock.skip(timedelta(days=1))
        await outbox.drain()
        assert boards(pigeons, number) == [(post_count, [BASTIEN.user_id])]
        turn = await make_move(services, number)
        while turn.goes_on:
            turn = await make_move(services, number)
        await outbox.drain()
        assert boards(pigeons, number)[1:] == [([first, turn.last.ply], [MAUD.user_id])]
        await play_out(services, number)


def boards(pigeons: Pigeons, number: int) -> list[tuple[list[int], list[int]]]:
    """Posts at a table: the moves they told, and the users they called."""
    posts = [
        delivery.payload
        for delivery in pigeons.shown
        if delivery.table_id == number and delivery.kind == "board"
    ]
    return [(list(post.plies), post.mention) for post in posts]


# ---- statistics ----------------------------------------------------------------------------------


async def test_a_finished_game_of_an_earlier_version_is_in_the_statistics(services):
    """Maud gave it up, after one move."""
    await services.statistics.rate_rest()
    table = await services.tables.get(4)
    maud, bastien = [
        await services.statistics.of_person(person.user_id, table.guild_id, reader=person.user_id)
        for person in (MAUD, BASTIEN)
    ]
    assert (maud.places, maud.resigned, bastien.places) == ((0, 1), 1, (1,))
    ladder = (await services.statistics.of_game(table.guild_id, "akropolis", reader=0)).ladder
    assert [rung.name for rung in ladder] == ["Bastien", "Maud"]


NO_LEAGUES = """
    DROP TABLE note; DROP TABLE onlooker;
    DROP TRIGGER league_follows_a_name;
    DROP TRIGGER league_hears_of_the_end; DROP TRIGGER league_links_to_the_home;
    DROP TABLE league_seat; DROP TABLE league_entrant; DROP TABLE league;
"""
NO_LEDGER = f"""
    {NO_LEAGUES}
    ALTER TABLE placing DROP COLUMN turns;
    ALTER TABLE placing DROP COLUMN own;
    ALTER TABLE placing DROP COLUMN counts;
"""
BACK_TO_36 = f"""
    {NO_LEDGER}
    DROP TABLE server;
    CREATE TABLE referee (guild_id INTEGER PRIMARY KEY, role_id INTEGER NOT NULL);
    PRAGMA user_version = 36;
"""
BACK_TO_32 = f"""
    {BACK_TO_36}
    DROP TABLE placing; DROP TABLE rating; DROP TABLE ai_rating;
    DROP TABLE watch; DROP TABLE guess; DROP TABLE left_move;
    DROP INDEX not_rated;
    ALTER TABLE result DROP COLUMN rated;
    ALTER TABLE result DROP COLUMN people;
    ALTER TABLE result DROP COLUMN length;
    ALTER TABLE table_ DROP COLUMN purpose;
    PRAGMA user_version = 32;
"""


async def test_the_migration_writes_of_a_game_the_rows_that_its_end_writes_today(file, brains):
    async with from_dump(file) as store:
        services = Services(store, brains, notify=lambda: None)
        await play_many_endings(services, store)
        written = await placings_of(store)
        await services.stop_ai()
    change(file, BACK_TO_32)
    async with from_dump(file) as store:
        assert len(written) == 8
        assert await placings_of(store) == written


async def test_the_referees_of_a_server_become_one_of_its_settings(file, brains):
    async with from_dump(file):
        pass
    change(file, f"{BACK_TO_36} INSERT INTO referee VALUES (7, 123456789012345678);")
    async with from_dump(file) as store:
        services = Services(store, brains, notify=lambda: None)
        assert await services.servers.settings(7) == ServerSettings(referees=123456789012345678)
        await services.stop_ai()


OLD_PING = f"""
    {NO_LEDGER}
    DROP TABLE ping;
    PRAGMA user_version = 38;
    CREATE TABLE ping (
        table_id INTEGER NOT NULL REFERENCES table_ (id),
        user_id INTEGER NOT NULL REFERENCES person (user_id),
        channel_id INTEGER NOT NULL,
        message_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        PRIMARY KEY (table_id, message_id)
    ) STRICT, WITHOUT ROWID;
"""


async def test_mentions_are_kept_and_all_spectators_of_a_call_are_noted(file, brains):
    """Each of them can be taken out of it, where only the first was noted."""
    reminder = Ping(1, MAUD.user_id, 7, 11, REMINDER)
    call = [Ping(1, person.user_id, 7, 12, f"{WATCH}:2") for person in (INES, KARIM)]
    async with from_dump(file) as store:
        services = Services(store, brains, notify=lambda: None)
        await begin(services, MAUD, BASTIEN)
        for person in (INES, KARIM):
            await services.spectators.watch(1, person.user_id, Calls.ROUND)
        await services.stop_ai()
    rows = ", ".join(str(astuple(ping)) for ping in (reminder, call[0]))
    change(file, f"{OLD_PING} INSERT INTO ping VALUES {rows};")
    async with from_dump(file) as store:
        assert await store.read(ping_rows.read, 1, (REMINDER, f"{WATCH}:2")) == [reminder, *call]
        assert await store.check() == []
        services = Services(store, brains, notify=lambda: None)
        await services.privacy.forget(KARIM.user_id)
        assert await store.read(ping_rows.read, 1, (f"{WATCH}:2",)) == call[:1]
        await services.stop_ai()


async def play_many_endings(services, store):
    """A game to its end, one with an AI and a resignation, one with a substitute."""
    table = await begin(services, MAUD, BASTIEN)
    await take_time(store, table, (0, 1), (1, 10), (0, 3), (1, 20), (0, 7))
    await finish(services, store, table.id, 5, 4)
    table = await begin(services, MAUD, BASTIEN, ai=("easy",))
    await services.seats.resign(table.id, MAUD.user_id)
    await finish(services, store, table.id, 5, 4, 3)
    table = await begin(services, MAUD, BASTIEN, INES)
    await services.seats.offer(table.id, BASTIEN.user_id)
    await services.seats.take(table.id, 1, KARIM)
    await take_time(store, await services.tables.get(table.id), (0, 1), (1, 10), (2, 3))
    await finish(services, store, table.id, 5, 4, 9)


async def placings_of(store):
    query = """
        SELECT placing.*, people, length FROM placing JOIN result USING (table_id)
        ORDER BY table_id, seat
    """
    return [tuple(row) for row in await store.read(lambda db: db.execute(query).fetchall())]
