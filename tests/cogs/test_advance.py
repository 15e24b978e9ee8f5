"""A move in advance in the panel: left, shown, cancelled, and why it was not made."""

from bot.playground.driver import labels, words
from bot.table.advance import ADVANCE, Stage
from tests.cogs.playing import message_after, newest, open_private_panel, with_tile

LEAVE = "Leave in advance"


async def left(house, person="bastien"):
    """What a person has left at the first table."""
    return await house.app.advance.left(1, int(getattr(house, person).id))


async def leave(house, thread, tile=0):
    """Bastien leaves the suggested move with a tile, by the panel; the panel that shows it."""
    answer = await house.bastien.click(newest(house, thread), "Jouer")
    panel = await with_tile(house.bastien, answer.message, tile)
    assert LEAVE in labels(panel)
    return await message_after(house.bastien, panel, house.bastien.click(panel, LEAVE))


async def make_due(house):
    """Make the move that is due, without waiting for its moment."""
    [due] = [due for due in await house.app.store.dues(1) if due.kind == ADVANCE]
    await house.app.advance.make(due)


async def test_four_taps_leave_a_move(house):
    thread = await house.table()
    panel = await leave(house, thread)
    assert words(panel).startswith("You left:")
    assert "Only you can see it." in words(panel)
    assert labels(panel) == ["Cancel it", "Choose another move"]
    assert await house.app.reading.log(1) == []


async def test_it_is_made_and_posted_like_any_other(house):
    thread = await house.table()
    await leave(house, thread)
    await house.maud.slash("akropolis move", thread, {"move": "T2 0,1 r0"})
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    await make_due(house)
    await house.maud.expect(lambda: len(house.boards(thread)) == 3)
    assert "avance" not in words(newest(house, thread))
    log = words((await house.maud.slash("table log", thread)).message)
    assert "avance" not in log


async def test_the_post_before_it_names_its_player_without_a_ping(house):
    thread = await house.table()
    await leave(house, thread)
    await house.maud.slash("akropolis move", thread, {"move": "T2 0,1 r0"})
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    post = newest(house, thread)
    assert f"<@{house.bastien.id}>" in post["content"]
    assert [user["id"] for user in post["mentions"]] == []


async def test_the_panel_shows_what_was_left_until_its_turn_and_in_it(house):
    thread = await house.table()
    await leave(house, thread)
    answer = await house.bastien.click(newest(house, thread), "Jouer")
    assert "It will be made on your turn" in answer.text
    await house.maud.slash("akropolis move", thread, {"move": "T2 0,1 r0"})
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    answer = await house.bastien.click(newest(house, thread), "Jouer")
    assert "Your turn has come" in answer.text
    panel = answer.message
    panel = await message_after(
        house.bastien, panel, house.bastien.click(panel, "Choose another move")
    )
    assert "advance" not in words(panel)


async def test_a_press_cancels_it(house):
    thread = await house.table()
    panel = await leave(house, thread)
    panel = await message_after(house.bastien, panel, house.bastien.click(panel, "Cancel it"))
    assert words(panel).startswith("Cancelled")
    assert await left(house) is None
    panel = await message_after(
        house.bastien, panel, house.bastien.click(panel, "Choose another move")
    )
    assert words(panel).startswith("**In advance**")


async def test_the_panel_says_why_it_was_not_made(house):
    thread = await house.table()
    await leave(house, thread)
    await house.maud.slash("akropolis move", thread, {"move": "T1 0,1 r0"})
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    assert (await left(house)).stage is Stage.DROPPED
    panel = await open_private_panel(house, house.bastien, thread)
    assert words(panel).startswith("⚠️ Your move in advance was not made (`T1 ")
    assert "no longer the same" in words(panel)


async def test_a_move_typed_out_of_turn_is_offered_to_be_left(house):
    thread = await house.table()
    answer = await house.bastien.slash("akropolis move", thread, {"move": "T1 0,1 r0"})
    assert answer.text.startswith("It is not your turn yet: the table waits for Maud.")
    assert LEAVE in labels(answer.message)
    assert await left(house) is None
    panel = await message_after(
        house.bastien, answer.message, house.bastien.click(answer.message, LEAVE)
    )
    assert "T1 0,1 r0" in words(panel)
    assert (await left(house)).stage is Stage.LEFT


async def test_who_can_leave_none_is_refused_as_always(house):
    thread = await house.table()
    answer = await house.noor.slash("akropolis move", thread, {"move": "T1 0,1 r0"})
    assert LEAVE not in labels(answer.message)
    assert await left(house, "maud") is None


async def test_a_button_shown_before_a_restart_leaves_it(house):
    thread = await house.table()
    answer = await house.bastien.click(newest(house, thread), "Jouer")
    panel = await with_tile(house.bastien, answer.message)
    await house.stop()
    await house.start()
    panel = await message_after(house.bastien, panel, house.bastien.click(panel, LEAVE))
    assert words(panel).startswith("You left:")
