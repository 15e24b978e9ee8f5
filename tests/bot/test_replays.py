"""The replay of a game: its turns, its stops, its positions, and who sees which hand."""

import pytest
from msgspec.structs import replace

from bot.service import replays
from bot.steps.timeline import Goal, Unit, laps_of, next_stop, place_of, turns_shown, units_for
from bot.steps.visibility import state_after
from bot.table.changes import Ply
from bot.table.live import PastTurn
from bot.table.motions import Kind, MotionTarget
from bot.table.seating import Person, Status
from rules.contract import RulesError
from rules.rng import Rng
from tests.bot.room import BASTIEN, MAUD, STRANGER, lobby, make_move, start_table
from tests.cases import each_case
from tests.tier import of_tier

TURN, ROUND, MINE = Unit
BACK, FORTH, LAST, FIRST, AT = Goal.BACK, Goal.FORTH, Goal.LAST, Goal.FIRST, Goal.AT


def game(seats, rounds):
    """Turns of these seats in these rounds, of two plies each: 10 and 11, 20 and 21, ..."""
    return tuple(
        PastTurn(
            number,
            tuple(
                Ply(10 * number + n, int(seat), "x", (), "", ai=False, ends_turn=n == 1)
                for n in (0, 1)
            ),
            int(round_),
        )
        for number, (seat, round_) in enumerate(zip(seats, rounds, strict=True), 1)
    )


SIX = game("012012", "111222")


# ---- the stops -----------------------------------------------------------------------------------


@each_case(
    ("unit", "goal", "ply", "place"),
    [
        (TURN, FIRST, 31, 0),
        (TURN, BACK, 31, 2),
        (TURN, FORTH, 31, 4),
        (TURN, LAST, 31, 6),
        (TURN, AT, 31, 3),
        (TURN, BACK, 0, 0),
        (TURN, FORTH, 61, 6),
        (ROUND, FIRST, 61, 0),
        (ROUND, BACK, 61, 3),
        (ROUND, FORTH, 0, 3),
        (ROUND, FORTH, 31, 6),
        (ROUND, AT, 41, 6),
        (MINE, FIRST, 61, 2),
        (MINE, BACK, 51, 2),
        (MINE, FORTH, 21, 5),
        (MINE, LAST, 0, 5),
        (MINE, AT, 61, 5),
        (MINE, AT, 11, 2),
    ],
)
def test_a_replay_goes_by_turns_by_rounds_and_by_my_turns(unit, goal, ply, place):
    """Of seat 1, which has the second turn of each round."""
    assert next_stop(SIX, 1, unit, goal, ply) == place


@each_case(("goal", "place"), [(BACK, 3), (FORTH, 4), (AT, 3)], ids=["back", "forth", "at the ply"])
def test_from_a_turn_that_is_gone_one_goes_to_its_neighbours(goal, place):
    assert place_of(SIX, 37) == (3, False)
    assert next_stop(SIX, None, TURN, goal, 37) == place


def test_a_round_shows_its_turns_up_to_the_stop_and_a_turn_only_itself():
    numbers = [turn.number for turn in turns_shown(SIX, ROUND, 5)]
    assert numbers == [4, 5]
    assert [turn.number for turn in turns_shown(SIX, TURN, 5)] == [5]
    assert [*turns_shown(SIX, ROUND, 0)] == [*turns_shown(SIX, TURN, 0)] == []


def test_a_lap_of_a_game_without_rounds_ends_before_a_seat_comes_again():
    plies = [turn.plies for turn in game("01201021", "11111111")]
    assert laps_of(plies) == [1, 1, 1, 2, 2, 3, 3, 3]


@each_case(
    ("turns", "seat", "seats", "units"),
    [
        (SIX, 1, 3, [TURN, ROUND, MINE]),
        (SIX, None, 3, [TURN, ROUND]),
        (SIX, 3, 4, [TURN, ROUND]),
        (SIX, 0, 1, [TURN]),
        ((), 0, 2, [TURN]),
    ],
)
def test_only_units_that_make_a_difference_are_offered(turns, seat, seats, units):
    assert units_for(turns, seat, seats) == units


# ---- at a table ----------------------------------------------------------------------------------


async def moved(services, number, **terms):
    """A table of Maud and Bastien where so many moves were made."""
    table = await start_table(services, **terms)
    for pick in range(number):
        await make_move(services, table.id, pick=5 * pick)
    return table.id


async def stop(services, table, user, goal, ply, unit=TURN):
    """The place of a stop, and whether the ply is still there."""
    replay = await services.replays.stop(table, user, goal, unit=unit, ply=ply)
    return replay.place, replay.is_exact


async def go_back(services, table):
    """A referee takes back the last turn."""
    plies = await services.reading.log(table)
    ends = [ply.ply for ply in plies if ply.ends_turn and not ply.undone]
    target = MotionTarget(to=ends[-2] if len(ends) > 1 else 0, point=True)
    await services.votes.rule(table, Person(500, "Noor"), Kind.UNDO, target)


async def test_it_opens_with_my_last_turn_and_for_others_with_the_newest(services):
    table = await moved(services, 4)
    opened = [
        (await services.replays.opening(table, user)).place
        for user in (MAUD.user_id, BASTIEN.user_id, STRANGER, None)
    ]
    assert opened == [3, 4, 4, 4]


async def test_it_opens_with_the_newest_turn_for_who_has_not_moved_and_with_the_deal_before(
    services,
):
    table = await moved(services, 0)
    assert (await services.replays.opening(table, MAUD.user_id)).place == 0
    await make_move(services, table)
    assert (await services.replays.opening(table, BASTIEN.user_id)).place == 1


