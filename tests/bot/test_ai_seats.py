"""AI seats play through the same door, by themselves, and never let a game hang."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.ai.pool import Brains
from bot.ai.worker import Task, choice
from bot.service.delivery import Outbox
from bot.service.loading import playing_of
from bot.steps.visibility import state_after
from bot.store.store import Store
from bot.tables import Status, Tables
from tests.bot.room import MAUD, make_move, started, until
from tests.bot.test_outbox import Pigeons


async def waits_for_a_person(tables: Tables, number: int) -> bool:
    look = await tables.look(number, None)
    return all(look.table.seats[seat].ai is None for seat in look.to_act)


async def settle(tables: Tables, number: int) -> None:
    await until(lambda: waits_for_a_person(tables, number))


async def test_ai_seats_answer_until_a_person_must_act(tables):
    table = await started(tables, 3, ai=("easy", "random"))
    await make_move(tables, table.id)
    await settle(tables, table.id)
    log = await tables.log(table.id)
    assert [(ply.seat, ply.ai) for ply in log] == [(0, False), (1, True), (2, True)]
    assert (await tables.look(table.id, None)).to_act == (0,)
    assert (await tables.get(table.id)).revision == table.revision + 3


async def test_a_whole_game_against_ai_players(tables):
    table = await started(tables, 4, ai=("random", "easy", "easy"))
    while (await tables.get(table.id)).status is Status.LIVE:
        await make_move(tables, table.id)
        await settle(tables, table.id)
    look = await tables.look(table.id, None)
    assert look.result is not None
    assert len(look.result.ranks) == 4


async def test_a_burst_of_ai_moves_is_one_post(tables, store):
    pigeons = Pigeons()
    outbox = Outbox(store, pigeons, rate=1e6)
    table = await started(tables, 4, ai=("easy",) * 3)
    await outbox.drain()
    await make_move(tables, table.id)
    await outbox.drain()
    await settle(tables, table.id)
    await outbox.drain()
    kind, payload = pigeons.shown[-1].kind, pigeons.shown[-1].payload
    assert (kind, payload["plies"], payload["mention"]) == ("board", [1, 4], [MAUD.user_id])
    assert sum(delivery.kind == "board" for delivery in pigeons.shown) == 1


async def test_ai_seats_go_on_after_a_restart(file, monkeypatch):
    """The bot stops while an AI thinks; the next start sets it to work again."""
    store, brains = await Store.open(file), Brains()
    tables = Tables(store, brains, notify=lambda: None)
    monkeypatch.setattr(brains, "choose", lambda *args, **named: asyncio.sleep(3600))
    table = await started(tables, 2, ai=("easy",))
    await make_move(tables, table.id)
    await asyncio.sleep(0.01)
    await tables.close()
    await store.close()
    store, brains = await Store.open(file), Brains()
    tables = Tables(store, brains, notify=lambda: None)
    assert [ply.ply for ply in await tables.log(table.id)] == [1]
    await tables.resume()
    await settle(tables, table.id)
    assert [ply.ply for ply in await tables.log(table.id)] == [1, 2]
    await tables.close()
    await brains.close()
    await store.close()


async def test_a_game_that_ends_while_the_ai_thinks_stays_ended(tables, brains, monkeypatch):
    thinking, think = asyncio.Event(), brains.choose

    async def slowly(*args, **named):
        await thinking.wait()
        return await think(*args, **named)

    monkeypatch.setattr(brains, "choose", slowly)
    table = await started(tables, 2, ai=("easy",))
    await make_move(tables, table.id)
    await tables.resign(table.id, MAUD.user_id)
    thinking.set()
    await until(lambda: idle(tables))
    assert len(await tables.log(table.id)) == 1
    assert (await tables.get(table.id)).status is Status.OVER


async def idle(tables: Tables) -> bool:
    return not tables._machines._working


async def test_an_ai_that_fails_is_tried_again(tables, brains, monkeypatch, caplog):
    troubles, think = [RuntimeError("out of ideas")], brains.choose

    async def limping(*args, **named):
        if troubles:
            raise troubles.pop()
        return await think(*args, **named)

    monkeypatch.setattr("bot.ai.players.RETRY", 0.001)
    monkeypatch.setattr(brains, "choose", limping)
    table = await started(tables, 2, ai=("easy",))
    await make_move(tables, table.id)
    await settle(tables, table.id)
    assert "out of ideas" in caplog.text
    assert len(await tables.log(table.id)) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_ai_players_have_names_that_tell_them_from_people(tables, language):
    table = await started(tables, 4, ai=("easy",) * 3, language=language)
    names = [holder.name for holder in table.seats[1:]]
    mark = {"en": "(AI)", "fr": "(IA)"}[language]
    assert all(name.endswith(mark) for name in names)
    assert len(set(names)) == 3


async def test_the_same_deal_and_moves_give_the_same_ai_moves(tables, store):
    table = await started(tables, 2, ai=("random",))
    position = await store.position(table.id)
    assert position is not None
    dealt = playing_of(position)
    await make_move(tables, table.id)
    await settle(tables, table.id)
    log = await tables.log(table.id)
    before = replace(dealt, state=state_after(dealt, log, 1), plies=1)
    state = before.game.state_to_json(before.state)
    luck = before.luck("random") % (1 << 63)
    assert log[1].notation == choice(Task("akropolis", "random", state, 1, luck, ()))
