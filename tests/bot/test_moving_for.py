"""A referee moves for a player: marked in the log, told, counted for nobody, and no peephole."""

import pytest

from bot.store import table_rows
from bot.store.history import actor
from bot.table.changes import Via
from bot.table.live import QuestionPrompt
from bot.table.motions import Kind, MotionTarget
from bot.table.options import Late
from bot.table.seating import Person, StaleClick
from rules.contract import RulesError
from tests.bot.room import (
    BASTIEN,
    MAUD,
    acting,
    make_move,
    play_out,
    refusal_code,
    some_move,
    start_table,
)
from tests.bot.test_pacing import DAILY, DAY, HOUR, daily, notices_of, up
from tests.cases import each_case
from tests.tier import of_tier

pytestmark = pytest.mark.usefixtures("clock")

NOOR = Person(77, "Noor")
HIDDEN = ("telegraph", "attika", "massalia")


async def move_for(services, table_id, by=NOOR):
    """A referee types a move that the player has told them."""
    prompt = await some_move(services, table_id, await acting(services, table_id))
    return await services.proxies.play(table_id, by, prompt.revision, prompt.tokens)


async def acts_of(services, table_id):
    acts = await services.reading.acts(table_id)
    return [(act.code, act.by.name, act.about.name) for act in acts]


async def test_a_typed_move_is_made_and_marked(services, store):
    table = await start_table(services)
    turn = await move_for(services, table.id)
    [ply] = await services.reading.log(table.id)
    assert (ply.seat, ply.by, ply.via, ply.ai) == (0, NOOR.user_id, Via.FOR_OTHER, False)
    assert (await store.read(table_rows.read_plies, table.id))[0].via is Via.FOR_OTHER
    assert turn.to_act == (1,)
    assert await acts_of(services, table.id) == [("moved_for", "Noor", "Maud")]
    [(notice, _)] = await notices_of(store, "notice_moved_for")
    assert notice.concerns == [MAUD.user_id]
    assert notice.args == {"name": "**Noor**", "seat": "**Maud**"}
    history = await services.reading.history(table.id)
    assert actor(history, ply, "en") == "Maud"


@pytest.mark.parametrize("game", of_tier(["akropolis", "telegraph"], ["akropolis", *HIDDEN]))
async def test_an_ai_plays_the_whole_turn(services, store, game):
    table = await start_table(services, game=game)
    person = await acting(services, table.id)
    seat = table.seat_of(person)
    turn = await services.proxies.let_ai_play(table.id, NOOR, None)
    assert not turn.goes_on
    plies = await services.reading.log(table.id, person)
    assert {(ply.seat, ply.by, ply.via, ply.ai) for ply in plies} == {
        (seat, None, Via.FOR_OTHER, True)
    }
    assert [act for act, _, _ in await acts_of(services, table.id)] == ["moved_for_ai"]
    assert len(await notices_of(store, "notice_moved_for_ai")) == 1
    assert await acting(services, table.id) != person


async def test_a_turn_of_several_moves_is_told_once_it_is_over(services, store):
    table = await start_table(services, game="telegraph")
    person, turn = await acting(services, table.id), None
    while turn is None or turn.goes_on:
        assert await notices_of(store, "notice_moved_for") == []
        turn = await move_for(services, table.id)
    assert len(await notices_of(store, "notice_moved_for")) == 1
    assert len(await acts_of(services, table.id)) == 1
    assert await acting(services, table.id) != person


async def test_only_a_referee_moves_for_another_and_only_for_a_player_to_act(services):
    table = await start_table(services)
    for person in (MAUD, BASTIEN):
        assert await refusal_code(move_for(services, table.id, person)) == "table.not_referee"
        refused = services.proxies.let_ai_play(table.id, person, None)
        assert await refusal_code(refused) == "table.not_referee"
    await services.votes.rule(table.id, NOOR, Kind.PAUSE, MotionTarget())
    paused = services.proxies.seat_to_move(table.id, NOOR.user_id)
    assert await refusal_code(paused) == "table.paused"
    await services.votes.rule(table.id, NOOR, Kind.RESUME, MotionTarget())
    await services.votes.rule(table.id, NOOR, Kind.REPLACE, MotionTarget(seat=1))
    await make_move(services, table.id)
    code = await refusal_code(services.proxies.seat_to_move(table.id, NOOR.user_id))
    assert code == "table.nobody_to_move_for"


