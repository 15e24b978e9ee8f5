"""One private panel a person and table, however often people press."""

from __future__ import annotations

from tests.cogs.settling import quiet
from tests.e2e.playing import by_panel, ids, newest_board, one_turn
from tests.tier import deep

TURNS = 6
"""Turns of four people, so that two of them have moved twice."""


async def turn_with_pages(house, person, thread, count):
    """A turn by the panel, after a look at two pages by a friend and by the person to move."""
    await quiet(house)
    board = newest_board(house, thread)
    for reader in (house.bastien, person):
        for verb in (":recap:", ":more:"):
            await reader.click(board, ids(board, verb)[0])
    await one_turn(house, person, thread, count)


async def private_messages(house, turns):
    """Private messages of each person in the thread after some turns of a game of four."""
    thread = await house.table()
    await by_panel(house, 1, thread, turn_with_pages, most=turns)
    return [len(person.ephemerals(thread)) for person in (house.maud, *house.friends)]


async def test_each_person_has_one_private_message_after_some_turns(house):
    assert await private_messages(house, TURNS) == [1, 1, 1, 1]


@deep
async def test_each_person_has_one_private_message_after_a_whole_game(house):
    assert await private_messages(house, 60) == [1, 1, 1, 1]
