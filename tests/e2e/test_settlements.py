"""Telegraph and Attika from the first turn to the last, by the unmodified discord.py client."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.driver import words
from rules.record import from_json, replay
from rules.registry import get, sisters
from tests.e2e.playing import by_panel, by_typing, last_board
from tests.e2e.settling import one_turn, open_table
from tests.tier import deep

SISTERS = sisters("_settlements")


async def table_number(house: Any, thread: str) -> int:
    """The number of the table that is played in a thread."""
    return int((await house.app.reading.table_in(int(thread))).id)


async def play_by_panel_and_typed(house, game: str, most: int):
    """Play as many turns by panel, then the same typed; their number, the record, the thread."""
    thread = await open_table(house, game, house.bastien)
    first = await table_number(house, thread)
    turns = await by_panel(house, first, thread, one_turn, most=most)
    clicked = await house.app.reading.record(first)

    second_thread = await open_table(house, game, house.bastien)
    second = await table_number(house, second_thread)
    moves = [ply["move"] for ply in clicked["plies"]]
    await by_typing(house, second, second_thread, moves)
    typed = await house.app.reading.record(second)
    same = ("game", "version", "seats", "options", "seed", "plies", "result")
    assert {key: typed[key] for key in same} == {key: clicked[key] for key in same}
    return turns, typed, thread


@deep
@pytest.mark.parametrize("game", SISTERS)
async def test_a_game_by_panel_and_the_same_typed_give_the_same_record(house, same_luck, game):
    turns, record, thread = await play_by_panel_and_typed(house, game, 1000)
    assert record["result"] is not None
    assert 20 <= turns <= 150
    *_, (state, _) = replay(from_json(record))
    assert get(game).result(state) is not None
    assert "🏆" in words(await last_board(house, thread, 1))


@pytest.mark.parametrize("game", SISTERS[:1])
async def test_a_game_begun_by_panel_and_the_same_typed_give_the_same_record(
    house, same_luck, game
):
    """One of them: their panels are the same."""
    turns, record, _ = await play_by_panel_and_typed(house, game, 8)
    assert (turns, record["result"]) == (8, None)
