"""Magna Grecia from the first oracle to the last turn, by the unmodified discord.py client."""

from __future__ import annotations

from typing import Any

from bot.playground.driver import words
from rules.record import from_json, replay
from rules.registry import get
from tests.e2e.magna import one_turn, open_table
from tests.e2e.playing import by_panel, by_typing, ids, last_board, newest_board, redrawn
from tests.tier import deep

GAME = get("magna_grecia")


async def table_number(house: Any, thread: str) -> int:
    """The number of the table that is played in a thread."""
    return int((await house.app.reading.table_in(int(thread))).id)


def lines(record: Any) -> list[str]:
    """Turns of a game, each in one line."""
    turns, turn, before = [], [], None
    for ply in record["plies"]:
        if turn and ply["seat"] != before:
            turns.append(";".join(turn))
            turn = []
        turn.append(ply["move"])
        before = ply["seat"]
        if ply["move"] == "end" or ply["move"].startswith("O "):
            turns.append(";".join(turn))
            turn, before = [], None
    return turns


async def same_typed(house: Any, friends: Any, oracles: str, clicked: Any) -> Any:
    """Play the same game in typed lines, a turn each; its record, which is the same."""
    thread_typed = await open_table(house, *friends, oracles=oracles)
    second = await table_number(house, thread_typed)
    await by_typing(house, second, thread_typed, lines(clicked))
    typed = await house.app.reading.record(second)
    same = ("game", "version", "seats", "options", "seed", "plies", "result")
    assert {key: typed[key] for key in same} == {key: clicked[key] for key in same}
    return typed


async def test_a_game_of_two_begun_by_panel_and_the_same_typed_give_the_same_record(
    house, same_luck
):
    """All oracles, then a round."""
    thread = await open_table(house, house.bastien, oracles="players")
    first = await table_number(house, thread)
    assert await by_panel(house, first, thread, one_turn, most=9) == 9
    clicked = await house.app.reading.record(first)
    assert (await same_typed(house, (house.bastien,), "players", clicked))["result"] is None


@deep
async def test_a_game_of_two_by_panel_and_the_same_typed_give_the_same_record(house, same_luck):
    thread = await open_table(house, house.bastien, oracles="players")
    first = await table_number(house, thread)
    turns = await by_panel(house, first, thread, one_turn)
    clicked = await house.app.reading.record(first)
    assert turns == 7 + 2 * 12
    assert "🏆" in words(await last_board(house, thread, first))
    record = await same_typed(house, (house.bastien,), "players", clicked)
    *_, (state, _) = replay(from_json(record))
    assert GAME.result(state) is not None


@deep
async def test_a_game_of_four_by_panel_and_the_same_typed_give_the_same_record(house, same_luck):
    friends = (house.bastien, house.ines, house.karim)
    thread = await open_table(house, *friends)
    first = await table_number(house, thread)
    turns = await by_panel(house, first, thread, one_turn)
    clicked = await house.app.reading.record(first)
    assert turns == 4 * 12
    record = await same_typed(house, friends, "random", clicked)
    *_, (state, _) = replay(from_json(record))
    assert GAME.result(state) is not None


# ---- in the middle of a turn ---------------------------------------------------------------------


async def start_turn(house: Any) -> tuple[str, Any, Any]:
    """A table where the first player has founded a city and laid a road: thread, person, panel."""
    thread = await open_table(house, house.bastien)
    look = await house.app.reading.look(1, None)
    person = (house.maud, house.bastien)[look.to_act[0]]
    board = await person.expect(lambda: newest_board(house, thread))
    panel = (await person.click(board, ids(board, ":play")[0])).message
    for step in (":go:C", ":go:R"):
        for press in (step, ":ok:"):
            panel = await redrawn(person, panel, person.click(panel, ids(panel, press)[0]))
    return thread, person, panel


async def standing(house: Any) -> list[str]:
    return [ply.notation[0] for ply in await house.app.store.plies(1) if not ply.undone]


async def test_steps_are_taken_back_one_by_one_or_all_at_once(house, same_luck):
    _, person, panel = await start_turn(house)
    plies = await standing(house)
    assert plies[0] == "C"
    assert len(plies) > 2
    panel = await redrawn(person, panel, person.click(panel, ids(panel, ":undo:")[0]))
    assert await standing(house) == plies[:-1]
    panel = await redrawn(person, panel, person.click(panel, ids(panel, ":restart:")[0]))
    assert await standing(house) == []
    assert ids(panel, ":go:C")


async def test_a_turn_under_way_is_whole_after_a_restart(house, same_luck):
    """Nothing of it is in memory: an old panel goes on."""
    _, person, panel = await start_turn(house)
    plies = await standing(house)
    house.app.tables._live.clear()
    house.app.tables._logs.clear()
    panel = await redrawn(person, panel, person.click(panel, ids(panel, ":go:M")[0]))
    await redrawn(person, panel, person.click(panel, ids(panel, ":ok:")[0]))
    assert await standing(house) == [*plies, "M"]


async def test_the_others_see_nothing_of_a_turn_before_it_ends(house, same_luck):
    thread, person, _ = await start_turn(house)
    opponent = house.bastien if person is house.maud else house.maud
    assert len(house.boards(thread)) == 1
    look = await house.app.reading.look(1, opponent.id)
    assert look.view.cities == ()
    assert look.midway is not None


# ---- what cannot be ------------------------------------------------------------------------------

BAD = [
    ("O J8", "MG-13"),
    ("R A1 E-W", ""),
    ("R B8 NE-E", "MG-31"),
    ("C B9", "MG-43"),
    ("D 9+9", "MG-21"),
    ("M B9", "MG-61"),
    ("S A9", "MG-70"),
    ("hello", ""),
    ("C A9;C A9;end", "MG-41"),
]


async def test_a_move_that_cannot_be_is_refused_with_a_sentence(house, same_luck):
    await open_table(house, house.bastien)
    look = await house.app.reading.look(1, None)
    person = (house.maud, house.bastien)[look.to_act[0]]
    thread = str(look.table.home_id)
    for move, rule in BAD:
        answer = await person.slash("magna_grecia move", thread, {"move": move})
        message_text = words(answer.message)
        assert rule in message_text, move
        assert len(message_text) > 10, move
        assert "magna_grecia." not in message_text, move
        assert await standing(house) == [], move
