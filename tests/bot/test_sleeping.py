"""A game that nobody comes to: one last question, then it sleeps; whoever plays it wakes it up."""

from datetime import timedelta

import pytest

from bot.service import Services
from bot.service.scheduler import Scheduler
from bot.steps import seats
from bot.steps.idle import ANSWER, QUIET
from bot.steps.reminders import MOST
from bot.store import due_rows, table_lists
from bot.store.store import Store
from bot.table.live import QuestionPrompt
from bot.table.motions import Kind
from bot.table.options import Late, Pace, Terms
from bot.table.seating import NotSeated, StaleClick, Status
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, STRANGER, lobby, make_move, start_table
from tests.bot.test_reminding import posts_of_kind
from tests.clock import MONDAY_NOON, StillClock

pytestmark = pytest.mark.usefixtures("clock")

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AFTER = timedelta(minutes=1)


async def notices(store, code):
    """Notices: when each was written, and whom it calls."""
    lines = await posts_of_kind(store, "notice")
    return [
        (at - MONDAY_NOON, line.concerns)
        for line, at in lines
        if line.code == f"table.notice_{code}"
    ]


async def deliver_all(store):
    """Post everything that waits."""
    await store.write(lambda db: db.execute("DELETE FROM outbox"))


async def codes(services, table_id):
    """Codes of the entries of the log that are no moves."""
    return [act.code for act in await services.reading.acts(table_id)]


async def tables_in_lists(services, store, user=MAUD.user_id):
    """Tables that any list shows to somebody."""
    mine, games = await services.reading.tables_of(user, 1), await services.reading.ongoing(user)
    lists = (mine, [game.table for game in games], await services.reading.tables_in_guild(1))
    lists = (*lists, await store.read(table_lists.of_channel, 1, 10))
    return {table.id for tables in lists for table in tables}


async def asleep(services, clock, **different):
    """A table that sleeps."""
    table = await start_table(services, **different)
    await clock.advance(QUIET + ANSWER + AFTER)
    table = await services.tables.get(table.id)
    assert table.asleep
    return table


# ---- the question, and sleep ---------------------------------------------------------------------


async def test_after_sixty_days_all_are_asked_once_and_a_week_later_it_sleeps(
    services, store, clock, alarm
):
    table = await start_table(services)
    everybody = [MAUD.user_id, BASTIEN.user_id]
    await clock.advance(QUIET - AFTER)
    assert await notices(store, "idle") == []
    await clock.advance(2 * AFTER)
    assert await notices(store, "idle") == [(QUIET, everybody)]
    assert await tables_in_lists(services, store) == {table.id}
    await clock.advance(ANSWER - 2 * AFTER)
    assert not (await services.tables.get(table.id)).asleep
    await clock.advance(400 * DAY)
    assert (await services.tables.get(table.id)).asleep
    assert await notices(store, "idle") == [(QUIET, everybody)]
    assert await notices(store, "asleep") == [(QUIET + ANSWER, [])]
    assert await codes(services, table.id) == ["idle", "asleep"]
    assert await store.read(due_rows.read_all, table.id) == []


async def test_a_move_puts_the_question_off(services, store, clock, alarm):
    table = await start_table(services)
    await clock.advance(QUIET - HOUR)
    await make_move(services, table.id)
    await clock.advance(QUIET - HOUR)
    assert await notices(store, "idle") == []
    await clock.advance(2 * HOUR)
    await make_move(services, table.id)
    await clock.advance(QUIET - HOUR)
    assert not (await services.tables.get(table.id)).asleep
    assert len(await notices(store, "idle")) == 1


async def test_a_press_keeps_it_going_and_whoever_has_to_act_is_called_again(
    services, store, clock, alarm
):
    table = await start_table(services)
    await clock.advance(QUIET + AFTER)
    await deliver_all(store)
    await services.reminders.continue_game(table.id, BASTIEN.user_id)
    await services.reminders.continue_game(table.id, BASTIEN.user_id)
    assert len(await notices(store, "kept_going")) == 1
    [(board, _)] = await posts_of_kind(store, "again")
    assert board.mention == [MAUD.user_id]
    await clock.advance(ANSWER + DAY)
    assert len(await posts_of_kind(store)) == MOST
    assert not (await services.tables.get(table.id)).asleep
    assert await codes(services, table.id) == ["idle", "kept_going"]


