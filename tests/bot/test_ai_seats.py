"""AI seats play through the same door, by themselves, and never let a game hang."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.ai.worker import Task, choice
from bot.service import Services
from bot.service.delivery import Outbox
from bot.service.loading import game_from_position
from bot.steps.visibility import state_after
from bot.store import table_rows
from bot.table.seating import Status
from tests.bot.room import MAUD, make_move, start_table
from tests.bot.test_outbox import Pigeons
from tests.patience import logged, until


async def waits_for_a_person(services: Services, number: int) -> bool:
    look = await services.reading.look(number, None)
    return all(look.table.seats[seat].ai is None for seat in look.to_act)


async def settle(services: Services, number: int) -> None:
    await until(lambda: waits_for_a_person(services, number))


async def test_ai_seats_answer_until_a_person_must_act(services):
    table = await start_table(services, 3, ai=("easy", "random"))
    await make_move(services, table.id)
    await settle(services, table.id)
    log = await services.reading.log(table.id)
    assert [(ply.seat, ply.ai) for ply in log] == [(0, False), (1, True), (2, True)]
    assert (await services.reading.look(table.id, None)).to_act == (0,)
    assert (await services.tables.get(table.id)).revision == table.revision + 3


async def test_a_whole_game_against_an_ai_player(services):
    table = await start_table(services, 2, ai=("random",))
    while (await services.tables.get(table.id)).status is Status.LIVE:
        await make_move(services, table.id)
        await settle(services, table.id)
    look = await services.reading.look(table.id, None)
    assert look.result is not None
    assert len(look.result.ranks) == 2


async def test_a_burst_of_ai_moves_is_one_post(services, store):
    pigeons = Pigeons()
    outbox = Outbox(store, pigeons, rate=1e6)
    table = await start_table(services, 4, ai=("easy",) * 3)
    await outbox.drain()
    await make_move(services, table.id)
    await outbox.drain()
    await settle(services, table.id)
    await outbox.drain()
    kind, payload = pigeons.shown[-1].kind, pigeons.shown[-1].payload
    assert (kind, payload.plies, payload.mention) == ("board", (1, 4), [MAUD.user_id])
    assert sum(delivery.kind == "board" for delivery in pigeons.shown) == 1


async def test_ai_seats_go_on_after_a_restart(services, anew, brains, monkeypatch):
    """The bot stops while an AI thinks; the next start sets it to work again."""
    with monkeypatch.context() as patched:
        patched.setattr(brains, "choose", lambda *args, **named: asyncio.sleep(3600))
        table = await start_table(services, 2, ai=("easy",))
        await make_move(services, table.id)
        await services.stop_ai()
    restarted = anew()
    assert len(await restarted.reading.log(table.id)) == 1
    await restarted.startup.resume()
    await settle(restarted, table.id)
    assert [ply.ai for ply in await restarted.reading.log(table.id)] == [False, True]


async def test_a_game_that_ends_while_the_ai_thinks_stays_ended(services, brains, monkeypatch):
    thinking, think = asyncio.Event(), brains.choose

    async def slowly(*args, **named):
        await thinking.wait()
        return await think(*args, **named)

    monkeypatch.setattr(brains, "choose", slowly)
    table = await start_table(services, 2, ai=("easy",))
    await make_move(services, table.id)
    await services.seats.resign(table.id, MAUD.user_id)
    thinking.set()
    await until(lambda: not services.ai_seats._tasks)
    assert len(await services.reading.log(table.id)) == 1
    assert (await services.tables.get(table.id)).status is Status.OVER


async def test_an_ai_that_fails_is_tried_again_and_its_fault_is_logged_once(
    services, store, brains, monkeypatch, caplog
):
    troubles, think = [RuntimeError("out of ideas") for _ in range(3)], brains.choose

    async def limping(*args, **named):
        if troubles:
            raise troubles.pop()
        return await think(*args, **named)

    monkeypatch.setattr("bot.ai.seats.RETRY", 0.001)
    monkeypatch.setattr(brains, "choose", limping)
    table = await start_table(services, 2, ai=("easy",))
    await make_move(services, table.id)
    await settle(services, table.id)
    assert [bool(line.exc_info) for line in logged(caplog)] == [True, False, False, False]
    assert store.figures.hour.faults == 3
    assert len(await services.reading.log(table.id)) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_ai_players_have_names_that_tell_them_from_people(services, language):
    table = await start_table(services, 4, ai=("easy",) * 3, language=language)
    names = [occupant.name for occupant in table.seats[1:]]
    mark = {"en": "(AI)", "fr": "(IA)"}[language]
    assert all(name.endswith(mark) for name in names)
    assert len(set(names)) == 3


async def test_the_same_deal_and_moves_give_the_same_ai_moves(services, store):
    table = await start_table(services, 2, ai=("random",))
    position = await store.read(table_rows.read_position, table.id)
    assert position is not None
    dealt = game_from_position(position)
    await make_move(services, table.id)
    await settle(services, table.id)
    log = await services.reading.log(table.id)
    before = replace(dealt, state=state_after(dealt, log, 1), plies=1)
    state = before.game.state_to_json(before.state)
    luck = before.luck("random") % (1 << 63)
    assert log[1].notation == choice(Task("akropolis", "random", state, 1, luck, ()))
