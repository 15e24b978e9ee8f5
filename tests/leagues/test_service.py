"""Leagues on a real file: entered by people, played round after round by themselves."""

from datetime import timedelta

import pytest

from bot.leagues import pairing
from bot.leagues.standings import standings
from bot.leagues.values import Format, LeagueTerms, Stage
from bot.store import due_rows
from bot.store.servers import clear
from bot.store.table_rows import LOBBIES
from bot.table.motions import Kind
from bot.table.options import Late, Pace
from bot.table.preferences import Blocked
from bot.table.seating import Person, Status
from rules.contract import RulesError
from rules.record import commitment
from tests.bot.room import refusal_code
from tests.leagues.fields import PEOPLE

MAUD, BASTIEN, INES, KARIM, NOOR, *_ = PEOPLE


async def outbox_kinds(store, table_id):
    query = "SELECT kind FROM outbox WHERE table_id = ? ORDER BY id"
    return [
        kind for (kind,) in await store.read(lambda db: db.execute(query, (table_id,)).fetchall())
    ]


# ---- entered -------------------------------------------------------------------------------------


async def opened(field, **terms):
    return await field.leagues.open(
        "akropolis", LeagueTerms(**terms), guild_id=1, channel_id=10, host=MAUD
    )


async def test_a_full_league_starts_by_itself(field):
    league = await field.open(4)
    assert (league.stage, league.round, league.rounds) == (Stage.RUNNING, 1, 4)
    assert [len(board.people) for board in league.boards] == [2, 2]
    tables = [await field.table(board) for board in league.boards]
    assert {table.status for table in tables} == {Status.LIVE}
    assert sorted(user for table in tables for user in table.humans()) == [100, 200, 300, 400]


async def test_seats_of_a_table_are_those_of_its_board(field):
    league = await field.open(4, seats=4, rounds=1)
    [board] = league.boards
    table = await field.table(board)
    assert [occupant.user_id for occupant in table.seats] == [
        league.entrants[entrant].user_id for entrant in board.entrants
    ]


async def test_whoever_is_not_called_by_the_board_is_called_by_a_notice_once(field, store):
    league = await field.open(2)
    [board] = league.boards
    assert await outbox_kinds(store, board.table_id) == ["open", "notice"]


async def test_the_host_starts_earlier_and_nobody_else(field):
    league = await opened(field)
    assert await refusal_code(field.leagues.start(league.id, MAUD.user_id)) == "league.too_few"
    await field.leagues.join(league.id, BASTIEN)
    assert await refusal_code(field.leagues.start(league.id, BASTIEN.user_id)) == "league.host_only"
    await field.leagues.start(league.id, BASTIEN.user_id, manages=True)
    assert (await field.again(league)).stage is Stage.RUNNING


async def test_nobody_enters_twice_nor_late(field):
    league = await opened(field, places=2)
    assert await refusal_code(field.leagues.join(league.id, MAUD)) == "league.entered_already"
    await field.leagues.join(league.id, BASTIEN)
    refused = field.leagues.join(league.id, INES)
    assert await refusal_code(refused) == "league.wrong_stage_running"


async def test_people_who_block_one_another_do_not_meet(field):
    league = await opened(field)
    await field.services.people.block(MAUD.user_id, Blocked(BASTIEN.user_id, "Bastien"))
    assert await refusal_code(field.leagues.join(league.id, BASTIEN)) == "league.not_for_you"


async def test_leaving_before_the_start_leaves_no_trace(field):
    league = await opened(field)
    await field.leagues.join(league.id, BASTIEN)
    league = await field.leagues.leave(league.id, BASTIEN.user_id)
    assert [each.name for each in league.entrants] == ["Maud"]
    refused = field.leagues.leave(league.id, BASTIEN.user_id)
    assert await refusal_code(refused) == "league.not_entered"


@pytest.mark.parametrize(
    ("terms", "machines", "code"),
    [
        ({"seats": 5}, 0, "table.bad_size"),
        ({"seats": 1}, 0, "table.bad_size"),
        ({"format": Format.SWISS, "seats": 3}, 0, "league.in_pairs"),
        ({"places": 33}, 0, "league.bad_places"),
        ({"format": Format.ROBIN, "places": 9}, 0, "league.bad_places"),
        ({"places": 4}, 4, "league.too_many_machines"),
        ({"places": 20}, 9, "league.too_many_machines"),
    ],
)
async def test_impossible_terms_are_refused(field, terms, machines, code):
    refused = field.leagues.open(
        "akropolis",
        LeagueTerms(**terms),
        guild_id=1,
        channel_id=10,
        host=MAUD,
        machines=machines,
    )
    assert await refusal_code(refused) == code


