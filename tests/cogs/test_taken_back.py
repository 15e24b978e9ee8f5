"""A turn taken back: what everybody saw of it is struck through, what nobody saw is not told."""

from datetime import timedelta

import pytest

from bot.playground.driver import words
from bot.telling import MID_TURN_PATIENCE
from tests.cogs.playing import newest
from tests.cogs.settling import quiet, seat, stand, table

RICH = seat("22 51|52 53|70|60 10", reserve="22 31 70", hand="3e3b3a2m")
POOR = seat("11|||", reserve="10", hand="1e")


@pytest.fixture
async def thread(house):
    """A table of Telegraph where Maud has built, and may build more; its thread."""
    home = await table(house)
    await stand(house, RICH, POOR, built="0:21@C3")
    await typed(house, home, "B22 C4")
    return home


async def typed(house, thread, move):
    await house.maud.slash("telegraph move", thread, {"move": move})
    await quiet(house)


async def wait_long(house):
    """Let the time pass after which a turn is shown as far as it has come."""
    clock = house.app.store.clock
    house.app.store.clock = lambda: clock() + timedelta(seconds=MID_TURN_PATIENCE + 1)
    house.app.wake()
    await quiet(house)


async def restart(house):
    table = await house.app.tables.get(1)
    await house.app.tables.restart(1, house.maud.id, table.revision)
    await quiet(house)


async def test_what_everybody_saw_is_struck_through(house, thread):
    await wait_long(house)
    shown = newest(house, thread)
    assert "`B22 C4`" in words(shown)
    assert "~~" not in words(shown)
    await restart(house)
    await wait_long(house)
    anew = newest(house, thread)
    assert anew["id"] != shown["id"]
    [line] = [line for line in words(anew).splitlines() if "B22 C4" in line]
    assert line.count("~~") == 2


async def test_what_nobody_saw_is_not_told(house, thread):
    before = newest(house, thread)["id"]
    await restart(house)
    await wait_long(house)
    assert newest(house, thread)["id"] == before
    await typed(house, thread, "S")
    told = words(newest(house, thread))
    assert "`S`" in told
    assert "B22" not in told
