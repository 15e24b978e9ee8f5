"""One clock: it is put forward, and whoever waits for a moment that has come goes on."""

import ast
import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock import Clock
from tests.clock import MONDAY_NOON, StillClock, sleep_until
from tests.patience import LONGEST

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HOME = Path(__file__).parents[2]
WAITING = {
    "sleep": ("asyncio", "time"),
    "monotonic": ("time",),
    "now": ("datetime",),
    "utcnow": ("datetime", "utils"),
}
OTHER_TIME = {
    "bot/ai/pool.py": "how long a process really thinks",
    "bot/ai/worker.py": "how long it really thinks by itself",
    "bot/connection/discord_internals.py": "no time: the turn of others between two events",
    "bot/database/lock.py": "another process, before there is a loop",
    "bot/host/rehearsal/presses.py": "how long a person really takes",
    "bot/host/rehearsal/rehearsal.py": "how long Discord really takes",
    "bot/host/rehearsal/requests.py": "how long Discord really takes",
    "bot/host/updating.py": "a command in a terminal, before there is a loop",
    "bot/host/setup.py": "a conversation in a terminal, before there is a loop",
    "playground/gateway.py": "no time: the turn of others between two servers",
    "playground/limits.py": "the header of Discord's answer",
    "playground/rest.py": "a fault that makes answers slow",
    "cogs/_painting/brush.py": "how soon a process has really died again",
}
"""Files that go by the machine's own time, and the reason."""


async def asleep(*waits):
    """Tasks that wait by now, begun in this order."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


# ---- the clock of the house ----------------------------------------------------------------------


async def test_sleepers_go_on_at_once_when_their_time_has_passed_and_others_sleep_on():
    clock = Clock()
    *early, late = await asleep(
        sleep_until(clock, clock.now() + HOUR),
        clock.sleep(HOUR.total_seconds()),
        sleep_until(clock, clock.now() + DAY),
    )
    clock.skip(2 * HOUR)
    async with asyncio.timeout(LONGEST):
        await asyncio.gather(*early)
    assert not late.done()
    assert clock.next_moment is not None
    late.cancel()
    await asyncio.wait([late])
    assert late.cancelled()
    assert clock.next_moment is None


async def test_it_is_later_by_what_was_let_pass_and_never_earlier():
    clock = Clock()
    before, monotonic = clock.now(), clock.monotonic()
    clock.skip(DAY)
    clock.skip(-HOUR)
    assert clock.now() - before >= DAY
    assert clock.monotonic() - monotonic >= DAY.total_seconds()
    assert clock.ahead == DAY


async def test_a_moment_that_has_passed_is_not_waited_for():
    clock = StillClock()
    tasks = await asleep(sleep_until(clock, clock.now() - HOUR), clock.sleep(-1.0))
    assert all(task.done() for task in tasks)
    assert clock.now() == MONDAY_NOON


async def test_an_event_ends_the_wait():
    clock, event = Clock(), asyncio.Event()
    [waiting] = await asleep(clock.wait_until(event, clock.now() + DAY))
    event.set()
    async with asyncio.timeout(LONGEST):
        await waiting


async def test_work_that_takes_too_long_is_given_up():
    clock = Clock()

    async def work():
        async with clock.timeout(HOUR.total_seconds()):
            await asyncio.Event().wait()

    [working] = await asleep(work())
    clock.skip(HOUR)
    with pytest.raises(TimeoutError):
        await working


async def test_time_may_pass_at_the_very_moment_when_somebody_wakes():
    clock = Clock()
    [sleeping] = await asleep(sleep_until(clock, clock.now() + HOUR))
    [limit] = clock._limits
    limit.reschedule(0.0)
    while not limit.expired():
        await asyncio.sleep(0)
    assert not sleeping.done()
    clock.skip(DAY)
    async with asyncio.timeout(LONGEST):
        await sleeping


async def test_the_next_moment_is_the_first_that_somebody_waits_for():
    clock = StillClock()
    tasks = await asleep(
        sleep_until(clock, MONDAY_NOON + DAY),
        sleep_until(clock, MONDAY_NOON + HOUR),
        clock.sleep(60.0),
    )
    assert clock.next_moment == MONDAY_NOON + HOUR
    await clock.advance(HOUR)
    assert clock.next_moment == MONDAY_NOON + DAY
    await clock.advance(DAY)
    assert clock.next_moment is None
    await asyncio.gather(*tasks)


# ---- the clock of the tests ----------------------------------------------------------------------


async def test_a_month_passes_and_everybody_wakes_in_order():
    clock, wakings = StillClock(), []

    async def wake_every(name, span):
        while True:
            await sleep_until(clock, clock.now() + span)
            wakings.append((clock.now() - MONDAY_NOON, name))

    tasks = await asleep(wake_every("week", 7 * DAY), wake_every("day", DAY))
    await clock.advance(timedelta(days=30))
    for task in tasks:
        task.cancel()
    assert wakings == sorted(wakings, key=lambda waking: waking[0])
    assert [name for _, name in wakings].count("day") == 30
    assert [at.days for at, name in wakings if name == "week"] == [7, 14, 21, 28]


async def test_time_goes_on_only_when_everybody_has_done():
    """However long somebody works who was woken."""
    clock, wakings = StillClock(), []

    async def work():
        await clock.sleep(60.0)
        await asyncio.to_thread(lambda: None)
        await asyncio.create_task(asyncio.to_thread(lambda: None))
        wakings.append(clock.monotonic())

    [working] = await asleep(work())
    await clock.advance(DAY)
    await working
    assert wakings == [60.0]


# ---- one clock for the whole house ---------------------------------------------------------------


def reads_time(path):
    """The names with which a file reads a clock of the machine, or sleeps."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                if owner in WAITING.get(name, ()):
                    yield f"{owner}.{name}"
            case ast.ImportFrom(module="time" | "asyncio", names=names):
                yield from (name.name for name in names if name.name in WAITING)


def test_only_the_clock_reads_the_time_or_sleeps():
    rooms = ("bot", "cogs", "playground")
    files = [path for room in rooms for path in (HOME / room).rglob("*.py")]
    exempt = {*OTHER_TIME, "bot/clock.py", "playground/clock.py"}
    readers = {str(path.relative_to(HOME)) for path in files if set(reads_time(path))}
    assert readers == exempt
