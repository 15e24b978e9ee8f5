"""Going back: free where it concerns nobody else, else by leave of just those whom it concerns."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.service.delivery import Outbox
from bot.steps import takebacks
from bot.steps.moves import apply_move, reveals, snapshot
from bot.steps.visibility import state_after
from bot.table.changes import Ply, Secret
from bot.table.live import LiveTable
from bot.table.motions import Kind, MotionTarget, Outcome
from bot.table.seating import Occupant, Person, Status, Table
from rules import record, registry
from rules.contract import IllegalMove
from rules.rng import Rng
from tests.bot.room import (
    BASTIEN,
    INES,
    MAUD,
    STRANGER,
    make_move,
    refusal_code,
    some_move,
    start_table,
)
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.cases import each_case
from tests.tier import of_tier

A, B, C = MAUD.user_id, BASTIEN.user_id, INES.user_id


async def public_view(services, number):
    """Public view of the position, and the seats that have to act."""
    look = await services.reading.look(number, None)
    return look.view, look.to_act


async def standing(services, number):
    return [ply.ply for ply in await services.reading.log(number) if not ply.undone]


async def quiet_turns(services, table, turns):
    """Number of turns in a row that bring nothing to light."""
    for _ in range(turns):
        turn = await make_move(services, table.id)
        assert not any(map(reveals, turn.plies))


async def test_a_game_that_was_broken_off_has_no_way_back(services):
    table = await start_table(services, 2)
    await quiet_turns(services, table, 1)
    await services.votes.cancel(table.id, A, moderator=True)
    for doing in (
        services.votes.propose(table.id, A, Kind.UNDO),
        services.votes.propose(table.id, A, Kind.UNDO, MotionTarget(to=0, point=True)),
    ):
        assert await refusal_code(doing) == "table.wrong_status_cancelled"


async def carry(services, table, motion):
    """Everybody who is asked says yes, if anybody is."""
    for user in motion.votes if motion else ():
        motion = await services.votes.vote(table.id, motion.id, user, yes=True)
    assert motion is None or motion.outcome is Outcome.CARRIED


async def whole_turn(services, number):
    """A turn of several moves."""
    while not (turn := await make_move(services, number)).last.ends_turn:
        pass
    return turn


# ---- since my turn, right after it ---------------------------------------------------------------


async def test_since_my_turn_tells_the_turns_that_were_taken_back(services):
    """Bastien moves and takes it back: nothing stands, but Maud reads what has come and gone."""
    table = await start_table(services, 2)
    await quiet_turns(services, table, 2)
    await services.votes.propose(table.id, B, Kind.UNDO)
    recap = await services.reading.recap(table.id, A)
    assert (recap.plies, [ply.ply for ply in recap.undone]) == ((), [2])
    assert recap.before == recap.after == (await services.reading.look(table.id, A)).view
    await make_move(services, table.id)
    recap = await services.reading.recap(table.id, A)
    assert ([ply.ply for ply in recap.plies], [ply.ply for ply in recap.undone]) == ([3], [2])
    assert (await services.reading.recap(table.id, B)).undone == ()


async def test_a_player_whose_own_turn_has_gone_reads_the_turns_before_it(services):
    """Maud's second turn is taken back with Bastien's: she sees again what had led to it."""
    table = await start_table(services, 2)
    for _ in range(4):
        await make_move(services, table.id)
    await carry(services, table, await services.votes.propose(table.id, A, Kind.UNDO))
    recap = await services.reading.recap(table.id, A)
    assert [ply.ply for ply in recap.plies] == [2]
    assert [ply.ply for ply in recap.undone] == [3, 4]
    assert recap.to_act == (0,)
    assert recap.gained[0].change == 0


async def test_a_substitute_reads_it_as_well(services):
    table = await start_table(services, 3)
    await quiet_turns(services, table, 2)
    await services.votes.propose(table.id, B, Kind.UNDO)
    await services.seats.offer(table.id, C)
    await services.seats.take(table.id, 2, Person(STRANGER, "Noor"))
    recap = await services.reading.recap(table.id, STRANGER)
    assert [ply.ply for ply in recap.plies] == [1]
    assert [ply.ply for ply in recap.undone] == [2]


# ---- my own last turn ----------------------------------------------------------------------------


async def test_a_game_that_is_over_has_no_way_back(services):
    """Its seed is public from then on."""
    table = await start_table(services, 2)
    await quiet_turns(services, table, 1)
    await services.seats.resign(table.id, B)
    assert (await services.tables.get(table.id)).status is Status.OVER
    assert await refusal_code(services.votes.propose(table.id, A, Kind.UNDO)) == "table.undo_over"
    assert (
        await refusal_code(
            services.votes.propose(table.id, A, Kind.UNDO, MotionTarget(to=0, point=True))
        )
        == "table.undo_over"
    )


async def test_my_own_last_turn_is_free_until_somebody_acts(services):
    """The revision never goes back."""
    table = await start_table(services, 3)
    before = await public_view(services, table.id)
    await quiet_turns(services, table, 1)
    assert await services.votes.propose(table.id, A, Kind.UNDO) is None
    assert await public_view(services, table.id) == before
    assert (await services.tables.get(table.id)).revision == table.revision + 2
    [line] = await services.reading.acts(table.id)
    assert (line.code, line.by.user_id, line.args) == ("undone", A, {"n": 1})


async def test_an_ai_that_has_answered_is_not_asked(services):
    table = await start_table(services, 2, ai=("random",))
    before = await public_view(services, table.id)
    prompt = await some_move(services, table.id, A)
    await services.moves.play(table.id, A, prompt.revision, prompt.tokens)
    await settle(services, table.id)
    assert len(await standing(services, table.id)) == 2
    motion = await services.votes.draft(table.id, A, Kind.UNDO)
    if (await services.votes.undo_scope(motion)).revealing:
        pytest.fail("choose a deal where nothing comes to light")
    assert await services.votes.propose(table.id, A, Kind.UNDO) is None
    assert await public_view(services, table.id) == before


# ---- what concerns others ------------------------------------------------------------------------


async def test_just_those_whose_moves_go_are_asked(services):
    table = await start_table(services, 4)
    before = await public_view(services, table.id)
    await quiet_turns(services, table, 2)
    motion = await services.votes.propose(table.id, A, Kind.UNDO)
    assert list(motion.votes) == [B]
    await carry(services, table, motion)
    assert await public_view(services, table.id) == before
    assert [ply.undone is None for ply in await services.reading.log(table.id)] == [False, False]


async def test_a_move_that_brought_something_to_light_concerns_everybody(services):
    table, turn = await start_table(services, 3), None
    while turn is None or not any(map(reveals, turn.plies)):
        turn = await make_move(services, table.id)
    user = table.seats[turn.seat].user_id
    motion = await services.votes.draft(table.id, user, Kind.UNDO)
    reach = await services.votes.undo_scope(motion)
    assert [ply.ply for ply in reach.revealing] == [turn.last.ply]
    assert set(reach.people_concerned) == {A, B, C} - {user}


# ---- a point of the log --------------------------------------------------------------------------


async def test_a_point_of_the_log_takes_everybody(services):
    table = await start_table(services, 3)
    await quiet_turns(services, table, 1)
    before = await public_view(services, table.id)
    await quiet_turns(services, table, 1)
    motion = await services.votes.propose(table.id, C, Kind.UNDO, MotionTarget(to=1, point=True))
    assert set(motion.votes) == {A, B}
    await carry(services, table, motion)
    assert await public_view(services, table.id) == before
    record.replay(record.from_json(await services.reading.record(table.id)))


async def test_there_is_no_going_forward_and_spectators_do_not_go_back(services):
    table = await start_table(services, 2)
    await quiet_turns(services, table, 2)
    for to in (2, 7, -1):
        doing = services.votes.propose(table.id, A, Kind.UNDO, MotionTarget(to=to, point=True))
        assert await refusal_code(doing) == "table.nothing_to_restart"
    assert (
        await refusal_code(services.votes.propose(table.id, STRANGER, Kind.UNDO))
        == "table.not_seated"
    )


async def test_board_and_call_are_posted_anew(services, store):
    table, pigeons = await start_table(services, 2), Pigeons()
    outbox = Outbox(store, pigeons, rate=1e6)
    await quiet_turns(services, table, 2)
    await outbox.drain()
    await carry(services, table, await services.votes.propose(table.id, A, Kind.UNDO))
    await outbox.drain()
    board = [delivery.payload for delivery in pigeons.shown if delivery.kind == "board"][-1]
    assert (board.plies, board.mention) == ((1, 2), [A])


async def test_hands_that_have_changed_are_shown_anew(services, store, market):
    table, pigeons = await start_table(services, 2, game="market"), Pigeons()
    outbox = Outbox(store, pigeons, rate=1e6)
    await whole_turn(services, table.id)
    await outbox.drain()
    pigeons.shown.clear()
    await carry(services, table, await services.votes.propose(table.id, A, Kind.UNDO))
    await outbox.drain()
    hands = [delivery for delivery in pigeons.shown if delivery.kind == "hand"]
    assert [hand.payload.seat for hand in hands] == [0]


# ---- every game ----------------------------------------------------------------------------------


def table_of(key, seats):
    """A running table of some game, without a store."""
    game = registry.get(key)
    options = {choice.key: choice.default for choice in game.facts.settings(seats)}
    return Table(
        id=1, game=key, guild_id=1, channel_id=1, in_thread=True, host_id=100, language="en",
        status=Status.LIVE, size=seats, drawn=False, options=options,
        seats=tuple(Occupant(100 * (seat + 1), f"P{seat}") for seat in range(seats)),
        commitment="", version=game.facts.version, opened_at="",
    )  # fmt: skip


@each_case("key", registry.games())
@settings(max_examples=of_tier(5, 15))
@given(data=st.data())
def test_going_back_is_playing_the_log_again_to_there(key, data):
    game, rng = registry.get(key), Rng(data.draw(st.integers(0, 9)))
    table = table_of(key, min(size for size in game.facts.seats if size > 1))
    live = LiveTable(table, Secret("1" * 32, "2" * 32), None, 0, None)
    live = msgspec.structs.replace(live, state=live.deal())
    log = []
    while len(log) < 40 and live.result is None:
        [seat, *_] = game.to_act(live.state)
        action = game.sample(live.state, seat, rng)
        live, ply = apply_move(live, seat, action, at="2026-01-01T00:00:00.000+00:00")
        log.append(ply)
    ends = [0, *(ply.ply for ply in log if ply.ends_turn and ply.ply < len(log))]
    to = data.draw(st.sampled_from(ends))
    if live.result is None:
        reached = takebacks.undo_scope(live, log, 100, to)
        after, change = takebacks.go_back(live, log, reached, 0, at="later")
        expected = state_after(live, log, to)
        assert game.state_to_json(after.state) == game.state_to_json(expected)
        assert change.undo.plies == tuple(range(to + 1, len(log) + 1))
        assert snapshot(after).plies == len(log)
        assert after.table.revision == live.table.revision + 1


def test_there_is_no_way_back_before_somebody_left():
    live = LiveTable(table_of("massalia", 3), Secret("1" * 32, "2" * 32), None, 0, None)
    live = msgspec.structs.replace(live, state=live.deal())
    log = [Ply(1, 0, "leaves", (), "", ai=False)]
    with pytest.raises(IllegalMove, match=r"table\.undo_left"):
        takebacks.undo_scope(live, log, 200, 0)
