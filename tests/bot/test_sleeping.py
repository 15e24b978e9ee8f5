"""A game that nobody comes to: one last question, then it sleeps; whoever plays it wakes it up."""

from datetime import timedelta

import pytest

from bot.service.scheduler import Alarm
from bot.steps import seats
from bot.steps.deadlines import TIME_UP
from bot.steps.idle import ANSWER, IDLE, QUIET
from bot.steps.reminders import MOST, REMINDER
from bot.store.store import Store
from bot.table.motions import Kind
from bot.table.options import Late, Pace, Terms
from bot.table.seating import NotSeated
from bot.tables import Asked, StaleClick, Status, Tables
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, STRANGER, lobby, make_move, started
from tests.bot.test_reminding import posted
from tests.clock import MONDAY_NOON, StillClock

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AFTER = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def clock(store) -> StillClock:
    store.clock = StillClock()
    return store.clock


@pytest.fixture
async def alarm(store, tables):
    ringing = alarm_of(store, tables)
    ringing.start()
    yield ringing
    await ringing.stop()


def alarm_of(store, tables):
    """Everything that becomes due while nobody comes."""
    kinds = {REMINDER: tables.remind, TIME_UP: tables.time_up, IDLE: tables.idle}
    more = {"motion": tables.lapse, "pause": tables.at_table(tables.rested)}
    return Alarm(store, {**kinds, **more})


async def notices(store, code):
    """When a line was written, and whom it calls."""
    lines = await posted(store, "notice")
    return [
        (at - MONDAY_NOON, line.get("concerns", []))
        for line, at in lines
        if line["code"] == f"table.notice_{code}"
    ]


async def deliver_all(store):
    """Let everything be posted."""
    await store.write(lambda db: db.execute("DELETE FROM outbox"))


async def codes(tables, table_id):
    """What the log tells that is no move."""
    return [act.code for act in await tables.acts(table_id)]


async def listed(tables, store, user=MAUD.user_id):
    """Tables that any list shows to somebody."""
    mine, games = await tables.of_person(user, 1), await tables.everywhere(user)
    lists = (mine, [game.table for game in games], await tables.in_guild(1))
    lists = (*lists, await store.tables_from(1, 10))
    return {table.id for tables in lists for table in tables}


async def asleep(tables, clock, **different):
    """A table that sleeps."""
    table = await started(tables, **different)
    await clock.advance(QUIET + ANSWER + AFTER)
    table = await tables.get(table.id)
    assert table.asleep
    return table


# ---- the question, and sleep ---------------------------------------------------------------------


async def test_after_sixty_days_all_are_asked_once_and_a_week_later_it_sleeps(
    tables, store, clock, alarm
):
    table = await started(tables)
    everybody = [MAUD.user_id, BASTIEN.user_id]
    await clock.advance(QUIET - AFTER)
    assert await notices(store, "idle") == []
    await clock.advance(2 * AFTER)
    assert await notices(store, "idle") == [(QUIET, everybody)]
    assert await listed(tables, store) == {table.id}
    await clock.advance(ANSWER - 2 * AFTER)
    assert not (await tables.get(table.id)).asleep
    await clock.advance(400 * DAY)
    assert (await tables.get(table.id)).asleep
    assert await notices(store, "idle") == [(QUIET, everybody)]
    assert await notices(store, "asleep") == [(QUIET + ANSWER, [])]
    assert await codes(tables, table.id) == ["idle", "asleep"]
    assert await store.dues(table.id) == []


async def test_a_move_puts_the_question_off(tables, store, clock, alarm):
    table = await started(tables)
    await clock.advance(QUIET - HOUR)
    await make_move(tables, table.id)
    await clock.advance(QUIET - HOUR)
    assert await notices(store, "idle") == []
    await clock.advance(2 * HOUR)
    await make_move(tables, table.id)
    await clock.advance(QUIET - HOUR)
    assert not (await tables.get(table.id)).asleep
    assert len(await notices(store, "idle")) == 1


async def test_a_press_keeps_it_going_and_whoever_has_to_act_is_called_again(
    tables, store, clock, alarm
):
    table = await started(tables)
    await clock.advance(QUIET + AFTER)
    await deliver_all(store)
    await tables.go_on(table.id, BASTIEN.user_id)
    await tables.go_on(table.id, BASTIEN.user_id)
    assert len(await notices(store, "kept_going")) == 1
    [(board, _)] = await posted(store, "again")
    assert board["mention"] == [MAUD.user_id]
    await clock.advance(ANSWER + DAY)
    assert len(await posted(store)) == MOST
    assert not (await tables.get(table.id)).asleep
    assert await codes(tables, table.id) == ["idle", "kept_going"]


