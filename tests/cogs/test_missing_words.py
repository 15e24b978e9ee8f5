"""A game at a loss for words: pictures, moves and calls go out all the same."""

import re

import pytest

from bot import words as spoken
from bot.playground.driver import pictures
from bot.words import careful
from tests.cogs import settling
from tests.cogs.playing import confirm, duel, newest, open_private_panel, text_of_message, with_tile
from tests.cogs.settling import quiet

PUBLIC = ("ply_line", "turn_lines", "standing", "alt")
"""What is asked for a board post."""
PRIVATE = ("question", "option_label", "preview_text", "say")
"""What is asked for a panel."""


def mute(monkeypatch, game, *methods):
    """Take these words from a game: each raises."""
    careful._note.cache_clear()

    def stammer(*_, **__):
        raise KeyError("no word for it")

    for method in methods:
        monkeypatch.setattr(type(spoken.of(game)), method, stammer)


async def board(house, thread, count):
    """The newest board, once there are so many."""
    await house.maud.expect(lambda: len(house.boards(thread)) >= count)
    return newest(house, thread)


@pytest.mark.parametrize("methods", [*((method,) for method in PUBLIC), PUBLIC], ids="+".join)
async def test_a_board_goes_out_with_its_picture_and_the_move(house, monkeypatch, caplog, methods):
    """A move whose line fails is told by its notation."""
    thread = await duel(house)
    mute(monkeypatch, "akropolis", *methods)
    await house.move(house.maud)
    post = await board(house, thread, 2)
    assert pictures(post)
    if "ply_line" in methods:
        assert re.search(r"\*\*Maud\*\* `T\d -?\d+,-?\d+ r\d`", text_of_message(post))
    else:
        assert "**Maud** bâtit" in text_of_message(post)
    assert f"<@{house.bastien.id}>" in text_of_message(post)
    assert re.search(rf"Table 1, revision \d+: no {methods[0]} in words", caplog.text)
    assert not re.search(r"no board_post", caplog.text)


async def test_the_next_board_is_told_again_in_full(house, monkeypatch):
    thread = await duel(house)
    with monkeypatch.context() as patched:
        mute(patched, "akropolis", *PUBLIC)
        await house.move(house.maud)
        await board(house, thread, 2)
    await house.move(house.bastien)
    assert "Bastien" in text_of_message(await board(house, thread, 3))
    assert "**Bastien** bâtit" in text_of_message(newest(house, thread))


async def test_a_move_is_made_on_a_panel_without_words(house, monkeypatch):
    thread = await duel(house)
    mute(monkeypatch, "akropolis", *PRIVATE, *PUBLIC)
    panel = await open_private_panel(house, house.maud, thread)
    assert "Il manque des mots ici" in text_of_message(panel)
    candidate = await with_tile(house.maud, panel)
    assert pictures(candidate)
    await house.maud.click(candidate, confirm(candidate))
    post = await board(house, thread, 2)
    assert pictures(post)
    assert re.search(r"\*\*Maud\*\* `T1", text_of_message(post))


async def test_recap_log_and_pages_are_there_without_words(house, monkeypatch):
    thread = await duel(house)
    await house.move(house.maud)
    await board(house, thread, 2)
    await house.move(house.bastien)
    post = await board(house, thread, 3)
    mute(monkeypatch, "akropolis", *PUBLIC, "board_text")
    recap = await house.maud.click(post, "Récap")
    assert pictures(recap.message)
    assert re.search(r"\*\*Bastien\*\* `T\d", text_of_message(recap.message))
    more = await house.maud.slash("akropolis board", thread, {"text": True})
    assert "Il manque des mots ici" in text_of_message(more.message)
    log = await house.maud.slash("table log", thread)
    assert re.search(r"\*\*Bastien\*\* .*`T\d", text_of_message(log.message))


async def test_a_hand_is_a_picture_without_words(house, monkeypatch):
    mute(monkeypatch, "telegraph", "hand")
    await settling.table(house)
    await quiet(house)
    channel = await house.maud.expect(house.maud.dm)
    await house.maud.expect(lambda: house.maud.messages(channel["id"]))
    (letter,) = house.maud.messages(channel["id"])
    assert pictures(letter)
    assert "Il manque des mots ici" in text_of_message(letter)
