"""Reminders: when they come, to whom, how often, and when they do not."""

from datetime import datetime, time, timedelta

import msgspec
import pytest

from bot.steps.idle import IDLE
from bot.steps.reminders import MOST, NOTICE, REMINDER, WAITS, Snooze, of_turn, offer
from bot.store import due_rows, ping_rows
from bot.table.changes import Ping
from bot.table.hours import Hours
from bot.table.motions import Kind
from bot.table.options import Pace, Reminder, Terms
from bot.table.post import POST_KINDS
from bot.table.spectators import Calls
from rules.contract import IllegalMove
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, acting, make_move, start_table
from tests.clock import MONDAY_NOON

pytestmark = pytest.mark.usefixtures("clock")

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = Hours("Europe/Paris", time(22), time(8))
"""No calls from ten in the evening to eight in the morning."""


async def reminders(store):
    """Reminders: the user, and the time since the beginning of the test."""
    return [(payload.mention[0], at - MONDAY_NOON) for payload, at in await posts_of_kind(store)]


async def posts_of_kind(store, kind=REMINDER):
    """The posts of a kind, and when they were written."""
    query = "SELECT payload, due_at FROM outbox WHERE kind = ? ORDER BY id"
    rows = await store.read(lambda db: db.execute(query, (kind,)).fetchall())
    return [
        (msgspec.json.decode(row[0], type=POST_KINDS[kind].payload), datetime.fromisoformat(row[1]))
        for row in rows
    ]


async def complaints(store):
    """Notices to the table of people who do not move."""
    notices = await posts_of_kind(store, "notice")
    return [payload for payload, _ in notices if payload.code == "table.notice_waits"]


# ---- when ----------------------------------------------------------------------------------------


async def test_a_player_is_reminded_after_twelve_hours_and_then_daily(
    services, store, clock, alarm
):
    await start_table(services)
    await clock.advance(3 * DAY)
    first = 12 * HOUR
    assert await reminders(store) == [(MAUD.user_id, first + days * DAY) for days in range(3)]


async def test_a_move_ends_the_reminders(services, store, clock, alarm):
    table = await start_table(services)
    await clock.advance(11 * HOUR)
    await make_move(services, table.id)
    await clock.advance(12 * HOUR - timedelta(minutes=1))
    assert await reminders(store) == []
    await clock.advance(HOUR)
    assert await reminders(store) == [(BASTIEN.user_id, 23 * HOUR)]


async def test_after_five_reminders_the_table_is_told_once(services, store, clock, alarm):
    table = await start_table(services)
    await clock.advance(30 * DAY)
    assert len(await reminders(store)) == MOST
    [complaint] = await complaints(store)
    assert complaint.concerns == [BASTIEN.user_id]
    assert (complaint.args["name"], complaint.late) == ("**Maud**", 0)
    assert [due.kind for due in await store.read(due_rows.read_all, table.id)] == [IDLE]


async def test_a_player_against_machines_alone_is_not_complained_of(services, store, clock, alarm):
    """Nobody else could do anything about it."""
    table = await start_table(services, ai=("random",))
    await clock.advance(30 * DAY)
    assert len(await reminders(store)) == MOST
    assert await complaints(store) == []
    assert [due.kind for due in await store.read(due_rows.read_all, table.id)] == [IDLE]


async def test_a_reminder_waits_for_the_waking_hours(services, store, clock, alarm):
    """Twelve waking hours from one o'clock on their wall: nine that day, three the next."""
    await services.people.change(MAUD.user_id, hours=NIGHT)
    await start_table(services)
    await clock.advance(2 * DAY)
    assert await reminders(store) == [(MAUD.user_id, 22 * HOUR), (MAUD.user_id, 46 * HOUR)]


async def test_quiet_hours_that_were_chosen_since_are_kept(services, store, clock, alarm):
    await start_table(services)
    await services.people.change(MAUD.user_id, hours=NIGHT)
    await clock.advance(DAY)
    assert await reminders(store) == [(MAUD.user_id, 19 * HOUR)]


@pytest.mark.parametrize(
    ("own", "term", "first"),
    [
        (None, Reminder.QUARTER, 6 * HOUR),
        (None, Reminder.DAY, 24 * HOUR),
        (None, Reminder.NEVER, None),
        (2 * HOUR, Reminder.DAY, 2 * HOUR),
    ],
)
async def test_host_and_player_choose_when_the_first_comes(
    services, store, clock, alarm, own, term, first
):
    await services.people.change(MAUD.user_id, first_reminder=own)
    await start_table(services, terms=Terms(reminder=term))
    await clock.advance(25 * HOUR)
    assert (await reminders(store))[:1] == ([(MAUD.user_id, first)] if first else [])


async def test_a_player_who_is_away_is_called_on_return(services, store, clock, alarm):
    await start_table(services)
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 6 * DAY)
    await clock.advance(6 * DAY + HOUR)
    assert await reminders(store) == [(MAUD.user_id, 6 * DAY)]


