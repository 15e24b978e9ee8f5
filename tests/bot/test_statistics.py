"""Statistics of games that were played to their end: figures, and whom they are shown to."""

import json
import re

import pytest

from bot.store import placings, reliability, statistics
from bot.store.table_rows import append
from bot.table.changes import Ply, Via
from bot.table.encoding import stamp
from bot.table.statistics import Rival
from tests.bot.finishing import begin, finish, played, take_time
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, make_move

A, B, C, D = (person.user_id for person in (MAUD, BASTIEN, INES, KARIM))
HERE, ELSEWHERE = 1, 2
HOUR = 3600


async def of(services, person, reader=None, guild=HERE, game=None):
    return await services.statistics.of_person(person, guild, reader=reader or person, game=game)


async def game_page(services, game="akropolis", reader=A, guild=HERE):
    return await services.statistics.of_game(guild, game, reader=reader)


# ---- a person ------------------------------------------------------------------------------------


async def test_there_are_no_statistics_before_a_game_is_over(services):
    await begin(services, MAUD, BASTIEN)
    assert await of(services, A) is None


async def test_places_scores_and_results_against_each_other_are_counted(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 80, INES: 90})
    await played(services, store, {MAUD: 70, BASTIEN: 110})
    maud, bastien = await of(services, A), await of(services, B)
    assert (maud.played, maud.places) == (2, (1, 1))
    assert (bastien.played, bastien.places) == (2, (1, 0, 1))
    [line] = maud.games
    figures = (line.game, line.games, line.won, line.best, line.average)
    assert figures == ("akropolis", 2, 1, 100, 85)
    assert maud.rivals == (Rival(B, "Bastien", 2, 1, 1), Rival(C, "Inès", 1, 1, 0))
    for_bastien = await of(services, A, reader=B)
    assert for_bastien.reader == Rival(B, "Bastien", 2, 1, 1)
    assert [rival.name for rival in for_bastien.rivals] == ["Inès"]


async def test_a_shared_place_counts_for_both(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 100, INES: 90})
    assert (await of(services, B)).places == (1,)
    assert (await of(services, C)).places == (0, 0, 1)
    assert Rival(B, "Bastien", 1, 0, 0) in (await of(services, A)).rivals


async def test_a_player_who_resigned_has_lost_with_any_score(services, store):
    table = await begin(services, MAUD, BASTIEN, INES)
    await services.seats.resign(table.id, B)
    await finish(services, store, table.id, 70, 200, 60)
    maud, bastien = await of(services, A), await of(services, B)
    assert (maud.places, bastien.places) == ((1,), (0, 0, 1))
    assert (maud.resigned, bastien.resigned) == (0, 1)
    assert bastien.games[0].best is None
    assert (await of(services, A, reader=B)).reader.ahead == 1


async def test_a_game_given_up_between_two_counts_but_its_points_do_not(services, store):
    table = await begin(services, MAUD, BASTIEN)
    await make_move(services, table.id)
    await services.seats.resign(table.id, B)
    maud = await of(services, A)
    assert (maud.places, maud.games[0].won, maud.games[0].best) == ((1,), 1, None)
    page = await game_page(services)
    assert (page.games, page.points, page.length) == (1, (), None)


async def test_a_game_given_up_before_anybody_has_moved_counts_for_nobody(services, store):
    table = await begin(services, MAUD, BASTIEN)
    await services.seats.resign(table.id, B)
    assert await of(services, A) is None
    page = await game_page(services)
    assert (page.games, page.alone, page.ladder, page.shortest) == (0, 0, (), ())
    assert (await store.read(reliability.read, A)).kept == 0


@pytest.mark.parametrize(
    ("own", "turns", "counts"), [(0, 3, False), (1, 3, False), (2, 4, True), (3, 3, True)]
)
async def test_a_result_counts_if_its_person_made_half_of_their_turns(
    services, store, own, turns, counts
):
    """The others were made by an AI that stood in."""
    table = await begin(services, MAUD, BASTIEN)
    await take_time(store, table, *[(1, 1)] * own)
    stood_in = [
        Ply(number, 1, "x", (), stamp(store.clock.now()), ai=True, by=None, via=Via.STAND_IN)
        for number in range(own + 1, turns + 1)
    ]
    await store.write(append, table.id, stood_in)
    await finish(services, store, table.id, 70, 90)
    bastien, maud = await of(services, B), await of(services, A)
    assert (bastien.played, bastien.by_others) == (1, 0) if counts else (0, 1)
    assert maud.played == counts
    assert maud.alone == (not counts)
    ladder = {rung.user_id for rung in (await game_page(services)).ladder}
    assert ladder == ({A, B} if counts else set())


