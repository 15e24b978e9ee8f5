"""Games by people's hands, by the unmodified discord.py client against the strict local server."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from playground.driver import pictures, words
from rules.record import from_json, replay
from rules.registry import get
from tests.e2e import magna, massalia, settling
from tests.e2e.fitting import of_game
from tests.e2e.playing import (
    Turn,
    by_panel,
    by_typing,
    in_lines,
    last_board,
    one_turn,
    open_table,
    table_number,
)
from tests.tier import deep, of_tier

LATER = of_tier(3, 57)
"""Turns after a restart, of the 57 that there are to the end."""
SAME = ("game", "version", "seats", "options", "seed", "plies", "result")
"""Parts of a record that are the same for two games with the same moves."""


class Hands(NamedTuple):
    """The way in which people play a game, and how many turns an ordinary run plays."""

    turn: Turn
    beginning: int
    seats: int = 2
    options: Mapping[str, str] = MappingProxyType({})

    async def open_table(self, house: Any, game: str) -> str:
        return await open_table(house, game, *house.friends[: self.seats - 1], **self.options)


HANDS = {
    "akropolis": Hands(one_turn, 8, seats=4),
    "attika": Hands(settling.one_turn, 8),
    "magna_grecia": Hands(magna.one_turn, 9, options={"oracles": "players"}),
    "massalia": Hands(massalia.one_turn, 4),
    "telegraph": Hands(settling.one_turn, 8),
}
TURNS = {"akropolis": range(60, 61), "magna_grecia": range(31, 32), "telegraph": range(20, 151)}
TURNS["attika"] = TURNS["telegraph"]
"""Turns that a whole game takes, where that is known."""


async def play_twice(house: Any, game: str, hands: Hands, most: int) -> tuple[int, str, Any]:
    """Play some turns by panel, then the same typed; the turns, the first thread, the record."""
    thread = await hands.open_table(house, game)
    first = await table_number(house, thread)
    turns = await by_panel(house, first, thread, hands.turn, most=most)
    clicked = await house.app.reading.record(first)
    typed_thread = await hands.open_table(house, game)
    second = await table_number(house, typed_thread)
    lines = in_lines(await house.app.reading.log(first))
    await by_typing(house, second, typed_thread, lines)
    typed = await house.app.reading.record(second)
    assert {key: typed[key] for key in SAME} == {key: clicked[key] for key in SAME}
    return turns, thread, typed


@pytest.mark.parametrize("game", [pytest.param(key, marks=of_game(key)) for key in HANDS])
async def test_a_game_begun_by_panel_and_the_same_typed_give_the_same_record(
    house, same_luck, game
):
    hands = HANDS[game]
    turns, _, record = await play_twice(house, game, hands, hands.beginning)
    assert (turns, record["result"]) == (hands.beginning, None)


@deep
@pytest.mark.parametrize(
    ("game", "hands"),
    [*HANDS.items(), ("magna_grecia", Hands(magna.one_turn, 0, seats=4))],
    ids=[*HANDS, "magna_grecia of four"],
)
async def test_a_game_by_panel_and_the_same_typed_give_the_same_record(
    house, same_luck, game, hands
):
    turns, thread, record = await play_twice(house, game, hands, 1000)
    if hands.seats == HANDS[game].seats:
        assert turns in TURNS.get(game, range(1000))
    assert record["result"] is not None
    *_, (state, _) = replay(from_json(record))
    assert get(game).result(state) is not None
    last = await last_board(house, thread, 1)
    assert pictures(last)[0]["description"]
    assert "🏆" in words(last) or "🥇" in words(last)


@deep
async def test_a_solo_game_against_the_architect(house):
    thread = await open_table(house, "akropolis", solo="metagenes")
    number = await table_number(house, thread)
    assert await by_panel(house, number, thread, one_turn) == 18
    assert pictures(await last_board(house, thread, number))[0]["description"]


async def test_a_game_goes_on_after_a_restart_in_the_middle(house):
    thread = await house.table()
    await by_panel(house, 1, thread, one_turn, most=3)
    before = await house.app.reading.look(1, None)
    await house.restart()
    assert (await house.app.reading.look(1, None)).view == before.view
    assert await by_panel(house, 1, thread, one_turn, most=LATER) == LATER
