"""A server removes the bot and takes it again: what Discord tells of it reaches the store."""

from datetime import timedelta

import pytest

from cogs import servers
from playground.people import GUILD_ID
from tests import patience
from tests.cogs.settling import quiet


async def former_servers(house):
    query = "SELECT guild_id FROM left_server"
    rows = await house.app.store.read(lambda db: db.execute(query).fetchall())
    return [row["guild_id"] for row in rows]


async def until_left(house, wanted):
    """Return once just these servers are noted."""

    async def is_so():
        return await former_servers(house) == wanted

    await patience.until(is_so)


@pytest.fixture
async def lobby(house):
    """A table that waits for players."""
    await house.lobby()
    await quiet(house)
    return 1


async def test_a_server_that_removes_the_bot_is_noted_and_forgiven_when_it_returns(house, lobby):
    house.ground.moderator.remove_bot()
    await until_left(house, [GUILD_ID])
    house.ground.moderator.invite_bot()
    await until_left(house, [])


async def test_a_removal_while_the_bot_was_off_is_noticed_at_its_start(house, lobby):
    await house.stop()
    house.ground.moderator.remove_bot()
    await house.start(registered=False)
    await until_left(house, [GUILD_ID])
    await house.stop()
    house.ground.moderator.invite_bot()
    await house.start()
    await until_left(house, [])


async def test_after_the_time_of_the_setting_its_tables_are_gone(house, lobby):
    house.ground.moderator.remove_bot()
    await until_left(house, [GUILD_ID])
    house.app.clock.skip(timedelta(days=house.app.settings.retention_days, hours=1))
    await servers.check_servers(house.app)
    count = "SELECT count(*) FROM table_"
    assert await house.app.store.read(lambda db: db.execute(count).fetchone()[0]) == 0
    assert await former_servers(house) == []


async def test_an_outage_of_a_server_is_no_removal(house, lobby):
    gone = {"id": str(GUILD_ID), "unavailable": True}
    house.ground._core.gateway.dispatch("GUILD_DELETE", gone)
    await patience.until(lambda: house.app.get_guild(GUILD_ID).unavailable)
    await servers.check_servers(house.app)
    assert await former_servers(house) == []