async def test_only_who_plays_can_press(tables, clock, alarm):
    table = await asleep(tables, clock)
    with pytest.raises(NotSeated):
        await tables.go_on(table.id, STRANGER)
    assert (await tables.get(table.id)).asleep


async def test_a_question_of_the_players_comes_first(tables, store, clock, alarm):
    table = await started(tables)
    await clock.advance(QUIET - HOUR)
    await tables.propose(table.id, BASTIEN.user_id, Kind.END)
    await clock.advance(DAY)
    assert await notices(store, "idle") == []
    await clock.advance(2 * DAY)
    assert len(await notices(store, "idle")) == 1


async def test_a_lobby_and_a_game_that_is_over_are_not_asked_about(tables, store, clock, alarm):
    await lobby(tables)
    over = await started(tables, channel_id=11)
    await tables.resign(over.id, MAUD.user_id)
    await clock.advance(2 * QUIET)
    assert await notices(store, "idle") == []


async def test_a_pause_with_an_end_does_not_count(tables, store, clock, alarm):
    table = await started(tables, ai=("random",))
    until = (clock.now() + 30 * DAY).isoformat()
    async with tables._at(table.id) as playing:
        await tables._save(*seats.paused(playing, until, MAUD.user_id))
    await clock.advance(30 * DAY + QUIET - AFTER)
    assert await notices(store, "idle") == []
    await clock.advance(2 * AFTER)
    assert len(await notices(store, "idle")) == 1


# ---- while it sleeps -----------------------------------------------------------------------------


async def test_it_is_in_no_list_and_nothing_is_due(tables, store, clock, alarm):
    table = await asleep(tables, clock)
    assert await listed(tables, store) == set()
    assert await store.seats_of(MAUD.user_id) == [table.id]
    assert await store.dues(table.id) == []
    with pytest.raises(RulesError, match=r"table\.asleep"):
        await tables.propose(table.id, MAUD.user_id, Kind.PAUSE)


async def test_an_ai_makes_no_move_while_it_sleeps(tables, store, clock, alarm):
    table = await asleep(tables, clock, ai=("random",))
    before = await tables.log(table.id)
    await tables.resume()
    await clock.settle()
    assert await tables.log(table.id) == before
    assert (await tables.look(table.id, None)).to_act == ()


async def test_no_time_passes_for_anybody(tables, store, clock, alarm):
    terms = Terms(pace=Pace.WEEK, late=Late.REMIND)
    table = await started(tables, terms=terms)
    await make_move(tables, table.id)
    await clock.advance(QUIET - DAY)
    await make_move(tables, table.id)
    await clock.advance(QUIET + ANSWER + AFTER)
    times = [holder.time for holder in (await tables.get(table.id)).seats]
    assert all(time.since is None for time in times)
    await clock.advance(100 * DAY)
    assert [holder.time for holder in (await tables.get(table.id)).seats] == times
    late = len(await notices(store, "late"))
    await tables.go_on(table.id, BASTIEN.user_id)
    assert [seat.time.left for seat in (await tables.get(table.id)).seats] == [
        time.left for time in times
    ]
    await clock.advance(HOUR)
    assert len(await notices(store, "late")) == late


# ---- awake again ---------------------------------------------------------------------------------


async def test_one_press_wakes_it_where_it_stood(tables, store, clock, alarm):
    table = await asleep(tables, clock)
    before = await tables.look(table.id, MAUD.user_id)
    await deliver_all(store)
    after = await tables.go_on(table.id, BASTIEN.user_id)
    assert (after.asleep, after.revision) == (False, table.revision + 1)
    assert (await tables.look(table.id, MAUD.user_id)).view == before.view
    [(board, _)] = await posted(store, "again")
    assert board["mention"] == [MAUD.user_id]
    assert await listed(tables, store) == {table.id}
    await clock.advance(12 * HOUR)
    assert len(await posted(store)) == 1
    await clock.advance(QUIET)
    assert len(await notices(store, "idle")) == 1
    assert await codes(tables, table.id) == ["idle", "asleep", "awake", "idle"]


async def test_a_move_of_who_has_to_act_wakes_it(tables, clock, alarm):
    table = await started(tables)
    prompt = await tables.suggest(table.id, MAUD.user_id, None, ())
    await clock.advance(QUIET + ANSWER + AFTER)
    turn = await tables.play(table.id, MAUD.user_id, None, prompt.tokens)
    assert (turn.table.asleep, len(await tables.log(table.id))) == (False, 1)


