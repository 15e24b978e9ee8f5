"""A planned stop: reminders and clocks stand still from the stop until the next start."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.database import meta
from bot.service.scheduler import Scheduler
from bot.steps.deadlines import TIME_UP, clocks_after_stop
from bot.steps.idle import IDLE
from bot.steps.reminders import REMINDER
from bot.store import broadcasts, due_rows
from bot.store.broadcasts import Announcement
from bot.table.motions import Kind
from bot.table.options import Late, Pace, Terms
from bot.table.pace import Time
from bot.table.preferences import Preferences
from bot.table.seating import Occupant, Status
from tests.bot.room import BASTIEN, MAUD, lobby, start_table
from tests.bot.samples import LOBBY
from tests.bot.test_pace import INSTANTS, SPANS, times
from tests.bot.test_reminding import NIGHT, posts_of_kind
from tests.clock import MONDAY_NOON

on_the_clock = pytest.mark.usefixtures("clock")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WORDS = {"": "We update.", "fr": "Mise à jour."}
STOP = Announcement(WORDS, is_stop=True)
TALK = Announcement(WORDS, is_stop=False)
TERMS = Terms(pace=Pace.ONE, late=Late.AI)


@given(times(), INSTANTS, SPANS, SPANS, SPANS)
def test_no_seat_loses_time_whatever_its_hours(counted, start, left, played, outage):
    stopped, restarted = start + played, start + played + outage
    time = Time(left=left).run(counted, start)
    preferences = Preferences(
        hours=counted.hours, away_since=counted.since, away_until=counted.until
    )
    table = replace(LOBBY, status=Status.LIVE, seats=(Occupant(100, "Maud", time=time),))
    written = clocks_after_stop(table, lambda user: preferences, stopped, restarted)
    ((seat, after),) = written.times
    assert seat == 0
    assert after.remaining_at(counted, restarted) == time.remaining_at(counted, stopped)
    assert after.until == counted.instant_after(restarted, after.left)
    assert [(due.kind, due.at) for due in written.due] == [(TIME_UP, after.until)]


@given(times(), INSTANTS, SPANS, st.timedeltas(timedelta(), timedelta(minutes=1)))
def test_a_clock_that_began_after_the_last_sign_of_life_loses_no_time(counted, start, left, late):
    time = Time(left=left).run(counted, start + late)
    table = replace(LOBBY, status=Status.LIVE, seats=(Occupant(100, "Maud", time=time),))
    preferences = Preferences(
        hours=counted.hours, away_since=counted.since, away_until=counted.until
    )
    written = clocks_after_stop(table, lambda user: preferences, start, start + DAY)
    assert written.times[0][1].left == left


async def announce(store, announcement=STOP):
    instant = store.clock.now()
    return await store.write(broadcasts.announce, announcement, instant)


async def dues(store, table_id):
    """Time of each due row of a table, since the beginning of the test."""
    return {due.kind: due.at - MONDAY_NOON for due in await store.read(due_rows.read_all, table_id)}


@on_the_clock
async def test_reminders_clocks_and_questions_are_put_off_by_the_outage(
    services, store, anew, clock
):
    await services.absences.change_preferences(MAUD.user_id, hours=NIGHT)
    table = await start_table(services, terms=TERMS)
    await services.votes.propose(table.id, BASTIEN.user_id, Kind.PAUSE)
    clock.skip(2 * HOUR)
    await announce(store)
    clock.skip(HOUR)
    await services.standstill.note_alive()
    before = await dues(store, table.id)
    time = (await services.tables.get(table.id)).seats[0].time
    clock.skip(30 * HOUR)
    after = anew()
    await after.people.change(MAUD.user_id, hours=NIGHT)
    await after.standstill.end()
    put_off = await dues(store, table.id)
    for kind in (REMINDER, IDLE, "motion"):
        assert put_off[kind] == before[kind] + 30 * HOUR, kind
    clocks = (await after.tables.get(table.id)).seats[0].time
    assert clocks.since == clock.now()
    assert clocks.left == time.left - 3 * HOUR
    assert put_off[TIME_UP] == clocks.until - MONDAY_NOON
    [motion] = await services.votes.open_motions(table.id)
    assert datetime.fromisoformat(motion.expires_at) - MONDAY_NOON == put_off["motion"]


@on_the_clock
async def test_only_after_a_planned_stop_no_seat_is_late(store, anew, clock):
    services = anew()
    planned = await start_table(services, terms=TERMS)
    await announce(store)
    await services.standstill.note_alive()
    clock.skip(3 * DAY)
    services = anew()
    await services.standstill.end()
    await Scheduler(store, services.on_due).drain()
    assert await posts_of_kind(store) == []
    time = (await services.tables.get(planned.id)).seats[0].time
    assert (time.late, time.left) == (None, DAY)
    clock.skip(2 * DAY)  # the plan is over: this is an outage like any other
    await services.standstill.note_alive()
    await Scheduler(store, services.on_due).drain()
    assert (await services.tables.get(planned.id)).seats[0].time.late is Late.AI
    assert await store.read(broadcasts.read_stop) is None


@on_the_clock
async def test_a_second_start_leaves_the_dues_as_they_are(services, store, anew, clock):
    table = await start_table(services, terms=TERMS)
    await announce(store)
    clock.skip(5 * HOUR)
    await anew().standstill.end()
    once = await dues(store, table.id)
    await anew().standstill.end()
    assert await dues(store, table.id) == once


@on_the_clock
async def test_each_stop_within_a_day_counts(services, store, anew, clock):
    """A fault that restarts the bot after the announcement does not use it up."""
    table = await start_table(services, terms=TERMS)
    await announce(store)
    first = await dues(store, table.id)
    clock.skip(HOUR)
    services = anew()
    await services.standstill.end()
    clock.skip(HOUR)
    await services.standstill.note_end()
    clock.skip(40 * HOUR)
    await anew().standstill.end()
    assert (await dues(store, table.id))[TIME_UP] == first[TIME_UP] + 41 * HOUR


@on_the_clock
async def test_a_clock_that_is_set_back_leaves_the_dues_as_they_are(services, store, anew, clock):
    table = await start_table(services, terms=TERMS)
    before = await dues(store, table.id)
    await announce(store)
    clock.ahead -= HOUR
    await anew().standstill.end()
    assert await dues(store, table.id) == before


@on_the_clock
async def test_the_bot_starts_although_a_plan_cannot_be_read(services, store, anew, caplog):
    await store.write(meta.write, broadcasts.STOP, "{}")
    await anew().standstill.end()
    assert "have not stood still" in caplog.text


@on_the_clock
async def test_an_announced_stop_is_not_told_after_it(services, store, anew, clock):
    await start_table(services)
    await announce(store, TALK)
    await announce(store, STOP)
    clock.skip(HOUR)
    await anew().standstill.end()
    posts = [payload for payload, _ in await posts_of_kind(store, "announcement")]
    assert [payload.stop for payload in posts] == [False]


# ---- the announcement ----------------------------------------------------------------------------


async def announcements(store):
    """The tables that read an announcement, each with its words."""
    query = """
        SELECT table_id, payload ->> 'words' FROM outbox WHERE kind = 'announcement' ORDER BY id
    """
    rows = await store.read(lambda db: db.execute(query).fetchall())
    return [tuple(row) for row in rows]


@on_the_clock
async def test_tables_in_play_are_told_in_their_language_and_no_others(services, store):
    english = await start_table(services)
    french = await start_table(services, language="fr")
    paused = await start_table(services)
    await services.votes.propose(paused.id, MAUD.user_id, Kind.PAUSE)
    [motion] = await services.votes.open_motions(paused.id)
    await services.votes.vote(paused.id, motion.id, BASTIEN.user_id, yes=True)
    assert (await services.tables.get(paused.id)).paused
    await lobby(services)
    over = await start_table(services)
    await services.seats.resign(over.id, MAUD.user_id)
    sleeping = await start_table(services)
    await store.write(
        lambda db: db.execute("UPDATE table_ SET asleep = 1 WHERE id = ?", (sleeping.id,))
    )
    for purpose in ("sandbox", "lesson"):
        private = await start_table(services)
        update = "UPDATE table_ SET purpose = ? WHERE id = ?"
        await store.write(
            lambda db, values=(purpose, private.id): db.execute(update, values)  # noqa: B023
        )
    assert (await announce(store, TALK)).tables == 3
    assert await announcements(store) == [
        (english.id, "We update."),
        (french.id, "Mise à jour."),
        (paused.id, "We update."),
    ]


@on_the_clock
async def test_the_same_is_announced_once_however_often_it_is_typed(services, store, clock):
    await start_table(services)
    assert await announce(store, TALK) is not None
    clock.skip(HOUR / 2)
    assert await announce(store, TALK) is None
    assert len(await announcements(store)) == 1
    news = Announcement({"": "Something else."}, is_stop=False)
    assert await announce(store, news) is not None
    clock.skip(HOUR)
    assert await announce(store, news) is not None
    assert len(await announcements(store)) == 3
