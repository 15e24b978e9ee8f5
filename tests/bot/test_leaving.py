"""Who leaves a game that has a rule for it: a move of the log, in turn or out of it."""

import json

import pytest

from bot.ai.pool import Brains
from bot.store.store import Store
from bot.table.seating import NotSeated, Status
from bot.tables import Tables
from rules import record
from rules.contract import IllegalMove
from rules.log import LEAVES
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, started
from tests.bot.test_tables import posts


async def siege(tables: Tables, size: int = 3, **different):
    """A table of Massalia where Maud plays first, then Bastien, then Inès."""
    return await started(tables, size, game="massalia", **different)


async def play(tables: Tables, number: int, user: int, *moves: str) -> None:
    for move in moves:
        await tables.play(number, user, None, move.split())


async def a_card(tables: Tables, number: int, user: int) -> str:
    """Play the first card of somebody's hand; what was typed."""
    look = await tables.look(number, user)
    assert look.hand is not None
    move = f"p {look.hand.cards[0]}"
    await play(tables, number, user, move)
    return move


async def exported(tables: Tables, number: int) -> record.Record:
    return record.from_json(json.loads(json.dumps(await tables.record(number))))


async def test_who_leaves_in_turn_passes_it_on_and_the_others_play_without_them(tables, store):
    table = await siege(tables)
    await tables.resign(table.id, MAUD.user_id)
    look = await tables.look(table.id, BASTIEN.user_id)
    assert (look.to_act, look.view.players[0].out, look.table.status) == ((1,), True, Status.LIVE)
    assert look.table.seats[0].resigned
    assert look.table.seats[0].ai is None
    [ply] = await tables.log(table.id)
    assert (ply.seat, ply.notation, ply.ends_turn) == (0, LEAVES, True)
    kinds = [kind for kind, _ in await posts(store)]
    assert "notice" not in kinds
    assert kinds[-3:] != ["over", "poster", "lobby"]
    doing = tables.resign(table.id, MAUD.user_id)
    with pytest.raises(NotSeated):
        await doing


async def test_the_post_of_a_leaving_calls_who_must_act_and_tells_the_others(tables, store):
    table = await siege(tables, 4)
    before = len(await posts(store))
    await tables.resign(table.id, MAUD.user_id)
    [(kind, payload), *hands] = (await posts(store))[before:]
    assert kind == "board"
    assert payload["mention"] == [BASTIEN.user_id]
    told = {user for _, user in payload["calls"]}
    assert told == {BASTIEN.user_id, INES.user_id, KARIM.user_id}
    assert ("hand", {"seat": 0}) in hands


async def test_out_of_turn_it_tells_what_was_done_of_the_turn_under_way_and_that_goes_on(
    tables, store
):
    table = await siege(tables)
    await a_card(tables, table.id, MAUD.user_id)
    assert await tables.log(table.id, None) == []
    await tables.resign(table.id, INES.user_id)
    look = await tables.look(table.id, None)
    assert (look.to_act, look.midway, look.view.players[2].out) == ((0,), None, True)
    assert len(look.view.players[0].played) == 1
    log = await tables.log(table.id, None)
    assert [(ply.seat, ply.ends_turn) for ply in log] == [(0, False), (2, True)]
    [payload] = [payload for kind, payload in await posts(store) if kind == "board"]
    assert (payload["plies"], payload["mention"]) == ([1, 2], [])
    assert {user for _, user in payload["calls"]} == {MAUD.user_id, BASTIEN.user_id}
    await a_card(tables, table.id, MAUD.user_id)
    await play(tables, table.id, MAUD.user_id, "end")
    assert (await tables.look(table.id, None)).to_act == (1,)


async def test_what_was_done_before_somebody_left_is_not_taken_back(tables):
    table = await siege(tables)
    await a_card(tables, table.id, MAUD.user_id)
    await tables.resign(table.id, INES.user_id)
    doing = tables.take_back(table.id, MAUD.user_id, None, 1)
    with pytest.raises(IllegalMove, match="undo_left"):
        await doing


async def test_between_two_the_rules_say_who_has_won(tables):
    table = await siege(tables, 2)
    await tables.resign(table.id, BASTIEN.user_id)
    look = await tables.look(table.id, None)
    assert look.result is not None
    assert look.table.status is Status.OVER
    assert (look.result.winners, look.result.reason) == ((0,), "massalia.end_last")
    kept = await exported(tables, table.id)
    *_, (state, _) = record.replay(kept)
    assert state.winners == (0,)


async def test_with_nobody_left_but_machines_the_game_ends(tables):
    table = await siege(tables, 3, ai=("random", "random"))
    await tables.resign(table.id, MAUD.user_id)
    look = await tables.look(table.id, None)
    assert look.table.status is Status.OVER
    assert look.result is not None
    assert look.result.ranks[0] == 3
    assert 0 not in look.result.winners


async def test_the_record_of_a_game_that_somebody_left_is_played_again(tables):
    table = await siege(tables)
    await a_card(tables, table.id, MAUD.user_id)
    await tables.resign(table.id, INES.user_id)
    await play(tables, table.id, MAUD.user_id, "end")
    kept = await exported(tables, table.id)
    assert [(ply.seat, ply.move) for ply in kept.plies][1] == (2, LEAVES)
    ended = await tables.cancel(table.id, MAUD.user_id, moderator=True)
    assert ended.status is Status.CANCELLED
    *_, (state, _) = record.replay(await exported(tables, table.id))
    assert (state.seat, state.players[2].out) == (1, True)


async def test_a_restart_in_the_turn_that_goes_on_loses_nothing(tables, store, file):
    table = await siege(tables)
    await a_card(tables, table.id, MAUD.user_id)
    await tables.resign(table.id, INES.user_id)
    await a_card(tables, table.id, MAUD.user_id)
    before = await tables.look(table.id, MAUD.user_id)
    await tables.close()
    await store.close()
    again = await Store.open(file)
    brains = Brains()
    service = Tables(again, brains, notify=lambda: None)
    after = await service.look(table.id, MAUD.user_id)
    assert (after.view, after.hand) == (before.view, before.hand)
    assert len((await service.look(table.id, None)).view.players[0].played) == 1
    await service.take_back(table.id, MAUD.user_id, None, 1)
    await service.close()
    await brains.close()
    await again.close()