async def test_a_game_that_was_broken_off_does_not_count(services):
    table = await begin(services, MAUD)
    await services.votes.cancel(table.id, A, moderator=False)
    assert await of(services, A) is None
    assert (await game_page(services)).games == 0


async def test_games_against_machines_are_told_apart(services, store):
    await played(services, store, {MAUD: 100}, ai=("random",))
    maud = await of(services, A)
    assert (maud.played, maud.alone, maud.alone_won, maud.games) == (0, 1, 1, ())
    page = await game_page(services)
    assert (page.games, page.alone, page.ladder) == (0, 1, ())


async def test_the_time_for_a_move_is_the_median_of_the_own_moves(services, store):
    table = await begin(services, MAUD, BASTIEN)
    await take_time(store, table, (0, 1), (1, 10), (0, 3), (1, 20), (0, 90))
    await finish(services, store, table.id, 5, 4)
    times = [(await of(services, person)).move_time for person in (A, B)]
    assert times == [3 * HOUR, 10 * HOUR]


async def test_moves_of_a_stand_in_are_not_of_the_person(services, store):
    table = await begin(services, MAUD, BASTIEN)
    await take_time(store, table, (0, 1), (1, 10), (0, 3))
    mark = "DROP TRIGGER actions_stay_as_they_were"
    await store.write(lambda db: db.execute(mark))
    update = "UPDATE action SET ai = 1, via = 'stand_in', by_id = NULL WHERE ply = 1"
    await store.write(lambda db: db.execute(update))
    await finish(services, store, table.id, 5, 4)
    assert (await of(services, A)).move_time == 3 * HOUR


async def test_moves_taken_back_are_not_timed(services, store):
    table = await begin(services, MAUD, BASTIEN)
    await take_time(store, table, (0, 1), (1, 10), (0, 3), (1, 5))
    undo = "INSERT INTO undo (table_id, first_ply, last_ply, seat, at) VALUES (1, 2, 3, 1, 'x')"
    await store.write(lambda db: db.execute(undo))
    await finish(services, store, table.id, 5, 4)
    assert (await of(services, B)).move_time == 18 * HOUR


# ---- a game and a server -------------------------------------------------------------------------


async def test_records_are_told_with_their_tables_the_best_first(services, store):
    first = await played(services, store, {MAUD: 100, BASTIEN: 80})
    second = await played(services, store, {MAUD: 120, BASTIEN: 119})
    page = await game_page(services)
    best = [(feat.table.id, feat.value, feat.name) for feat in page.points]
    assert best[:2] == [(second.id, 120, "Maud"), (second.id, 119, "Bastien")]
    assert [(feat.table.id, feat.value) for feat in page.margins] == [
        (first.id, 20),
        (second.id, 1),
    ]
    assert page.winning == 110


async def test_a_server_counts_all_its_games(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 80})
    await played(services, store, {MAUD: 100, INES: 80}, game="attika")
    await played(services, store, {MAUD: 90, INES: 80})
    page = await services.statistics.of_server(HERE, reader=A)
    assert (page.games, page.people) == (3, 3)
    assert [(line.game, line.games) for line in page.lines] == [("akropolis", 2), ("attika", 1)]
    assert [(each.name, each.games, each.won) for each in page.regulars] == [
        ("Maud", 3, 3),
        ("Inès", 2, 0),
        ("Bastien", 1, 0),
    ]


async def test_the_usual_time_for_a_move_on_a_server_is_the_median_of_its_seats(services, store):
    for hours in (1, 5, 30):
        table = await begin(services, MAUD, BASTIEN)
        await take_time(store, table, (0, hours), (1, hours + 2))
        await finish(services, store, table.id, 5, 4)
    assert (await services.statistics.of_server(HERE, reader=A)).move_time == 5 * HOUR
    await services.people.change(B, unlisted=True)
    assert (await game_page(services)).move_time == 5 * HOUR
    assert (await game_page(services, reader=B)).move_time == 5 * HOUR


# ---- who sees what -------------------------------------------------------------------------------


async def test_another_servers_results_are_shown_to_the_person_alone(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 80})
    await played(services, store, {MAUD: 70, BASTIEN: 80}, guild_id=ELSEWHERE)
    assert (await of(services, A, reader=B)).played == 1
    assert (await of(services, A, reader=A)).played == 1
    everywhere = await of(services, A, guild=None)
    assert (everywhere.played, everywhere.games[0].rating) == (2, None)
    assert await of(services, A, reader=B, guild=None) is None
    page = await game_page(services)
    assert (page.games, [rung.games for rung in page.ladder]) == (1, [1, 1])
    assert len({feat.table.guild_id for feat in (*page.points, *page.longest)}) <= 1


