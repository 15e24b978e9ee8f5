"""Thousands of servers stay out of garbage collections, until a shard has left some behind."""

import asyncio
import gc
import weakref
from datetime import timedelta

import pytest

from bot.clock import Clock
from bot.connection.garbage import AFTER, MANY, Garbage


@pytest.fixture
def garbage():
    """The collector, which forgets afterwards what was set aside."""
    yield Garbage(Clock())
    gc.unfreeze()


class Server:
    """Something that refers to itself, as a server does through its channels."""

    def __init__(self):
        self.guild = self


def test_few_servers_are_collected_as_everything_else(garbage):
    before = gc.get_freeze_count()
    garbage.set_aside(MANY - 1)
    assert gc.get_freeze_count() == before


async def test_what_a_shard_leaves_behind_is_collected_once_it_is_calm(garbage):
    server = Server()
    left_behind = weakref.ref(server)
    garbage.set_aside(MANY)
    del server
    gc.collect()
    assert left_behind() is not None
    waiting = [asyncio.create_task(garbage.collect_later(MANY)) for _ in range(3)]
    await asyncio.sleep(0)
    assert [task.done() for task in waiting] == [False, True, True]
    garbage._clock.skip(timedelta(seconds=AFTER))
    await asyncio.gather(*waiting)
    assert left_behind() is None
    assert gc.get_freeze_count() > 0
