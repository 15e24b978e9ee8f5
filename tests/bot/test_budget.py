"""The budget of requests: never more than Discord takes, and less after it has refused some."""

import asyncio
from datetime import timedelta

import discord
import pytest

from bot.connection.budget import (
    AT_ONCE,
    CROWD,
    GROWTH,
    LOWEST_RATE,
    PATIENCE,
    RATE,
    Budget,
    delivery_requests,
)
from tests.clock import StillClock

OF_DISCORD = 50
"""Requests that Discord takes in a second."""
INSTANT = timedelta(milliseconds=1)


class TickingClock(StillClock):
    """A still clock for tasks that wait for each other."""

    async def settle(self):
        """Let everybody go on until they wait."""
        for _ in range(8):
            await asyncio.sleep(0)


@pytest.fixture
def clock():
    return TickingClock()


@pytest.fixture
def budget(clock):
    return Budget(clock)


class Requests:
    """Requests that wait for a budget, and the moments at which they went."""

    def __init__(self, budget, clock):
        self.budget, self.clock = budget, clock
        self.went: list[float] = []
        self.names: list[str] = []
        self.limited: list[float] = []

    def send(self, name="", number=1, delivers=False):
        return [asyncio.create_task(self._send(name, delivers)) for _ in range(number)]

    async def _send(self, name, delivers):
        try:
            if delivers:
                with delivery_requests():
                    await self.budget.take()
            else:
                await self.budget.take()
        except discord.RateLimited as error:
            self.limited.append(error.retry_after)
            return
        self.went.append(self.clock.monotonic())
        self.names.append(name)

    def most_in_a_second(self):
        return max(sum(begin <= moment <= begin + 1 for moment in self.went) for begin in self.went)


@pytest.fixture
def requests(budget, clock):
    return Requests(budget, clock)


async def test_the_rate_is_reached_and_no_second_has_too_many(requests, clock):
    requests.send(number=300)
    await clock.advance(timedelta(seconds=5))
    assert len(requests.went) == pytest.approx(5 * RATE, abs=AT_ONCE)
    assert requests.most_in_a_second() < OF_DISCORD


async def test_a_calm_saves_up_for_a_few_only(requests, clock):
    await clock.advance(timedelta(hours=1))
    requests.send(number=100)
    await clock.settle()
    assert len(requests.went) == AT_ONCE
    await clock.advance(timedelta(seconds=1))
    assert requests.most_in_a_second() < OF_DISCORD


async def test_people_go_before_deliveries(requests, clock):
    requests.send("delivery", AT_ONCE + 3, delivers=True)
    await clock.settle()
    requests.send("person", 2)
    await clock.advance(timedelta(seconds=1))
    assert requests.names == ["delivery"] * AT_ONCE + ["person"] * 2 + ["delivery"] * 3


async def test_a_cancelled_request_is_free(requests, clock):
    tasks = requests.send(number=AT_ONCE + 20)
    await clock.settle()
    for task in tasks[AT_ONCE:-1]:
        task.cancel()
    await clock.advance(timedelta(seconds=2 / RATE))
    assert len(requests.went) == AT_ONCE + 1


async def test_a_crowd_of_deliveries_lets_no_other_begin(requests, budget, clock):
    requests.send(number=AT_ONCE + CROWD, delivers=True)
    await clock.settle()
    room = asyncio.create_task(budget.room())
    await clock.settle()
    assert not room.done()
    await clock.advance(timedelta(seconds=2 / RATE))
    assert room.done()


# ---- refusals ------------------------------------------------------------------------------------


async def test_a_global_limit_halts_everything_then_the_rate_is_half_and_grows(
    requests, budget, clock
):
    requests.send(number=1_000)
    await clock.advance(timedelta(seconds=1))
    before = len(requests.went)
    budget.note_refusal(3.0)
    await clock.advance(timedelta(seconds=3) - INSTANT)
    assert len(requests.went) == before
    assert budget.rate == RATE / 2
    await clock.advance(timedelta(seconds=1))
    assert len(requests.went) - before == pytest.approx(RATE / 2, abs=AT_ONCE)
    await clock.advance(timedelta(seconds=RATE / 2 / GROWTH))
    assert budget.rate == RATE
    assert requests.most_in_a_second() < OF_DISCORD


async def test_refusals_of_one_halt_lower_the_rate_once_and_never_to_zero(budget, clock):
    for _ in range(5):
        budget.note_refusal(1.0)
    assert budget.rate == RATE / 2
    assert budget.halt == 1.0
    for _ in range(9):
        await clock.advance(timedelta(seconds=1))
        budget.note_refusal(1.0)
    assert budget.rate == LOWEST_RATE


async def test_no_delivery_begins_during_a_halt(budget, clock):
    budget.note_refusal(2.0)
    room = asyncio.create_task(budget.room())
    await clock.advance(timedelta(seconds=2) - INSTANT)
    assert not room.done()
    await clock.advance(INSTANT)
    assert room.done()


async def test_a_long_halt_is_left_to_the_outbox(requests, budget, clock):
    requests.send(number=AT_ONCE + 1)
    await clock.settle()
    budget.note_refusal(2 * PATIENCE)
    requests.send()
    await clock.settle()
    assert requests.limited == [2 * PATIENCE] * 2
    await clock.advance(timedelta(seconds=PATIENCE))
    requests.send()
    await clock.advance(timedelta(seconds=PATIENCE))
    assert len(requests.went) == AT_ONCE + 1
