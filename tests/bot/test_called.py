"""A post notifies whoever has to act and whoever is called by a move, and nobody else."""

import pytest
from msgspec.structs import replace

from bot.steps import announcements
from bot.store import table_rows
from bot.table import payloads
from tests.bot.room import BASTIEN, INES, MAUD
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.bot.test_turns import market, outbox, pigeons, say, take_back

__all__ = ["outbox", "pigeons"]

pytestmark = pytest.mark.usefixtures("market")


def notifications(pigeons: Pigeons) -> list[list[int]]:
    """Users that each board has notified, the one that opens the game included."""
    return [
        delivery.payload.users for delivery in pigeons.shown if delivery.kind in ("open", "board")
    ]


@pytest.fixture
async def table(services, outbox):
    """A table for four where the first seats have a stall each: a1, a2 and a3. All is posted."""
    table = await market(services, 4)
    await say(services, table.id, "L a1", "E", "L a2", "E", "L a3", "E")
    await outbox.drain()
    return table


async def boards(services, outbox, pigeons, table, *moves):
    """Users that each board notifies which tells these moves."""
    pigeons.shown.clear()
    await say(services, table.id, *moves)
    await outbox.drain()
    return notifications(pigeons)


async def test_a_call_is_behind_that_of_the_next_player(services, table, outbox, pigeons):
    """Nobody is called before the turn ends."""
    assert await boards(services, outbox, pigeons, table, "L b3") == []
    called = await boards(services, outbox, pigeons, table, "E")
    assert called == [[MAUD.user_id, INES.user_id]]


async def test_all_moves_of_a_turn_call_each_player_once(services, table, outbox, pigeons):
    """Maud is next and called; Bastien and Inès are called by one move each."""
    called = await boards(services, outbox, pigeons, table, "L b1", "L b2", "L b3")
    assert called == [[MAUD.user_id, BASTIEN.user_id, INES.user_id]]


async def test_a_move_that_was_taken_back_does_not_call(services, table, outbox, pigeons):
    await say(services, table.id, "L b3")
    await take_back(services, table.id)
    called = await boards(services, outbox, pigeons, table, "L b2", "E")
    assert called == [[MAUD.user_id, BASTIEN.user_id]]


async def test_a_resigned_player_is_not_called(services, table, outbox, pigeons):
    await services.seats.resign(table.id, INES.user_id)
    called = await boards(services, outbox, pigeons, table, "L b3", "E")
    assert called[-1] == [MAUD.user_id]


async def test_turns_in_one_post_call_for_both(services, table, outbox, pigeons):
    """Somebody whose turn came in between has acted since: they are called only if a move does."""
    called = await boards(services, outbox, pigeons, table, "L b2", "E", "L b3", "E")
    assert called == [[BASTIEN.user_id, INES.user_id]]


async def test_moves_of_an_ai_call_people_and_moves_against_an_ai_do_not(
    services, outbox, pigeons, brains, monkeypatch
):
    async def think(task, budget=None, **named):
        free = [stall for stall in ("b1", "b2") if stall not in task.state["laid"]]
        return f"L {free[0]}" if free else "E"

    table = await market(services, 3, ai=("easy",))
    monkeypatch.setattr(brains, "choose", think)
    await say(services, table.id, "L a1", "E")
    await settle(services, table.id)
    await outbox.drain()
    assert notifications(pigeons) == [[BASTIEN.user_id, MAUD.user_id]]
    called = await boards(services, outbox, pigeons, table, "L a2", "E")
    assert called == [[MAUD.user_id]]


async def test_a_call_outlives_a_restart(services, store, table):
    await say(services, table.id, "L b3", "E")
    log = await store.read(table_rows.read_plies, table.id)
    calls = [announcements.seats_called(ply) for ply in log if ply.notation[:1] == "L"]
    assert calls == [[], [], [], [2]]


def test_a_turn_that_was_taken_back_before_its_post_does_not_call():
    payload = payloads.Board(plies=(3, 4), mention=[1], calls=[(3, 7), (4, 8)])
    undone = payloads.Board(plies=(4, 4), mention=[2])
    assert payload.merged_with(undone).users == [2, 7]


async def test_a_board_calls_only_for_moves_that_stand(services, table):
    await say(services, table.id, "L b3")
    async with services.tables.hold(table.id) as live:
        [ply] = live.turn.plies
        assert announcements.board(live, [ply], known=[3]).payload.users == [INES.user_id]
        undone = replace(ply, undone="2026-01-01T12:00:00.000+00:00")
        assert announcements.board(live, [undone], known=[3]).payload.users == []
