"""A pace: time passes for whose turn it is, in their own hours, and what happens when it is up."""

from contextlib import AsyncExitStack
from datetime import time, timedelta

import pytest

from bot.service import Services
from bot.service.scheduler import Scheduler
from bot.steps.deadlines import TIME_UP
from bot.steps.idle import IDLE
from bot.steps.reminders import REMINDER
from bot.steps.seats import moment
from bot.store import due_rows, table_rows
from bot.store.store import Store
from bot.table.changes import Via
from bot.table.hours import Hours
from bot.table.motions import Kind
from bot.table.options import Absence, Late, Pace, Terms
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, acting, make_move, start_table
from tests.bot.test_reminding import NIGHT, posts_of_kind
from tests.cases import each_case
from tests.clock import MONDAY_NOON
from tests.patience import until

pytestmark = pytest.mark.usefixtures("clock")

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
DAILY = Terms(pace=Pace.ONE)
BANK = Terms(pace=Pace.BANK, start=24, increment=12, cap=48)


def daily(late, **more):
    """A turn a day, and what happens to a late one."""
    return Terms(pace=Pace.ONE, late=late, **more)


async def up(services, store, table_id, seat=0):
    """Time from the beginning of the test until that of a seat is up, as file and memory agree."""
    time = (await services.tables.get(table_id)).seats[seat].time
    stored = (await store.read(table_rows.read_position, table_id)).table.seats[seat].time
    assert time == stored
    due = [due.at for due in await store.read(due_rows.read_all, table_id) if due.kind == TIME_UP]
    assert due == ([] if time.until is None else [time.until])
    return None if time.until is None else time.until - MONDAY_NOON


async def notices_of(store, code):
    """The notices of a code, and when they were written."""
    notices = await posts_of_kind(store, "notice")
    return [(notice, at - MONDAY_NOON) for notice, at in notices if notice.code == f"table.{code}"]


async def graces_of(store):
    """The posts about days of grace, and when they were written."""
    return await posts_of_kind(store, "grace")


async def by(services, table_id):
    """Makers of the moves, each with the player in whose place it was made."""
    return [(ply.seat, ply.by, ply.via) for ply in await services.reading.log(table_id)]


# ---- whose clock runs ----------------------------------------------------------------------------


async def test_a_table_without_a_pace_has_no_clocks(services, store):
    table = await start_table(services)
    await make_move(services, table.id)
    table = await services.tables.get(table.id)
    assert [occupant.time for occupant in table.seats] == [None, None]


async def test_the_clock_of_whose_turn_it_is_runs(services, store, clock):
    table = await start_table(services, terms=DAILY)
    assert await up(services, store, table.id) == DAY
    await clock.advance(6 * HOUR)
    await make_move(services, table.id)
    assert await up(services, store, table.id, 1) == 30 * HOUR
    maud = (await services.tables.get(table.id)).seats[0].time
    assert (maud.left, maud.since, maud.begun) == (18 * HOUR, None, False)


async def test_a_player_alone_with_machines_has_no_clock(services, store):
    table = await start_table(services, terms=DAILY, ai=("random",))
    assert [due.kind for due in await store.read(due_rows.read_all, table.id)] == [REMINDER, IDLE]


@each_case(("terms", "end"), [(DAILY, DAY), (BANK, 2 * DAY - 4 * HOUR)], ids=["daily", "bank"])
async def test_a_daily_turn_ends_a_day_later_and_a_bank_counts_waking_hours(
    services, store, terms, end
):
    """It is one in the afternoon on the wall of somebody who sleeps ten hours."""
    await services.people.change(MAUD.user_id, hours=NIGHT)
    table = await start_table(services, terms=terms)
    assert await up(services, store, table.id) == end


async def test_a_turn_of_several_moves_has_one_time(services, store, clock):
    table = await start_table(services, game="telegraph", terms=DAILY)
    user = await acting(services, table.id)
    seat = (await services.tables.get(table.id)).seat_of(user)
    await clock.advance(6 * HOUR)
    turn = await make_move(services, table.id)
    assert turn.goes_on
    assert await up(services, store, table.id, seat) == DAY


async def test_the_first_reminder_comes_while_half_of_the_time_is_left(
    services, store, clock, alarm
):
    await start_table(services, terms=Terms(pace=Pace.TWO))
    await clock.advance(11 * HOUR)
    assert [at - MONDAY_NOON for _, at in await posts_of_kind(store)] == [6 * HOUR]


# ---- when it stands ------------------------------------------------------------------------------


async def test_a_pause_stops_the_clock(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.AI))
    await clock.advance(6 * HOUR)
    await pause(services, table.id)
    assert await up(services, store, table.id) is None
    await clock.advance(9 * DAY)
    assert await services.reading.log(table.id) == []
    await resume(services, table.id)
    assert await up(services, store, table.id) == 9 * DAY + DAY


async def pause(services, table_id):
    motion = await services.votes.propose(table_id, MAUD.user_id, Kind.PAUSE)
    await services.votes.vote(table_id, motion.id, BASTIEN.user_id, yes=True)