async def test_a_question_of_the_players_comes_first(services, store, clock, alarm):
    table = await start_table(services)
    await clock.advance(QUIET - HOUR)
    await services.votes.propose(table.id, BASTIEN.user_id, Kind.END)
    await clock.advance(DAY)
    assert await notices(store, "idle") == []
    await clock.advance(2 * DAY)
    assert len(await notices(store, "idle")) == 1


async def test_a_lobby_and_a_game_that_is_over_are_not_asked_about(services, store, clock, alarm):
    await lobby(services)
    over = await start_table(services, channel_id=11)
    await services.seats.resign(over.id, MAUD.user_id)
    await clock.advance(2 * QUIET)
    assert await notices(store, "idle") == []


async def test_a_pause_with_an_end_does_not_count(services, store, clock, alarm):
    table = await start_table(services, ai=("random",))
    until = (clock.now() + 30 * DAY).isoformat()
    async with services.tables.hold(table.id) as live:
        await services.commits.save(*seats.pause(live, until, MAUD.user_id))
    await clock.advance(30 * DAY + QUIET - AFTER)
    assert await notices(store, "idle") == []
    await clock.advance(2 * AFTER)
    assert len(await notices(store, "idle")) == 1


# ---- while it sleeps -----------------------------------------------------------------------------


async def test_it_is_in_no_list_and_has_no_dues(services, store, clock, alarm):
    table = await asleep(services, clock)
    assert await tables_in_lists(services, store) == set()
    assert await store.read(table_lists.with_seat_of, MAUD.user_id) == [table.id]
    assert await store.read(due_rows.read_all, table.id) == []
    with pytest.raises(RulesError, match=r"table\.asleep"):
        await services.votes.propose(table.id, MAUD.user_id, Kind.PAUSE)


async def test_an_ai_makes_no_move_while_it_sleeps(services, store, clock, alarm):
    table = await asleep(services, clock, ai=("random",))
    before = await services.reading.log(table.id)
    await services.startup.resume()
    await clock.settle()
    assert await services.reading.log(table.id) == before
    assert (await services.reading.look(table.id, None)).to_act == ()


async def test_no_time_passes_for_anybody(services, store, clock, alarm):
    terms = Terms(pace=Pace.WEEK, late=Late.REMIND)
    table = await start_table(services, terms=terms)
    await make_move(services, table.id)
    await clock.advance(QUIET - DAY)
    await make_move(services, table.id)
    await clock.advance(QUIET + ANSWER + AFTER)
    times = [occupant.time for occupant in (await services.tables.get(table.id)).seats]
    assert all(time.since is None for time in times)
    await clock.advance(100 * DAY)
    assert [occupant.time for occupant in (await services.tables.get(table.id)).seats] == times
    late = len(await notices(store, "late"))
    await services.reminders.continue_game(table.id, BASTIEN.user_id)
    assert [seat.time.left for seat in (await services.tables.get(table.id)).seats] == [
        time.left for time in times
    ]
    await clock.advance(HOUR)
    assert len(await notices(store, "late")) == late


# ---- awake again ---------------------------------------------------------------------------------


async def test_one_press_wakes_it_where_it_stood(services, store, clock, alarm):
    table = await asleep(services, clock)
    before = await services.reading.look(table.id, MAUD.user_id)
    await deliver_all(store)
    after = await services.reminders.continue_game(table.id, BASTIEN.user_id)
    assert (after.asleep, after.revision) == (False, table.revision + 1)
    assert (await services.reading.look(table.id, MAUD.user_id)).view == before.view
    [(board, _)] = await posts_of_kind(store, "again")
    assert board.mention == [MAUD.user_id]
    assert await tables_in_lists(services, store) == {table.id}
    await clock.advance(12 * HOUR)
    assert len(await posts_of_kind(store)) == 1
    await clock.advance(QUIET)
    assert len(await notices(store, "idle")) == 1
    assert await codes(services, table.id) == ["idle", "asleep", "awake", "idle"]


async def test_a_move_of_who_has_to_act_wakes_it(services, clock, alarm):
    table = await start_table(services)
    prompt = await services.moves.suggest(table.id, MAUD.user_id, None, ())
    await clock.advance(QUIET + ANSWER + AFTER)
    turn = await services.moves.play(table.id, MAUD.user_id, None, prompt.tokens)
    assert (turn.table.asleep, len(await services.reading.log(table.id))) == (False, 1)


