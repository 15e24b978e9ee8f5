"""A game at a loss for words: pictures, moves and calls go out all the same."""

import re
from itertools import cycle

from bot import words as spoken
from bot.words import careful
from playground.driver import pictures, words
from tests.cogs import settling
from tests.cogs.playing import confirm, duel, newest, open_private_panel, with_tile
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
        monkeypatch.setattr(type(spoken.of(game, "en")), method, stammer)


async def board(house, thread, count):
    """The newest board, once there are so many."""
    await house.maud.expect(lambda: len(house.boards(thread)) >= count)
    return newest(house, thread)


async def test_a_board_goes_out_with_its_picture_and_the_move(house, monkeypatch, caplog):
    """A move whose line fails is told by its notation; the board after it is told in full."""
    thread = await duel(house)
    movers = cycle(((house.maud, house.bastien), (house.bastien, house.maud)))
    for count, methods in enumerate((*((method,) for method in PUBLIC), PUBLIC, ()), 2):
        caplog.clear()
        mover, next_person = next(movers)
        with monkeypatch.context() as patched:
            mute(patched, "akropolis", *methods)
            await house.move(mover)
            post = await board(house, thread, count)
        assert pictures(post)
        name = rf"\*\*{mover.member.name}\*\*"
        line = rf"{name} `T\d -?\d+,-?\d+ r\d`" if "ply_line" in methods else f"{name} bâtit"
        assert re.search(line, words(post)), methods
        assert next_person.mention in words(post)
        texts_missed = re.findall(r"Table 1, revision \d+: no (\w+) in words", caplog.text)
        assert {*methods[:1]} <= {*texts_missed}
        assert "no prompt_post" not in caplog.text


async def test_a_move_is_made_and_looked_at_without_words(house, monkeypatch):
    thread = await duel(house)
    mute(monkeypatch, "akropolis", *PRIVATE, *PUBLIC, "board_text")
    panel = await open_private_panel(house, house.maud, thread)
    assert "Il manque des mots ici" in words(panel)
    candidate = await with_tile(house.maud, panel)
    assert pictures(candidate)
    await house.maud.click(candidate, confirm(candidate))
    post = await board(house, thread, 2)
    assert pictures(post)
    assert re.search(r"\*\*Maud\*\* `T1", words(post))
    await house.move(house.bastien)
    recap = (await house.maud.click(await board(house, thread, 3), "Récap")).message
    assert pictures(recap)
    assert re.search(r"\*\*Bastien\*\* `T\d", words(recap))
    more = await house.maud.slash("akropolis board", thread, {"text": True})
    assert "Il manque des mots ici" in more.text
    log = await house.maud.slash("table log", thread)
    assert re.search(r"\*\*Bastien\*\* .*`T\d", log.text)


async def test_a_hand_is_a_picture_without_words(house, monkeypatch):
    mute(monkeypatch, "telegraph", "hand")
    await settling.table(house)
    await quiet(house)
    channel = await house.maud.expect(house.maud.dm)
    await house.maud.expect(lambda: house.maud.messages(channel["id"]))
    (letter,) = house.maud.messages(channel["id"])
    assert pictures(letter)
    assert "Il manque des mots ici" in words(letter)