async def resume(services, table_id):
    motion = await services.votes.propose(table_id, MAUD.user_id, Kind.RESUME)
    await services.votes.vote(table_id, motion.id, BASTIEN.user_id, yes=True)


async def test_away_the_clock_waits(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.AI))
    await clock.advance(6 * HOUR)
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 6 * DAY)
    assert await up(services, store, table.id) == 6 * DAY + 18 * HOUR
    await clock.advance(6 * DAY)
    assert await services.reading.log(table.id) == []


async def test_a_player_back_early_has_the_rest_of_the_time(services, store, clock, alarm):
    table = await start_table(services, terms=DAILY)
    await clock.advance(6 * HOUR)
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 30 * DAY)
    await clock.advance(DAY)
    await services.absences.end(MAUD.user_id)
    await clock.settle()
    assert await up(services, store, table.id) == 2 * DAY


async def test_away_the_clock_runs_on_where_the_table_has_agreed_on_that(services, store, clock):
    table = await start_table(services, terms=daily(Late.AI, absence=Absence.RUNS))
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 6 * DAY)
    assert await up(services, store, table.id) == DAY


async def test_a_turn_that_begins_in_an_absence_has_all_its_time(services, store, clock, alarm):
    """The absence began in another turn."""
    table = await start_table(services, terms=DAILY)
    await services.absences.begin(BASTIEN.user_id, MONDAY_NOON + 6 * DAY)
    await clock.advance(6 * HOUR)
    await make_move(services, table.id)
    assert await up(services, store, table.id, 1) == 7 * DAY


async def test_other_hours_leave_the_time_that_was_used(services, store, clock):
    """Nine hours of a bank of twenty-four are gone by ten in the evening, whenever one looks."""
    await services.people.change(MAUD.user_id, hours=NIGHT)
    table = await start_table(services, terms=BANK)
    await clock.advance(12 * HOUR)
    await services.absences.change_preferences(MAUD.user_id, hours=type(NIGHT)())
    assert await up(services, store, table.id) == 12 * HOUR + 15 * HOUR


@pytest.mark.parametrize("terms", [DAILY, BANK], ids=["daily", "bank"])
async def test_own_hours_put_off_a_turn_under_way_by_a_day_at_most(
    services, store, clock, alarm, terms
):
    """However often they change; an absence comes on top, and the next turn is by all of them."""
    table = await start_table(services, terms=terms)
    usual = await up(services, store, table.id)
    for last in (13, 14):
        narrow = Hours("UTC", time(last), time(last - 1))
        await services.absences.change_preferences(MAUD.user_id, hours=narrow)
        assert await up(services, store, table.id) == usual + DAY
    await services.absences.begin(MAUD.user_id, MONDAY_NOON + 2 * DAY)
    assert await up(services, store, table.id) == usual + 3 * DAY
    await services.absences.end(MAUD.user_id)
    await make_move(services, table.id)
    await make_move(services, table.id)
    assert (await services.tables.get(table.id)).seats[0].time.latest is None


async def test_the_clock_stands_while_an_ai_stands_in(services, store, clock, alarm, monkeypatch):
    """The AI is still choosing its move when the person comes back."""
    monkeypatch.setattr(services.ai_seats, "wake", lambda table_id: None)
    table = await start_table(services, 3, terms=DAILY)
    await services.seats.start_stand_in(table.id, MAUD.user_id)
    assert await up(services, store, table.id) is None
    await services.seats.end_stand_in(table.id, MAUD.user_id)
    assert await up(services, store, table.id) == DAY


async def test_a_substitute_begins_anew(services, store, clock, alarm):
    table = await start_table(services, terms=BANK)
    await clock.advance(20 * HOUR)
    await services.seats.offer(table.id, MAUD.user_id)
    await services.seats.take(table.id, 0, INES)
    assert await up(services, store, table.id) == 44 * HOUR


async def test_going_back_gives_no_time(services, store, clock, alarm):
    table = await start_table(services, terms=DAILY)
    await clock.advance(6 * HOUR)
    await make_move(services, table.id)
    await services.votes.propose(table.id, MAUD.user_id, Kind.UNDO)
    assert await up(services, store, table.id) == DAY


async def test_a_game_that_is_over_has_no_clock(services, store, clock, alarm):
    table = await start_table(services, terms=DAILY)
    await services.seats.resign(table.id, MAUD.user_id)
    assert await store.read(due_rows.read_all, table.id) == []


# ---- when it is up -------------------------------------------------------------------------------


async def test_the_others_are_told_once(services, store, clock, alarm):
    table = await start_table(services, 3, terms=daily(Late.REMIND))
    await clock.advance(4 * DAY)
    [(notice, at)] = await notices_of(store, "notice_late")
    assert (notice.late, notice.args["name"], at) == (0, "**Maud**", DAY)
    assert notice.concerns == [BASTIEN.user_id, INES.user_id]
    assert await services.reading.log(table.id) == []
    await make_move(services, table.id)
    assert await up(services, store, table.id, 1) == 5 * DAY