async def test_a_button_of_before_wakes_it_and_is_answered_with_the_panel_of_now(
    tables, clock, alarm
):
    table = await started(tables)
    prompt = await tables.suggest(table.id, MAUD.user_id, None, ())
    await clock.advance(QUIET + ANSWER + AFTER)
    with pytest.raises(StaleClick):
        await tables.play(table.id, MAUD.user_id, prompt.revision, prompt.tokens)
    assert not (await tables.get(table.id)).asleep
    assert isinstance(await tables.ask(table.id, MAUD.user_id, None), Asked)


async def test_a_move_of_somebody_else_does_not(tables, clock, alarm):
    table = await asleep(tables, clock)
    with pytest.raises(RulesError, match=r"table\.asleep"):
        await tables.ask(table.id, BASTIEN.user_id, None)
    assert (await tables.get(table.id)).asleep


async def test_who_wants_to_resume_it_need_not_ask(tables, clock, alarm):
    table = await asleep(tables, clock)
    assert await tables.people_to_ask(table.id, BASTIEN.user_id, Kind.RESUME) == []
    assert await tables.propose(table.id, BASTIEN.user_id, Kind.RESUME) is None
    assert not (await tables.get(table.id)).asleep


async def test_a_pause_without_end_is_still_one_when_it_wakes(tables, store, clock, alarm):
    table = await started(tables)
    await tables.propose(table.id, MAUD.user_id, Kind.PAUSE)
    [motion] = await tables.motions(table.id)
    await tables.vote(table.id, motion.id, BASTIEN.user_id, yes=True)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await tables.get(table.id)).asleep
    after = await tables.go_on(table.id, MAUD.user_id)
    assert (after.asleep, after.paused) == (False, True)


async def test_who_takes_an_offered_seat_wakes_it(tables, clock, alarm):
    table = await started(tables)
    await tables.offer(table.id, MAUD.user_id)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await tables.get(table.id)).asleep
    assert not (await tables.take(table.id, 0, INES)).asleep


# ---- its channel, and its file -------------------------------------------------------------------


async def test_its_channel_is_free_and_it_goes_on_in_a_thread(tables, store, clock, alarm):
    table = await started(tables, in_thread=False)
    with pytest.raises(RulesError, match=r"table\.channel_taken"):
        await lobby(tables, in_thread=False, host=KARIM)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await tables.at(10)).id == table.id
    new = await lobby(tables, in_thread=False, host=KARIM)
    assert (await tables.at(10, MAUD.user_id)).id == new.id
    after = await tables.go_on(table.id, MAUD.user_id)
    assert (after.asleep, after.in_thread, after.home_id) == (False, True, None)
    with pytest.raises(RulesError, match=r"table\.channel_taken"):
        await lobby(tables, in_thread=False, host=KARIM)


async def test_its_own_thread_stays_its_own(tables, store, clock, alarm):
    table = await started(tables)
    await tables.posted(await tables.get(table.id), home_id=77)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await tables.get(table.id)).asleep
    with pytest.raises(RulesError, match=r"table\.channel_taken"):
        await lobby(tables, in_thread=False, channel_id=77, host=KARIM)
    assert (await tables.at(77)).id == table.id


async def test_question_sleep_and_wake_survive_restarts(tmp_path, brains):
    """Each life of the process does one thing, on the same file, with a clock that goes on."""
    clock = StillClock()

    async def life(ahead, act):
        store = await Store.open(tmp_path / "lives.sqlite3")
        store.clock = clock
        tables = Tables(store, brains, notify=lambda: None)
        try:
            clock.skip(ahead)
            await tables.resume()
            await tables.plan_reminders()
            await alarm_of(store, tables).drain()
            return await act(tables)
        finally:
            await tables.close()
            await store.close()

    number = (await life(timedelta(), started)).id
    get = lambda tables: tables.get(number)  # noqa: E731
    assert not (await life(QUIET + AFTER, get)).asleep
    assert (await life(ANSWER, get)).asleep
    assert (await life(QUIET, get)).asleep
    assert not (await life(DAY, lambda tables: tables.go_on(number, MAUD.user_id))).asleep
    after = await life(DAY, get)
    assert (after.status, after.asleep) == (Status.LIVE, False)
    assert await life(DAY, lambda tables: codes(tables, number)) == ["idle", "asleep", "awake"]
