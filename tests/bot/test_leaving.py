"""Who leaves a game that has a rule for it: a move of the log, in turn or out of it."""

import json

import pytest

from bot.ai.pool import Brains
from bot.service import Services, build_services
from bot.store.store import Store
from bot.table.seating import NotSeated, Status
from rules import record
from rules.contract import IllegalMove
from rules.log import LEAVES
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, start_table
from tests.bot.test_tables import posts


async def siege(services: Services, size: int = 3, **different):
    """A table of Massalia where Maud plays first, then Bastien, then Inès."""
    return await start_table(services, size, game="massalia", **different)


async def play(services: Services, number: int, user: int, *moves: str) -> None:
    for move in moves:
        await services.moves.play(number, user, None, move.split())


async def a_card(services: Services, number: int, user: int) -> str:
    """Play the first card of somebody's hand; what was typed."""
    look = await services.reading.look(number, user)
    assert look.hand is not None
    move = f"p {look.hand.cards[0]}"
    await play(services, number, user, move)
    return move


async def exchange_record(services: Services, number: int) -> record.Record:
    return record.from_json(json.loads(json.dumps(await services.reading.record(number))))


async def test_who_leaves_in_turn_passes_it_on_and_the_others_play_without_them(services, store):
    table = await siege(services)
    await services.seats.resign(table.id, MAUD.user_id)
    look = await services.reading.look(table.id, BASTIEN.user_id)
    assert (look.to_act, look.view.players[0].out, look.table.status) == ((1,), True, Status.LIVE)
    assert look.table.seats[0].resigned
    assert look.table.seats[0].ai is None
    [ply] = await services.reading.log(table.id)
    assert (ply.seat, ply.notation, ply.ends_turn) == (0, LEAVES, True)
    kinds = [kind for kind, _ in await posts(store)]
    assert "notice" not in kinds
    assert kinds[-3:] != ["over", "poster", "lobby"]
    doing = services.seats.resign(table.id, MAUD.user_id)
    with pytest.raises(NotSeated):
        await doing


async def test_the_post_of_a_leaving_calls_who_must_act_and_tells_the_others(services, store):
    table = await siege(services, 4)
    before = len(await posts(store))
    await services.seats.resign(table.id, MAUD.user_id)
    [(kind, payload), *hands] = (await posts(store))[before:]
    assert kind == "board"
    assert payload["mention"] == [BASTIEN.user_id]
    users = {user for _, user in payload["calls"]}
    assert users == {BASTIEN.user_id, INES.user_id, KARIM.user_id}
    assert ("hand", {"seat": 0}) in hands


async def test_out_of_turn_it_tells_what_was_done_of_the_turn_under_way_and_that_goes_on(
    services, store
):
    table = await siege(services)
    await a_card(services, table.id, MAUD.user_id)
    assert await services.reading.log(table.id, None) == []
    await services.seats.resign(table.id, INES.user_id)
    look = await services.reading.look(table.id, None)
    assert (look.to_act, look.midway, look.view.players[2].out) == ((0,), None, True)
    assert len(look.view.players[0].played) == 1
    log = await services.reading.log(table.id, None)
    assert [(ply.seat, ply.ends_turn) for ply in log] == [(0, False), (2, True)]
    [payload] = [payload for kind, payload in await posts(store) if kind == "board"]
    assert (payload["plies"], payload["mention"]) == ([1, 2], [])
    assert {user for _, user in payload["calls"]} == {MAUD.user_id, BASTIEN.user_id}
    await a_card(services, table.id, MAUD.user_id)
    await play(services, table.id, MAUD.user_id, "end")
    assert (await services.reading.look(table.id, None)).to_act == (1,)


async def test_what_was_done_before_somebody_left_is_not_taken_back(services):
    table = await siege(services)
    await a_card(services, table.id, MAUD.user_id)
    await services.seats.resign(table.id, INES.user_id)
    doing = services.moves.take_back(table.id, MAUD.user_id, None, 1)
    with pytest.raises(IllegalMove, match="undo_left"):
        await doing


async def test_between_two_the_rules_say_who_has_won(services):
    table = await siege(services, 2)
    await services.seats.resign(table.id, BASTIEN.user_id)
    look = await services.reading.look(table.id, None)
    assert look.result is not None
    assert look.table.status is Status.OVER
    assert (look.result.winners, look.result.reason) == ((0,), "massalia.end_last")
    game_record = await exchange_record(services, table.id)
    *_, (state, _) = record.replay(game_record)
    assert state.winners == (0,)


async def test_with_nobody_left_but_machines_the_game_ends(services):
    table = await siege(services, 3, ai=("random", "random"))
    await services.seats.resign(table.id, MAUD.user_id)
    look = await services.reading.look(table.id, None)
    assert look.table.status is Status.OVER
    assert look.result is not None
    assert look.result.ranks[0] == 3
    assert 0 not in look.result.winners


async def test_the_record_of_a_game_that_somebody_left_is_played_again(services):
    table = await siege(services)
    await a_card(services, table.id, MAUD.user_id)
    await services.seats.resign(table.id, INES.user_id)
    await play(services, table.id, MAUD.user_id, "end")
    game_record = await exchange_record(services, table.id)
    assert [(ply.seat, ply.move) for ply in game_record.plies][1] == (2, LEAVES)
    ended = await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    assert ended.status is Status.CANCELLED
    *_, (state, _) = record.replay(await exchange_record(services, table.id))
    assert (state.seat, state.players[2].out) == (1, True)


async def test_a_restart_in_the_turn_that_goes_on_loses_nothing(services, store, file):
    table = await siege(services)
    await a_card(services, table.id, MAUD.user_id)
    await services.seats.resign(table.id, INES.user_id)
    await a_card(services, table.id, MAUD.user_id)
    before = await services.reading.look(table.id, MAUD.user_id)
    await services.close()
    await store.close()
    next_store = await Store.open(file)
    brains = Brains()
    service = build_services(next_store, brains, notify=lambda: None)
    after = await service.reading.look(table.id, MAUD.user_id)
    assert (after.view, after.hand) == (before.view, before.hand)
    assert len((await service.reading.look(table.id, None)).view.players[0].played) == 1
    await service.moves.take_back(table.id, MAUD.user_id, None, 1)
    await service.close()
    await brains.close()
    await next_store.close()
