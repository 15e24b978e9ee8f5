"""Seats of a running game: paused, offered, taken, played by a stand-in, handed over."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.service.delivery import Outbox
from bot.service.scheduler import Scheduler
from bot.table import payloads, seating
from bot.table.encoding import stamp
from bot.table.motions import Kind, MotionTarget, Outcome
from bot.table.seating import Person, Status
from rules import registry
from tests.bot.room import (
    BASTIEN,
    INES,
    KARIM,
    MAUD,
    acting,
    lobby,
    make_move,
    refusal_code,
    some_move,
    start_table,
)
from tests.bot.test_outbox import Pigeons
from tests.clock import StillClock

NOOR = Person(500, "Noor")
A, B, C = MAUD.user_id, BASTIEN.user_id, INES.user_id


async def acts(services, table):
    return [act.code for act in await services.reading.acts(table.id)]


# ---- a pause -------------------------------------------------------------------------------------


async def test_a_paused_game_has_no_turns(services):
    table = await start_table(services, 2)
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    await services.votes.vote(table.id, motion.id, B, yes=True)
    assert (await services.reading.look(table.id, A)).to_act == ()
    assert await refusal_code(services.moves.ask(table.id, A, None)) == "table.paused"
    assert await refusal_code(services.moves.take_back(table.id, A, None)) == "table.paused"
    assert await refusal_code(services.votes.propose(table.id, A, Kind.PAUSE)) == "table.paused"
    motion = await services.votes.propose(table.id, B, Kind.RESUME)
    await services.votes.vote(table.id, motion.id, A, yes=True)
    await make_move(services, table.id)
    log = ["motion_asked", "paused", "motion_asked", "resumed"]
    assert await acts(services, table) == log


async def test_an_ai_rests_as_well(services):
    table = await start_table(services, 3, ai=("random", "random"))
    assert await services.votes.propose(table.id, A, Kind.PAUSE) is None
    async with services.tables.hold(table.id) as live:
        assert live.ai_seat is None


async def test_a_pause_with_a_date_ends_by_itself_and_calls_who_has_to_act(services, store):
    store.clock = StillClock()
    table = await start_table(services, 2)
    until = stamp(store.clock.now() + timedelta(days=3))
    motion = await services.votes.propose(table.id, B, Kind.PAUSE, MotionTarget(until=until))
    await services.votes.vote(table.id, motion.id, A, yes=True)
    store.clock.skip(timedelta(days=2, hours=23))
    await Scheduler(store, services.on_due).drain()
    assert (await services.tables.get(table.id)).paused
    store.clock.skip(timedelta(hours=2))
    pigeons = Pigeons()
    await Outbox(store, pigeons, rate=1e6).drain()
    await Scheduler(store, services.on_due).drain()
    await Outbox(store, pigeons, rate=1e6).drain()
    assert not (await services.tables.get(table.id)).paused
    boards = [post for post in pigeons.shown if post.kind == "again"]
    assert [board.payload.mention for board in boards] == [[A]]


# ---- a substitute --------------------------------------------------------------------------------


async def test_a_seat_is_played_on_by_who_takes_it(services):
    table = await start_table(services, 2)
    await make_move(services, table.id)
    await services.seats.offer(table.id, B)
    table = await services.seats.take(table.id, 1, KARIM)
    assert [occupant.name for occupant in table.seats] == ["Maud", "Karim"]
    assert await acting(services, table.id) == KARIM.user_id
    assert await refusal_code(services.moves.ask(table.id, B, None)) == "table.not_seated"
    await make_move(services, table.id)
    assert await acts(services, table) == ["offered", "taken"]
    taken = (await services.reading.acts(table.id))[-1]
    assert (taken.by.name, taken.about.name) == ("Karim", "Bastien")


async def test_the_hand_is_seen_by_the_substitute_alone(services, store, market):
    table, pigeons = await start_table(services, 2, game="market"), Pigeons()
    await Outbox(store, pigeons, rate=1e6).drain()
    await services.places.note_hand_post(table.id, 1, B, channel_id=5, message_id=6)
    hand = (await services.reading.look(table.id, B)).hand
    await services.seats.offer(table.id, B)
    await services.seats.take(table.id, 1, KARIM)
    assert (await services.reading.look(table.id, B)).hand is None
    assert (await services.reading.look(table.id, KARIM.user_id)).hand == hand
    await Outbox(store, pigeons, rate=1e6).drain()
    farewell = [delivery.payload for delivery in pigeons.shown if delivery.kind == "farewell"]
    assert farewell == [payloads.Farewell(channel=5, message=6, language="en")]
    post = await services.reading.hand(table.id, 1)
    assert (post.user_id, post.message_id) == (KARIM.user_id, None)


async def test_a_hand_that_arrives_late_is_not_taken_for_the_new_one(services, market):
    table = await start_table(services, 2, game="market")
    await services.seats.offer(table.id, B)
    await services.seats.take(table.id, 1, KARIM)
    assert not await services.places.note_hand_post(table.id, 1, B, channel_id=5, message_id=6)
    assert (await services.reading.hand(table.id, 1)).message_id is None


async def test_only_a_seat_that_is_offered_is_to_be_had_and_only_once(services):
    table = await start_table(services, 3)
    assert await refusal_code(services.seats.take(table.id, 1, KARIM)) == "table.seat_taken"
    await services.seats.offer(table.id, B)
    assert await refusal_code(services.seats.offer(table.id, B)) == "table.offered_already"
    assert await refusal_code(services.seats.take(table.id, 1, INES)) == "table.already_seated"
    await services.seats.take(table.id, 1, KARIM)
    assert await refusal_code(services.seats.take(table.id, 1, NOOR)) == "table.seat_taken"


async def test_the_seat_of_somebody_who_resigned_can_be_offered_by_anybody(services):
    table = await start_table(services, 3)
    await services.seats.resign(table.id, B)
    await services.seats.offer(table.id, C, 1)
    table = await services.seats.take(table.id, 1, KARIM)
    assert (table.seats[1].ai, table.seats[1].resigned) == (None, False)
    assert await refusal_code(services.seats.offer(table.id, C, 0)) == "table.no_such_seat"


async def test_the_seat_of_an_ai_cannot_be_offered(services):
    table = await start_table(services, 2, ai=["easy"])
    assert await refusal_code(services.seats.offer(table.id, A, 1)) == "table.no_such_seat"


async def test_a_player_who_resigned_takes_no_other_seat_of_the_game(services):
    """Their own they may take back; nobody's results count for two seats."""
    table = await start_table(services, 3)
    await services.seats.resign(table.id, B)
    await services.seats.offer(table.id, C)
    assert await refusal_code(services.seats.take(table.id, 2, BASTIEN)) == "table.resigned_before"


