"""The alarm does what is due when its moment comes: once, in order, and whatever else fails."""

import asyncio
from datetime import timedelta
from functools import partial
from itertools import count

import pytest

from bot.service.scheduler import Scheduler
from bot.steps import announcements
from bot.store import due_rows
from bot.table.changes import Effects
from bot.table.due import Due, Settled
from rules.contract import RulesError
from tests.bot.room import start_table
from tests.bot.samples import new_table, schedule
from tests.bot.test_reminding import posts_of_kind
from tests.cases import each_case
from tests.clock import MONDAY_NOON, StillClock

pytestmark = pytest.mark.usefixtures("clock")

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Diary:
    """Notes what was done, and when."""

    def __init__(self, clock: StillClock, *troubles: Exception | None) -> None:
        self.clock, self.troubles = clock, list(troubles)
        self.done: list[tuple[str, timedelta]] = []

    async def __call__(self, due: Due) -> None:
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble:
            raise trouble
        self.done.append((due.subject, self.clock.now() - MONDAY_NOON))


@pytest.fixture
def diary(clock) -> Diary:
    return Diary(clock)


@pytest.fixture
async def alarm(store, diary):
    ringing = Scheduler(store, {"note": diary})
    yield ringing
    await ringing.stop()


def note(subject: str, after: timedelta, **fields) -> Due:
    return Due(kind="note", at=MONDAY_NOON + after, subject=subject, **fields)


# ---- when ----------------------------------------------------------------------------------------


async def test_each_is_done_when_its_moment_comes(store, alarm, diary, clock):
    alarm.start()
    await schedule(store, note("late", 3 * DAY), note("early", HOUR))
    await clock.advance(HOUR - timedelta(seconds=1))
    assert diary.done == []
    await clock.advance(7 * DAY)
    assert diary.done == [("early", HOUR), ("late", 3 * DAY)]
    assert await store.read(due_rows.read_next) is None


async def test_an_earlier_moment_wakes_the_alarm(store, alarm, diary, clock):
    await schedule(store, note("late", DAY))
    alarm.start()
    await clock.settle()
    assert clock.next_moment == MONDAY_NOON + DAY
    await schedule(store, note("early", HOUR))
    await clock.advance(DAY)
    assert diary.done == [("early", HOUR), ("late", DAY)]


async def test_moments_that_came_while_the_bot_was_down_are_made_up_for_once_in_order(
    store, diary, clock
):
    await schedule(store, note("second", 2 * DAY), note("first", DAY), note("not yet", 40 * DAY))
    clock.skip(30 * DAY)
    for _ in range(2):
        alarm = Scheduler(store, {"note": diary})
        alarm.start()
        await clock.settle()
        await alarm.stop()
    assert [subject for subject, _ in diary.done] == ["first", "second"]


# ---- failures ------------------------------------------------------------------------------------


async def test_a_failure_is_tried_again_ever_more_slowly_while_the_rest_goes_on(
    store, clock, caplog
):
    broken, diary = Diary(clock, *[ValueError("broken")] * 3), Diary(clock)
    alarm = Scheduler(store, {"broken": broken, "note": diary})
    await schedule(store, Due(kind="broken", at=MONDAY_NOON + HOUR), note("fine", HOUR))
    alarm.start()
    await clock.advance(DAY)
    await alarm.stop()
    assert diary.done == [("fine", HOUR)]
    assert broken.done == [("", HOUR + timedelta(minutes=1 + 2 + 4))]
    assert [bool(line.exc_info) for line in caplog.records] == [True, False, False, False]
    assert store.figures.hour.faults == 3


async def test_an_act_that_is_refused_is_dropped(store, clock, caplog):
    alarm = Scheduler(store, {"note": Diary(clock, RulesError("table.not_found"))})
    await schedule(store, note("gone", HOUR))
    clock.skip(HOUR)
    await alarm.drain()
    assert await store.read(due_rows.read_next) is None
    assert "cannot be done" in caplog.text


async def test_an_act_that_only_a_newer_program_knows_waits_for_it(store, clock, alarm, diary):
    await schedule(store, Due(kind="unknown", at=MONDAY_NOON), note("known", HOUR))
    alarm.start()
    await clock.advance(DAY)
    assert diary.done == [("known", HOUR)]
    assert (await store.read(due_rows.read_next))[0].kind == "unknown"


