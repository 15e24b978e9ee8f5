"""The poster of a finished game: beside the last board, once; and at hand ever after."""

import re

import pytest

from bot.service.delivery import Delivery
from bot.table.payloads import Payload
from cogs._delivery.homes import Homes
from cogs._delivery.sender import Sender
from cogs._posts.keepsakes import Keepsakes
from playground.driver import labels, pictures, words
from tests.cogs.playing import after_click, duel, newest, spill_ink
from tests.cogs.settling import give_up, quiet


@pytest.fixture
async def running(house):
    """A game of Maud and Bastien in which Maud has moved; its thread."""
    thread = await duel(house)
    await house.move(house.maud)
    await quiet(house)
    return thread


async def over(house, thread):
    """The last board of the game, which Maud gives up."""
    await give_up(house, house.maud)
    return newest(house, thread)


def posters(house, thread):
    """The messages of a thread that are a poster."""
    return [message for message in house.maud.messages(thread) if files(message) == ["poster.png"]]


def files(message):
    return [attachment["filename"] for attachment in message["attachments"]]


# ---- the end -------------------------------------------------------------------------------------


async def test_the_last_board_is_followed_by_the_poster(house, running):
    assert posters(house, running) == []
    end = await over(house, running)
    assert labels(end) == ["Revanche", "Revoir", "Film", "Page", "Plus"]
    assert files(end) == ["board.png"]
    (poster,) = posters(house, running)
    assert house.maud.messages(running)[-1] == poster
    assert poster["mentions"] == []
    assert words(poster) == ""
    description = pictures(poster)[0]["description"]
    assert description.startswith("Affiche\xa0: la cité que Bastien a bâtie")
    assert "1\xa0coup" in description


async def test_a_poster_is_posted_once_though_the_bot_starts_again_or_an_answer_is_lost(
    house, running
):
    await house.app.seats.resign(1, house.maud.id)
    await house.restart()
    await quiet(house)
    await house.maud.expect(lambda: posters(house, running))
    await house.restart()
    await quiet(house)
    (poster,) = posters(house, running)
    table = await house.app.tables.get(1)
    late = Delivery(99, 1, "poster", Payload(), "another nonce", attempts=2)
    keepsakes = Keepsakes(house.app, Homes(house.app), Sender(house.app))
    await keepsakes.post_poster(late, table)
    assert posters(house, running) == [poster]


async def test_a_poster_that_cannot_be_drawn_leaves_the_last_board(
    house, running, monkeypatch, caplog
):
    spill_ink(monkeypatch, "poster")
    end = await over(house, running)
    assert files(end) == ["board.png"]
    assert posters(house, running) == []
    assert re.search("No picture of a table of akropolis: poster", caplog.text)
    assert "La partie est terminée" in words(house.maud.message(running))


async def test_a_poster_that_takes_too_long_leaves_the_last_board(house, running, monkeypatch):
    monkeypatch.setattr("cogs._answering.presentation.DRAWING", 0.0)
    assert files(await over(house, running)) == ["board.png"]
    assert posters(house, running) == []


# ---- ever after ----------------------------------------------------------------------------------


async def suggested_pictures(house, thread):
    typed = {"picture": ""}
    return await house.maud.autocomplete("akropolis board", thread, typed, focused="picture")


async def test_a_running_game_has_no_poster_to_see(house, running):
    for person, refusal in (
        (house.maud, "L’affiche est dessinée quand la partie est finie."),
        (house.noor, "The poster is drawn when the game is over."),
    ):
        answer = await person.slash("akropolis board", running, {"picture": "poster"})
        assert answer.text == refusal
        assert pictures(answer.message) == []
    choices = await suggested_pictures(house, running)
    assert [choice["value"] for choice in choices] == ["table", "seat"]
    page = (await house.maud.click(newest(house, running), "Plus")).message
    assert "Affiche" not in labels(page)


async def test_the_poster_can_be_seen_again_by_a_command_and_behind_more(house, running):
    end = await over(house, running)
    choices = await suggested_pictures(house, running)
    assert {"name": "Affiche", "value": "poster"} in choices
    answer = await house.maud.slash("akropolis board", running, {"picture": "poster"})
    assert pictures(answer.message)[0]["description"].startswith("Affiche")
    page = (await house.maud.click(end, "Plus")).message
    page = await after_click(house.maud, page, "Affiche")
    assert pictures(page)[0]["description"].startswith("Affiche")


async def test_a_chart_that_cannot_be_drawn_leaves_the_board(house, running, monkeypatch):
    spill_ink(monkeypatch, "ending")
    end = await over(house, running)
    assert files(end) == ["board.png"]
    assert "Points par source" not in pictures(end)[0]["description"]


async def test_the_last_board_has_the_chart_and_no_lines_about_the_sources(house, running):
    await house.move(house.bastien, house.maud)
    end = await over(house, running)
    description = pictures(end)[0]["description"]
    assert "Points par source. " in description
    source = description.partition("Points par source. ")[2].split(" · ")[0]
    assert source not in words(end)