async def test_an_ai_plays_the_turn_and_the_log_says_so(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.AI))
    await clock.advance(DAY - MINUTE)
    assert await services.reading.log(table.id) == []
    await clock.advance(MINUTE)
    await until(lambda: moves(services, table.id, 1))
    assert await by(services, table.id) == [(0, None, Via.LATE)]
    table = await services.tables.get(table.id)
    assert (table.seats[0].is_played, table.seats[0].user_id) == (False, MAUD.user_id)
    assert await up(services, store, table.id, 1) == 2 * DAY
    await make_move(services, table.id)
    assert await up(services, store, table.id) == 2 * DAY


async def moves(services, table_id, count):
    """Whether there are so many moves by now."""
    return len(await services.reading.log(table_id)) == count


async def test_an_ai_ends_a_turn_of_several_moves(services, store, clock, alarm):
    table = await start_table(services, game="telegraph", terms=daily(Late.AI))
    late = await acting(services, table.id)
    await make_move(services, table.id)
    await clock.advance(DAY)

    async def has_ended():
        return await acting(services, table.id) != late

    await until(has_ended)
    played = await by(services, table.id)
    assert played[0][1:] == (late, None)
    assert {via for _, _, via in played[1:]} == {Via.LATE}


async def test_the_seat_opens_and_closes_when_its_player_moves_after_all(
    services, store, clock, alarm
):
    table = await start_table(services, terms=daily(Late.SEAT))
    await clock.advance(DAY)
    assert (await services.tables.get(table.id)).seats[0].offered
    [offer] = await posts_of_kind(store, "offer")
    assert offer[0].seat == 0
    assert [act.code for act in await services.reading.acts(table.id)] == ["late_opened"]
    await make_move(services, table.id)
    assert not (await services.tables.get(table.id)).seats[0].offered
    assert not (await store.read(table_rows.read_position, table.id)).table.seats[0].offered


async def test_a_substitute_of_a_late_player_has_time_for_the_turn(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.SEAT))
    await clock.advance(DAY + HOUR)
    await services.seats.take(table.id, 0, KARIM)
    assert await up(services, store, table.id) == 2 * DAY + HOUR


async def test_a_seat_that_its_player_has_offered_stays_open(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.SEAT))
    await services.seats.offer(table.id, MAUD.user_id)
    await clock.advance(DAY + HOUR)
    assert len(await notices_of(store, "notice_late_seat")) == 1
    assert len(await posts_of_kind(store, "offer")) == 1
    await make_move(services, table.id)
    assert (await services.tables.get(table.id)).seats[0].offered


async def test_excuses_are_used_up_first(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.AI, excuses=2))
    await clock.advance(3 * DAY - MINUTE)
    graces = [(post.mention, at - MONDAY_NOON) for post, at in await graces_of(store)]
    assert graces == [([MAUD.user_id], DAY), ([MAUD.user_id], 2 * DAY)]
    assert await services.reading.log(table.id) == []
    acts = await services.reading.acts(table.id)
    assert [(act.code, act.by.name) for act in acts] == [("excused", "Maud")] * 2
    ends = [MONDAY_NOON + days * DAY for days in (2, 3)]
    assert [act.args["until"] for act in acts] == [moment(end.isoformat()) for end in ends]
    await clock.advance(MINUTE)
    await until(lambda: moves(services, table.id, 1))
    assert (await services.tables.get(table.id)).seats[0].time.excused == 2


# ---- restarts and weeks --------------------------------------------------------------------------


@pytest.mark.parametrize("late", Late)
async def test_a_deadline_while_the_bot_was_down_is_applied_at_the_start(
    services, store, brains, clock, late
):
    table = await start_table(services, terms=daily(late))
    await services.stop_ai()
    await store.close()
    clock.skip(5 * DAY)
    async with AsyncExitStack() as closing:
        store = await Store.open(store.file)
        closing.push_async_callback(store.close)
        store.clock = clock
        services = Services(store, brains, notify=lambda: None)
        closing.push_async_callback(services.stop_ai)
        await Scheduler(store, services.on_due).drain()
        await Scheduler(store, services.on_due).drain()
        if late is Late.AI:
            await until(lambda: moves(services, table.id, 1))
            assert await up(services, store, table.id, 1) == 6 * DAY
        else:
            code = "notice_late_seat" if late is Late.SEAT else "notice_late"
            assert [at for _, at in await notices_of(store, code)] == [5 * DAY]
        assert (await services.tables.get(table.id)).seats[0].offered is (late is Late.SEAT)


async def test_an_ai_that_was_to_play_a_late_turn_does_so_after_a_restart(
    services, store, brains, clock, monkeypatch
):
    table = await start_table(services, terms=daily(Late.AI))
    monkeypatch.setattr(services.ai_seats, "wake", lambda table_id: None)
    clock.skip(DAY)
    await Scheduler(store, services.on_due).drain()
    next_services = Services(store, brains, notify=lambda: None)
    await next_services.startup.resume()
    await until(lambda: moves(next_services, table.id, 1))
    assert await by(next_services, table.id) == [(0, None, Via.LATE)]
    await next_services.stop_ai()
