"""A person who waits may leave a move: it is made when their turn comes, if it is what it was."""

from datetime import time, timedelta

import pytest
from msgspec.structs import replace

from bot.database.form import migrations, statements
from bot.service import commits
from bot.steps import advance
from bot.store import due_rows, left_move_rows
from bot.table.advance import ADVANCE, LATEST, SOONEST, LeftMove, Stage
from bot.table.changes import Ply
from bot.table.hours import Hours
from bot.table.live import MovePreview, Turn
from bot.table.motions import Kind, MotionTarget
from bot.table.options import Pace, Terms
from bot.table.seating import StaleClick
from rules.contract import Event, IllegalMove, RulesError
from tests.bot.room import (
    BASTIEN,
    INES,
    KARIM,
    MAUD,
    STRANGER,
    acting,
    make_move,
    some_move,
    start_table,
)
from tests.bot.test_reminding import posts_of_kind
from tests.cases import each_case
from tests.clock import MONDAY_NOON

pytestmark = pytest.mark.usefixtures("clock")

A, B, C = MAUD.user_id, BASTIEN.user_id, INES.user_id
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
LAST, FIRST = "T1 -1,-1 r0", "T1 -2,0 r0"


async def legal(services, table_id, user, tile=1):
    """A whole move of a person, in turn or not, with the tile at this place of the line."""
    prompt = await services.moves.ask(table_id, user, None, [f"T{tile}"])
    assert isinstance(prompt, MovePreview)
    return prompt


async def leave(services, table_id, user, tile=1):
    """Save a move, as a press on its button does."""
    prompt = await legal(services, table_id, user, tile)
    assert prompt.is_ahead
    move = await services.moves.play(table_id, user, prompt.revision, prompt.tokens)
    assert isinstance(move, LeftMove)
    assert move.stage is Stage.LEFT
    return move


async def take(services, table_id, tile):
    """Whoever must act takes this tile of the line."""
    user = await acting(services, table_id)
    prompt = await legal(services, table_id, user, tile)
    assert not prompt.is_ahead
    turn = await services.moves.play(table_id, user, prompt.revision, prompt.tokens)
    assert isinstance(turn, Turn)
    return turn


async def stage(services, table_id, user):
    move = await services.advance.left(table_id, user)
    return move and move.stage


async def drop_reason(services, table_id, user):
    """The code that tells a person why their move is not made."""
    move = await services.advance.left(table_id, user)
    assert move.stage is Stage.DROPPED
    return move.reason


async def boards(store):
    return [payload for payload, _ in await posts_of_kind(store, "board")]


async def moves_of(services, table_id):
    return [(ply.seat, ply.notation) for ply in await services.reading.log(table_id)]


async def due_moments(store, table_id):
    return [due.at for due in await store.read(due_rows.read_all, table_id) if due.kind == ADVANCE]


@pytest.fixture
async def table(services):
    """Maud has the turn there, and Bastien waits."""
    return await start_table(services)


@pytest.fixture
async def move(services, table):
    """A move that Bastien has left there."""
    return await leave(services, table.id, B)


# ---- made ----------------------------------------------------------------------------------------


async def test_it_is_made_when_its_turn_has_come_as_a_move_of_its_person(
    services, store, clock, alarm, table, move
):
    await take(services, table.id, 2)
    assert await stage(services, table.id, B) is Stage.DUE
    assert len(await moves_of(services, table.id)) == 1
    await clock.advance(LATEST)
    _, ply = await services.reading.log(table.id)
    assert (ply.seat, ply.notation) == (1, move.line)
    assert (ply.by, ply.ai, ply.via) == (B, False, None)
    assert await stage(services, table.id, B) is None
    assert await due_moments(store, table.id) == []
    assert await acting(services, table.id) == A


async def test_a_tile_that_moves_up_is_taken_for_less(services, store, clock, alarm, table):
    move = await leave(services, table.id, B, tile=2)
    await take(services, table.id, 1)
    await clock.advance(LATEST)
    [_, (_, notation)] = await moves_of(services, table.id)
    assert move.line.startswith("T2 ")
    assert notation == move.line.replace("T2", "T1")


async def test_it_waits_for_more_than_one_turn(services, store, clock, alarm):
    table = await start_table(services, 3)
    move = await leave(services, table.id, C, tile=1)
    await take(services, table.id, 2)
    await clock.advance(HOUR)
    assert await stage(services, table.id, C) is Stage.LEFT
    await take(services, table.id, 2)
    await clock.advance(LATEST)
    assert (await moves_of(services, table.id))[2:] == [(2, move.line)]


# ---- not made ------------------------------------------------------------------------------------