async def test_the_alarm_goes_on_when_the_store_did_not_answer(
    store, alarm, diary, clock, monkeypatch
):
    await schedule(store, note("fine", HOUR))
    answers, read = [OSError("locked")], store.read

    async def limping(query, *args):
        if answers:
            raise answers.pop()
        return await read(query, *args)

    monkeypatch.setattr(store, "read", limping)
    alarm.start()
    await clock.advance(DAY)
    assert diary.done == [("fine", HOUR)]


# ---- at a table ----------------------------------------------------------------------------------


async def test_one_of_a_kind_takes_the_place_of_the_one_before(store, clock):
    table = await new_table(store)
    await store.note(table.id, Effects(due=(note("x", DAY), note("y", DAY))))
    await store.note(table.id, Effects(due=(note("x", HOUR),)))
    dues = await store.read(due_rows.read_all, table.id)
    assert [(due.subject, due.at - MONDAY_NOON) for due in dues] == [("x", HOUR), ("y", DAY)]


@each_case(
    ("settled", "expected"),
    [
        (Settled("note"), []),
        (Settled("note", subject="x"), [("y", 200), ("z", 300)]),
        (Settled("note", person_id=200), [("x", None), ("z", 300)]),
        (Settled("other"), [("x", None), ("y", 200), ("z", 300)]),
    ],
)
async def test_a_settled_act_is_no_longer_due(store, settled, expected):
    table, other_table = await new_table(store), await new_table(store)
    dues = (note("x", DAY), note("y", DAY, person_id=200), note("z", DAY, person_id=300))
    for noted_table in (table, other_table):
        await store.note(noted_table.id, Effects(due=dues))
    await store.note(table.id, Effects(settled=(settled,)))
    dues = await store.read(due_rows.read_all, table.id)
    assert [(due.subject, due.person_id) for due in dues] == expected
    assert len(await store.read(due_rows.read_all, other_table.id)) == 3


def alarm_for(store, services, act):
    """An alarm for acts at a table."""
    return Scheduler(store, {"note": partial(services.commits.handle_due, act)})


async def test_an_act_at_a_table_and_its_posts_are_saved_together(store, services, clock):
    table = await start_table(services)

    async def tell(live, due):
        assert live.table.id == table.id
        second_note = note("again", 2 * DAY)
        return Effects(posts=(announcements.notice("table.notice_agreed"),), due=(second_note,))

    await store.note(table.id, Effects(due=(note("once", DAY),)))
    clock.skip(DAY)
    await alarm_for(store, services, tell).drain()
    [due] = [due for due in await store.read(due_rows.read_all, table.id) if due.kind == "note"]
    assert due.subject == "again"
    assert len(await posts_of_kind(store, "notice")) == 1


async def test_an_act_that_a_move_settles_meanwhile_is_not_done(store, services, clock):
    """A move comes first: its transaction settles what the alarm is about to do."""
    table, dues = await start_table(services), []

    async def tell(live, due):
        dues.append(due)

    await store.note(table.id, Effects(due=(note("", HOUR),)))
    clock.skip(HOUR)
    async with (lock := services.tables.lock(table.id)):
        ringing = asyncio.create_task(alarm_for(store, services, tell).drain())
        while not ringing.done() and not lock._waiters:
            await asyncio.sleep(0)
        await store.note(table.id, Effects(settled=(Settled("note"),)))
    await ringing
    assert dues == []


# ---- killed --------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process ends here, whatever it was about to do."""


async def test_killed_before_and_after_saving_each_is_done_once_and_in_order(
    store, services, clock, monkeypatch
):
    """The process dies at every third act, now before what it saves, now behind it."""
    table, save, saves = await start_table(services), store.note, count()
    acts = [note(str(number), timedelta(hours=number)) for number in range(12)]
    await store.note(table.id, Effects(due=tuple(acts)))
    clock.skip(DAY)

    async def tell(live, due):
        return Effects(posts=(announcements.notice("table.notice_agreed", name=due.subject),))

    async def save_or_die(table_id, effects):
        number = next(saves)
        if number % 6 == 2:
            raise Killed
        await save(table_id, effects)
        if number % 6 == 5:
            raise Killed

    monkeypatch.setattr(store, "note", save_or_die)
    for _ in range(4):
        with pytest.raises(Killed):
            await alarm_for(store, services, tell).drain()
    await alarm_for(store, services, tell).drain()
    names = [post.args["name"] for post, _ in await posts_of_kind(store, "notice")]
    assert names == [due.subject for due in acts]
