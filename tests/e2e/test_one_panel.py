"""One private panel a person and table, however often people press."""

from tests.cogs.settling import quiet
from tests.e2e.playing import by_panel, ids, newest_board, one_turn
from tests.tier import of_tier

TURNS = of_tier(6, 60)
"""Turns of four people: two of them move twice, or all to the end of the game."""


async def turn_with_pages(house, person, thread, count):
    """A turn by the panel, after a look at two pages by a friend and by the person to move."""
    await quiet(house)
    board = newest_board(house, thread)
    for reader in (house.bastien, person):
        for verb in (":recap:", ":more:"):
            await reader.click(board, ids(board, verb)[0])
    await one_turn(house, person, thread, count)


async def test_each_person_has_one_private_message_however_many_turns_are_played(house):
    thread = await house.table()
    await by_panel(house, 1, thread, turn_with_pages, most=TURNS)
    people = (house.maud, *house.friends)
    assert [len(person.ephemerals(thread)) for person in people] == [1, 1, 1, 1]