async def test_a_move_for_a_position_that_has_changed_is_not_made(services):
    table = await start_table(services)
    prompt = await some_move(services, table.id, MAUD.user_id)
    await make_move(services, table.id)
    with pytest.raises(StaleClick):
        await services.proxies.play(table.id, NOOR, prompt.revision, prompt.tokens)
    with pytest.raises(StaleClick):
        await services.proxies.let_ai_play(table.id, NOOR, prompt.revision)
    assert len(await services.reading.log(table.id)) == 1


async def test_a_move_for_somebody_is_taken_back_like_any_other(services):
    table = await start_table(services)
    await move_for(services, table.id)
    await services.votes.propose(table.id, MAUD.user_id, Kind.UNDO)
    assert [ply.undone is not None for ply in await services.reading.log(table.id)] == [True]
    assert await acting(services, table.id) == MAUD.user_id
    await move_for(services, table.id)
    await services.votes.rule(table.id, NOOR, Kind.UNDO, MotionTarget(to=0, point=True))
    assert await acting(services, table.id) == MAUD.user_id


async def test_within_a_turn_the_player_goes_on_and_takes_back(services):
    table = await start_table(services, game="magna_grecia")
    turn = await move_for(services, table.id)
    while not turn.goes_on:
        turn = await move_for(services, table.id)
    person = await acting(services, table.id)
    prompt = await services.moves.take_back(table.id, person, None)
    assert isinstance(prompt, QuestionPrompt)
    assert prompt.so_far == ()


async def test_the_player_stays_away_all_the_same(services, clock):
    table = await start_table(services)
    await services.absences.begin(MAUD.user_id, clock.now() + DAY)
    await move_for(services, table.id)
    assert services.people.preferences(MAUD.user_id).is_away(clock.now())


async def test_a_late_player_is_late_no_longer(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.SEAT))
    await clock.advance(DAY + HOUR)
    await move_for(services, table.id)
    table = await services.tables.get(table.id)
    assert not table.seats[0].offered
    assert await up(services, store, table.id, 1) == 2 * DAY + HOUR


async def test_the_time_of_the_player_is_not_counted(services, store, clock):
    table = await start_table(services, terms=DAILY)
    await clock.advance(5 * HOUR)
    await move_for(services, table.id)
    await play_out(services, table.id)
    query = "SELECT seat, move_time FROM placing WHERE table_id = ? ORDER BY seat"
    rows = await store.read(lambda db: [tuple(row) for row in db.execute(query, (table.id,))])
    assert [seat for seat, _ in rows] == [0, 1]
    assert all(seconds is not None and seconds < HOUR.total_seconds() for _, seconds in rows)


async def test_a_referee_who_is_forgotten_leaves_the_move(services, store):
    table = await start_table(services)
    await move_for(services, table.id)
    await services.privacy.forget(NOOR.user_id)
    [ply] = await services.reading.log(table.id)
    assert (ply.by, ply.via) == (None, Via.FOR_OTHER)
    assert await acts_of(services, table.id) == [("moved_for", None, "Maud")]


# ---- no peephole ---------------------------------------------------------------------------------


@each_case("game", ["akropolis", *HIDDEN])
async def test_every_refusal_is_the_same_and_stands_in_the_log(services, game):
    """Nonsense, a beginning of a move, a move of somebody else's, and a line that fails."""
    table = await start_table(services, game=game)
    person = await acting(services, table.id)
    prompt = await some_move(services, table.id, person)
    move = " ".join(prompt.tokens)
    refusals = set()
    for typed in ("", "nonsense", ";", "{", prompt.tokens[0][:1], f"{move};{move};{move};Z9"):
        with pytest.raises(RulesError) as refusal:
            await services.proxies.play(table.id, NOOR, None, typed.split())
        refusals.add((refusal.value.code, str(refusal.value.args[1:]), refusal.value.__cause__))
    assert len(refusals) == 1
    assert refusals.pop()[0] == "table.not_possible_for"
    assert {code for code, _, _ in await acts_of(services, table.id)} == {"tried_for"}
    assert await services.reading.log(table.id, person) == []
