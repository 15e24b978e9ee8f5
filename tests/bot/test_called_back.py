"""A turn of one move is taken back in public, as long as nobody has acted since."""

import asyncio

import pytest

from bot.service import Services
from bot.service.delivery import Outbox
from bot.table.seating import StaleClick, Status
from rules import record
from rules.contract import IllegalMove, RulesError
from tests.bot.room import BASTIEN, MAUD, make_move, play_out, some_move, start_table
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.bot.test_tables import refusal_of


async def take_back(services: Services, number: int, user: int):
    return await services.moves.take_back(
        number, user, (await services.tables.get(number)).revision, 1
    )


@pytest.fixture
def pigeons() -> Pigeons:
    return Pigeons()


@pytest.fixture
def outbox(store, pigeons) -> Outbox:
    return Outbox(store, pigeons, rate=1e6)


def boards(pigeons: Pigeons) -> list[tuple[list[int], list[int]]]:
    posts = [delivery.payload for delivery in pigeons.shown if delivery.kind == "board"]
    return [(post["plies"], post["mention"]) for post in posts]


async def test_the_position_before_is_restored_and_everybody_is_told(
    services, outbox, pigeons, anew
):
    table = await start_table(services)
    await outbox.drain()
    before = await services.reading.look(table.id, None)
    outcome = await make_move(services, table.id)
    await outbox.drain()
    assert await services.moves.can_take_back_turn(table.id, MAUD.user_id)
    prompt = await take_back(services, table.id, MAUD.user_id)
    await outbox.drain()
    assert boards(pigeons) == [([1, 1], [BASTIEN.user_id]), ([1, 1], [])]
    assert (prompt.seat, prompt.view, prompt.retractable) == (0, before.view, 0)
    assert prompt.revision == outcome.table.revision + 1
    for service in (services, anew()):
        look = await service.reading.look(table.id, None)
        assert (look.view, look.to_act, look.midway) == (before.view, before.to_act, None)
        assert [bool(ply.undone) for ply in await service.reading.log(table.id)] == [True]
        assert (await service.reading.record(table.id))["plies"] == []
        assert (await service.reading.recap(table.id, BASTIEN.user_id)).plies == ()


async def test_a_game_goes_on_from_there_and_its_record_is_what_was_played(services, store):
    table = await start_table(services)
    for user in (MAUD.user_id, BASTIEN.user_id):
        await make_move(services, table.id)
        await take_back(services, table.id, user)
        await make_move(services, table.id, pick=3)
    turns = await play_out(services, table.id)
    assert (await services.tables.get(table.id)).status is Status.OVER
    exported = await services.reading.record(table.id)
    assert len(exported["plies"]) == turns[-1].last.ply - 2
    record.replay(record.from_json(exported))


async def test_only_until_somebody_else_acts(services, store):
    table = await start_table(services)
    await make_move(services, table.id)
    assert not await services.moves.can_take_back_turn(table.id, BASTIEN.user_id)
    doing = take_back(services, table.id, BASTIEN.user_id)
    assert (await refusal_of(store, doing, IllegalMove)).code == "table.nothing_to_restart"
    await make_move(services, table.id)
    assert not await services.moves.can_take_back_turn(table.id, MAUD.user_id)
    doing = take_back(services, table.id, MAUD.user_id)
    assert (await refusal_of(store, doing, IllegalMove)).code == "table.nothing_to_restart"


async def test_only_where_nothing_came_to_light(services, store):
    table, turn = await start_table(services), None
    while turn is None or not any(event.reveals for event in turn.last.events):
        turn = await make_move(services, table.id)
    user = table.seats[turn.seat].user_id
    assert not await services.moves.can_take_back_turn(table.id, user)
    doing = take_back(services, table.id, user)
    assert (await refusal_of(store, doing, IllegalMove)).code == "table.already_revealed"


async def test_not_where_nothing_was_done_or_all_is_over(services, store):
    table = await start_table(services)
    assert not await services.moves.can_take_back_turn(table.id, MAUD.user_id)
    doing = take_back(services, table.id, MAUD.user_id)
    assert (await refusal_of(store, doing, IllegalMove)).code == "table.nothing_to_restart"
    last = (await play_out(services, table.id))[-1]
    user = table.seats[last.seat].user_id
    assert not await services.moves.can_take_back_turn(table.id, user)
    doing = take_back(services, table.id, user)
    assert (await refusal_of(store, doing, RulesError)).code == "table.wrong_status_over"


async def test_not_in_a_game_that_began_by_other_rules(services, store, anew):
    table = await start_table(services)
    await make_move(services, table.id)
    await store.write(lambda db: db.execute("UPDATE table_ SET version = 0"))
    next_services = anew()
    assert not await next_services.moves.can_take_back_turn(table.id, MAUD.user_id)
    doing = take_back(next_services, table.id, MAUD.user_id)
    assert (await refusal_of(store, doing, IllegalMove)).code == "table.undo_other_rules"


@pytest.mark.parametrize("first", ["take back", "play on"])
async def test_one_takes_back_as_the_other_plays_on(services, first):
    table = await start_table(services)
    await make_move(services, table.id)
    chosen = await some_move(services, table.id, BASTIEN.user_id)
    doing = {
        "take back": services.moves.take_back(table.id, MAUD.user_id, chosen.revision, 1),
        "play on": services.moves.play(table.id, BASTIEN.user_id, chosen.revision, chosen.tokens),
    }
    order = sorted(doing, key=lambda name: name != first)
    outcomes = await asyncio.gather(*(doing[doer] for doer in order), return_exceptions=True)
    assert [isinstance(outcome, StaleClick) for outcome in outcomes] == [False, True]
    standing = [ply for ply in await services.reading.log(table.id) if not ply.undone]
    assert len(standing) == (0 if first == "take back" else 2)


async def test_the_answer_of_an_ai_goes_with_it(services):
    table = await start_table(services, 2, ai=("random",))
    before = (await services.reading.look(table.id, None)).view
    await make_move(services, table.id)
    await settle(services, table.id)
    assert await services.moves.can_take_back_turn(table.id, MAUD.user_id)
    await take_back(services, table.id, MAUD.user_id)
    assert (await services.reading.look(table.id, None)).view == before