async def test_a_server_has_few_leagues_at_once(field):
    for _ in range(5):
        await opened(field)
    assert await refusal_code(opened(field)) == "league.too_many"
    third = (await field.leagues.of_server(1))[2]
    await field.leagues.cancel(third.id, MAUD.user_id)
    assert (await opened(field)).number == 6


async def test_leagues_of_a_server_are_listed_the_newest_first(field):
    for _ in range(2):
        await opened(field)
    assert [each.number for each in await field.leagues.of_server(1)] == [2, 1]
    assert await field.leagues.of_server(2) == []
    assert await refusal_code(field.leagues.get(99)) == "league.not_found"


# ---- played --------------------------------------------------------------------------------------


async def test_it_is_played_to_its_end(field):
    league = await field.open(4, Format.ROBIN)
    for round in (1, 2, 3):
        assert league.round == round
        league = await field.finish_round(league)
    assert league.stage is Stage.OVER
    assert league.round_ends is None
    assert sum(line.games for line in standings(league)) == 12
    assert not await field.store.read(due_rows.read_next) or "league" not in (
        (await field.store.read(due_rows.read_next))[0].kind
    )


async def test_the_next_round_waits_for_all_games(field):
    league = await field.open(4)
    await field.finish(league.boards[0])
    league = await field.again(league)
    assert league.round == 1
    assert [board.is_settled for board in league.boards] == [True, False]


async def test_the_next_round_begins_when_the_time_is_up(field, clock):
    league = await field.open(4, days=3)
    await field.finish(league.boards[0])
    clock.skip(timedelta(days=3))
    league = await field.again(league)
    assert league.round == 2
    late = next(board for board in league.boards if not board.is_settled and board.round == 1)
    await field.finish(late)
    league = await field.again(league)
    assert league.round == 2
    assert next(b for b in league.boards if b.table_id == late.table_id).is_settled


async def test_a_knock_out_waits_for_its_winners(field, clock):
    league = await field.open(4, Format.KNOCKOUT, days=3)
    await field.finish(league.boards[0])
    clock.skip(timedelta(days=3))
    assert (await field.again(league)).round == 1


async def test_games_that_rest_for_ever_count_as_shared_in_the_end(field, clock):
    league = await field.open(4, Format.KNOCKOUT, days=3)
    await field.finish(league.boards[0], [2, 1])
    clock.skip(timedelta(days=6))
    league = await field.again(league)
    assert league.round == 2
    assert league.boards[1].points == (6, 6)
    [final] = league.present_boards
    assert final.people
    clock.skip(timedelta(days=6))
    league = await field.again(league)
    assert league.stage is Stage.OVER
    assert (await field.table(final)).status is Status.LIVE
    await field.finish(final)
    assert (await field.again(league)).boards[2].points == (6, 6)


async def test_a_league_ends_once_the_late_games_have_ended(field, clock):
    league = await field.open(2, rounds=1, days=3)
    clock.skip(timedelta(days=4))
    league = await field.again(league)
    assert league.stage is Stage.RUNNING
    assert (await field.finish_round(league)).stage is Stage.OVER


async def test_a_game_that_is_broken_off_counts_as_shared(field):
    league = await field.open(4, rounds=1)
    board = league.boards[0]
    await field.services.votes.cancel(board.table_id, MAUD.user_id, moderator=True)
    league = await field.again(league)
    assert league.boards[0].points == (6, 6)


async def test_whoever_leaves_gives_up_their_games_and_is_not_seated_again(field):
    league = await field.open(4, rounds=2, fills=False)
    board = next(b for b in league.boards if 0 in b.people)
    await field.leagues.leave(league.id, MAUD.user_id)
    league = await field.again(league)
    board = next(b for b in league.boards if b.number == board.number)
    assert board.points_of(0) == 0
    [other] = [each for each in board.people if each]
    assert board.points_of(other) == 12
    league = await field.finish_round(league)
    assert league.round == 2
    assert sorted(each for b in league.present_boards for each in b.people) == [1, 2, 3]
    assert [board.is_settled for board in league.present_boards if board.is_bye] == [True]


