"""A turn of several moves belongs to its player until it ends: nobody else sees anything of it."""

import json
import re

import pytest

from bot.playground.driver import pictures, words
from cogs._shared import painter
from tests.cogs.playing import newest
from tests.cogs.settling import open_panel, panel_in_detail, press, quiet, seat, stand, table

RICH = seat("22 51|52 53|70|60 10", reserve="22 31 70", hand="3e3b3a2m")
POOR = seat("11|||", reserve="10", hand="1e")
MIDWAY = re.compile(r"Maud\*\* (is in the middle of a turn|est en plein tour)|waiting for \*\*Maud")
SEEN = {
    "telegraph board": ({}, {"text": True}, {"player": 0}, {"public": True}),
    "table log": ({},),
    "table status": ({},),
    "table export": ({},),
}
"""The commands that show something of a table, and how they may be asked."""
LIST = {"bastien": "me games", "noor": "table list"}
"""The list where a player and a spectator find the table."""


@pytest.fixture
async def thread(house):
    """A table of Telegraph where Maud may build more than once; its thread."""
    home = await table(house)
    await stand(house, RICH, POOR, built="0:21@C3")
    return home


async def type_moves(house, thread, *moves):
    for move in moves:
        await house.maud.slash("telegraph move", thread, {"move": move})
    await quiet(house)


@pytest.fixture
def wishes_drawn(monkeypatch):
    """Wishes for pictures that are drawn from now on."""
    wishes, draw = [], painter.PAINTER.draw

    async def spy(wish):
        wishes.append(wish)
        return await draw(wish)

    monkeypatch.setattr(painter.PAINTER, "draw", spy)
    return wishes


@pytest.mark.parametrize("name", ["bastien", "noor"])
async def test_others_see_nothing_of_a_turn_under_way(house, thread, name, wishes_drawn):
    """A player and a spectator ask for all there is; each page says whose turn it is."""
    person = getattr(house, name)
    await type_moves(house, thread, "B31 A1", "B22 C4")
    wishes_drawn.clear()
    for command, queries in {**SEEN, LIST[name]: ({},)}.items():
        for options in queries:
            answer = await person.slash(command, thread, options)
            assert MIDWAY.search(answer.text), command
            assert "B31" not in answer.text
            assert not any("C4" in picture["description"] for picture in pictures(answer.message))
    assert wishes_drawn
    assert {len(wish.view.board.buildings) for wish in wishes_drawn} == {1}


@pytest.mark.parametrize("page", ["table", "seat.0", "text", "log"])
async def test_no_page_of_more_shows_it(house, thread, page, wishes_drawn):
    await type_moves(house, thread, "B31 A1")
    wishes_drawn.clear()
    more = await house.bastien.click(newest(house, thread), "Plus")
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


async def test_the_record_of_a_running_game_ends_with_the_last_whole_turn(house, thread):
    await type_moves(house, thread, "B22 C4")
    answer = await house.noor.slash("table export", thread)
    [attached] = answer.message["attachments"]
    _, content = house.ground.world._vault.file(int(attached["url"].split("/")[-2]))
    assert json.loads(content)["plies"] == []


async def test_since_my_turn_tells_of_whole_turns_only(house, thread):
    await type_moves(house, thread, "B22 C4")
    answer = await house.bastien.click(newest(house, thread), "Récap")
    assert MIDWAY.search(answer.text)
    assert "B22" not in answer.text


async def test_a_board_shown_again_is_the_one_before_the_turn(house, thread, wishes_drawn):
    await type_moves(house, thread, "B22 C4")
    wishes_drawn.clear()
    before = newest(house, thread)["id"]
    await house.app.places.post_again(1)
    post = await house.maud.expect(lambda: (post := newest(house, thread))["id"] != before and post)
    assert MIDWAY.search(words(post))
    assert "B22" not in words(post)
    assert {len(wish.view.board.buildings) for wish in wishes_drawn} == {1}


async def test_who_is_in_the_turn_sees_their_own_steps(house, thread, wishes_drawn):
    await type_moves(house, thread, "B22 C4")
    wishes_drawn.clear()
    for command in ("telegraph board", "table log"):
        answer = await house.maud.slash(command, thread)
        assert not MIDWAY.search(answer.text)
    assert "**Maud** construit 22 Tour de guet en C4" in answer.text
    await house.maud.click(newest(house, thread), "Main")
    assert {len(wish.view.board.buildings) for wish in wishes_drawn} == {2}


async def test_killed_in_the_middle_of_a_turn_nothing_is_lost_and_nothing_is_shown(house, thread):
    await type_moves(house, thread, "B22 C4", "B31 A1")
    before = newest(house, thread)["id"]
    await house.stop()
    await house.start()
    await quiet(house)
    assert newest(house, thread)["id"] == before
    panel = await open_panel(house, house.maud, thread)
    assert "`B22 C4` · `B31 A1 1a`" in words(await panel_in_detail(house.maud, panel))
    panel = await press(house.maud, panel, "undo:")
    await press(house.maud, panel, "ok:S")
    post = await house.maud.expect(lambda: (post := newest(house, thread))["id"] != before and post)
    assert "22 Tour de guet en C4" in words(post)
    assert "31 " not in words(post)
    assert [user["username"] for user in post["mentions"]] == ["bastien"]
