"""Other terms during a game: the vote, the time that runs meanwhile, and the notice."""

from datetime import timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.steps.reminders import REMINDER
from bot.store import due_rows, table_rows
from bot.table.motions import Kind, MotionTarget, Outcome
from bot.table.negotiation import NewTerms, TermChange, number_of, terms_of
from bot.table.options import (
    CHANGEABLE,
    Absence,
    Entry,
    Late,
    Pace,
    Reminder,
    Terms,
    in_force,
    terms_of_values,
)
from bot.table.pace import Counted, clock_by_other_terms, hour, new_turn, of_a_turn
from bot.table.seating import Person
from rules.contract import BadOptions
from tests.bot.room import BASTIEN, INES, MAUD, make_move, refusal_code, start_table
from tests.bot.test_pace import PARIS, WEEKDAYS
from tests.bot.test_pacing import BANK, DAILY, DAY, HOUR, daily, notices_of, up
from tests.bot.test_reminding import posts_of_kind
from tests.clock import MONDAY_NOON

pytestmark = pytest.mark.usefixtures("clock")

NOOR = Person(77, "Noor")
WEEKLY = replace(DAILY, pace=Pace.WEEK)


async def propose(services, table_id, terms, person=MAUD):
    """The motion that asks for other terms; None where it was carried out at once."""
    before = (await services.tables.get(table_id)).terms
    target = MotionTarget(terms=NewTerms(before, terms))
    return await services.votes.propose(table_id, person.user_id, Kind.TERMS, target)


async def change(services, table_id, terms):
    """Maud proposes other terms, and everybody agrees."""
    motion = await propose(services, table_id, terms)
    for person in motion.votes if motion else ():
        if (await services.votes.motion(motion.id)).outcome is None:
            await services.votes.vote(table_id, motion.id, person, yes=True)
    assert (await services.tables.get(table_id)).terms == terms


async def reminder_at(store, table_id):
    """Moment of the next reminder since the beginning of the test, and when its turn began."""
    dues = [due for due in await store.read(due_rows.read_all, table_id) if due.kind == REMINDER]
    return [(due.at - MONDAY_NOON, due.payload["number"], due.payload["began"]) for due in dues]


# ---- agreed on -----------------------------------------------------------------------------------


async def test_the_others_are_asked_and_the_terms_change_once_they_agree(services, store):
    table = await start_table(services, 3, terms=DAILY)
    motion = await propose(services, table.id, WEEKLY)
    assert list(motion.votes) == [BASTIEN.user_id, INES.user_id]
    assert (await services.tables.get(table.id)).terms == DAILY
    motion = await services.votes.vote(table.id, motion.id, BASTIEN.user_id, yes=True)
    assert motion.outcome is None
    motion = await services.votes.vote(table.id, motion.id, INES.user_id, yes=True)
    assert motion.outcome is Outcome.CARRIED
    table = await services.tables.get(table.id)
    position = await store.read(table_rows.read_position, table.id)
    assert table.terms == WEEKLY == position.table.terms
    [(notice, _)] = await notices_of(store, "notice_terms")
    assert notice.args["terms"] == [["pace", "one", "week"]]
    assert notice.concerns == [person.user_id for person in (MAUD, BASTIEN, INES)]
    acts = [(act.code, act.by.name) for act in await services.reading.acts(table.id)]
    assert acts == [("motion_asked", "Maud"), ("terms", "Maud")]
    for kind in ("clock", "lobby"):
        assert await posts_of_kind(store, kind), "the deadline in it is drawn anew"


async def test_a_refusal_keeps_the_terms(services):
    table = await start_table(services, terms=DAILY)
    motion = await propose(services, table.id, WEEKLY)
    await services.votes.vote(table.id, motion.id, BASTIEN.user_id, yes=False)
    assert (await services.tables.get(table.id)).terms == DAILY


async def test_alone_it_happens_at_once(services, store):
    table = await start_table(services, 1, terms=Terms())
    assert await propose(services, table.id, Terms(reminder=Reminder.NEVER)) is None
    assert (await services.tables.get(table.id)).terms.reminder is Reminder.NEVER
    assert await reminder_at(store, table.id) == []


