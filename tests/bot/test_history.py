"""The log keeps makers made each move, and makers has played each seat."""

import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from bot.steps import moves
from bot.store import table_rows
from bot.store.history import Cause, Sitting, actor, kinds
from bot.table.changes import Change, Ply, Via
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, make_move, some_move, start_table
from tests.bot.test_ai_seats import settle
from tests.bot.test_upgrade import FILES, from_dump
from tests.cases import each_case


def makers(log):
    """Seat, person and way of each move."""
    return [(ply.seat, ply.by, ply.via) for ply in log]


async def holders(services, number):
    """Holders of the seats: each from which move on, and how."""
    return [
        (sitting.seat, sitting.after_ply, sitting.user_id, sitting.ai, sitting.how)
        for sitting in await services.reading.history(number)
    ]


async def reseat(services, number, seat, **different):
    """Save a running game in which a seat has another occupant."""
    async with services.tables.hold(number) as live:
        seats = list(live.table.seats)
        seats[seat] = replace(seats[seat], **different)
        table = replace(live.table, seats=tuple(seats), revision=live.table.revision + 1)
        await services.commits.save(replace(live, table=table), Change(table=table, seated=True))


async def test_a_move_knows_its_maker(services, store):
    table = await start_table(services)
    await make_move(services, table.id)
    await make_move(services, table.id)
    expected = [(0, MAUD.user_id, None), (1, BASTIEN.user_id, None)]
    assert makers(await services.reading.log(table.id)) == expected
    assert makers(await store.read(table_rows.read_plies, table.id)) == expected


async def test_moves_of_an_ai_have_no_maker_and_a_record_tells_no_person(services):
    table = await start_table(services, 3, ai=["random"])
    await make_move(services, table.id)
    await services.seats.resign(table.id, BASTIEN.user_id)
    await settle(services, table.id)
    moves = makers(await services.reading.log(table.id))
    assert (2, None, Via.STAND_IN) in moves
    assert (1, None, None) in moves
    *first_seats, last_seat = (await services.reading.record(table.id))["played_by"]
    assert first_seats == [[[1, "person"]], [[1, "random"]]]
    assert [kind for _, kind in last_seat] == ["person", "hard"]


async def test_a_move_that_an_ai_makes_because_a_person_is_late_says_so(services):
    table = await start_table(services)
    prompt = await some_move(services, table.id, MAUD.user_id)
    async with services.tables.hold(table.id) as live:
        action = live.game.parse(live.state, 0, " ".join(prompt.tokens))
        _, late = moves.apply_move(live, 0, action, at="", ai=True, late=True)
    assert (late.by, late.via) == (None, Via.LATE)


async def test_a_seat_remembers_its_players(services):
    table = await start_table(services, 3)
    await make_move(services, table.id)
    await reseat(services, table.id, 0, user_id=KARIM.user_id, name=KARIM.name)
    await make_move(services, table.id)
    await services.seats.resign(table.id, BASTIEN.user_id)
    assert await holders(services, table.id) == [
        (0, 0, MAUD.user_id, None, Cause.JOINED),
        (1, 0, BASTIEN.user_id, None, Cause.JOINED),
        (2, 0, INES.user_id, None, Cause.JOINED),
        (0, 1, KARIM.user_id, None, Cause.SUBSTITUTE),
        (1, 2, BASTIEN.user_id, "hard", Cause.RESIGNED),
    ]


async def test_an_ai_that_gives_the_seat_back(services):
    table = await start_table(services)
    for ai in ("easy", None):
        await reseat(services, table.id, 1, ai=ai)
    causes = [how for *_, how in await holders(services, table.id)]
    assert causes[2:] == [Cause.STAND_IN, Cause.BACK]


async def test_a_lobby_has_no_history_before_the_start(services, store):
    table = await start_table(services)
    assert {sitting.after_ply for sitting in await services.reading.history(table.id)} == {0}
    count = "SELECT count(*) FROM seat_history"
    assert (await store.read(lambda db: db.execute(count).fetchone()))[0] == 2


async def test_the_maker_of_a_move_may_be_forgotten_and_never_be_somebody_else(services, store):
    table = await start_table(services)
    await make_move(services, table.id)
    forget, blame = (f"UPDATE action SET by_id = {by}" for by in ("NULL", str(BASTIEN.user_id)))
    with pytest.raises(sqlite3.IntegrityError):
        await store.write(lambda db: db.execute(blame))
    await store.write(lambda db: db.execute(forget))
    assert makers(await store.read(table_rows.read_plies, table.id)) == [(0, None, None)]
    with pytest.raises(sqlite3.IntegrityError):
        await store.write(lambda db: db.execute("UPDATE action SET seat = 1"))


# ---- names ---------------------------------------------------------------------------------------

SITTINGS = [
    Sitting(0, 0, "", 100, "Maud", None, Cause.JOINED),
    Sitting(1, 0, "", 200, "Bastien", None, Cause.JOINED),
    Sitting(0, 4, "", 400, "Karim", None, Cause.SUBSTITUTE),
    Sitting(1, 4, "", 200, "Bastien", "easy", Cause.STAND_IN),
]


def ply(number, seat, by=None, via=None):
    return Ply(number, seat, "T1", (), "", by is None, by=by, via=via)


@each_case(
    ("move", "name"),
    [
        (ply(1, 0, 100), "Maud"),
        (ply(5, 0, 400), "Karim"),
        (ply(2, 1, 200), "Bastien"),
        (ply(6, 1, via=Via.STAND_IN), "Bastien (AI)"),
        (ply(2, 1, via=Via.LATE), "Bastien"),
    ],
)
def test_a_move_has_the_name_of_its_player_at_that_time(move, name):
    assert actor(SITTINGS, move, "en") == name


def test_a_forgotten_player_has_no_name():
    forgotten = [replace(sitting, name="", user_id=None) for sitting in SITTINGS]
    assert actor(forgotten, ply(1, 0), "en") == ""
    assert actor([], ply(1, 0), "en") == ""


def test_kinds_have_no_names():
    assert kinds(SITTINGS, 2) == [[[1, "person"], [5, "person"]], [[1, "person"], [5, "easy"]]]


# ---- tables of earlier versions ------------------------------------------------------------------


@pytest.mark.parametrize("dump", ["version_1.sql", "version_7.sql", "version_8.sql"])
async def test_games_of_earlier_versions_have_a_history_too(file, dump):
    queries = (
        "SELECT count(*) FROM action WHERE by_id IS NULL AND NOT ai",
        "SELECT count(*) FROM seat JOIN table_ ON id = table_id WHERE status <> 'lobby'",
        "SELECT count(*) FROM seat_history WHERE how = 'joined' AND after_ply = 0",
    )
    async with from_dump(file, FILES / dump):
        with closing(sqlite3.connect(file)) as db:
            unknown, seats, joined = (db.execute(query).fetchone()[0] for query in queries)
    assert unknown == 0
    assert joined == seats > 0
