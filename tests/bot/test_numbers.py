"""What a table is called by: its number in its own server, which says nothing of other servers."""

import asyncio

import pytest

from rules.contract import RulesError
from tests.bot.room import lobby


async def test_every_server_counts_from_one(tables):
    here = [await lobby(tables, guild_id=1), await lobby(tables, guild_id=1)]
    there = await lobby(tables, guild_id=2)
    assert [table.number for table in here] == [1, 2]
    assert (there.id, there.number) == (3, 1)


async def test_tables_opened_at_once_have_different_numbers(tables):
    opened = await asyncio.gather(*(lobby(tables) for _ in range(8)))
    assert sorted(table.number for table in opened) == list(range(1, 9))


async def test_a_number_means_the_table_of_this_server(tables):
    await lobby(tables, guild_id=1)
    there = await lobby(tables, guild_id=2)
    assert await tables.numbered(2, 1) == there
    with pytest.raises(RulesError, match=r"table\.not_found"):
        await tables.numbered(2, 2)


async def test_a_number_is_never_given_twice(tables):
    closed = await lobby(tables)
    await tables.cancel(closed.id, closed.host_id, moderator=False)
    assert (await lobby(tables)).number == 2