async def test_a_referee_changes_them_at_once_and_the_log_says_which(services, store):
    table = await start_table(services, terms=DAILY)
    target = MotionTarget(terms=NewTerms(DAILY, WEEKLY))
    await services.votes.rule(table.id, NOOR, Kind.TERMS, target)
    assert (await services.tables.get(table.id)).terms == WEEKLY
    assert await up(services, store, table.id) == 7 * DAY
    acts = [(act.code, act.by.name) for act in await services.reading.acts(table.id)]
    assert acts == [("ruled", "Noor"), ("terms", None)]


async def test_terms_that_are_the_same_are_refused(services):
    table = await start_table(services, terms=DAILY)
    assert await refusal_code(propose(services, table.id, DAILY)) == "table.terms_same"
    hidden = replace(Terms(), start=168, cap=336)
    other_table = await start_table(services, channel_id=11)
    assert await refusal_code(propose(services, other_table.id, hidden)) == "table.terms_same"


async def test_a_question_about_terms_that_a_referee_has_changed_is_overtaken(services):
    table = await start_table(services, terms=DAILY)
    motion = await propose(services, table.id, WEEKLY)
    target = MotionTarget(terms=NewTerms(DAILY, BANK))
    await services.votes.rule(table.id, NOOR, Kind.TERMS, target)
    assert (await services.votes.motion(motion.id)).outcome is Outcome.OVERTAKEN
    assert await refusal_code(services.votes.rule(table.id, NOOR, Kind.TERMS, target))


async def test_a_finished_game_has_no_vote_about_terms(services):
    table = await start_table(services, terms=DAILY)
    await services.seats.resign(table.id, MAUD.user_id)
    code = await refusal_code(propose(services, table.id, WEEKLY, BASTIEN))
    assert code == "table.wrong_status_over"


# ---- the time that runs --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "passed", "after", "deadline"),
    [
        pytest.param(DAILY, 20 * HOUR, WEEKLY, 20 * HOUR + 7 * DAY, id="more time counts from now"),
        pytest.param(WEEKLY, DAY, DAILY, 7 * DAY, id="more time is kept for this turn"),
        pytest.param(Terms(), 30 * DAY, DAILY, 31 * DAY, id="a game gets a clock"),
        pytest.param(
            daily(Late.REMIND), 2 * DAY, daily(Late.AI), 3 * DAY, id="a late seat has a whole turn"
        ),
    ],
)
async def test_the_turn_under_way_has_a_whole_turn_by_the_new_terms(
    services, store, clock, alarm, before, passed, after, deadline
):
    table = await start_table(services, terms=before)
    await clock.advance(passed)
    await change(services, table.id, after)
    assert await up(services, store, table.id) == deadline
    await clock.advance(deadline - passed - HOUR)
    assert await services.reading.log(table.id) == []
    await make_move(services, table.id)
    next_turn = deadline - HOUR + (7 * DAY if after == WEEKLY else DAY)
    assert await up(services, store, table.id, 1) == next_turn


async def test_a_game_loses_its_clock(services, store, clock, alarm):
    table = await start_table(services, terms=daily(Late.SEAT))
    await clock.advance(DAY)
    assert (await services.tables.get(table.id)).seats[0].offered
    await change(services, table.id, Terms())
    table = await services.tables.get(table.id)
    assert [(seat.time, seat.offered) for seat in table.seats] == [(None, False)] * 2
    assert (await store.read(table_rows.read_position, table.id)).table == table
    await clock.advance(30 * DAY)
    assert await notices_of(store, "notice_late") == []


async def test_a_bank_begins_as_in_a_new_game(services, store, clock):
    table = await start_table(services, terms=DAILY)
    await make_move(services, table.id)
    await clock.advance(6 * HOUR)
    await change(services, table.id, BANK)
    assert await up(services, store, table.id, 1) == 30 * HOUR
    await make_move(services, table.id)
    bank = (await services.tables.get(table.id)).seats[0].time.left
    assert 24 * HOUR <= bank <= 48 * HOUR


async def test_taking_back_across_a_change_is_possible(services, store, clock):
    table = await start_table(services, terms=WEEKLY)
    await clock.advance(6 * DAY)
    await make_move(services, table.id)
    await change(services, table.id, DAILY)
    await services.votes.propose(table.id, MAUD.user_id, Kind.UNDO)
    assert await up(services, store, table.id) == 7 * DAY