async def test_an_unlisted_person_is_shown_to_that_person_alone(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 80, INES: 70})
    await services.people.change(A, unlisted=True)
    assert await of(services, A, reader=B) is None
    assert (await of(services, A)).played == 1
    assert [rival.name for rival in (await of(services, B)).rivals] == ["Inès"]
    for reader, expected in ((B, False), (A, True)):
        page = await game_page(services, reader=reader)
        server = await services.statistics.of_server(HERE, reader=reader)
        text = repr(([rung.name for rung in page.ladder], [x.name for x in page.points], server))
        assert ("Maud" in text) is expected
    await services.people.change(A, unlisted=False)
    assert (await of(services, A, reader=B)).played == 1


async def test_an_erased_person_is_in_no_statistics_and_the_others_keep_theirs(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 80, INES: 70})
    before = await of(services, B)
    await services.privacy.forget(A)
    assert await of(services, A, reader=B) is None
    after = await of(services, B)
    assert (after.places, after.games) == (before.places, before.games)
    assert [rival.name for rival in after.rivals] == ["Inès"]
    page = await game_page(services, reader=B)
    assert [rung.name for rung in page.ladder] == ["Bastien", "Inès"]
    assert [feat.name for feat in page.points] == ["Bastien", "Inès"]


async def test_the_file_of_ones_data_holds_the_results_and_ratings(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 80})
    rows = json.loads(await services.privacy.person_file(A))["rows"]
    assert [row["place"] for row in rows["placing"]] == [1]
    assert [row["games"] for row in rows["rating"]] == [1]
    assert str(B) not in json.dumps([rows["placing"], rows["rating"]])


# ---- how much is read ----------------------------------------------------------------------------

SCAN = re.compile(r"SCAN (?!\()")
"""A step of a plan that reads all rows of a table, and not of a part of the statement."""
OF_A_SERVER = {
    "GAMES": statistics.GAMES,
    "MOVE_TIME": statistics.MOVE_TIME,
    "WINNING": statistics.WINNING,
    "BEST": statistics.BEST.format(value="points"),
    "MARGIN": statistics.BEST.format(value=statistics.MARGIN),
    "LENGTHS": statistics.LENGTHS.format(order="DESC"),
    "ACTIVE": statistics.ACTIVE,
    "YEAR_AGO": statistics.YEAR_AGO,
    "PLAYERS": statistics.PLAYERS,
}


async def plan(store, query, values):
    """Steps of the plan of a statement."""
    explain = f"EXPLAIN QUERY PLAN {query}"
    steps = await store.read(lambda db: db.execute(explain, values).fetchall())
    return [step["detail"] for step in steps]


async def test_a_statement_about_a_server_reads_no_other_servers(store):
    values = {"guild": HERE, "game": None, "reader": A, "day": "", "next_day": ""}
    for name, query in OF_A_SERVER.items():
        steps = await plan(store, query, values)
        first, *_ = reads = [step for step in steps if step.startswith(("SEARCH", "SCAN"))]
        assert first.startswith("SEARCH table_ USING INDEX tables_of_a_guild"), (name, reads)
        assert not [read for read in reads if SCAN.match(read)], (name, reads)


async def test_a_statement_about_a_person_reads_their_games_alone(store):
    values = {"user": A, "guild": None, "game": None, "reader": A}
    for query in (statistics.OWN, statistics.AGAINST):
        steps = await plan(store, query, values)
        assert "USING INDEX placings_of_a_person (user_id=?)" in steps[0], steps
        assert not any(step.startswith("SCAN") for step in steps), steps


# ---- old games -----------------------------------------------------------------------------------


async def test_games_of_an_earlier_version_are_rated_in_the_background(services, store):
    await played(services, store, {MAUD: 100, BASTIEN: 80})
    for number in range(placings.AT_ONCE + 2):
        await played(services, store, {MAUD: 100 * (number % 2), INES: 80, BASTIEN: 70})
    expected = await ratings(store)
    await store.write(lambda db: db.execute("DELETE FROM rating"))
    await store.write(lambda db: db.execute("UPDATE result SET rated = 0"))
    await services.statistics.rate_rest()
    assert await ratings(store) == pytest.approx(expected)
    await services.statistics.rate_rest()
    assert await ratings(store) == pytest.approx(expected)


async def ratings(store):
    query = "SELECT user_id, skill, doubt, games FROM rating ORDER BY user_id"
    rows = await store.read(lambda db: db.execute(query).fetchall())
    return {
        (row["user_id"], name): row[name] for row in rows for name in ("skill", "doubt", "games")
    }
