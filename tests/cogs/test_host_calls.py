"""The owner of the bot gets a message when it needs them, at most one a day and kind."""

import threading
from datetime import timedelta

import pytest

from bot.database import DriverError
from bot.figures import OLD_COPY
from bot.i18n import text
from cogs import host_calls
from cogs.host_calls import DAY, MINUTE, WEEK
from playground.driver import labels, words
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click


def fault():
    try:
        raise RuntimeError("secret")
    except RuntimeError as error:
        return error


@pytest.fixture
async def calls(house):
    """The messages to the owner, who is Maud, and speaks English where nothing is chosen."""
    await house.app.wait_until_ready()
    return host_calls.HostCalls.of(house.app)


def received(house):
    """Messages that Maud has from the bot."""
    direct = house.maud.dm()
    return house.maud.messages(direct["id"]) if direct else []


async def test_the_owner_hears_of_a_fault_once_a_day_and_never_its_words(house, calls):
    house.app.figures.fault("A click", fault())
    assert await calls.call() == MINUTE
    await calls.call()
    await house.maud.expect(lambda: received(house))
    [message] = received(house)
    assert text("server.owner_called", "en") in words(message)
    assert "RuntimeError in test_host_calls.py" in words(message)
    assert "secret" not in words(message)
    assert labels(message) == ["Look again", "Quiet for a week"]
    house.app.clock.skip(DAY)
    house.app.figures.fault("A click", fault())
    await calls.call()
    await house.maud.expect(lambda: len(received(house)) == 2)


async def test_a_restart_does_not_send_it_again(house, calls):
    house.app.figures.fault("A click", fault())
    await calls.call()
    await house.maud.expect(lambda: received(house))
    await house.restart()
    house.app.figures.fault("A click", fault())
    await host_calls.HostCalls.of(house.app).call()
    assert len(received(house)) == 1


async def test_a_week_of_quiet_is_for_its_kind_only(house, calls):
    house.app.figures.fault("A click", fault())
    await calls.call()
    await house.maud.expect(lambda: received(house))
    quieted = await after_click(house.maud, received(house)[0], "Quiet for a week")
    assert "RuntimeError" in words(quieted)
    assert text("server.owner_quiet", "fr") in words(quieted)
    house.app.clock.skip(WEEK - timedelta(minutes=1))
    house.app.figures.fault("A click", fault())
    house.app.figures.code(is_new=True)
    await calls.call()
    await house.maud.expect(lambda: len(received(house)) == 2)
    assert text("figures.other_code_begins", "en") in words(received(house)[-1])


async def test_a_trouble_that_is_over_says_so_when_one_looks_again(house, calls):
    house.app.figures.code(is_new=True)
    await calls.call()
    await house.maud.expect(lambda: received(house))
    house.app.figures.code(is_new=False)
    looked = await after_click(house.maud, received(house)[0], "Look again")
    assert words(looked) == text("server.owner_over", "fr")
    assert labels(looked) == []


async def test_a_copy_can_be_made_from_the_message(house, calls):
    house.app.clock.skip(OLD_COPY + DAY)
    house.app.figures.newest_copy(None)
    await calls.call()
    await house.maud.expect(lambda: received(house))
    await house.maud.click(received(house)[0], "Make a copy now")
    folder = house.database.parent / "backups"
    [copy] = await house.maud.expect(lambda: folder.exists() and [*folder.glob("*.sqlite3")])
    outcome = text("server.owner_copied", "fr", file=copy.name)
    await house.maud.expect(lambda: outcome in words(received(house)[0]))


async def test_a_copy_that_takes_long_is_said_to_be_under_way_and_may_fail(
    house, calls, monkeypatch
):
    may_end = threading.Event()

    def fail(*_, **__):
        may_end.wait()
        raise RuntimeError

    house.app.clock.skip(OLD_COPY + DAY)
    house.app.figures.newest_copy(None)
    await calls.call()
    await house.maud.expect(lambda: received(house))
    [before] = received(house)
    monkeypatch.setattr(host_calls.database, "backup", fail)
    await house.maud.click(before, "Make a copy now")

    def shown():
        return house.maud.message(before["id"])

    try:
        await house.maud.expect(lambda: labels(shown()) == [])
        assert words(shown()).endswith(text("panel.working", "fr"))
    finally:
        may_end.set()
    await house.maud.expect(lambda: labels(shown()))
    assert text("panel.working", "fr") not in words(shown())


async def test_nobody_else_may_press_its_buttons(house, calls):
    post = await house.lobby()
    await press_forged(house, house.bastien, post, "hc:fault:quiet")
    refused = text("server.not_owner", "en")
    await house.bastien.expect(lambda: refused in map(words, house.bastien.ephemerals()))
    house.app.figures.fault("A click", fault())
    await calls.call()
    await house.maud.expect(lambda: received(house))


async def test_an_owner_who_takes_no_direct_messages_is_not_written_to_every_minute(house, calls):
    house.ground.faults.inject("forbidden_dm")
    house.app.figures.code(is_new=True)
    await calls.call()
    await calls.call()
    assert received(house) == []


async def test_a_disk_that_cannot_be_read_is_told_all_the_same(house, calls, monkeypatch):
    def fail(*_):
        raise DriverError("disk I/O error")

    monkeypatch.setattr(host_calls.meta, "read", fail)
    house.app.figures.code(is_new=True)
    await calls.call()
    await house.maud.expect(lambda: received(house))