async def test_a_league_of_one_ends(field):
    league = await field.open(2, rounds=4)
    await field.leagues.leave(league.id, BASTIEN.user_id)
    league = await field.again(league)
    assert league.stage is Stage.OVER


async def test_a_seat_that_others_have_played_brings_nothing(field):
    league = await field.open(2, rounds=1)
    [board] = league.boards
    table = await field.table(board)
    await field.services.seats.offer(table.id, table.seats[0].user_id)
    await field.services.seats.take(table.id, 0, NOOR)
    await field.finish(board, [1, 2])
    [board] = (await field.again(league)).boards
    assert board.points == (0, 0)
    assert board.scores == (99, 98)


async def test_ai_players_take_part(field):
    league = await field.open(1, Format.ROBIN, machines=3)
    assert [each.ai for each in league.entrants] == [None, "hard", "hard", "hard"]
    assert league.stage is Stage.RUNNING
    for _ in range(3):
        league = await field.finish_round(league)
    assert league.stage is Stage.OVER
    assert sum(line.points for line in standings(league)) == 6 * 12


async def test_an_ai_fills_a_short_table(field):
    league = await field.open(3, rounds=1)
    tables = [await field.table(board) for board in league.boards]
    assert sorted(len(table.humans()) for table in tables) == [1, 2]
    assert {table.size for table in tables} == {2}


async def test_without_ai_players_the_odd_one_has_a_bye(field):
    league = await field.open(3, rounds=1, fills=False)
    [bye] = [board for board in league.boards if board.is_bye]
    assert (bye.table_id, bye.points) == (None, (12,))


async def test_a_cancelled_league_lets_its_games_go_on(field):
    league = await field.open(2)
    [board] = league.boards
    refused = field.leagues.cancel(league.id, BASTIEN.user_id)
    assert await refusal_code(refused) == "league.host_only"
    league = await field.leagues.cancel(league.id, MAUD.user_id)
    assert league.stage is Stage.CANCELLED
    await field.finish(board)
    league = await field.again(league)
    assert league.stage is Stage.CANCELLED
    assert not league.boards[0].is_settled


async def test_an_erased_person_is_out_and_their_name_gone(field):
    league = await field.open(4, rounds=2)
    await field.services.privacy.forget(BASTIEN.user_id)
    after = await field.again(league)
    gone = after.entrants[1]
    assert (gone.user_id, gone.name, gone.is_active) == (None, "", False)
    assert after.revision > league.revision
    after = await field.finish_round(after)
    assert 1 not in [each for board in after.present_boards for each in board.people]


async def test_a_host_who_is_erased_leaves_the_league_to_the_managers(field):
    league = await field.open(4)
    await field.services.privacy.forget(MAUD.user_id)
    league = await field.leagues.get(league.id)
    assert league.host_id is None
    await field.leagues.cancel(league.id, KARIM.user_id, manages=True)


async def test_a_new_home_of_a_table_changes_the_post(field):
    league = await field.open(2)
    table = await field.table(league.boards[0])
    await field.services.places.note(table, home_id=77)
    after = await field.leagues.get(league.id)
    assert after.revision == league.revision + 1
    assert "/77" in after.boards[0].link


async def test_the_seed_was_sealed_and_decides_the_pairings(field):
    league = await field.open(4, rounds=1)
    assert league.commitment == commitment(league.seed, league.salt)
    start = pairing.next_round(
        type(league)(
            **{
                **{f: getattr(league, f) for f in league.__struct_fields__},
                "round": 0,
                "boards": (),
            }
        )
    )
    assert list(start.values()) == [board.entrants for board in league.boards]


async def test_the_data_of_a_person_have_their_entries_and_no_seed(field):
    league = await field.open(2)
    file = (await field.services.privacy.person_file(BASTIEN.user_id)).decode()
    assert "league_entrant" in file
    assert league.seed not in file


async def test_a_server_that_is_gone_takes_its_leagues_along(field, store):
    await field.open(2)
    await store.write(clear, 1)
    assert await field.leagues.of_server(1) == []


async def test_a_vote_at_a_table_of_a_league_is_one_of_its_people(field):
    league = await field.open(2)
    [board] = league.boards
    await field.services.votes.propose(board.table_id, BASTIEN.user_id, Kind.PAUSE)


