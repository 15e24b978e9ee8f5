"""Who may sit where a host asks for people who play on: counted from the log, and told kindly."""

import pytest

from bot.store import reliability
from bot.store.reliability import Record
from bot.table.motions import Kind, MotionTarget
from bot.table.options import Entry, Terms
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, lobby, make_move, start_table
from tests.cases import each_case

A, B, C = MAUD.user_id, BASTIEN.user_id, INES.user_id


async def over(services, store, size=3):
    """A game that has come to its end."""
    table = await start_table(services, size)
    await end(store, table)
    return table


async def end(store, table):
    update = "UPDATE table_ SET status = 'over' WHERE id = ?"
    await store.write(lambda db: db.execute(update, (table.id,)))


async def read_reliability(store, user):
    return await store.read(reliability.read, user)


async def test_there_is_no_record_before_a_game_is_over(services, store):
    await start_table(services, 3)
    assert await read_reliability(store, A) == Record()


async def test_a_game_that_is_played_to_its_end_is_kept(services, store):
    await over(services, store)
    await over(services, store, 2)
    assert [await read_reliability(store, user) for user in (A, C)] == [Record(2), Record(1)]


async def test_a_game_against_machines_does_not_count(services, store):
    table = await start_table(services, 3, ai=("random", "random"))
    await end(store, table)
    assert await read_reliability(store, A) == Record()


async def test_a_player_who_leaves_the_others_alone_has_dropped_a_game(services, store):
    table = await start_table(services, 3)
    await services.seats.resign(table.id, B)
    assert await read_reliability(store, B) == Record(0, 1)
    await end(store, table)
    assert [await read_reliability(store, user) for user in (A, B)] == [Record(1), Record(0, 1)]


async def test_of_two_one_may_give_the_game_up(services, store):
    table = await start_table(services, 2)
    await make_move(services, table.id)
    await services.seats.resign(table.id, B)
    assert [await read_reliability(store, user) for user in (A, B)] == [Record(1), Record()]


async def test_a_seat_given_away_by_the_others_is_a_dropped_game_until_the_player_is_back(
    services, store
):
    table = await start_table(services, 3)
    motion = await services.votes.propose(table.id, A, Kind.REPLACE, MotionTarget(seat=1))
    await services.votes.vote(table.id, motion.id, C, yes=True)
    assert await read_reliability(store, B) == Record(0, 1)
    await services.seats.end_stand_in(table.id, B)
    assert await read_reliability(store, B) == Record()
    await end(store, table)
    assert await read_reliability(store, B) == Record(1)


async def test_a_seat_handed_on_is_no_dropped_game(services, store):
    table = await start_table(services, 3)
    await services.seats.offer(table.id, B)
    await services.seats.take(table.id, 1, KARIM)
    await end(store, table)
    assert [await read_reliability(store, user) for user in (B, KARIM.user_id)] == [
        Record(),
        Record(1),
    ]


# ---- the bar -------------------------------------------------------------------------------------


@each_case(
    ("entry", "record", "code"),
    [
        (Entry.STEADY, Record(), None),
        (Entry.STEADY, Record(3, 1), None),
        (Entry.STEADY, Record(2, 1), "table.below_bar"),
        (Entry.RELIABLE, Record(), None),
        (Entry.RELIABLE, Record(9, 1), None),
        (Entry.RELIABLE, Record(8, 1), "table.below_bar"),
        (Entry.PROVEN, Record(), "table.too_new"),
        (Entry.PROVEN, Record(3), None),
        (Entry.PROVEN, Record(3, 1), "table.below_bar"),
        (Entry.OPEN, Record(0, 9), None),
    ],
)
def test_newcomers_are_welcome_unless_the_host_says_otherwise(entry, record, code):
    assert reliability.passes(entry, record) is (code is None)
    if code is not None:
        with pytest.raises(RulesError, match=code):
            reliability.require(entry, record)


async def test_a_bar_is_told_with_the_numbers_and_an_invitation_is_above_it(services, store):
    gone = await start_table(services, 3)
    await services.seats.resign(gone.id, B)
    table = await lobby(services, size=3, terms=Terms(entry=Entry.STEADY))
    with pytest.raises(RulesError) as refusal:
        await services.lobbies.join(table.id, BASTIEN)
    assert refusal.value.code == "table.below_bar"
    assert refusal.value.details == {"percent": 75, "kept": 0, "n": 1}
    await services.lobbies.join(table.id, INES)
    await services.lobbies.invite(table.id, A, BASTIEN)
    assert (await services.lobbies.join(table.id, BASTIEN)).humans() == [A, C, B]


async def test_a_substitute_has_to_meet_it_as_well(services):
    gone = await start_table(services, 3)
    await services.seats.resign(gone.id, C)
    table = await start_table(services, 2, terms=Terms(entry=Entry.RELIABLE))
    await services.seats.offer(table.id, B)
    with pytest.raises(RulesError, match="below_bar"):
        await services.seats.take(table.id, 1, INES)


async def test_only_people_above_the_bar_hear_of_a_table(services):
    gone = await start_table(services, 3)
    await services.seats.resign(gone.id, B)
    for user in (B, C):
        await services.lobbies.wish(user, 1, ["akropolis"])
    table = await lobby(services, size=3, terms=Terms(entry=Entry.STEADY))
    assert await services.lobbies.people_to_tell(table) == [C]
