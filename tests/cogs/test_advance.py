"""A saved move in the panel: shown, cancelled, and why it was not made."""

import pytest

from bot.store import due_rows
from bot.table.advance import ADVANCE, Stage
from playground.driver import labels, words
from rules.rng import Rng
from tests.cogs.playing import (
    after_click,
    custom_ids,
    duel,
    menus,
    message_after,
    newest,
    note_in,
    open_private_panel,
    with_tile,
)
from tests.tier import games, of_tier

LEAVE = "Save for my turn"
WALKS, STEPS = of_tier(5, 40), 5
"""So many ways through the panels of somebody who waits are tried, of at most so many presses."""
LEADING_ON = (":go.", ":go:", ":ok:", ":ask:")
"""Parts of the ids of buttons that lead to a move; menus do, too."""


async def plan_of(house, person="bastien"):
    """The plan that a person has left at the first table."""
    return await house.app.advance.left(1, int(getattr(house, person).id))


async def panel_with_move(house, thread):
    """Bastien's panel, out of turn, with the suggested place of the first tile."""
    panel = await open_private_panel(house, house.bastien, thread)
    return await with_tile(house.bastien, panel)


async def leave(house, thread):
    """Bastien leaves the suggested move of the first tile; the panel that shows it."""
    return await after_click(house.bastien, await panel_with_move(house, thread), LEAVE)


async def move_of_maud(house, thread, move="T2 0,1 r0"):
    """Maud types her move; the board that follows it."""
    await house.maud.slash("akropolis move", thread, {"move": move})
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    return newest(house, thread)


async def make_due(house):
    """Make the move that is due, without waiting for its moment."""
    [due] = [due for due in await house.app.store.read(due_rows.read_all, 1) if due.kind == ADVANCE]
    await house.app.on_due[ADVANCE](due)


async def test_a_move_left_in_four_taps_is_made_on_its_turn_like_any_other(house):
    """The button also works after a restart; the post before the move pings nobody."""
    thread = await house.table()
    panel = await panel_with_move(house, thread)
    await house.restart()
    panel = await after_click(house.bastien, panel, LEAVE)
    assert words(panel).startswith("Saved for your turn:")
    assert "Nobody else sees it," in words(panel)
    assert labels(panel) == ["Cancel it", "Choose another move"]
    assert await house.app.reading.log(1) == []
    post = await move_of_maud(house, thread)
    assert f"<@{house.bastien.id}>" in post["content"]
    assert post["mentions"] == []
    await make_due(house)
    await house.maud.expect(lambda: len(house.boards(thread)) == 3)
    assert "saved" not in words(newest(house, thread))
    log = words((await house.maud.slash("table log", thread)).message)
    assert "saved" not in log


async def test_the_panel_shows_the_move_until_its_turn_and_in_it(house):
    thread = await house.table()
    await leave(house, thread)
    panel = await open_private_panel(house, house.bastien, thread)
    assert "It will be made on your turn" in words(panel)
    await move_of_maud(house, thread)
    panel = await open_private_panel(house, house.bastien, thread)
    assert "Your turn has come" in words(panel)
    assert "Saved" not in words(await after_click(house.bastien, panel, "Choose another move"))


async def test_the_panel_shows_what_the_move_would_bring_by_now(house):
    """Its tile has become the free one: it is written so, and costs nothing."""
    thread = await house.table()
    panel = await with_tile(
        house.bastien, await open_private_panel(house, house.bastien, thread), place=1
    )
    saved = words(await after_click(house.bastien, panel, LEAVE))
    assert "1\xa0stone" in saved
    assert "`T2 " in saved
    await move_of_maud(house, thread, "T1 0,1 r0")
    now = words(await open_private_panel(house, house.bastien, thread))
    assert "free" in now
    assert "`T1 " in now


async def test_a_press_cancels_it_and_choosing_another_move_withdraws_it(house):
    thread = await house.table()
    panel = await after_click(house.bastien, await leave(house, thread), "Cancel it")
    assert words(panel).startswith("Cancelled")
    assert await plan_of(house) is None
    panel = await after_click(house.bastien, panel, "Choose another move")
    assert words(panel).startswith("**Saved move**")
    await after_click(house.bastien, await leave(house, thread), "Choose another move")
    assert await plan_of(house) is None


async def test_a_move_that_was_made_already_cannot_be_cancelled(house):
    thread = await house.table()
    panel = await leave(house, thread)
    await move_of_maud(house, thread)
    await make_due(house)
    refused = await after_click(house.bastien, panel, "Cancel it")
    assert "no saved move any more" in words(refused)


async def test_the_panel_says_why_it_was_not_made(house):
    thread = await house.table()
    await leave(house, thread)
    await move_of_maud(house, thread, "T1 0,1 r0")
    assert (await plan_of(house)).stage is Stage.DROPPED
    panel = await open_private_panel(house, house.bastien, thread)
    assert words(panel).startswith("⚠️ Your saved move was not made (`T1 ")
    assert "no longer the same" in words(panel)


async def test_only_a_player_is_offered_to_leave_a_move_typed_out_of_turn(house):
    thread = await house.table()
    options = {"move": "T1 0,1 r0"}
    answer = await house.noor.slash("akropolis move", thread, options)
    assert LEAVE not in labels(answer.message)
    assert await plan_of(house, "maud") is None
    answer = await house.bastien.slash("akropolis move", thread, options)
    assert answer.text.startswith("It is not your turn yet: the table waits for Maud.")
    assert LEAVE in labels(answer.message)
    assert await plan_of(house) is None
    panel = await after_click(house.bastien, answer.message, LEAVE)
    assert "T1 0,1 r0" in words(panel)
    assert (await plan_of(house)).stage is Stage.LEFT


# ---- turns of several moves ----------------------------------------------------------------------


def ways_on(panel):
    """Buttons of a panel that lead to a move, and entries of menus, with the id of their menu."""
    presses = [
        (each, None) for each in custom_ids(panel) if any(part in each for part in LEADING_ON)
    ]
    entries = [
        (menu["custom_id"], option["value"])
        for menu in menus(panel)
        for option in menu["options"]
        if ":pt:" not in menu["custom_id"]
    ]
    return [*presses, *entries]


async def after_way(person, panel, way):
    """The panel once a way was taken."""
    press, entry = way
    act = person.click(panel, press) if entry is None else person.choose(panel, press, entry)
    return await message_after(person, panel, act)


@pytest.mark.parametrize("game", games())
async def test_whatever_a_panel_offers_out_of_turn_is_accepted(house, game):
    """A question, a preview, or a saved turn: never the refusal of a part of a turn."""
    thread = await duel(house, game=game)
    live = await house.app.moves.load(1)
    waiting = house.bastien if live.to_act == (0,) else house.maud
    saved = 0
    for number in range(WALKS):
        luck = Rng(number)
        panel = await open_private_panel(house, waiting, thread)
        for _ in range(STEPS):
            ways = ways_on(panel)
            if not ways:
                break
            confirms = [way for way in ways if ":ok:" in way[0]]
            way = luck.choice(confirms or ways)
            panel = await after_way(waiting, panel, way)
            assert not any(":again:" in each for each in custom_ids(panel)), way
            assert note_in(panel) == "", way
            if confirms:
                saved += 1
                break
        if await house.app.advance.left(1, int(waiting.id)):
            await house.app.advance.cancel(1, int(waiting.id))
    assert saved