async def test_a_button_of_before_wakes_it_and_is_answered_with_the_panel_of_now(
    services, clock, alarm
):
    table = await start_table(services)
    prompt = await services.moves.suggest(table.id, MAUD.user_id, None, ())
    await clock.advance(QUIET + ANSWER + AFTER)
    with pytest.raises(StaleClick):
        await services.moves.play(table.id, MAUD.user_id, prompt.revision, prompt.tokens)
    assert not (await services.tables.get(table.id)).asleep
    assert isinstance(await services.moves.ask(table.id, MAUD.user_id, None), QuestionPrompt)


async def test_neither_a_stranger_nor_a_move_out_of_turn_wakes_it(services, clock, alarm):
    table = await asleep(services, clock)
    with pytest.raises(NotSeated):
        await services.reminders.continue_game(table.id, STRANGER)
    with pytest.raises(RulesError, match=r"table\.asleep"):
        await services.moves.ask(table.id, BASTIEN.user_id, None)
    assert (await services.tables.get(table.id)).asleep


async def test_a_wish_to_resume_it_is_granted_at_once(services, clock, alarm):
    table = await asleep(services, clock)
    assert not (await services.votes.draft(table.id, BASTIEN.user_id, Kind.RESUME)).votes
    assert await services.votes.propose(table.id, BASTIEN.user_id, Kind.RESUME) is None
    assert not (await services.tables.get(table.id)).asleep


async def test_a_pause_without_end_is_still_one_when_it_wakes(services, store, clock, alarm):
    table = await start_table(services)
    await services.votes.propose(table.id, MAUD.user_id, Kind.PAUSE)
    [motion] = await services.votes.open_motions(table.id)
    await services.votes.vote(table.id, motion.id, BASTIEN.user_id, yes=True)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await services.tables.get(table.id)).asleep
    after = await services.reminders.continue_game(table.id, MAUD.user_id)
    assert (after.asleep, after.paused) == (False, True)


async def test_a_substitute_wakes_it(services, clock, alarm):
    table = await start_table(services)
    await services.seats.offer(table.id, MAUD.user_id)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await services.tables.get(table.id)).asleep
    assert not (await services.seats.take(table.id, 0, INES)).asleep


# ---- its channel, and its file -------------------------------------------------------------------


async def test_its_channel_is_free_and_it_goes_on_in_a_thread(services, store, clock, alarm):
    table = await start_table(services, in_thread=False)
    with pytest.raises(RulesError, match=r"table\.channel_taken"):
        await lobby(services, in_thread=False, host=KARIM)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await services.reading.table_in(10)).id == table.id
    new = await lobby(services, in_thread=False, host=KARIM)
    assert (await services.reading.table_in(10, MAUD.user_id)).id == new.id
    after = await services.reminders.continue_game(table.id, MAUD.user_id)
    assert (after.asleep, after.in_thread, after.home_id) == (False, True, None)
    with pytest.raises(RulesError, match=r"table\.channel_taken"):
        await lobby(services, in_thread=False, host=KARIM)


async def test_its_own_thread_stays_its_own(services, store, clock, alarm):
    table = await start_table(services)
    await services.places.note(await services.tables.get(table.id), home_id=77)
    await clock.advance(QUIET + ANSWER + AFTER)
    assert (await services.tables.get(table.id)).asleep
    with pytest.raises(RulesError, match=r"table\.channel_taken"):
        await lobby(services, in_thread=False, channel_id=77, host=KARIM)
    assert (await services.reading.table_in(77)).id == table.id


async def test_question_sleep_and_wake_survive_restarts(tmp_path, brains):
    """Each life of the process does one thing, on the same file, with a clock that goes on."""
    clock = StillClock()

    async def life(ahead, act):
        store = await Store.open(tmp_path / "lives.sqlite3")
        store.clock = clock
        services = Services(store, brains, notify=lambda: None)
        try:
            clock.skip(ahead)
            await services.startup.resume()
            await services.reminders.plan_missing()
            await Scheduler(store, services.on_due).drain()
            return await act(services)
        finally:
            await services.stop_ai()
            await store.close()

    number = (await life(timedelta(), start_table)).id
    get = lambda services: services.tables.get(number)  # noqa: E731
    assert not (await life(QUIET + AFTER, get)).asleep
    assert (await life(ANSWER, get)).asleep
    assert (await life(QUIET, get)).asleep
    assert not (
        await life(DAY, lambda services: services.reminders.continue_game(number, MAUD.user_id))
    ).asleep
    after = await life(DAY, get)
    assert (after.status, after.asleep) == (Status.LIVE, False)
    assert await life(DAY, lambda services: codes(services, number)) == ["idle", "asleep", "awake"]
