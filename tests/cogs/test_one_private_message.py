"""A person has one private message about a table, and a refusal goes with the next press."""

import asyncio
from datetime import timedelta

import discord

from cogs._answering.answer import PrivateMessages
from playground.driver import labels, words
from rules.registry import get
from tests.cogs.playing import after_click, duel, menus, newest, open_private_panel, with_tile
from tests.cogs.settling import quiet

MINUTE = 60
NOT_YET = "It is not your turn yet"


async def alone(person, thread):
    """The only private message of a person in a thread, once the older one is deleted."""
    await person.expect(lambda: len(person.ephemerals(thread)) == 1)
    return person.ephemerals(thread)[0]


async def test_each_press_or_command_at_a_table_replaces_my_private_message(house):
    thread = await duel(house)
    first = await open_private_panel(house, house.maud, thread)
    for label in ("Récap", "Plus", "Jouer"):
        answer = await house.maud.click(newest(house, thread), label)
        assert (await alone(house.maud, thread))["id"] == answer.message["id"] != first["id"]
    for command in ("akropolis board", "table status", "table log"):
        answer = await house.maud.slash(command, thread)
        assert (await alone(house.maud, thread))["id"] == answer.message["id"]


async def test_a_public_board_stays_beside_the_private_message(house):
    thread = await duel(house)
    post, panel = newest(house, thread), await open_private_panel(house, house.maud, thread)
    board = (await house.maud.slash("akropolis board", thread, {"public": True})).message
    assert (await alone(house.maud, thread))["id"] == panel["id"]
    await house.maud.click(post, "Plus")
    assert house.maud.message(board["id"])


async def test_a_page_leads_whoever_has_to_move_back_to_the_move_in_the_same_message(house):
    """Everybody has a message of their own."""
    thread = await duel(house)
    more = (await house.maud.click(newest(house, thread), "Plus")).message
    panel = await after_click(house.maud, more, "Jouer")
    assert menus(panel)
    page = (await house.bastien.click(newest(house, thread), "Plus")).message
    assert "Play" not in labels(page)
    assert (await alone(house.maud, thread))["id"] == more["id"]
    assert (await alone(house.bastien, thread))["id"] == page["id"] != more["id"]


async def test_each_table_has_a_message_of_its_own(house):
    threads = [await duel(house, ai=1), await duel(house, ai=1)]
    await quiet(house)
    for thread in threads:
        await house.maud.click(newest(house, thread), "Plus")
    for thread in threads:
        assert await alone(house.maud, thread)


async def test_a_press_in_an_older_panel_makes_it_the_one_that_stays(house):
    """After a restart the bot knows no older panel, so both stay until one is pressed."""
    thread = await duel(house)
    older = await open_private_panel(house, house.maud, thread)
    await house.restart()
    await open_private_panel(house, house.maud, thread)
    assert len(house.maud.ephemerals(thread)) == 2
    await with_tile(house.maud, older)
    assert (await alone(house.maud, thread))["id"] == older["id"]


async def test_a_panel_too_old_to_be_deleted_still_answers(house):
    thread = await duel(house)
    older = await open_private_panel(house, house.maud, thread)
    house.ground.let_pass(16 * MINUTE)
    await open_private_panel(house, house.maud, thread)
    assert len(house.maud.ephemerals(thread)) == 2
    assert labels(await with_tile(house.maud, older))


async def test_a_refusal_goes_with_the_next_press(house, monkeypatch):
    """Below the board it is a message, in a panel a note; here no move is saved."""
    monkeypatch.setattr(type(get("akropolis")), "turn_ahead", lambda *_: None)
    thread = await duel(house)
    refusal = (await house.bastien.click(newest(house, thread), "Jouer")).message
    assert NOT_YET in words(refusal)
    await house.bastien.click(newest(house, thread), "Plus")
    assert (await alone(house.bastien, thread))["id"] != refusal["id"]
    await house.move(house.maud, house.bastien, house.maud)
    await quiet(house)
    recap = (await house.bastien.click(newest(house, thread), "Récap")).message
    await house.move(house.bastien)
    for _ in range(2):
        refused = await after_click(house.bastien, recap, "Play")
        assert words(refused).count(NOT_YET) == 1
    page = await after_click(house.bastien, refused, "Before")
    assert NOT_YET not in words(page)
    assert (await alone(house.bastien, thread))["id"] == recap["id"]


async def test_a_move_whose_panel_is_replaced_in_that_instant_is_told_in_the_newest_one(house):
    """The answer to it comes when its message is gone already."""
    thread = await duel(house)
    panel = await with_tile(house.maud, await open_private_panel(house, house.maud, thread))
    confirm = next(label for label in labels(panel) if label.startswith("Confirmer"))
    hold = house.ground.faults.hold("POST", "/callback$", before=True)
    pressed = asyncio.create_task(house.maud.click(panel, confirm))
    await hold.wait_for_arrival()
    page = (await house.maud.click(newest(house, thread), "Plus")).message
    await house.maud.expect(lambda: house.maud.message(panel["id"]) is None)
    hold.release()
    await pressed
    shown = await house.maud.expect(lambda: "bâtit" in words(house.maud.message(page["id"])))
    assert shown
    assert [ply.seat for ply in await house.app.reading.log(1)] == [0]


def test_messages_that_can_be_deleted_no_longer_are_dropped():
    """Those that were pressed since stay; nothing of the presses is kept but their ids."""
    now = discord.utils.utcnow()
    old, recent, present = (
        discord.utils.time_snowflake(now - timedelta(minutes=minutes)) for minutes in (16, 14, 0)
    )
    messages = PrivateMessages()
    for number in (1, 2):
        messages.pressed(number, old)
    messages.pressed(3, recent)
    assert [*messages._messages] == [3]
    messages.pressed(4, recent)
    assert messages.pressed(3, present).pressed == present
    assert [*messages._messages] == [4, 3]
