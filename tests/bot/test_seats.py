"""Seats of a running game: paused, offered, taken, played by a stand-in, handed over."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.service.delivery import Outbox
from bot.service.scheduler import Alarm
from bot.table import seating
from bot.table.encoding import stamp
from bot.table.motions import Kind, Matter, Outcome
from bot.tables import Person, Status
from rules import registry
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, acting, lobby, make_move, some_move, started
from tests.bot.test_outbox import Pigeons
from tests.clock import StillClock

A, B, C = MAUD.user_id, BASTIEN.user_id, INES.user_id


def alarm(tables, store):
    """What rings when a pause is over."""
    return Alarm(store, {"pause": tables.at_table(tables.rested), "motion": tables.lapse})


async def refused(doing):
    with pytest.raises(RulesError) as refusal:
        await doing
    return refusal.value.code


async def acts(tables, table):
    return [one.code for one in await tables.acts(table.id)]


# ---- a pause -------------------------------------------------------------------------------------


async def test_a_paused_game_has_no_turns(tables):
    table = await started(tables, 2)
    motion = await tables.propose(table.id, A, Kind.PAUSE)
    await tables.vote(table.id, motion.id, B, yes=True)
    assert (await tables.look(table.id, A)).to_act == ()
    assert await refused(tables.ask(table.id, A, None)) == "table.paused"
    assert await refused(tables.take_back(table.id, A, None)) == "table.paused"
    assert await refused(tables.propose(table.id, A, Kind.PAUSE)) == "table.paused"
    motion = await tables.propose(table.id, B, Kind.RESUME)
    await tables.vote(table.id, motion.id, A, yes=True)
    await make_move(tables, table.id)
    log = ["motion_asked", "paused", "motion_asked", "resumed"]
    assert await acts(tables, table) == log


async def test_an_ai_rests_as_well(tables):
    table = await started(tables, 3, ai=("random", "random"))
    assert await tables.propose(table.id, A, Kind.PAUSE) is None
    async with tables._at(table.id) as playing:
        assert playing.ai_seat is None


async def test_a_pause_with_a_date_ends_by_itself_and_calls_who_has_to_act(tables, store):
    store.clock = StillClock()
    table = await started(tables, 2)
    until = stamp(store.clock.now() + timedelta(days=3))
    motion = await tables.propose(table.id, B, Kind.PAUSE, Matter(until=until))
    await tables.vote(table.id, motion.id, A, yes=True)
    store.clock.skip(timedelta(days=2, hours=23))
    await alarm(tables, store).drain()
    assert (await tables.get(table.id)).paused
    store.clock.skip(timedelta(hours=2))
    pigeons = Pigeons()
    await Outbox(store, pigeons, rate=1e6).drain()
    await alarm(tables, store).drain()
    await Outbox(store, pigeons, rate=1e6).drain()
    assert not (await tables.get(table.id)).paused
    assert [one.payload["mention"] for one in pigeons.shown if one.kind == "again"] == [[A]]


# ---- a substitute --------------------------------------------------------------------------------


async def test_a_seat_is_played_on_by_who_takes_it(tables):
    table = await started(tables, 2)
    await make_move(tables, table.id)
    await tables.offer(table.id, B)
    table = await tables.take(table.id, 1, KARIM)
    assert [holder.name for holder in table.seats] == ["Maud", "Karim"]
    assert await acting(tables, table.id) == KARIM.user_id
    assert await refused(tables.ask(table.id, B, None)) == "table.not_seated"
    await make_move(tables, table.id)
    assert await acts(tables, table) == ["offered", "taken"]
    taken = (await tables.acts(table.id))[-1]
    assert (taken.by.name, taken.about.name) == ("Karim", "Bastien")


async def test_who_gave_it_up_sees_the_hand_no_more(tables, store, market):
    table, pigeons = await started(tables, 2, game="market"), Pigeons()
    await Outbox(store, pigeons, rate=1e6).drain()
    await tables.hand_posted(table.id, 1, B, channel_id=5, message_id=6)
    held = (await tables.look(table.id, B)).hand
    await tables.offer(table.id, B)
    await tables.take(table.id, 1, KARIM)
    assert (await tables.look(table.id, B)).hand is None
    assert (await tables.look(table.id, KARIM.user_id)).hand == held
    await Outbox(store, pigeons, rate=1e6).drain()
    farewell = [one.payload for one in pigeons.shown if one.kind == "farewell"]
    assert farewell == [{"channel": 5, "message": 6, "language": "en"}]
    post = await tables.hand(table.id, 1)
    assert (post.user_id, post.message_id) == (KARIM.user_id, None)


async def test_a_hand_that_arrives_late_is_not_taken_for_the_new_one(tables, market):
    table = await started(tables, 2, game="market")
    await tables.offer(table.id, B)
    await tables.take(table.id, 1, KARIM)
    assert not await tables.hand_posted(table.id, 1, B, channel_id=5, message_id=6)
    assert (await tables.hand(table.id, 1)).message_id is None


async def test_only_a_seat_that_is_offered_is_to_be_had_and_only_once(tables):
    table = await started(tables, 3)
    assert await refused(tables.take(table.id, 1, KARIM)) == "table.seat_taken"
    await tables.offer(table.id, B)
    assert await refused(tables.offer(table.id, B)) == "table.offered_already"
    assert await refused(tables.take(table.id, 1, INES)) == "table.already_seated"
    await tables.take(table.id, 1, KARIM)
    assert await refused(tables.take(table.id, 1, Person(500, "Noor"))) == "table.seat_taken"


async def test_the_seat_of_somebody_who_resigned_can_be_offered_by_anybody(tables):
    table = await started(tables, 3)
    await tables.resign(table.id, B)
    await tables.offer(table.id, C, 1)
    table = await tables.take(table.id, 1, KARIM)
    assert (table.seats[1].ai, table.seats[1].resigned) == (None, False)
    assert await refused(tables.offer(table.id, C, 0)) == "table.no_such_seat"


async def test_a_vanished_player_is_replaced_by_agreement_of_the_others(tables):
    table = await started(tables, 3)
    motion = await tables.propose(table.id, A, Kind.REPLACE, Matter(seat=1))
    assert list(motion.votes) == [C]
    assert (await tables.vote(table.id, motion.id, C, yes=True)).outcome is Outcome.CARRIED
    table = await tables.get(table.id)
    assert (table.seats[1].stands_in, table.seats[1].offered) == (True, True)
    assert (await tables.take(table.id, 1, KARIM)).players() == [A, KARIM.user_id, C]


# ---- a stand-in ----------------------------------------------------------------------------------


async def test_an_ai_plays_until_its_person_is_back(tables):
    table = await started(tables, 3)
    await tables.stand_in(table.id, B)
    prompt = await some_move(tables, table.id, A)
    await tables.play(table.id, A, prompt.revision, prompt.tokens)
    while await acting(tables, table.id) != C:
        await tables._machines._working[table.id]
    assert [ply.ai for ply in await tables.log(table.id)] == [False, True]
    assert await tables.sits_again(table.id, B)
    assert not await tables.sits_again(table.id, B)
    assert (await tables.get(table.id)).players() == [A, B, C]
    assert await acts(tables, table) == ["stood_in", "back"]


async def test_who_is_back_reads_what_was_done_for_them_as_well(tables):
    table = await started(tables, 3)
    for _ in "abc":
        await make_move(tables, table.id)
    await tables.stand_in(table.id, B)
    await make_move(tables, table.id)
    while await acting(tables, table.id) != C:
        await tables._machines._working[table.id]
    recap = await tables.recap(table.id, B)
    assert [(ply.seat, ply.ai) for ply in recap.plies] == [(2, False), (0, False), (1, True)]


async def test_nobody_waits_for_the_answer_of_somebody_who_is_away(tables):
    table = await started(tables, 3)
    await tables.stand_in(table.id, B)
    assert list((await tables.propose(table.id, A, Kind.END)).votes) == [C]


async def test_the_last_one_who_plays_cannot_leave_it_to_the_machines(tables):
    table = await started(tables, 2)
    await tables.stand_in(table.id, B)
    assert await refused(tables.stand_in(table.id, A)) == "table.nobody_left"


async def test_who_is_away_is_still_there_when_it_ends(tables):
    table = await started(tables, 2)
    await tables.stand_in(table.id, B)
    assert (await tables.get(table.id)).humans() == [A, B]
    assert (await tables.get(table.id)).status is Status.LIVE


# ---- the host ------------------------------------------------------------------------------------


async def test_the_host_sends_somebody_away_before_the_start(tables):
    table = await lobby(tables, 3)
    await tables.join(table.id, BASTIEN)
    assert await refused(tables.remove(table.id, B, 0)) == "table.host_only"
    assert await refused(tables.remove(table.id, A, 0)) == "table.no_such_seat"
    assert await refused(tables.remove(table.id, A, 5)) == "table.no_such_seat"
    assert (await tables.remove(table.id, A, 1)).humans() == [A]


async def test_the_host_hands_the_table_over(tables):
    table = await started(tables, 3)
    assert (await tables.hand_over(table.id, A, 2)).host_id == C
    assert await refused(tables.hand_over(table.id, A, 1)) == "table.host_only"
    assert await refused(tables.hand_over(table.id, C, 2)) == "table.no_such_seat"


async def test_a_host_who_leaves_the_lobby_leaves_it_to_the_next(tables):
    table = await lobby(tables, 3)
    assert await refused(tables.leave(table.id, A)) == "table.host_stays"
    await tables.join(table.id, BASTIEN)
    table = await tables.leave(table.id, A)
    assert (table.host_id, table.humans()) == (B, [B])


async def test_a_substitute_of_the_host_is_not_the_host(tables):
    table = await started(tables, 3)
    await tables.offer(table.id, A)
    assert (await tables.take(table.id, 0, KARIM)).host_id == KARIM.user_id


# ---- once more -----------------------------------------------------------------------------------


async def test_who_began_comes_last_in_the_next_game(tables):
    table = await started(tables, 3)
    await tables.resign(table.id, C)
    await tables.resign(table.id, A)
    assert (await tables.get(table.id)).status is Status.LIVE
    await tables.resign(table.id, B)
    again = await tables.rematch(table.id, MAUD)
    for person in (INES, BASTIEN):
        again = await tables.rematch(table.id, person)
    assert [holder.name for holder in again.seats] == ["Bastien", "Inès", "Maud"]
    assert again.host_id == A


async def test_a_stand_in_is_no_ai_seat_of_the_next_game(tables):
    table = await started(tables, 2)
    await tables.stand_in(table.id, B)
    await tables.resign(table.id, A)
    again = await tables.rematch(table.id, MAUD)
    assert [holder.name for holder in again.seats] == ["Maud"]


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
