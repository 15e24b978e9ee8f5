"""A database that was restored from a copy: what was posted meanwhile is not posted once more.

The copy is some moments old, so that people have seen posts that it does not know.
"""

import asyncio
from collections import Counter

import pytest

from bot import database
from cogs._painting.wish import Wish
from playground.driver import words
from tests.cogs.playing import start_game
from tests.cogs.settling import all_delivered
from tests.luck import same_luck
from tests.playground.api import PNG
from tests.playground.seen import visible_messages

__all__ = ["same_luck"]

LONG_AFTER = 200
"""Seconds after which Discord has forgotten every nonce."""


@pytest.fixture
async def thread(same_luck, house, monkeypatch):
    """The thread of a game with hands of Maud and Bastien, who has written nothing."""
    monkeypatch.setattr(Wish, "draw", lambda wish: PNG)
    thread = await start_game(house, house.maud, house.bastien, game="telegraph", language="en")
    await all_delivered(house)
    return thread


async def copy_of(house, name):
    return await asyncio.to_thread(database.backup, house.database, house.database.with_name(name))


async def restart_from(house, copy):
    """The host restores a copy, some time later."""
    await house.stop()
    await asyncio.to_thread(database.restore, copy, house.database)
    house.ground.let_pass(LONG_AFTER)
    await house.start()
    await all_delivered(house)


async def take_cards(house, person):
    await house.app.moves.play(1, person.id, None, ("S",))


def boards(house, thread):
    """The texts of the posts in a thread, oldest first."""
    return [words(message) for message in house.maud.messages(thread)]


async def test_posts_that_waited_in_the_copy_and_were_sent_are_not_sent_again(house, thread):
    """A board and a hand by direct message, each behind a move that the copy knows."""
    await house.app.outbox.stop()
    await take_cards(house, house.maud)
    copy = await copy_of(house, "waiting.sqlite3")
    house.app.outbox.start()
    await all_delivered(house)
    before = visible_messages(house.ground)
    await restart_from(house, copy)
    assert visible_messages(house.ground) == before
    await take_cards(house, house.bastien)
    await all_delivered(house)
    after = Counter(visible_messages(house.ground))
    assert max((after - Counter(before)).values()) == 1


async def test_a_post_that_waited_in_the_copy_and_was_not_sent_is_sent(house, thread):
    await house.app.outbox.stop()
    await take_cards(house, house.maud)
    copy = await copy_of(house, "waiting.sqlite3")
    before = boards(house, thread)
    await restart_from(house, copy)
    await house.maud.expect(lambda: len(boards(house, thread)) == len(before) + 1)


async def test_a_lost_move_is_told_again_only_if_it_is_another_one(house, thread):
    copy = await copy_of(house, "before.sqlite3")
    await take_cards(house, house.maud)
    await all_delivered(house)
    before = visible_messages(house.ground)
    await restart_from(house, copy)
    await take_cards(house, house.maud)
    await all_delivered(house)
    assert visible_messages(house.ground) == before
    posts = len(boards(house, thread))
    await restart_from(house, copy)
    await house.app.seats.resign(1, house.maud.id)
    await all_delivered(house)
    assert len(boards(house, thread)) > posts


async def test_a_press_on_a_board_that_is_lost_brings_back_the_newest_one_once(house, thread):
    copy = await copy_of(house, "before.sqlite3")
    await take_cards(house, house.maud)
    await all_delivered(house)
    lost = house.maud.messages(thread)[-1]
    assert house.bastien.mention in lost["content"]
    before = boards(house, thread)
    await restart_from(house, copy)
    assert boards(house, thread) == before
    for _ in range(2):
        await house.bastien.click(lost, "Play")
        await all_delivered(house)
    [newest_board] = house.maud.messages(thread)[len(before) :]
    assert house.maud.mention in newest_board["content"]


def searches(house):
    """Requests that have searched a place for a message."""
    calls = house.ground.requests
    return [call for call in calls if call.method == "GET" and call.path.endswith("/messages")]


async def test_later_posts_are_searched_for_no_more(house, thread):
    """Only the first post of a table after a restoring costs a request."""
    await restart_from(house, await copy_of(house, "before.sqlite3"))
    counts = [len(searches(house))]
    for person in (house.maud, house.bastien):
        await take_cards(house, person)
        await all_delivered(house)
        counts.append(len(searches(house)))
    assert counts[0] < counts[1] == counts[2]