async def test_a_finished_game_opens_with_its_beginning(services):
    table = await moved(services, 3)
    await services.seats.resign(table, MAUD.user_id)
    opened = await services.replays.opening(table, BASTIEN.user_id)
    assert (opened.table.status, opened.place, len(opened.turns)) == (Status.OVER, 0, 3)


async def test_forth_from_the_newest_turn_finds_what_was_played_since(services):
    table = await moved(services, 2)
    assert await stop(services, table, STRANGER, FORTH, 2) == (2, True)
    await make_move(services, table)
    assert await stop(services, table, STRANGER, FORTH, 2) == (3, True)


async def test_after_an_undo_the_nearest_turn_is_shown_and_the_game_goes_on_from_it(services):
    table = await moved(services, 3)
    before = await services.replays.stop(table, STRANGER, AT, ply=3)
    await go_back(services, table)
    assert await stop(services, table, STRANGER, AT, 3) == (2, False)
    await make_move(services, table, pick=11)
    after = await services.replays.stop(table, STRANGER, LAST, ply=3)
    assert (after.place, after.ply) == (3, 4)
    assert after.view != before.view
    assert after.view == (await services.reading.look(table, None)).view


@pytest.mark.parametrize("key", of_tier(["telegraph"], ["akropolis", "telegraph"]))
async def test_positions_are_those_of_a_replay_from_the_deal_in_whatever_order(services, key):
    """Also while the game grows and turns are taken back."""
    table, luck = await moved(services, 1, game=key), Rng(3)
    for number in range(18):
        await make_move(services, table, pick=luck.below(30))
        if number % 5 == 4:
            await go_back(services, table)
        async with services.tables.hold(table) as live:
            log = await services.tables.log(table)
        newest = await services.replays.stop(table, None, LAST, ply=0)
        place = luck.below(len(newest.turns) + 1)
        ply = newest.turns[place - 1].last if place else 0
        replay = await services.replays.stop(table, None, AT, ply=ply)
        count = sum(len(turn.plies) for turn in newest.turns[:place])
        assert replay.place == place, number
        assert replay.view == live.game.view(state_after(live, log, count), None), number


async def test_few_positions_and_few_games_are_kept(services):
    tables = [
        await moved(services, 0, channel_id=10 + number) for number in range(replays.REELS + 2)
    ]
    for _ in range(12):
        await make_move(services, tables[0])
    for table in tables:
        await services.replays.opening(table, None)
    assert [*services.replays._reels] == tables[2:]
    reel = replays.Reel()
    async with services.tables.hold(tables[0]) as live:
        turns = [(ply,) for ply in await services.tables.log(tables[0])]
    for count in range(1, len(turns) + 1):
        reel.numbers(live, turns[:count])
        assert len(reel._positions) <= replays.KEPT + 1
        assert {0, count} <= reel._positions.keys()


async def test_a_long_game_keeps_positions_farther_and_farther_apart(services, monkeypatch):
    monkeypatch.setattr(replays, "KEPT", 4)
    table = await moved(services, 12)
    async with services.tables.hold(table) as live:
        turns = [(ply,) for ply in await services.tables.log(table)]
    reel = replays.Reel()
    reel.numbers(live, turns)
    assert [*reel._positions] == [0, 4, 8, 12]


# ---- who sees what -------------------------------------------------------------------------------


async def test_while_the_game_runs_each_player_sees_the_own_hand_of_then_alone(
    services,
):
    table = await moved(services, 0, game="telegraph")
    for player in (MAUD, BASTIEN):
        await services.moves.play(table, player.user_id, None, ["S"])
    for user, seats in ((MAUD.user_id, [0]), (BASTIEN.user_id, [1]), (STRANGER, []), (None, [])):
        replay = await services.replays.stop(table, user, AT, ply=0)
        assert [*replay.hands] == seats
    async with services.tables.hold(table) as live:
        dealt = live.game.hand(live.deal(), 0)
    replay = await services.replays.stop(table, MAUD.user_id, AT, ply=0)
    assert replay.hands[0].hand == dealt
    assert replay.hands[0].hand != (await services.reading.look(table, MAUD.user_id)).hand


async def test_once_it_is_over_everybody_sees_every_hand(services):
    table = await moved(services, 3, game="telegraph")
    await services.seats.resign(table, MAUD.user_id)
    replay = await services.replays.opening(table, STRANGER)
    assert [*replay.hands] == [0, 1]


async def test_a_player_who_has_resigned_is_a_spectator(services):
    table = await start_table(services, 3, game="telegraph")
    await make_move(services, table.id)
    await services.seats.resign(table.id, MAUD.user_id)
    replay = await services.replays.opening(table.id, MAUD.user_id)
    assert (replay.seat, replay.hands) == (None, {})


# ---- what cannot be shown ------------------------------------------------------------------------


async def test_a_game_of_other_rules_is_told_without_positions(services, monkeypatch):
    table = await moved(services, 3)
    kind = type((await services.tables.load(table)).game)
    monkeypatch.setattr(kind, "facts", replace(kind.facts, version=kind.facts.version + 1))
    replay = await services.replays.stop(table, MAUD.user_id, BACK, ply=3)
    assert (replay.place, len(replay.turns), replay.view, replay.hands) == (2, 3, None, {})


async def test_a_lobby_and_a_cancelled_game_have_no_replay(services):
    table = await lobby(services)
    with pytest.raises(RulesError):
        await services.replays.opening(table.id, MAUD.user_id)
    running = await moved(services, 1, channel_id=11)
    await services.votes.cancel(running, MAUD.user_id, moderator=True)
    with pytest.raises(RulesError):
        await services.replays.opening(running, MAUD.user_id)
