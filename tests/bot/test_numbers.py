"""What a table is called by: its number in its own server, which says nothing of other servers."""

import asyncio

import pytest

from rules.contract import RulesError
from tests.bot.room import lobby


async def test_every_server_counts_from_one(services):
    here = [await lobby(services, guild_id=1), await lobby(services, guild_id=1)]
    there = await lobby(services, guild_id=2)
    assert [table.number for table in here] == [1, 2]
    assert (there.id, there.number) == (3, 1)


async def test_tables_opened_at_once_have_different_numbers(services):
    opened = await asyncio.gather(*(lobby(services) for _ in range(8)))
    assert sorted(table.number for table in opened) == list(range(1, 9))


async def test_a_number_means_the_table_of_this_server(services):
    await lobby(services, guild_id=1)
    there = await lobby(services, guild_id=2)
    assert await services.reading.table_numbered(2, 1) == there
    with pytest.raises(RulesError, match=r"table\.not_found"):
        await services.reading.table_numbered(2, 2)


async def test_a_number_is_never_given_twice(services):
    closed = await lobby(services)
    await services.votes.cancel(closed.id, closed.host_id, moderator=False)
    assert (await lobby(services)).number == 2