async def test_a_tile_that_is_gone_is_not_replaced_by_another(
    services, store, clock, alarm, table, move
):
    """The call goes out as always, and the next move makes the left one forgotten."""
    await take(services, table.id, 1)
    assert await drop_reason(services, table.id, B) == "table.left_changed"
    [post] = await boards(store)
    assert post.notified_users == [B]
    await clock.advance(HOUR)
    assert len(await moves_of(services, table.id)) == 1
    await take(services, table.id, 1)
    assert await stage(services, table.id, B) is None


async def test_a_move_of_the_person_takes_its_place(services, store, clock, alarm, table, move):
    await take(services, table.id, 2)
    await take(services, table.id, 2)
    await clock.advance(HOUR)
    assert len(await moves_of(services, table.id)) == 2
    assert await due_moments(store, table.id) == []


@pytest.mark.parametrize("turn_has_come", [False, True])
async def test_it_can_be_cancelled(services, store, clock, alarm, turn_has_come, table, move):
    if turn_has_come:
        await take(services, table.id, 2)
    assert await services.advance.cancel(table.id, B)
    assert not await services.advance.cancel(table.id, B)
    if not turn_has_come:
        await take(services, table.id, 2)
    await clock.advance(HOUR)
    assert len(await moves_of(services, table.id)) == 1
    assert await due_moments(store, table.id) == []


async def test_a_later_one_replaces_it(services, store, clock, alarm, table, move):
    await leave(services, table.id, B, tile=2)
    await take(services, table.id, 1)
    await clock.advance(LATEST)
    assert len(await moves_of(services, table.id)) == 2


DROPS = {
    "table.left_undone": lambda services, table_id: services.votes.propose(table_id, A, Kind.UNDO),
    "table.left_rested": lambda services, table_id: services.votes.rule(
        table_id, KARIM, Kind.PAUSE, MotionTarget()
    ),
    "table.left_played": lambda services, table_id: services.seats.start_stand_in(table_id, B),
}


@pytest.mark.parametrize("reason", DROPS)
async def test_it_is_dropped_with_the_reason(services, clock, alarm, table, move, reason):
    await take(services, table.id, 2)
    await DROPS[reason](services, table.id)
    assert await drop_reason(services, table.id, B) == reason
    await clock.advance(HOUR)
    assert [ply for ply in await services.reading.log(table.id) if ply.by == B] == []


async def test_an_event_that_calls_the_seat_drops_it(services):
    """Somebody's turn has attacked it, say; one that calls another seat changes nothing."""
    table = await start_table(services, 3)
    move = await leave(services, table.id, C)
    live = await services.moves.load(table.id)
    for seat, reason in ((1, ""), (2, "table.left_called")):
        attack = Event("akropolis.attacked", calls=(seat,))
        turn = [Ply(1, 0, "T1 0,1 r0", (attack,), "", ai=False)]
        assert advance.next_stage(live, move, turn, undone=False).reason == reason


async def test_it_does_not_wait_until_the_time_is_nearly_up(services, store, clock, monkeypatch):
    monkeypatch.setattr(commits, "delay", lambda: timedelta(days=2))
    table = await start_table(services, terms=Terms(pace=Pace.ONE))
    await leave(services, table.id, B)
    await take(services, table.id, 2)
    [at] = await due_moments(store, table.id)
    until = (await services.tables.get(table.id)).seats[1].time.until
    assert at - clock.now() == (until - clock.now()) / 2


async def test_a_move_that_cannot_be_read_any_more_ends_in_a_call(
    services, store, clock, table, move
):
    """Today's rules cannot read the position in which it was left."""
    await take(services, table.id, 2)
    await store.write(lambda db: db.execute("UPDATE left_move SET version = 0"))
    [due] = [due for due in await store.read(due_rows.read_all, table.id) if due.kind == ADVANCE]
    await services.on_due[ADVANCE](due)
    [(call, _)] = await posts_of_kind(store, "reminder")
    assert call.mention == [B]
    assert await stage(services, table.id, B) is Stage.DROPPED


async def substitute(services, table_id):
    await services.seats.offer(table_id, C)
    await services.seats.take(table_id, 2, KARIM)


ENDS = {
    "a resignation": lambda services, table_id: services.seats.resign(table_id, C),
    "a substitute": substitute,
    "the end of the game": lambda services, table_id: services.votes.cancel(
        table_id, STRANGER, moderator=True
    ),
    "the erasure of its person": lambda services, _: services.privacy.forget(C),
}


@pytest.mark.parametrize("end", ENDS)
async def test_it_ends_with(services, store, end):
    table = await start_table(services, 3)
    await leave(services, table.id, C)
    await ENDS[end](services, table.id)
    assert await store.read(left_move_rows.read, table.id) == []


