"""A turn of several moves belongs to its player until it ends: nobody else sees anything of it."""

import json
import re

import pytest

from playground.driver import pictures, words
from tests.cases import each_case
from tests.cogs.playing import newest, people_called
from tests.cogs.settling import open_panel, panel_in_detail, press, quiet, seat, stand, table

RICH = seat("22 51|52 53|70|60 10", reserve="22 31 70", hand="3e3b3a2m")
POOR = seat("11|||", reserve="10", hand="1e")
MIDWAY = re.compile(r"Maud\*\* (is in the middle of a turn|est en plein tour)|waiting for \*\*Maud")
SEEN = {
    "telegraph board": ({}, {"text": True}, {"player": 0}, {"public": True}),
    "table log": ({},),
    "table status": ({},),
    "replay export": ({},),
}
"""The commands that show something of a table, and how they may be asked."""
LIST = {"bastien": "me games", "noor": "table list"}
"""The list where a player and a spectator find the table."""


@pytest.fixture
async def midway(house):
    """A table of Telegraph where Maud has built twice and goes on; its thread."""
    thread = await table(house)
    await stand(house, RICH, POOR, built="0:21@C3")
    for move in ("B22 C4", "B31 A1"):
        await house.maud.slash("telegraph move", thread, {"move": move})
    await quiet(house)
    return thread


@each_case("name", ["bastien", "noor"])
async def test_a_turn_under_way_is_hidden_from_others(house, midway, name, wishes_drawn):
    """A player and a spectator ask for all there is; each page says whose turn it is.

    A public one does not, as it stays when the turn is over.
    """
    person = getattr(house, name)
    wishes_drawn.clear()
    for command, queries in {**SEEN, LIST[name]: ({},)}.items():
        for options in queries:
            answer = await person.slash(command, midway, options)
            stays = "public" in options
            assert bool(MIDWAY.search(answer.text)) is not stays, command
            assert "B31" not in answer.text
            assert not any("C4" in picture["description"] for picture in pictures(answer.message))
    assert wishes_drawn
    assert {len(wish.view.board.buildings) for wish in wishes_drawn} == {1}


@each_case("page", ["table", "seat.0", "text", "log"])
async def test_no_page_of_more_shows_it(house, midway, page, wishes_drawn):
    wishes_drawn.clear()
    more = await house.bastien.click(newest(house, midway), "Plus")
    await house.bastien.click(more.message, f"v:1:{page}")
    panel = await house.bastien.expect(
        lambda: (
            (message := house.bastien.message(more.message["id"]))
            and MIDWAY.search(words(message))
            and message
        )
    )
    assert "B31" not in words(panel)
    assert all(len(wish.view.board.buildings) == 1 for wish in wishes_drawn)


async def test_record_recap_and_a_board_shown_again_end_with_the_last_whole_turn(
    house, midway, wishes_drawn
):
    answer = await house.noor.slash("replay export", midway)
    [attached] = answer.message["attachments"]
    _, content = house.ground.world._vault.file(int(attached["url"].split("/")[-2]))
    assert json.loads(content)["plies"] == []
    recap = await house.bastien.click(newest(house, midway), "Récap")
    wishes_drawn.clear()
    before = newest(house, midway)["id"]
    await house.app.places.post_again(1)
    post = await house.maud.expect(lambda: (post := newest(house, midway))["id"] != before and post)
    assert MIDWAY.search(recap.text)
    assert not MIDWAY.search(words(post))  # which stays when the turn is over
    assert "B22" not in recap.text + words(post)
    assert {len(wish.view.board.buildings) for wish in wishes_drawn} == {1}


async def test_the_player_of_the_turn_sees_their_own_steps(house, midway, wishes_drawn):
    wishes_drawn.clear()
    for command in ("telegraph board", "table log"):
        answer = await house.maud.slash(command, midway)
        assert not MIDWAY.search(answer.text)
    assert "**Maud** construit 22 Tour de guet en C4" in answer.text
    await house.maud.click(newest(house, midway), "Main")
    assert {len(wish.view.board.buildings) for wish in wishes_drawn} == {3}


async def test_a_bot_killed_in_the_middle_of_a_turn_keeps_it_and_its_secret(house, midway):
    before = newest(house, midway)["id"]
    await house.restart()
    await quiet(house)
    assert newest(house, midway)["id"] == before
    panel = await open_panel(house, house.maud, midway)
    assert "`B22 C4` · `B31 A1 1a`" in words(await panel_in_detail(house.maud, panel))
    panel = await press(house.maud, panel, "undo:")
    await press(house.maud, panel, "ok:S")
    post = await house.maud.expect(lambda: (post := newest(house, midway))["id"] != before and post)
    assert "22 Tour de guet en C4" in words(post)
    assert "31 " not in words(post)
    assert people_called(post) == ["bastien"]
