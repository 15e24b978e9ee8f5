"""A turn of one move is taken back in public, as long as nobody has acted since."""

import asyncio

from bot.service import Services
from bot.table.seating import StaleClick
from tests.bot.room import BASTIEN, MAUD, make_move, some_move, start_table
from tests.bot.test_ai_seats import settle
from tests.bot.test_tables import refusal_of
from tests.bot.test_turns import boards, outbox, pigeons
from tests.cases import each_case

__all__ = ["outbox", "pigeons"]


async def take_back(services: Services, number: int, user: int):
    revision = (await services.tables.get(number)).revision
    return await services.moves.take_back(number, user, revision, 1)


async def refusal_code(services: Services, store, number: int, user: int) -> str:
    """The code by which a turn cannot be taken back; it is not offered either."""
    assert not await services.moves.can_take_back_turn(number, user)
    return (await refusal_of(store, take_back(services, number, user))).code


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


async def test_a_turn_is_taken_back_only_until_somebody_else_acts(services, store):
    table = await start_table(services)
    for user in (MAUD.user_id, BASTIEN.user_id):
        code = await refusal_code(services, store, table.id, user)
        assert code == "table.nothing_to_restart"
    await make_move(services, table.id)
    await make_move(services, table.id)
    code = await refusal_code(services, store, table.id, MAUD.user_id)
    assert code == "table.nothing_to_restart"


async def test_a_turn_that_brought_something_to_light_stands(services, store):
    table, turn = await start_table(services), None
    while turn is None or not any(event.reveals for event in turn.last.events):
        turn = await make_move(services, table.id)
    user = table.seats[turn.seat].user_id
    assert await refusal_code(services, store, table.id, user) == "table.already_revealed"


async def test_turns_of_a_finished_game_and_of_one_by_other_rules_stand(services, store, anew):
    table = await start_table(services)
    await make_move(services, table.id)
    await store.write(lambda db: db.execute("UPDATE table_ SET version = 0"))
    code = await refusal_code(anew(), store, table.id, MAUD.user_id)
    assert code == "table.undo_other_rules"
    await services.seats.resign(table.id, BASTIEN.user_id)
    code = await refusal_code(services, store, table.id, MAUD.user_id)
    assert code == "table.wrong_status_over"


@each_case("first", ["take back", "play on"])
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
