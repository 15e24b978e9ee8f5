"""Complete games, by the unmodified discord.py client against the strict local server."""

import asyncio

from bot.playground.driver import pictures, words
from bot.table.seating import Status
from rules.record import from_json, replay
from rules.registry import get
from tests.cogs.conftest import LOUNGE
from tests.e2e.playing import by_panel, by_typing, last_board, one_turn
from tests.tier import deep, of_tier

LATER = of_tier(5, 53)
"""Turns after a restart, of the 53 that there are to the end."""


async def play_by_panel_and_typed(house, most):
    """Play as many turns of four by panel and then typed; the thread and number of the first."""
    thread = await house.table()
    first = int((await house.app.reading.table_in(int(thread))).id)
    assert await by_panel(house, first, thread, one_turn, most=most) == most
    clicked = await house.app.reading.record(first)

    lobby = await house.maud.slash("akropolis new", LOUNGE, {"players": 4, "language": "fr"})
    post = lobby.message
    for friend in house.friends:
        await friend.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    second = int((await house.app.reading.table_in(int(post["id"]))).id)
    await by_typing(house, second, post["id"], [ply["move"] for ply in clicked["plies"]])
    typed = await house.app.reading.record(second)

    same = ("game", "version", "seats", "options", "seed", "plies", "result")
    assert {key: typed[key] for key in same} == {key: clicked[key] for key in same}
    return thread, first


async def test_four_people_begin_by_panel_and_by_typing_and_get_the_same_record(house, same_luck):
    await play_by_panel_and_typed(house, 8)


@deep
async def test_four_people_play_by_panel_and_by_typing_and_get_the_same_record(house, same_luck):
    thread, first = await play_by_panel_and_typed(house, 60)
    assert (await house.app.reading.record(first))["result"] is not None
    last = await last_board(house, thread, first)
    assert "🏆" in words(last) or "🥇" in words(last)


async def test_a_record_exported_by_the_bot_replays_in_the_engine(house):
    post = (await house.maud.slash("akropolis new", options={"players": 2, "ai": 1})).message
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    number = int((await house.app.reading.table_in(int(post["id"]))).id)
    while (look := await house.app.reading.look(number, None)).table.status is Status.LIVE:
        if look.to_act and look.table.seats[look.to_act[0]].ai is None:
            await by_panel(house, number, post["id"], one_turn, most=1)
        await asyncio.sleep(0.02)
    record = from_json(await house.app.reading.record(number))
    *_, (state, _) = replay(record)
    assert get("akropolis").result(state) is not None


@deep
async def test_a_solo_game_against_the_architect(house):
    post = (
        await house.maud.slash("akropolis new", options={"players": 1, "solo": "metagenes"})
    ).message
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    number = int((await house.app.reading.table_in(int(post["id"]))).id)
    assert await by_panel(house, number, post["id"], one_turn) == 18
    last = await last_board(house, post["id"], number)
    assert pictures(last)[0]["description"]


async def test_a_game_goes_on_after_a_restart_in_the_middle(house):
    thread = await house.table()
    number = int((await house.app.reading.table_in(int(thread))).id)
    await by_panel(house, number, thread, one_turn, most=7)
    before = await house.app.reading.look(number, None)
    await house.stop()
    await house.start()
    assert (await house.app.reading.look(number, None)).view == before.view
    assert await by_panel(house, number, thread, one_turn, most=LATER) == LATER