async def test_a_player_back_early_has_time_for_the_turn(services, store, clock, alarm):
    """Away for ten days, back after two: reminded half a day later, not on the tenth."""
    table = await start_table(services)
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 10 * DAY)
    await clock.advance(2 * DAY)
    await services.absences.end(MAUD.user_id)
    await clock.advance(DAY)
    assert await reminders(store) == [(MAUD.user_id, 2 * DAY + 12 * HOUR)]
    await clock.advance(10 * DAY)
    assert len(await reminders(store)) == MOST
    assert len(await complaints(store)) == 1
    assert [due.kind for due in await store.read(due_rows.read_all, table.id)] == [IDLE]


async def test_a_move_at_one_table_is_a_return_to_all(services, store, clock, alarm):
    first = await start_table(services)
    second = await start_table(services, channel_id=11)
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 10 * DAY)
    await clock.advance(2 * DAY)
    await make_move(services, first.id)
    await clock.advance(DAY - HOUR)
    half = 2 * DAY + 12 * HOUR
    assert sorted(await reminders(store)) == [(MAUD.user_id, half), (BASTIEN.user_id, half)]
    dues = await store.read(due_rows.read_all, second.id)
    [reminder] = [due for due in dues if due.kind == REMINDER]
    assert reminder.payload["number"] == 2


async def test_a_return_is_called_on_the_day_that_was_said_last(services, store, clock, alarm):
    await start_table(services)
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 10 * DAY)
    await clock.advance(2 * DAY)
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 4 * DAY)
    await clock.advance(2 * DAY + HOUR)
    assert await reminders(store) == [(MAUD.user_id, 4 * DAY)]
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 7 * DAY)
    await clock.advance(3 * DAY)
    assert await reminders(store) == [(MAUD.user_id, 4 * DAY), (MAUD.user_id, 7 * DAY)]


async def test_a_return_is_silent_where_no_table_waits(services, store, clock, alarm):
    await start_table(services)
    await services.absences.begin(BASTIEN.user_id, MONDAY_NOON + 3 * HOUR)
    before = await posts_of_kind(store, "notice")
    await clock.advance(6 * HOUR)
    assert await posts_of_kind(store, "notice") == before
    assert await reminders(store) == []
    assert await store.read(due_rows.read_next) is not None
    assert (await store.read(due_rows.read_next))[0].kind == REMINDER


async def test_an_ai_is_never_reminded(services, store, clock, alarm):
    table = await start_table(services, 3)
    await services.seats.resign(table.id, MAUD.user_id)
    while await acting(services, table.id) == MAUD.user_id:
        await clock.settle()
    await clock.advance(13 * HOUR)
    assert {user for user, _ in await reminders(store)} == {BASTIEN.user_id}


async def test_games_that_began_before_there_were_reminders_have_them(
    services, store, clock, alarm
):
    table = await start_table(services)
    await store.write(lambda db: db.execute("DELETE FROM due"))
    await services.reminders.plan_missing()
    await services.reminders.plan_missing()
    assert len(await store.read(due_rows.read_all, table.id)) == 1
    await clock.advance(12 * HOUR)
    assert await reminders(store) == [(MAUD.user_id, 12 * HOUR)]


# ---- snooze --------------------------------------------------------------------------------------


async def moments(services, table_id):
    """The choices of Maud, each by the time since the beginning of the test."""
    choices = await services.reminders.snooze_moments(table_id, MAUD.user_id)
    return {choice: at - MONDAY_NOON for choice, at in choices.items()}


async def test_a_reminder_is_put_off_by_an_hour_to_the_evening_or_to_the_morning(services, clock):
    """It is noon in UTC: the evening begins in six hours, the morning in twenty."""
    table = await start_table(services)
    expected = {Snooze.HOUR: HOUR, Snooze.EVENING: 6 * HOUR, Snooze.MORNING: 20 * HOUR}
    assert await moments(services, table.id) == expected
    clock.skip(5 * HOUR)
    assert await moments(services, table.id) == {
        Snooze.HOUR: 6 * HOUR,
        Snooze.MORNING: 20 * HOUR,
    }
    clock.skip(9 * HOUR)
    assert (await moments(services, table.id))[Snooze.MORNING] == 20 * HOUR


async def test_the_hours_of_the_person_count(services, clock):
    """It is 13:00 in Paris, where the night ends at eight; from 21:30 on, all is one choice."""
    await services.people.change(MAUD.user_id, hours=NIGHT)
    table = await start_table(services)
    expected = {Snooze.HOUR: HOUR, Snooze.EVENING: 5 * HOUR, Snooze.MORNING: 19 * HOUR}
    assert await moments(services, table.id) == expected
    clock.skip(9 * HOUR)
    assert await moments(services, table.id) == {Snooze.HOUR: 19 * HOUR}