async def test_a_vanished_player_is_replaced_by_agreement_of_the_others(services):
    table = await start_table(services, 3)
    motion = await services.votes.propose(table.id, A, Kind.REPLACE, MotionTarget(seat=1))
    assert list(motion.votes) == [C]
    assert (await services.votes.vote(table.id, motion.id, C, yes=True)).outcome is Outcome.CARRIED
    table = await services.tables.get(table.id)
    assert (table.seats[1].stands_in, table.seats[1].offered) == (True, True)
    assert (await services.seats.take(table.id, 1, KARIM)).players() == [A, KARIM.user_id, C]


# ---- a stand-in ----------------------------------------------------------------------------------


async def test_an_ai_plays_until_its_person_is_back(services):
    table = await start_table(services, 3)
    await services.seats.start_stand_in(table.id, B)
    prompt = await some_move(services, table.id, A)
    await services.moves.play(table.id, A, prompt.revision, prompt.tokens)
    while await acting(services, table.id) != C:
        await services.ai_seats._tasks[table.id]
    assert [ply.ai for ply in await services.reading.log(table.id)] == [False, True]
    assert await services.seats.end_any_stand_in(table.id, B)
    assert not await services.seats.end_any_stand_in(table.id, B)
    assert (await services.tables.get(table.id)).players() == [A, B, C]
    assert await acts(services, table) == ["stood_in", "back"]


