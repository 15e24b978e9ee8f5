"""A picture that raises ends no game: what it shows is said in words, and the buttons stay."""

import pytest_asyncio

from cogs._painting.wish import Wish
from playground.driver import labels, pictures, words
from render.registry import renderer
from rules.registry import games
from tests.browser import ONE_LOOP
from tests.brushes import drawn_here
from tests.cogs.playing import duel, message_after, move, newest
from tests.cogs.settling import open_panel, press, table

__all__ = ["drawn_here"]


def spill(*_: object, **__: object) -> bytes:
    raise ValueError("the ink is out")


@pytest_asyncio.fixture(loop_scope=ONE_LOOP)
async def inkless(house, monkeypatch):
    """A bot whose renderers raise, whatever they are asked for; no earlier picture is kept."""
    monkeypatch.setattr(Wish, "png", lambda wish: wish.draw())
    for game in games():
        monkeypatch.setattr(renderer(game), "draw", spill)
    return house


async def test_moves_and_pages_do_without_the_picture_that_they_would_show(inkless):
    thread = await duel(inkless)
    panel = await move(inkless, inkless.maud, thread)
    assert [user["id"] for user in panel["mentions"]] == [str(inkless.bastien.id)]
    assert pictures(panel) == []
    recap = await inkless.bastien.click(newest(inkless, thread), "Récap")
    assert "Maud" in recap.text
    more = (await inkless.bastien.click(newest(inkless, thread), "Plus")).message
    page = await message_after(inkless.bastien, more, inkless.bastien.click(more, labels(more)[1]))
    assert "Maud" in words(page)
    assert "The picture could not be shown" in words(page)


async def test_hands_are_told_in_words(inkless):
    thread = await table(inkless)
    panel = await open_panel(inkless, inkless.maud, thread)
    panel = await press(inkless.maud, panel, "ok:S")
    assert "C’est fait" in words(panel)
    sorry = "L’image n’a pas pu être montrée"
    assert sorry in (await inkless.maud.click(newest(inkless, thread), "Main")).text
    direct = await inkless.maud.expect(inkless.maud.dm)
    (letter,) = await inkless.maud.expect(
        lambda: [
            message for message in inkless.maud.messages(direct["id"]) if sorry in words(message)
        ]
    )
    assert pictures(letter) == []