async def test_no_choice_is_later_than_an_hour_before_the_time_is_up(services, clock):
    table = await start_table(services, terms=Terms(pace=Pace.TWO))
    expected = {Snooze.HOUR: HOUR, Snooze.EVENING: 6 * HOUR}
    assert await moments(services, table.id) == expected
    clock.skip(10 * HOUR + timedelta(minutes=1))
    assert await moments(services, table.id) == {}
    with pytest.raises(IllegalMove, match="snooze_too_late"):
        await services.reminders.snooze(table.id, MAUD.user_id, Snooze.HOUR)


async def test_a_reminder_that_is_put_off_comes_at_the_chosen_moment(services, store, clock, alarm):
    table = await start_table(services)
    await clock.advance(12 * HOUR)
    until = await services.reminders.snooze(table.id, MAUD.user_id, Snooze.MORNING)
    assert until == MONDAY_NOON + 20 * HOUR
    await clock.advance(DAY)
    assert [at for _, at in await reminders(store)] == [12 * HOUR, 20 * HOUR]


async def test_only_whose_turn_it_is_can_put_it_off(services):
    table = await start_table(services)
    with pytest.raises(IllegalMove, match="not_your_turn"):
        await services.reminders.snooze(table.id, BASTIEN.user_id, Snooze.HOUR)


# ---- one message ---------------------------------------------------------------------------------


async def test_there_is_one_reminder_at_a_time_and_none_once_the_turn_is_over(services, store):
    table = await start_table(services)
    kind = of_turn(REMINDER, 0)
    first, second = (Ping(table.id, MAUD.user_id, 7, number, kind) for number in (1, 2))
    assert await services.reminders.note_pings(first) == []
    assert await services.reminders.note_pings(second) == [first]
    assert await services.reminders.retire_stale_pings(table.id) == []
    await make_move(services, table.id)
    assert await services.reminders.retire_stale_pings(table.id) == [second]
    assert await services.reminders.retire_stale_pings(table.id) == []


async def test_a_line_about_somebody_has_its_buttons_as_long_as_the_turn_lasts(services, store):
    """It is no call: the reminder stays beside it."""
    table = await start_table(services)
    kinds = (of_turn(REMINDER, 0), of_turn(WAITS, 0), of_turn(WAITS, 0))
    reminder, line, another = (
        Ping(table.id, MAUD.user_id, 7, number, kind) for number, kind in enumerate(kinds)
    )
    for ping in (reminder, line, another):
        assert await services.reminders.note_pings(ping) == []
    assert await services.reminders.retire_stale_pings(table.id) == []
    await make_move(services, table.id)
    assert await services.reminders.retire_stale_pings(table.id) == [reminder, line, another]


async def test_a_message_to_several_is_put_away_once(services, store):
    """And not at all while it is up to date."""
    table = await start_table(services)
    for user in (INES, KARIM):
        await services.spectators.watch(table.id, user.user_id, Calls.ROUND)
    people = (INES.user_id, KARIM.user_id)
    kind = await services.spectators.ping_kind(table.id)
    call = [Ping(table.id, user, 7, 1, kind) for user in people]
    line = [Ping(table.id, user, 7, 2, NOTICE) for user in people]
    await services.reminders.note_pings(*call)
    await services.reminders.note_pings(*line)
    assert await store.read(ping_rows.read, table.id, (kind, NOTICE)) == [*call, *line]
    assert await services.reminders.retire_stale_pings(table.id) == []
    while await services.spectators.ping_kind(table.id) == kind:
        await make_move(services, table.id)
    assert await services.reminders.retire_stale_pings(table.id) == call
    query = "SELECT payload FROM outbox WHERE kind = 'retire'"
    rows = await store.read(lambda db: db.execute(query).fetchall())
    assert [row["payload"] for row in rows] == ['{"place":7,"message":1,"way":"delete"}']
    assert await store.read(ping_rows.read, table.id, (kind, NOTICE)) == line


async def test_a_notice_that_is_posted_while_others_are_put_away_stays(
    services, store, monkeypatch
):
    """It is noted after the look at what is up to date, and before the rest is put away."""
    table = await start_table(services)
    notice = Ping(table.id, MAUD.user_id, 7, 2, NOTICE)
    outdated = Ping(table.id, MAUD.user_id, 7, 1, offer(0))
    await services.reminders.note_pings(outdated)
    write = store.write

    async def late_write(*args):
        monkeypatch.setattr(store, "write", write)
        await services.reminders.note_pings(notice)
        return await write(*args)

    monkeypatch.setattr(store, "write", late_write)
    assert await services.reminders.retire_stale_pings(table.id) == [outdated]
    assert await store.read(ping_rows.read, table.id, (NOTICE,)) == [notice]


async def test_a_reminder_is_put_away_while_the_game_rests(services, store):
    table = await start_table(services, 1, ai=())
    reminder = Ping(table.id, MAUD.user_id, 7, 1, REMINDER)
    await services.reminders.note_pings(reminder)
    await services.votes.propose(table.id, MAUD.user_id, Kind.PAUSE)
    assert await services.reminders.retire_stale_pings(table.id) == [reminder]
