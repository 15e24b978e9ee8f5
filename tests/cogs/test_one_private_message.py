"""A person has one private message about a table, and a refusal goes with the next press."""

import pytest

from bot.playground.driver import labels, words
from rules.registry import get
from tests.cogs.playing import (
    duel,
    menus,
    message_after,
    newest,
    open_private_panel,
    text_of_message,
    with_tile,
)
from tests.cogs.settling import quiet

MINUTE = 60
NOT_YET = "It is not your turn yet"


@pytest.fixture
def nothing_ahead(monkeypatch):
    """A game in which nobody can leave a move in advance."""
    monkeypatch.setattr(type(get("akropolis")), "turn_ahead", lambda *_: None)


async def alone(person, thread):
    """The only private message of a person in a thread, once the older one is deleted."""
    await person.expect(lambda: len(person.ephemerals(thread)) == 1)
    return person.ephemerals(thread)[0]


async def test_a_new_press_below_the_board_replaces_the_panel(house):
    thread = await duel(house)
    first = await open_private_panel(house, house.maud, thread)
    for label in ("Récap", "Plus", "Jouer"):
        answer = await house.maud.click(newest(house, thread), label)
        assert (await alone(house.maud, thread))["id"] == answer.message["id"] != first["id"]


async def test_a_command_replaces_the_panel_too(house):
    thread = await duel(house)
    await open_private_panel(house, house.maud, thread)
    for command in ("akropolis board", "table status", "table log"):
        answer = await house.maud.slash(command, thread)
        assert (await alone(house.maud, thread))["id"] == answer.message["id"]


async def test_a_public_board_replaces_nothing_and_stays(house):
    thread = await duel(house)
    post, panel = newest(house, thread), await open_private_panel(house, house.maud, thread)
    board = (await house.maud.slash("akropolis board", thread, {"public": True})).message
    assert (await alone(house.maud, thread))["id"] == panel["id"]
    await house.maud.click(post, "Plus")
    assert house.maud.message(board["id"])


async def test_a_page_leads_back_to_the_move_in_the_same_message(house):
    thread = await duel(house)
    more = (await house.maud.click(newest(house, thread), "Plus")).message
    panel = await message_after(house.maud, more, house.maud.click(more, "Jouer"))
    assert menus(panel)
    assert (await alone(house.maud, thread))["id"] == more["id"]


async def test_only_who_has_to_move_is_led_to_the_move(house):
    thread = await duel(house)
    more = (await house.bastien.click(newest(house, thread), "Plus")).message
    assert "Play" not in labels(more)


async def test_everybody_has_a_message_of_their_own(house):
    thread = await duel(house)
    for person, label in ((house.maud, "Jouer"), (house.bastien, "Récap")):
        await person.click(newest(house, thread), label)
    assert (await alone(house.maud, thread))["id"] != (await alone(house.bastien, thread))["id"]


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
    await house.stop()
    await house.start()
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


async def test_a_refusal_below_the_board_goes_with_the_next_press(house, nothing_ahead):
    thread = await duel(house)
    await house.maud.click(newest(house, thread), "Plus")
    refusal = (await house.bastien.click(newest(house, thread), "Jouer")).message
    assert NOT_YET in words(refusal)
    await house.bastien.click(newest(house, thread), "Plus")
    assert (await alone(house.bastien, thread))["id"] != refusal["id"]


async def test_a_refusal_in_a_panel_is_a_note_in_it_until_the_next_press(house, nothing_ahead):
    thread = await duel(house)
    for person in (house.maud, house.bastien, house.maud):
        await house.move(person)
    await quiet(house)
    recap = (await house.bastien.click(newest(house, thread), "Récap")).message
    await house.move(house.bastien)
    for _ in range(2):
        noted = await message_after(house.bastien, recap, house.bastien.click(recap, "Play"))
        assert text_of_message(noted).count(NOT_YET) == 1
    shown = await message_after(house.bastien, noted, house.bastien.click(noted, "Before"))
    assert NOT_YET not in text_of_message(shown)
    assert (await alone(house.bastien, thread))["id"] == recap["id"]


async def test_a_refused_text_stays_until_it_is_corrected(house):
    thread = await duel(house)
    panel = await open_private_panel(house, house.maud, thread)
    form = (await house.maud.click(panel, "Écrire")).modal
    refused = await message_after(house.maud, panel, house.maud.submit(form, {"move": "T99"}))
    assert "T99" in text_of_message(refused)
    assert "‹" in labels(refused)
    again = await message_after(house.maud, refused, house.maud.click(refused, "‹"))
    assert menus(again)
    assert (await alone(house.maud, thread))["id"] == panel["id"]
