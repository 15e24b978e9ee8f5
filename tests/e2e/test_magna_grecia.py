"""The middle of a turn of Magna Grecia, by the unmodified discord.py client."""

from typing import Any

from playground.driver import words
from rules.notation import SEPARATOR
from tests.cogs.playing import menus, message_after
from tests.e2e.fitting import of_game
from tests.e2e.playing import ids, open_play, open_table, press, standing_moves, to_act

pytestmark = of_game("magna_grecia")


async def start_turn(house: Any) -> tuple[str, Any, Any]:
    """A table where the first player has founded a city and previews two roads and a market."""
    thread = await open_table(house, "magna_grecia", house.bastien, oracles="random")
    person = to_act(house, await house.app.reading.look(1, None))
    panel = await open_play(house, person, thread)
    for step in (":go:C", ":ok:", ":go:R"):
        panel = await press(person, panel, step)
    menu = next(menu for menu in menus(panel) if ":then:" in menu["custom_id"])
    market = next(o["value"] for o in menu["options"] if o["value"].endswith(";M"))
    choose = person.choose(panel, menu["custom_id"], market)
    return thread, person, await message_after(person, panel, choose)


async def steps(house: Any) -> list[str]:
    """The kinds of the moves that stand."""
    return [move[0] for move in await standing_moves(house)]


async def test_a_turn_with_a_city_a_road_and_a_market_is_six_presses(house, same_luck):
    """Play, a city, a road, then the market by the menu, and the end with it."""
    thread, person, panel = await start_turn(house)
    await press(person, panel, ":ok:")
    moves = await standing_moves(house)
    assert [move[0] for move in moves][:2] == ["C", "R"]
    assert moves[-2].startswith("M ")
    assert moves[-1] == "end"
    await house.maud.expect(lambda: "ouvre un marché" in words(house.boards(thread)[-1]))


async def test_the_suggestion_plays_a_whole_turn_in_three_presses(house, same_luck):
    thread = await open_table(house, "magna_grecia", house.bastien, oracles="random")
    person = to_act(house, await house.app.reading.look(1, None))
    panel = await open_play(house, person, thread)
    for step in (":sug:", ":ok:"):
        panel = await press(person, panel, step)
    assert (await standing_moves(house))[-1] == "end"


async def test_steps_are_taken_back_one_by_one_or_all_at_once(house, same_luck):
    thread, person, panel = await start_turn(house)
    *_, line = ids(panel, ":ok:")[0].split(":")
    roads = line.split(SEPARATOR)[:2]
    await person.slash("magna_grecia move", thread, {"move": SEPARATOR.join(roads)})
    panel, before = await open_play(house, person, thread), await steps(house)
    assert before[0] == "C"
    assert len(before) > 2
    panel = await press(person, panel, ":undo:")
    assert await steps(house) == before[:-1]
    panel = await press(person, panel, ":restart:")
    assert await steps(house) == []
    assert ids(panel, ":go:C")


async def test_a_turn_under_way_is_whole_after_a_restart_and_hidden_before_it_ends(
    house, same_luck
):
    """Nothing of it is in memory: an old panel goes on."""
    thread, person, panel = await start_turn(house)
    opponent = house.bastien if person is house.maud else house.maud
    assert len(house.boards(thread)) == 1
    look = await house.app.reading.look(1, opponent.id)
    assert look.view.cities == ()
    assert look.midway is not None
    before = await steps(house)
    house.app.tables._live.clear()
    house.app.tables._logs.clear()
    await press(person, panel, ":ok:")
    assert await steps(house) == [*before, "R", "R", "M", "e"]


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
    thread = await open_table(house, "magna_grecia", house.bastien, oracles="random")
    person = to_act(house, await house.app.reading.look(1, None))
    for move, rule in BAD:
        answer = await person.slash("magna_grecia move", thread, {"move": move})
        message_text = words(answer.message)
        assert rule in message_text, move
        assert len(message_text) > 10, move
        assert "magna_grecia." not in message_text, move
        assert await steps(house) == [], move
