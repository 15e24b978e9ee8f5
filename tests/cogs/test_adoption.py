"""A thread is made once, whatever becomes of Discord's answer: an empty one is adopted."""

import pytest

from playground.people import BOT_ID, GAMES_ID, GUILD_ID
from tests.cogs.test_lessons import START, lesson_of, newest_lesson
from tests.cogs.test_replay import over
from tests.cogs.test_sandbox import sandbox
from tests.tier import deep

__all__ = ["over"]

LOST = {
    "made, and its answer lost": ("drop", {}),
    "refused by an error of Discord's": ("http_error", {"status": 500}),
    "refused by a proxy's page": ("page", {"status": 502}),
}
"""What becomes of the request for a thread."""
USUAL, *OTHERS = LOST
every_fault = pytest.mark.parametrize(
    "fault", [USUAL, *(pytest.param(fault, marks=deep) for fault in OTHERS)]
)
"""The usual one daily: most of the time of the others is spent waiting."""


def threads(house):
    """The threads of the channel that the bot has begun."""
    world = house.ground.world
    return [
        thread.id
        for thread in world.threads_of(GUILD_ID)
        if thread.owner_id == BOT_ID and thread.parent_id == GAMES_ID
    ]


@every_fault
async def test_a_lesson_has_one_thread(house, fault):
    """Whoever presses again after a failure comes into the thread that was made."""
    kind, details = LOST[fault]
    rules = (await house.maud.slash("akropolis rules", GAMES_ID)).message
    house.ground.faults.inject(kind, method="POST", path="/threads$", count=1, **details)
    await house.maud.click(rules, START)
    thread = await lesson_of(house)
    assert [str(each) for each in threads(house)] == [thread]


async def test_a_lesson_is_not_begun_in_the_thread_of_another_person(house):
    first = await lesson_of(house)
    rules = (await house.bastien.slash("akropolis rules", GAMES_ID)).message
    await house.bastien.click(rules, "fs:akropolis")
    second = await house.bastien.expect(lambda: newest_lesson(house, house.bastien))
    assert str(second.home_id) != first


@every_fault
async def test_a_sandbox_has_one_thread(house, over, fault):
    kind, details = LOST[fault]
    before = len(threads(house))
    house.ground.faults.inject(kind, method="POST", path="/threads$", count=1, **details)
    _, home = await sandbox(house, over)
    await house.maud.expect(lambda: house.boards(str(home)))
    assert len(threads(house)) == before + 1