async def test_it_is_made_during_an_absence_which_goes_on(
    services, store, clock, table, move, alarm
):
    await services.absences.begin(B, MONDAY_NOON + timedelta(days=3))
    assert await services.advance.tables_of(B) == 1
    await take(services, table.id, 2)
    await clock.advance(LATEST)
    log = await services.reading.log(table.id)
    assert [ply.seat for ply in log if ply.ends_turn] == [0, 1]
    assert services.people.preferences(B).is_away(clock.now())
    assert await services.advance.tables_of(B) == 0


async def test_the_first_move_of_its_person_withdraws_it(services, store, clock, alarm, magna):
    """Though they might take it back before the moment comes."""
    table, first, second, _ = magna
    await services.moves.enter(table.id, second, None, ["D", "1+1", ";", "end"])
    await services.moves.play(table.id, first, None, ["end"])
    assert await stage(services, table.id, second) is Stage.DUE
    await services.moves.play(table.id, second, None, ["D", "1+1"])
    assert await store.read(left_move_rows.read, table.id) == []
    assert await due_moments(store, table.id) == []


async def test_a_move_that_cannot_be_made_at_its_moment_is_tried_again(
    services, store, clock, table, move, monkeypatch
):
    await take(services, table.id, 2)
    [due] = [due for due in await store.read(due_rows.read_all, table.id) if due.kind == ADVANCE]
    monkeypatch.setattr(advance, "outcome", lambda *_: None)
    await services.on_due[ADVANCE](due)
    [again] = [due for due in await store.read(due_rows.read_all, table.id) if due.kind == ADVANCE]
    assert again.at == clock.now() + SOONEST


# ---- secret from the others ----------------------------------------------------------------------


async def test_the_post_names_the_player_and_does_not_notify_them(services, store):
    """But for that it is the post of another table where nothing was left."""
    for channel in (10, 11):
        table = await start_table(services, channel_id=channel)
        if channel == 11:
            await leave(services, table.id, B)
        await take(services, table.id, 2)
    usual, quiet = await boards(store)
    assert (usual.users, quiet.users) == ([B], [B])
    assert (usual.notified_users, quiet.notified_users) == ([B], [])
    assert usual == replace(quiet, quiet=[])


async def test_it_is_made_after_a_random_time(services, store, clock):
    """The table's luck is the same, and so is the moment."""
    delays = set()
    for channel in range(10, 16):
        table = await start_table(services, channel_id=channel)
        await leave(services, table.id, B)
        await take(services, table.id, 2)
        [at] = await due_moments(store, table.id)
        delays.add(at - clock.now())
    assert len(delays) > 3
    assert all(SOONEST <= delay <= LATEST for delay in delays)


async def test_it_is_not_made_at_night(services, store, clock, table, move):
    await services.people.change(B, hours=Hours("UTC", time(22), time(14)))
    await take(services, table.id, 2)
    [at] = await due_moments(store, table.id)
    assert 2 * HOUR + SOONEST <= at - clock.now() <= 2 * HOUR + LATEST


async def test_it_is_invisible_to_the_others(services, store, table):
    """Neither in what they see of the table nor in its log, and its revision is the same."""
    look, log = await services.reading.look(table.id, A), await services.reading.log(table.id, A)
    await leave(services, table.id, B)
    assert await services.reading.look(table.id, A) == look
    assert await services.reading.log(table.id, A) == log
    assert await services.advance.left(table.id, A) is None
    assert await services.advance.left(table.id, STRANGER) is None
    assert await boards(store) == []


# ---- kept ----------------------------------------------------------------------------------------


async def test_a_restart_keeps_it(services, anew, store, clock, table, move):
    services = anew()
    assert await services.advance.left(table.id, B) == move
    await take(services, table.id, 2)
    services = anew()
    [due] = [due for due in await store.read(due_rows.read_all, table.id) if due.kind == ADVANCE]
    await services.on_due[ADVANCE](due)
    assert (await moves_of(services, table.id))[1:] == [(1, move.line)]


async def test_it_is_in_their_data_without_the_position(services, file, table, move):
    content = (await services.privacy.person_file(B)).decode()
    assert move.line in content
    assert '"state"' not in content


# ---- the right to leave one ----------------------------------------------------------------------


async def test_against_ai_seats_alone_none_is_left(services):
    table = await start_table(services, ai=("easy",))
    await services.ai_seats.close()
    await make_move(services, table.id)
    with pytest.raises(IllegalMove, match="not_your_turn"):
        await services.moves.ask(table.id, A, None)


