"""A move taken back after its turn has ended: one press on what the panel says of it."""

import asyncio

from bot.playground.driver import labels, words
from cogs._shared import painter
from render.contract import TABLE
from tests.cogs.playing import (
    confirm,
    duel,
    message_after,
    move,
    newest,
    open_private_panel,
    with_tile,
)

UNDO = "↩ Annuler mon coup"


async def panel_text_after_move(house, thread):
    """Text of Maud's panel once her move is made and posted."""
    before = newest(house, thread)["id"]
    panel = await with_tile(house.maud, await open_private_panel(house, house.maud, thread))
    panel = await message_after(house.maud, panel, house.maud.click(panel, confirm(panel)))
    await house.maud.expect(lambda: newest(house, thread)["id"] != before)
    return panel


async def test_a_press_takes_the_move_back_and_everybody_reads_so(house):
    thread = await duel(house)
    panel = await panel_text_after_move(house, thread)
    assert labels(panel) == [UNDO]
    before, heard = newest(house, thread)["id"], len(house.bastien.notifications)
    panel = await message_after(house.maud, panel, house.maud.click(panel, UNDO))
    post = await house.maud.expect(lambda: (post := newest(house, thread))["id"] != before and post)
    (ply,) = await house.app.reading.log(1)
    assert ply.undone
    assert "**Maud** annule\N{NO-BREAK SPACE}:\n-# ~~**Maud** " in words(post)
    assert len(house.bastien.notifications) == heard
    panel = await with_tile(house.maud, panel)
    panel = await message_after(house.maud, panel, house.maud.click(panel, confirm(panel)))
    assert labels(panel) == [UNDO]
    assert [bool(ply.undone) for ply in await house.app.reading.log(1)] == [True, False]


async def test_it_is_too_late_when_the_next_player_has_moved(house):
    thread = await duel(house)
    panel = await panel_text_after_move(house, thread)
    await move(house, house.bastien, thread)
    panel = await message_after(house.maud, panel, house.maud.click(panel, UNDO))
    assert UNDO not in labels(panel)
    assert [ply.undone for ply in await house.app.reading.log(1)] == [None, None]


async def test_a_move_taken_back_before_its_board_is_posted_is_told_once(house, monkeypatch):
    """The picture of the move is still being drawn when Maud takes the move back."""
    thread = await duel(house)
    begun, drawn, draw = asyncio.Event(), asyncio.Event(), painter.PAINTER.draw

    async def draw_late(wish):
        if wish.picture == TABLE:
            begun.set()
            await drawn.wait()
        return await draw(wish)

    await house.maud.expect(lambda: len(house.boards(thread)) == 1)
    monkeypatch.setattr(painter.PAINTER, "draw", draw_late)
    await house.move(house.maud)
    await begun.wait()
    await house.app.moves.take_back(1, house.maud.id, None)
    drawn.set()
    await house.maud.expect(lambda: "annule" in words(newest(house, thread)))
    assert len(house.boards(thread)) == 2


async def test_it_works_after_a_restart(house):
    thread = await duel(house)
    panel = await panel_text_after_move(house, thread)
    await house.stop()
    await house.start()
    await message_after(house.maud, panel, house.maud.click(panel, UNDO))
    (ply,) = await house.app.reading.log(1)
    assert ply.undone
