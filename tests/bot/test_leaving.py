"""Leaving a game that has a rule for it is a move of the log, in turn or out of it."""

import json

import pytest

from bot.service import Services
from bot.table import payloads
from bot.table.seating import NotSeated, Status
from rules import record
from rules.contract import IllegalMove
from rules.log import LEAVES
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, start_table
from tests.bot.test_tables import posts


async def siege(services: Services, size: int = 3, **different):
    """A table of Massalia where Maud plays first, then Bastien, then Inès."""
    return await start_table(services, size, game="massalia", **different)


@pytest.fixture
async def table(services):
    return await siege(services)


@pytest.fixture
async def departure(services, table):
    """The turn of Maud, who has played a card when Inès leaves."""
    await a_card(services, table.id, MAUD.user_id)
    assert await services.reading.log(table.id, None) == []
    await services.seats.resign(table.id, INES.user_id)


async def play(services: Services, number: int, user: int, *moves: str) -> None:
    for move in moves:
        await services.moves.play(number, user, None, move.split())


async def a_card(services: Services, number: int, user: int) -> None:
    """Play the first card of somebody's hand."""
    look = await services.reading.look(number, user)
    assert look.hand is not None
    await play(services, number, user, f"p {look.hand.cards[0]}")


async def exchange_record(services: Services, number: int) -> record.Record:
    return record.from_json(json.loads(json.dumps(await services.reading.record(number))))


async def test_leaving_in_turn_passes_it_on_and_the_others_play_without_them(services, store):
    """The post calls whoever must act and tells the others."""
    table = await siege(services, 4)
    before = len(await posts(store))
    await services.seats.resign(table.id, MAUD.user_id)
    look = await services.reading.look(table.id, BASTIEN.user_id)
    assert (look.to_act, look.view.players[0].out, look.table.status) == ((1,), True, Status.LIVE)
    assert look.table.seats[0].resigned
    assert look.table.seats[0].ai is None
    [ply] = await services.reading.log(table.id)
    assert (ply.seat, ply.notation, ply.ends_turn) == (0, LEAVES, True)
    [(kind, payload), *hands] = (await posts(store))[before:]
    assert (kind, payload.mention) == ("board", [BASTIEN.user_id])
    users = {user for _, user in payload.calls}
    assert users == {BASTIEN.user_id, INES.user_id, KARIM.user_id}
    assert ("hand", payloads.AboutSeat(seat=0)) in hands
    assert {kind for kind, _ in hands} == {"hand"}
    with pytest.raises(NotSeated):
        await services.seats.resign(table.id, MAUD.user_id)


async def test_out_of_turn_it_tells_the_moves_of_the_turn_under_way_which_goes_on(
    services, store, table, departure
):
    look = await services.reading.look(table.id, None)
    assert (look.to_act, look.midway, look.view.players[2].out) == ((0,), None, True)
    assert len(look.view.players[0].played) == 1
    log = await services.reading.log(table.id, None)
    assert [(ply.seat, ply.ends_turn) for ply in log] == [(0, False), (2, True)]
    [payload] = [payload for kind, payload in await posts(store) if kind == "board"]
    assert (payload.plies, payload.mention) == ((1, 2), [])
    assert {user for _, user in payload.calls} == {MAUD.user_id, BASTIEN.user_id}
    await a_card(services, table.id, MAUD.user_id)
    await play(services, table.id, MAUD.user_id, "end")
    assert (await services.reading.look(table.id, None)).to_act == (1,)


async def test_a_card_played_before_somebody_left_is_not_taken_back(services, table, departure):
    with pytest.raises(IllegalMove, match="undo_left"):
        await services.moves.take_back(table.id, MAUD.user_id, None, 1)


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


async def test_a_game_of_machines_alone_ends(services):
    table = await siege(services, 3, ai=("random", "random"))
    await services.seats.resign(table.id, MAUD.user_id)
    look = await services.reading.look(table.id, None)
    assert look.table.status is Status.OVER
    assert look.result is not None
    assert look.result.ranks[0] == 3
    assert 0 not in look.result.winners


async def test_a_restart_in_the_turn_that_goes_on_keeps_its_moves(services, table, departure, anew):
    await a_card(services, table.id, MAUD.user_id)
    before = await services.reading.look(table.id, MAUD.user_id)
    restarted = anew()
    after = await restarted.reading.look(table.id, MAUD.user_id)
    assert (after.view, after.hand) == (before.view, before.hand)
    assert len((await restarted.reading.look(table.id, None)).view.players[0].played) == 1
    await restarted.moves.take_back(table.id, MAUD.user_id, None, 1)
