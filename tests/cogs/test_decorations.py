"""A decoration never takes a message with it: what Discord refuses is left out of it."""

from contextlib import ExitStack

import pytest

from playground.driver import labels, pictures, words
from playground.people import ATTACH_FILES, GAMES_ID
from tests.cogs.playing import after_click, newest, start_game
from tests.cogs.settling import press_board, quiet
from tests.cogs.test_film import answer_after
from tests.cogs.test_lessons import lesson_of
from tests.cogs.test_sandbox import question
from tests.patience import until
from tests.tier import games, of_tier

INVALID = "Invalid Form Body\nIn "
REFUSALS = {
    "icon": (
        r'"emoji":{[^}]*"id":"?\d',
        400,
        50035,
        f"{INVALID}emoji.id: Invalid emoji",
    ),
    "description": (
        r'"(filename|url)":"[^"]*"[^{}]*}?[^{}]*"description"',
        400,
        50035,
        f"{INVALID}attachments.0.description: Must be 1024 or fewer in length.",
    ),
    "picture": (r'"filename"', 413, 40005, "Request entity too large"),
    "name": (
        r'"name":"[^"]* · ',
        400,
        50035,
        f"{INVALID}name: Contains other words",
    ),
}
"""Requests with a decoration, and the status, the code and the words by which Discord refuses."""


def emojis_shown(message):
    """The custom emojis on the buttons and menus of a message."""
    found, parts = [], [*message["components"]]
    while parts:
        part = parts.pop()
        parts += [*part.get("components", ()), *part.get("options", ())]
        parts += [part["accessory"]] if "accessory" in part else []
        if (part.get("emoji") or {}).get("id"):
            found.append(part["emoji"]["id"])
    return found


def descriptions_shown(message):
    """The descriptions of the pictures of a message."""
    return [picture["description"] for picture in pictures(message) if picture.get("description")]


async def messages_of_a_game(house, game):
    """Public posts, letters and private answers, from a lesson to a sandbox of a finished game."""
    maud = house.maud
    lesson = await lesson_of(house, game)
    thread = await start_game(house, maud, house.bastien, game=game, players=2)
    await quiet(house)
    answers = [
        (await press_board(house, maud, thread, verb)).message for verb in ("recap", "more", "play")
    ]
    star = next(label for label in labels(answers[-1]) if label.startswith("★"))
    answers.append(await after_click(maud, answers[-1], star))
    answers.append((await maud.slash(f"{game} board", thread)).message)
    while sum(ply.ends_turn for ply in await house.app.reading.log(2)) < 3:
        seat, *_ = (await house.app.reading.look(2, None)).to_act
        await house.move((maud, house.bastien)[seat], number=2)
    await house.app.seats.resign(2, maud.id)
    await quiet(house)
    answers.append((await maud.slash(f"{game} board", thread)).message)
    answers.append(await question(maud, newest(house, thread)))
    answers.append(await after_click(maud, answers[-1], "Je joue tout"))
    await quiet(house)
    (sandbox,) = await house.app.sandboxes.of(maud.id)
    threads = (lesson, thread, str(sandbox.home_id))
    letters = maud.messages(maud.dm()["id"]) if maud.dm() else []
    return threads, letters, answers


@pytest.mark.usefixtures("icons_at_once")
@pytest.mark.parametrize("refused", of_tier([[*REFUSALS]], [[kind] for kind in REFUSALS]))
@pytest.mark.parametrize("game", games())
async def test_whatever_is_refused_of_a_message_its_words_arrive_once(house, game, refused):
    await until(lambda: house.app.emoji("seat_d"))
    with ExitStack() as faults:
        for having, status, code, message in (REFUSALS[kind] for kind in refused):
            refusal = {"status": status, "code": code, "message": message, "having": having}
            faults.enter_context(house.ground.faults.during("refuse", **refusal))
        threads, letters, answers = await messages_of_a_game(house, game)
        answers.append(
            await answer_after(house, house.maud, threads[1], r"discord\.com|trop lourd")
        )
    boards = [board for thread in threads for board in house.boards(thread)]
    assert len({words(board) for board in boards}) == len(boards)
    assert "Revanche" in labels(newest(house, threads[1]))
    assert all(pictures(board) for board in boards) == ("picture" not in refused)
    names = [house.ground.world.channel(int(thread)).name for thread in threads]
    assert [name for name in names[:2] if " · " in name] == ([] if "name" in refused else names[:2])
    for message in (*boards, *letters, *answers):
        assert words(message) or pictures(message)
        assert "notre côté" not in words(message)
        assert not ("icon" in refused and emojis_shown(message))
        assert not ("picture" in refused and pictures(message))
        assert not ("description" in refused and descriptions_shown(message))


@pytest.mark.usefixtures("icons_at_once")
async def test_a_panel_opens_though_the_icons_were_deleted_and_they_are_back_soon(house):
    thread = await start_game(house, house.maud, house.bastien)
    await house.maud.expect(lambda: len(house.app._emojis) > 20)
    await quiet(house)
    house.ground._core.emojis.all.clear()
    panel = (await house.maud.click(newest(house, thread), "Jouer")).message
    assert labels(panel)
    assert emojis_shown(panel) == []
    assert "notre côté" not in words(panel)
    assert all("Invalid emoji" in refusal for refusal in house.ground.refusals)
    house.ground.refusals.clear()
    await house.maud.expect(lambda: len(house.app._emojis) > 20)
    await quiet(house)
    panel = (await house.maud.click(newest(house, thread), "Jouer")).message
    assert "notre côté" not in words(panel)


async def test_a_board_is_told_in_words_where_no_file_may_be_attached(house):
    thread = await start_game(house, house.maud, house.bastien)
    house.ground.deny(GAMES_ID, ATTACH_FILES)
    await house.move(house.maud)
    await quiet(house)
    first, second = house.boards(thread)
    assert (len(pictures(first)), pictures(second)) == (1, [])
    assert words(second).startswith(f"{house.bastien.mention}, ")