async def test_a_paused_game_has_other_terms_when_it_goes_on(services, store, clock):
    table = await start_table(services, terms=DAILY)
    await services.votes.rule(table.id, NOOR, Kind.PAUSE, MotionTarget())
    await change(services, table.id, WEEKLY)
    assert await up(services, store, table.id) is None
    await services.votes.rule(table.id, NOOR, Kind.RESUME, MotionTarget())
    assert await up(services, store, table.id) == 7 * DAY


async def test_other_reminders_leave_the_clock_alone(services, store, clock):
    table = await start_table(services, terms=DAILY)
    await clock.advance(2 * HOUR)
    await change(services, table.id, replace(DAILY, reminder=Reminder.QUARTER))
    assert await up(services, store, table.id) == DAY
    assert await reminder_at(store, table.id) == [(8 * HOUR, 1, table.opened_at)]
    await change(services, table.id, replace(DAILY, reminder=Reminder.NEVER))
    assert await reminder_at(store, table.id) == []


# ---- the rule ------------------------------------------------------------------------------------

TERMS = st.builds(
    Terms,
    pace=st.sampled_from([pace for pace in Pace if pace is not Pace.NONE]),
    absence=st.sampled_from(Absence),
    start=st.sampled_from([12, 24, 72]),
    increment=st.sampled_from([0, 12]),
    cap=st.sampled_from([72, 336]),
)
SPANS = st.timedeltas(timedelta(), 9 * DAY)


@given(
    before=TERMS,
    after=TERMS,
    hours=st.sampled_from([PARIS, WEEKDAYS]),
    used=SPANS,
    absence=st.none() | st.tuples(SPANS, SPANS),
)
def test_no_deadline_comes_nearer_and_a_whole_turn_is_left(before, after, hours, used, absence):
    """Whatever the pace, the hours, an absence, and the moment of the change."""
    counted = {Absence.RUNS: Counted(hours)}
    starts, lasts = absence or (timedelta(), timedelta())
    away = MONDAY_NOON + starts, MONDAY_NOON + starts + lasts
    counted[Absence.WAITS] = Counted(hours, *away) if absence else Counted(hours)
    now, old = MONDAY_NOON + used, counted[before.absence]
    time = new_turn(None, before, hours, 0).run(old, MONDAY_NOON)
    new = counted[after.absence]
    changed = clock_by_other_terms(time, after, hours, old, new, now).run(new, now)
    turn = hour(after.start) if after.pace is Pace.BANK else of_a_turn(after, hours)
    assert changed.left >= turn
    assert changed.until >= new.instant_after(now, turn)
    assert new.between(now, max(time.until, now)) <= changed.left
    assert changed.left >= time.remaining_at(old, now)


# ---- words and numbers ---------------------------------------------------------------------------

ANY = st.builds(
    terms_of_values,
    st.builds(Terms, entry=st.sampled_from(Entry)),
    st.fixed_dictionaries({key: st.sampled_from(term.values) for key, term in CHANGEABLE.items()}),
).filter(lambda terms: terms.start <= terms.cap)


@given(ANY)
def test_a_number_stands_for_all_that_may_change(terms):
    number = number_of(terms)
    assert number < 10**8
    assert terms_of(number, replace(Terms(), entry=terms.entry)) == terms


HIGH_START = Terms(start=336, cap=12)
"""More hours at the start than there may ever be: no menu offers it."""


@given(st.integers(0, 10**9))
@example(number_of(HIGH_START))
def test_a_forged_number_is_refused_or_means_possible_terms(number):
    try:
        terms = terms_of(number, Terms())
    except BadOptions:
        return
    assert terms.start <= terms.cap
    assert number_of(terms) == number


@given(ANY, ANY)
def test_only_terms_in_force_are_told(before, after):
    after = replace(after, entry=before.entry)
    changes = [*NewTerms(before, after).changes()]
    assert {change.key for change in changes} <= {*in_force(after)}
    assert all(change.before != change.after for change in changes)
    assert [*NewTerms(before, before).changes()] == []


def test_a_new_clock_is_told_with_its_rules():
    changes = [*NewTerms(Terms(), DAILY).changes()]
    assert changes == [
        TermChange("pace", "none", "one"),
        TermChange("late", None, "remind"),
        TermChange("excuses", None, "0"),
        TermChange("absence", None, "waits"),
    ]
