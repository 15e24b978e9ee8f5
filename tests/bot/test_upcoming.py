"""Who is next hears of it in private, if they wish, and only while it is so."""

from datetime import time, timedelta

import pytest

from bot.steps.next_up import NEXT
from bot.steps.reminders import REMINDER, of_turn
from bot.table.changes import Ping
from bot.table.hours import Hours
from tests.bot.room import BASTIEN, INES, MAUD, make_move, start_table
from tests.bot.test_reminding import posts_of_kind

pytestmark = pytest.mark.usefixtures("clock")

A, B, C = MAUD.user_id, BASTIEN.user_id, INES.user_id
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


async def wishes(services, *users, **chosen):
    for user in users:
        await services.people.change(user, next_up=True, **chosen)


async def users_told(store):
    """Users who were told that they are next, in order."""
    return [payload.mention[0] for payload, _ in await posts_of_kind(store, NEXT)]


async def test_a_person_who_wishes_it_hears_that_they_are_next(services, store, clock, alarm):
    await wishes(services, B)
    table = await start_table(services, 3)
    await clock.advance(MINUTE)
    assert await users_told(store) == [B]
    for _ in "abc":
        await make_move(services, table.id)
        await clock.advance(MINUTE)
    assert await users_told(store) == [B, B]  # the others have not wished it


async def test_of_two_the_other_one_is_always_next(services, store, clock, alarm):
    """Whoever has just moved knows it."""
    await wishes(services, A, B)
    table = await start_table(services, 2)
    for _ in "abcd":
        await clock.advance(MINUTE)
        await make_move(services, table.id)
    assert await users_told(store) == [B]


async def test_a_machine_between_two_people_leaves_no_time_to_get_ready(
    services, store, clock, alarm
):
    await wishes(services, A, B)
    table = await start_table(services, 3)
    await services.seats.start_stand_in(table.id, B)
    await clock.advance(MINUTE)
    await make_move(services, table.id)
    assert await services.reminders.next_up(table.id) is None


async def test_it_waits_for_the_morning_and_is_gone_where_it_is_overtaken(
    services, store, clock, alarm
):
    """It is noon: Bastien sleeps till six in the evening, Inès till eight."""
    await wishes(services, B, hours=Hours("UTC", time(11), time(18)))
    await wishes(services, C, hours=Hours("UTC", time(11), time(20)))
    table = await start_table(services, 3)
    await clock.advance(HOUR)
    await make_move(services, table.id)
    await clock.advance(7 * HOUR - MINUTE)
    assert await users_told(store) == []
    await clock.advance(2 * MINUTE)
    assert await users_told(store) == [C]


async def test_people_who_are_away_or_wish_it_no_longer_are_left_in_peace(
    services, store, clock, alarm
):
    await wishes(services, B, C, hours=Hours("UTC", time(11), time(18)))
    table = await start_table(services, 3)
    await services.people.change(B, next_up=False)
    await clock.advance(8 * HOUR)
    present = store.clock.now()
    await services.people.change(C, away_since=present, away_until=present + 48 * HOUR)
    await make_move(services, table.id)
    await clock.advance(MINUTE)
    assert await users_told(store) == []


async def test_the_message_goes_when_the_turn_begins_and_then_the_reminder_stays(services, store):
    table = await start_table(services, 3)
    news = Ping(table.id, B, 7, 1, NEXT)
    await services.reminders.note_pings(news)
    assert await services.reminders.retire_stale_pings(table.id) == []
    await make_move(services, table.id)
    reminder = Ping(table.id, C, 7, 2, of_turn(REMINDER, 1))
    await services.reminders.note_pings(reminder)
    assert await services.reminders.retire_stale_pings(table.id) == [news, reminder]
    await services.reminders.note_pings(Ping(table.id, B, 7, 3, of_turn(REMINDER, 1)))
    assert await services.reminders.retire_stale_pings(table.id) == []