async def test_the_next_season_has_the_same_terms_and_is_opened_once(field):
    league = await field.open(2, rounds=1, machines=1, places=3, days=5)
    refused = field.leagues.next_season(league.id, MAUD)
    assert await refusal_code(refused) == "league.wrong_stage_running"
    while league.stage is Stage.RUNNING:
        league = await field.finish_round(league)
    season = await field.leagues.next_season(league.id, BASTIEN)
    assert (season.number, season.terms, season.season_of) == (2, league.terms, league.id)
    assert season.entrants[0].name == "Bastien"
    assert season.entrants[1].ai == "hard"
    same = await field.leagues.next_season(league.id, MAUD)
    assert same.id == season.id
    assert (await field.again(season)).stage is Stage.RUNNING


async def test_the_place_of_whoever_has_left_is_taken_over_with_its_points(field):
    league = await field.open(4, rounds=3, fills=False)
    league = await field.finish_round(league)
    await field.leagues.leave(league.id, KARIM.user_id)
    before = {line.entrant: line.points for line in standings(await field.again(league))}
    await field.leagues.join(league.id, NOOR)
    league = await field.again(league)
    karim = league.entrants[3]
    assert (karim.user_id, karim.name, karim.is_active) == (NOOR.user_id, "Noor", True)
    assert {line.entrant: line.points for line in standings(league)} == before
    league = await field.finish_round(league)
    assert 3 in [each for board in league.present_boards for each in board.people]
    assert await refusal_code(field.leagues.join(league.id, KARIM)) == "league.wrong_stage_running"


async def test_nobody_takes_a_place_in_a_knock_out(field):
    league = await field.open(4, Format.KNOCKOUT)
    await field.leagues.leave(league.id, KARIM.user_id)
    assert await refusal_code(field.leagues.join(league.id, NOOR)) == "league.wrong_stage_running"


@pytest.mark.parametrize("format", [Format.LEAGUE, Format.SWISS])
async def test_people_who_block_one_another_later_do_not_meet(field, format):
    league = await field.open(4, format, rounds=2)
    await field.services.people.block(MAUD.user_id, Blocked(BASTIEN.user_id, "Bastien"))
    league = await field.finish_round(await field.again(league))
    assert [0, 1] not in [sorted(board.people) for board in league.present_boards]


async def test_whoever_comes_back_gets_their_own_place(field):
    league = await field.open(4, rounds=3)
    for person in (BASTIEN, KARIM):
        await field.leagues.leave(league.id, person.user_id)
    await field.again(league)
    await field.leagues.join(league.id, KARIM)
    league = await field.again(league)
    assert [each.number for each in league.vacancies] == [1]
    assert league.entrants[3].user_id == KARIM.user_id


async def test_a_round_that_cannot_be_opened_now_is_opened_later(field, clock):
    """The host of a table has too many open lobbies; after some minutes they have not."""
    lobbies = [
        await field.services.lobbies.open(
            game="akropolis",
            guild_id=1,
            channel_id=20 + number,
            host=person,
            size=2,
            options={},
            language="en",
            in_thread=True,
        )
        for person in (MAUD, BASTIEN)
        for number in range(LOBBIES)
    ]
    league = await field.open(2)
    assert (league.stage, league.round) == (Stage.RUNNING, 0)
    for lobby in lobbies:
        await field.services.votes.cancel(lobby.id, lobby.host_id, moderator=True)
    clock.skip(timedelta(minutes=5))
    assert (await field.again(league)).round == 1


async def test_a_stuck_game_of_whoever_leaves_does_not_hold_up_the_league(field, monkeypatch):
    async def stuck(table_id, user_id):
        raise RulesError("table.stuck")

    league = await field.open(4, rounds=2, fills=False)
    monkeypatch.setattr(field.services.seats, "resign", stuck)
    await field.leagues.leave(league.id, MAUD.user_id)
    league = await field.finish_round(await field.again(league))
    assert league.round == 2


async def test_tables_have_the_late_policy_of_the_league(field):
    league = await field.open(2, late=Late.SEAT, pace="half")
    terms = (await field.table(league.boards[0])).terms
    assert (terms.late, terms.pace) == (Late.SEAT, Pace.HALF)


async def test_a_person_has_the_name_of_today(field):
    league = await field.open(2)
    await field.services.privacy.note_person(Person(BASTIEN.user_id, "Bastien II"), 1)
    after = await field.leagues.get(league.id)
    assert [each.name for each in after.entrants] == ["Maud", "Bastien II"]
    assert after.revision > league.revision
