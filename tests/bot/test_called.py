"""Whom a post notifies: who has to act, and whom a move calls though they need not; nobody else."""

import pytest
from msgspec.structs import replace

from bot.service import Services
from bot.service.delivery import Outbox
from bot.steps import announcements
from bot.store.outbox import merge_payloads
from bot.store.store import Store
from bot.table.post import mentions
from tests.bot.room import BASTIEN, INES, MAUD
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.bot.test_turns import market, say, take_back

pytestmark = pytest.mark.usefixtures("market")


@pytest.fixture
def pigeons() -> Pigeons:
    return Pigeons()


@pytest.fixture
def outbox(store: Store, pigeons: Pigeons) -> Outbox:
    return Outbox(store, pigeons, rate=1e6)


def notifications(pigeons: Pigeons) -> list[list[int]]:
    """Users that each board has notified, the one that opens the game included."""
    return [
        mentions(delivery.payload)
        for delivery in pigeons.shown
        if delivery.kind in ("open", "board")
    ]


async def three_stalls(services: Services, size: int = 4, **different):
    """A table where the first seats have a stall each: a1, a2 and a3."""
    table = await market(services, size, **different)
    await say(services, table.id, "L a1", "E", "L a2", "E", "L a3", "E")
    return table


async def test_who_is_called_is_mentioned_behind_who_is_next(services, outbox, pigeons):
    table = await three_stalls(services)
    await outbox.drain()
    await say(services, table.id, "L b3", "E")
    await outbox.drain()
    assert notifications(pigeons)[1:] == [[MAUD.user_id, INES.user_id]]


async def test_nobody_is_called_before_the_turn_ends(services, outbox, pigeons):
    table = await three_stalls(services)
    await outbox.drain()
    await say(services, table.id, "L b3")
    await outbox.drain()
    assert len(notifications(pigeons)) == 1


async def test_all_moves_of_a_turn_call_and_nobody_twice(services, outbox, pigeons):
    """Maud is next and called; Bastien and Inès are called by one move each."""
    table = await three_stalls(services)
    await outbox.drain()
    await say(services, table.id, "L b1", "L b2", "L b3")
    await outbox.drain()
    assert notifications(pigeons)[1:] == [[MAUD.user_id, BASTIEN.user_id, INES.user_id]]


async def test_what_was_taken_back_calls_nobody(services, outbox, pigeons):
    table = await three_stalls(services)
    await outbox.drain()
    await say(services, table.id, "L b3")
    await take_back(services, table.id)
    await say(services, table.id, "L b2", "E")
    await outbox.drain()
    assert notifications(pigeons)[1:] == [[MAUD.user_id, BASTIEN.user_id]]


async def test_who_has_resigned_is_not_called(services, outbox, pigeons):
    table = await three_stalls(services)
    await services.seats.resign(table.id, INES.user_id)
    await outbox.drain()
    await say(services, table.id, "L b3", "E")
    await outbox.drain()
    assert notifications(pigeons)[-1] == [MAUD.user_id]


async def test_turns_told_in_one_post_call_for_both(services, outbox, pigeons):
    """Somebody whose turn came in between has acted since: they are called only if a move does."""
    table = await three_stalls(services)
    await outbox.drain()
    await say(services, table.id, "L b2", "E", "L b3", "E")
    await outbox.drain()
    assert notifications(pigeons)[1:] == [[BASTIEN.user_id, INES.user_id]]


async def test_what_an_ai_does_calls_people_and_what_is_done_to_an_ai_does_not(
    services, outbox, pigeons, brains, monkeypatch
):
    async def think(game, player, state, seat, *asked, **limits):
        free = [stall for stall in ("b1", "b2") if stall not in state["laid"]]
        return f"L {free[0]}" if free else "E"

    table = await market(services, 3, ai=("easy",))
    monkeypatch.setattr(brains, "choose", think)
    await say(services, table.id, "L a1", "E")
    await settle(services, table.id)
    await outbox.drain()
    await say(services, table.id, "L a2", "E")
    await outbox.drain()
    assert notifications(pigeons) == [[BASTIEN.user_id, MAUD.user_id], [MAUD.user_id]]


async def test_a_call_outlives_a_restart(services, store):
    table = await three_stalls(services)
    await say(services, table.id, "L b3", "E")
    log = await store.plies(table.id)
    assert [announcements.seats_called(ply) for ply in log if ply.notation[:1] == "L"] == [
        [],
        [],
        [],
        [2],
    ]


def test_a_turn_that_was_called_back_before_it_was_told_calls_nobody():
    payload = {"plies": [3, 4], "mention": [1], "calls": [[3, 7], [4, 8]]}
    undone = {"plies": [4, 4], "mention": [2]}
    assert mentions(merge_payloads(payload, undone)) == [2, 7]


async def test_a_board_says_only_whom_moves_that_stand_call(services):
    table = await three_stalls(services)
    await say(services, table.id, "L b3")
    async with services.tables.hold(table.id) as live:
        [ply] = live.turn.plies
        assert mentions(announcements.board(live, [ply], known=[3]).payload) == [INES.user_id]
        undone = replace(ply, undone="2026-01-01T12:00:00.000+00:00")
        assert mentions(announcements.board(live, [undone], known=[3]).payload) == []