async def test_a_player_who_is_back_reads_the_moves_of_the_stand_in_as_well(services):
    table = await start_table(services, 3)
    for _ in "abc":
        await make_move(services, table.id)
    await services.seats.start_stand_in(table.id, B)
    await make_move(services, table.id)
    while await acting(services, table.id) != C:
        await services.ai_seats._tasks[table.id]
    recap = await services.reading.recap(table.id, B)
    assert [(ply.seat, ply.ai) for ply in recap.plies] == [(2, False), (0, False), (1, True)]


async def test_a_player_who_is_away_is_not_asked(services):
    table = await start_table(services, 3)
    await services.seats.start_stand_in(table.id, B)
    assert list((await services.votes.propose(table.id, A, Kind.END)).votes) == [C]


async def test_the_last_person_stays_and_the_others_are_still_there_when_it_ends(services):
    table = await start_table(services, 2)
    await services.seats.start_stand_in(table.id, B)
    assert await refusal_code(services.seats.start_stand_in(table.id, A)) == "table.nobody_left"
    table = await services.tables.get(table.id)
    assert (table.humans(), table.status) == ([A, B], Status.LIVE)


# ---- the host ------------------------------------------------------------------------------------


async def test_the_host_sends_somebody_away_before_the_start(services):
    table = await lobby(services, 3)
    await services.lobbies.join(table.id, BASTIEN)
    assert await refusal_code(services.lobbies.remove(table.id, B, 0)) == "table.host_only"
    assert await refusal_code(services.lobbies.remove(table.id, A, 0)) == "table.no_such_seat"
    assert await refusal_code(services.lobbies.remove(table.id, A, 5)) == "table.no_such_seat"
    assert (await services.lobbies.remove(table.id, A, 1)).humans() == [A]


async def test_the_host_hands_the_table_over(services):
    table = await start_table(services, 3)
    assert (await services.seats.hand_over(table.id, A, 2)).host_id == C
    assert await refusal_code(services.seats.hand_over(table.id, A, 1)) == "table.host_only"
    assert await refusal_code(services.seats.hand_over(table.id, C, 2)) == "table.no_such_seat"


async def test_a_host_who_leaves_the_lobby_leaves_it_to_the_next(services):
    table = await lobby(services, 3)
    assert await refusal_code(services.lobbies.leave(table.id, A)) == "table.host_stays"
    await services.lobbies.join(table.id, BASTIEN)
    table = await services.lobbies.leave(table.id, A)
    assert (table.host_id, table.humans()) == (B, [B])


async def test_a_substitute_of_the_host_is_not_the_host(services):
    table = await start_table(services, 3)
    await services.seats.offer(table.id, A)
    assert (await services.seats.take(table.id, 0, KARIM)).host_id == KARIM.user_id


# ---- once more -----------------------------------------------------------------------------------


async def test_the_first_player_comes_last_in_the_next_game(services):
    table = await start_table(services, 3)
    await services.seats.resign(table.id, C)
    await services.seats.resign(table.id, A)
    assert (await services.tables.get(table.id)).status is Status.LIVE
    await services.seats.resign(table.id, B)
    next_table = await services.lobbies.rematch(table.id, MAUD)
    for person in (INES, BASTIEN):
        next_table = await services.lobbies.rematch(table.id, person)
    assert [occupant.name for occupant in next_table.seats] == ["Bastien", "Inès", "Maud"]
    assert next_table.host_id == A


async def test_a_stand_in_is_no_ai_seat_of_the_next_game(services):
    table = await start_table(services, 2)
    await services.seats.start_stand_in(table.id, B)
    await services.seats.resign(table.id, A)
    next_table = await services.lobbies.rematch(table.id, MAUD)
    assert [occupant.name for occupant in next_table.seats] == ["Maud"]


@pytest.mark.parametrize(
    ("offered", "stand_in"),
    [(("random", "easy", "hard", "strong"), "hard"), (("random", "easy", "strong"), "easy")],
)
def test_a_stand_in_plays_well_without_keeping_anybody_waiting(monkeypatch, offered, stand_in):
    facts = replace(registry.get("akropolis").facts, players=offered)
    monkeypatch.setattr(type(registry.get("akropolis")), "facts", facts)
    assert seating.stand_in("akropolis") == stand_in


def test_a_stand_in_at_a_game_that_is_not_in_the_house_is_one_that_every_game_has():
    assert seating.stand_in("chess") == "easy"
