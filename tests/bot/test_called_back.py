"""A turn of one move is taken back in public, as long as nobody has acted since."""

import asyncio

import pytest

from bot.service.delivery import Outbox
from bot.tables import StaleClick, Status, Tables
from rules import record
from rules.contract import IllegalMove, RulesError
from tests.bot.room import BASTIEN, MAUD, make_move, play_out, some_move, started
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.bot.test_tables import refused


async def take_back(tables: Tables, number: int, user: int):
    return await tables.take_back(number, user, (await tables.get(number)).revision, 1)


@pytest.fixture
def pigeons() -> Pigeons:
    return Pigeons()


@pytest.fixture
def outbox(store, pigeons) -> Outbox:
    return Outbox(store, pigeons, rate=1e6)


def boards(pigeons: Pigeons) -> list[tuple[list[int], list[int]]]:
    posts = [one.payload for one in pigeons.shown if one.kind == "board"]
    return [(post["plies"], post["mention"]) for post in posts]


async def test_the_position_before_is_restored_and_everybody_is_told(tables, outbox, pigeons, anew):
    table = await started(tables)
    await outbox.drain()
    before = await tables.look(table.id, None)
    made = await make_move(tables, table.id)
    await outbox.drain()
    assert await tables.may_call_back(table.id, MAUD.user_id)
    prompt = await take_back(tables, table.id, MAUD.user_id)
    await outbox.drain()
    assert boards(pigeons) == [([1, 1], [BASTIEN.user_id]), ([1, 1], [])]
    assert (prompt.seat, prompt.view, prompt.retractable) == (0, before.view, 0)
    assert prompt.revision == made.table.revision + 1
    for one in (tables, anew()):
        now = await one.look(table.id, None)
        assert (now.view, now.to_act, now.midway) == (before.view, before.to_act, None)
        assert [bool(ply.undone) for ply in await one.log(table.id)] == [True]
        assert (await one.record(table.id))["plies"] == []
        assert (await one.recap(table.id, BASTIEN.user_id)).plies == ()


async def test_a_game_goes_on_from_there_and_its_record_is_what_was_played(tables, store):
    table = await started(tables)
    for user in (MAUD.user_id, BASTIEN.user_id):
        await make_move(tables, table.id)
        await take_back(tables, table.id, user)
        await make_move(tables, table.id, pick=3)
    turns = await play_out(tables, table.id)
    assert (await tables.get(table.id)).status is Status.OVER
    exported = await tables.record(table.id)
    assert len(exported["plies"]) == turns[-1].last.ply - 2
    record.replay(record.from_json(exported))


async def test_only_until_somebody_else_acts(tables, store):
    table = await started(tables)
    await make_move(tables, table.id)
    assert not await tables.may_call_back(table.id, BASTIEN.user_id)
    doing = take_back(tables, table.id, BASTIEN.user_id)
    assert (await refused(store, doing, IllegalMove)).code == "table.nothing_to_restart"
    await make_move(tables, table.id)
    assert not await tables.may_call_back(table.id, MAUD.user_id)
    doing = take_back(tables, table.id, MAUD.user_id)
    assert (await refused(store, doing, IllegalMove)).code == "table.nothing_to_restart"


async def test_only_where_nothing_came_to_light(tables, store):
    table, turn = await started(tables), None
    while turn is None or not any(event.reveals for event in turn.last.events):
        turn = await make_move(tables, table.id)
    user = table.seats[turn.seat].user_id
    assert not await tables.may_call_back(table.id, user)
    doing = take_back(tables, table.id, user)
    assert (await refused(store, doing, IllegalMove)).code == "table.already_revealed"


async def test_not_where_nothing_was_done_or_all_is_over(tables, store):
    table = await started(tables)
    assert not await tables.may_call_back(table.id, MAUD.user_id)
    doing = take_back(tables, table.id, MAUD.user_id)
    assert (await refused(store, doing, IllegalMove)).code == "table.nothing_to_restart"
    last = (await play_out(tables, table.id))[-1]
    user = table.seats[last.seat].user_id
    assert not await tables.may_call_back(table.id, user)
    doing = take_back(tables, table.id, user)
    assert (await refused(store, doing, RulesError)).code == "table.wrong_status_over"


async def test_not_in_a_game_that_began_by_other_rules(tables, store, anew):
    table = await started(tables)
    await make_move(tables, table.id)
    await store.write(lambda db: db.execute("UPDATE table_ SET version = 0"))
    again = anew()
    assert not await again.may_call_back(table.id, MAUD.user_id)
    doing = take_back(again, table.id, MAUD.user_id)
    assert (await refused(store, doing, IllegalMove)).code == "table.undo_other_rules"


@pytest.mark.parametrize("first", ["take back", "play on"])
async def test_one_takes_back_as_the_other_plays_on(tables, first):
    table = await started(tables)
    await make_move(tables, table.id)
    chosen = await some_move(tables, table.id, BASTIEN.user_id)
    doing = {
        "take back": tables.take_back(table.id, MAUD.user_id, chosen.revision, 1),
        "play on": tables.play(table.id, BASTIEN.user_id, chosen.revision, chosen.tokens),
    }
    order = sorted(doing, key=lambda name: name != first)
    outcomes = await asyncio.gather(*(doing[one] for one in order), return_exceptions=True)
    assert [isinstance(one, StaleClick) for one in outcomes] == [False, True]
    standing = [ply for ply in await tables.log(table.id) if not ply.undone]
    assert len(standing) == (0 if first == "take back" else 2)


async def test_the_answer_of_an_ai_goes_with_it(tables):
    table = await started(tables, 2, ai=("random",))
    before = (await tables.look(table.id, None)).view
    await make_move(tables, table.id)
    await settle(tables, table.id)
    assert await tables.may_call_back(table.id, MAUD.user_id)
    await take_back(tables, table.id, MAUD.user_id)
    assert (await tables.look(table.id, None)).view == before
