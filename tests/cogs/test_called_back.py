"""A move taken back after its turn has ended: one press on what the panel says of it."""

import asyncio

from cogs._painting import painter
from playground.driver import labels, words
from render.contract import TABLE
from tests.cogs.playing import after_click, confirm, duel, newest, open_private_panel, with_tile

UNDO = "↩ Annuler mon coup"


async def panel_after_move(house, thread):
    """Maud's panel once her move is made and posted."""
    before = newest(house, thread)["id"]
    panel = await with_tile(house.maud, await open_private_panel(house, house.maud, thread))
    panel = await after_click(house.maud, panel, confirm(panel))
    await house.maud.expect(lambda: newest(house, thread)["id"] != before)
    return panel


async def test_a_press_takes_the_move_back_and_everybody_reads_so(house):
    """Also after a restart."""
    thread = await duel(house)
    panel = await panel_after_move(house, thread)
    assert labels(panel) == [UNDO]
    await house.restart()
    before, pushes = newest(house, thread)["id"], len(house.bastien.notifications)
    panel = await after_click(house.maud, panel, UNDO)
    post = await house.maud.expect(lambda: (post := newest(house, thread))["id"] != before and post)
    (ply,) = await house.app.reading.log(1)
    assert ply.undone
    assert "**Maud** annule\N{NO-BREAK SPACE}:\n-# ~~**Maud** " in words(post)
    assert len(house.bastien.notifications) == pushes
    panel = await with_tile(house.maud, panel)
    panel = await after_click(house.maud, panel, confirm(panel))
    assert labels(panel) == [UNDO]
    assert [bool(ply.undone) for ply in await house.app.reading.log(1)] == [True, False]


async def test_a_move_taken_back_before_its_board_is_posted_is_told_once(house, monkeypatch):
    """The picture of the move is still being drawn when Maud takes the move back."""
    thread = await duel(house)
    begins, may_end, draw = asyncio.Event(), asyncio.Event(), painter.PAINTER.draw

    async def draw_late(wish):
        if wish.picture == TABLE:
            begins.set()
            await may_end.wait()
        return await draw(wish)

    await house.maud.expect(lambda: len(house.boards(thread)) == 1)
    monkeypatch.setattr(painter.PAINTER, "draw", draw_late)
    await house.move(house.maud)
    await begins.wait()
    await house.app.moves.take_back(1, house.maud.id, None)
    may_end.set()
    await house.maud.expect(lambda: "annule" in words(newest(house, thread)))
    assert len(house.boards(thread)) == 2
