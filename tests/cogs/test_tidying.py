"""The threads of finished tables are put away; what is pressed there opens them again."""

from datetime import timedelta

import discord
import pytest

from bot.app import App
from bot.connection.answers import ForeignAnswer
from bot.store import table_lists
from cogs import tidying
from playground.driver import labels
from tests.cases import each_case
from tests.cogs.playing import duel, newest
from tests.cogs.settling import give_up


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(tidying, "GAP", 0.0)


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    """Threads are archived when a test says so, and not by themselves at the same time."""
    monkeypatch.setattr(App, "repeat", lambda *chore: None)


async def unarchived_threads(house):
    return await house.app.store.read(table_lists.with_unarchived_thread, house.app.clock.now())


@pytest.fixture
async def over(house):
    """The thread of a game that ended yesterday, and of one that goes on."""
    ended, running = await duel(house), await duel(house)
    await give_up(house, house.maud)
    await tidying.tidy(house.app)
    assert archived_ids(house) == [], "a day later at the earliest"
    later(house, hours=25)
    return ended, running


def later(house, **span):
    """Let so much time pass."""
    house.app.clock.skip(timedelta(**span))


def archived_ids(house):
    """The archived threads."""
    return [
        thread["id"] for thread in house.maud.threads() if thread["thread_metadata"]["archived"]
    ]


async def test_a_press_opens_a_thread_again_and_it_is_not_archived_twice(house, over):
    """The thread of a running game is left alone."""
    ended, _ = over
    await tidying.tidy(house.app)
    assert archived_ids(house) == [ended]
    assert "Revanche" in labels(newest(house, ended))
    answer = await house.bastien.click(newest(house, ended), "Revanche")
    assert "Akropolis · table\xa03" in answer.text
    assert archived_ids(house) == []
    await tidying.tidy(house.app)
    assert archived_ids(house) == []


async def test_a_thread_that_cannot_be_archived_is_tried_once(house, over, caplog):
    caplog.set_level("INFO")
    house.ground.faults.inject("refuse", code=50013, method="PATCH", path="/channels/[0-9]+$")
    await tidying.tidy(house.app)
    assert "The thread of table 1 stays as it is" in caplog.text
    assert await unarchived_threads(house) == []


@each_case(
    ("fault", "status", "error"),
    [
        ("http_error", 503, discord.DiscordServerError),
        *(("page", status, ForeignAnswer) for status in (401, 403, 404)),
    ],
)
async def test_no_thread_is_given_up_while_discord_is_away_or_a_page_in_its_place(
    house, over, fault, status, error
):
    path = "/channels/[0-9]+$"
    with (
        house.ground.faults.during(fault, status=status, method="PATCH", path=path),
        pytest.raises(error),
    ):
        await tidying.tidy(house.app)
    assert len(await unarchived_threads(house)) == 1


async def test_a_host_may_leave_them_open(house, monkeypatch):
    monkeypatch.setattr(house.app, "settings", type("S", (), {"archive_hours": 0})())
    chores = []
    monkeypatch.setattr(house.app, "repeat", lambda *chore: chores.append(chore))
    await tidying.setup(house.app)
    assert chores == []