async def test_a_button_of_an_earlier_board_is_refused(services):
    table = await start_table(services, 3)
    prompt = await legal(services, table.id, C)
    await take(services, table.id, 2)
    with pytest.raises(StaleClick):
        await services.moves.play(table.id, C, prompt.revision, prompt.tokens)
    assert await stage(services, table.id, C) is None


@pytest.mark.parametrize("verb", ["suggest", "explain", "play"])
async def test_advice_and_typed_moves_are_for_whoever_must_act(services, verb, table):
    """The log may tell of advice, and a typed move is not left by mistake."""
    with pytest.raises(IllegalMove, match="not_your_turn"):
        await getattr(services.moves, verb)(table.id, B, None, ["T1"])


async def test_an_illegal_one_is_refused(services, table):
    with pytest.raises(RulesError, match="too_expensive"):
        await services.moves.play(table.id, B, table.revision, ["T4", "0,-1", "r0"])


# ---- turns of several moves ----------------------------------------------------------------------


@pytest.fixture
async def magna(services):
    """Magna Grecia at its first turn, and its people in their order; the oracles are placed."""
    table = await start_table(services, 3, game="magna_grecia", options={"oracle_setup": "random"})
    look = await services.reading.look(table.id, None)
    return table, *(table.seats[seat].user_id for seat in look.view.order)


async def test_a_whole_typed_turn_is_saved_and_made(services, store, clock, alarm, magna):
    table, first, second, _ = magna
    move = await services.moves.enter(table.id, second, None, ["D", "1+1", ";", "end"])
    assert (move.stage, move.line) == (Stage.LEFT, "D 1+1;end")
    await services.moves.play(table.id, first, None, ["end"])
    await clock.advance(LATEST)
    assert len(await boards(store)) == 2


@each_case("game", ["attika", "magna_grecia", "massalia", "telegraph"])
async def test_less_than_a_whole_turn_is_refused_with_the_way_to_type_one(services, game):
    """It is not kept either: the panel asks for the first move of the turn as before."""
    options = {"oracle_setup": "random"} if game == "magna_grecia" else {}
    table = await start_table(services, game=game, options=options)
    waiting = ({A, B} - {await acting(services, table.id)}).pop()
    part = (await some_move(services, table.id, waiting)).tokens
    with pytest.raises(IllegalMove, match="left_part") as refusal:
        await services.moves.play(table.id, waiting, table.revision, part)
    assert refusal.value.details["move"] == " ".join(part)
    assert await services.advance.left(table.id, waiting) is None
    assert (await services.moves.ask(table.id, waiting, None)).so_far == ()


async def test_a_turn_that_reveals_something_is_saved_whole(services):
    """Nobody knows which building is drawn, and the turn ends whichever it is."""
    table = await start_table(services, game="attika")
    move = await services.moves.play(table.id, B, table.revision, ["D2;P;D2;P"])
    assert (move.stage, move.line) == (Stage.LEFT, "D2;P;D2;P")


WHOLE_TURNS = 42
"""The migration after which only whole turns are saved."""


async def test_a_turn_begun_before_the_update_is_forgotten_and_the_rest_is_kept(services, store):
    """The draft, and the note that one had not been confirmed in time."""
    table = await start_table(services, 4)
    rows = [(0, "draft", ""), (1, "dropped", "table.left_unfinished")]
    kept = [(2, "left", ""), (3, "dropped", "table.left_changed")]

    def update(db):
        query = "INSERT INTO left_move VALUES (?, ?, ?, 'T1 0,1 r0', ?, ?, '{}', 1)"
        for seat, stage, reason in (*rows, *kept):
            db.execute(query, (table.id, seat, table.seats[seat].user_id, stage, reason))
        for statement in statements(migrations()[WHOLE_TURNS - 1].read_text("utf-8")):
            db.execute(statement)

    await store.write(update)
    moves = await store.read(left_move_rows.read, table.id)
    assert [(move.seat, move.stage, move.reason) for move in moves] == kept


async def test_after_a_turn_of_this_round_the_next_card_is_not_known(services, magna):
    table, first, *_ = magna
    await services.moves.play(table.id, first, None, ["end"])
    with pytest.raises(IllegalMove, match="not_your_turn"):
        await services.moves.ask(table.id, first, None)


async def test_moves_of_others_within_their_turn_leave_it_alone(services, magna):
    """What they take back of it does so, too: nobody has seen it."""
    table, first, second, _ = magna
    await services.moves.enter(table.id, second, None, ["D", "1+1", ";", "end"])
    await services.moves.play(table.id, first, None, ["D", "1+1"])
    await services.moves.take_back(table.id, first, None, 1)
    assert await stage(services, table.id, second) is Stage.LEFT
