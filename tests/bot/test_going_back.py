"""Going back gives nobody time: whatever is undone, no bank is larger than without it."""

from collections import Counter
from contextlib import suppress
from datetime import time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.steps.reminders import Snooze
from bot.steps.takebacks import REFEREE
from bot.table.hours import Hours
from bot.table.motions import Kind, MotionTarget
from bot.table.options import Absence, Late, Pace, Terms
from bot.table.pace import Counted, hour
from bot.table.seating import Person
from rules.contract import IllegalMove
from tests.bot.clockwork import Clockwork
from tests.bot.room import BASTIEN, INES, MAUD, acting, make_move, start_table
from tests.tier import of_tier

HOUR = timedelta(hours=1)
NIGHT = Hours("Europe/Paris", time(22), time(8))
SEATS = st.integers(0, 2)
SPANS = st.sampled_from([0, 0, 1, 3, 13, 26, 50]).map(lambda half_hours: half_hours * HOUR / 2)
MOVES = st.tuples(st.just("move"))
RARELY = st.one_of(
    st.tuples(st.just("take_back")),
    st.tuples(st.just("pause")),
    st.tuples(st.just("leave"), SEATS, SPANS),
    st.tuples(st.just("move_house"), SEATS, st.sampled_from([Hours(), NIGHT])),
)
GOES_BACK = st.tuples(st.just("go_back"), st.sampled_from([REFEREE, 0, 1, 2]), st.integers(1, 4))


def scripts(*actions):
    """Actions at a table, each after some time."""
    return st.lists(st.tuples(SPANS, st.one_of(*actions)), min_size=10, max_size=40)


TERMS = st.builds(
    Terms,
    pace=st.sampled_from([Pace.BANK, Pace.BANK, Pace.TWO, Pace.ONE, Pace.HALF]),
    start=st.sampled_from([12, 24, 48]),
    increment=st.sampled_from([0, 3, 12]),
    cap=st.sampled_from([24, 48, 72]),
    late=st.sampled_from([Late.REMIND, Late.AI]),
    excuses=st.integers(0, 2),
    absence=st.sampled_from(Absence),
)
GAMES = ["akropolis", "telegraph", "massalia"]


def run(key, terms, script):
    """A table where all of it has happened, one thing after the other."""
    table = Clockwork(key, terms, luck=1)
    for span, (verb, *args) in script:
        table.wait(span)
        getattr(table, verb)(*args)
    return table


@pytest.mark.parametrize("key", of_tier(GAMES[1:2], GAMES))
@settings(max_examples=40)
@given(TERMS, scripts(MOVES, MOVES, GOES_BACK, RARELY))
def test_no_bank_gains_by_turns_that_were_undone(key, terms, script):
    """Nor is one larger than before the undo, at once or when its turn begins again."""
    run(key, terms, script)


@pytest.mark.parametrize("key", of_tier(GAMES[1:2], GAMES))
@given(TERMS, scripts(MOVES, MOVES, RARELY))
def test_without_undoing_a_bank_is_the_time_given_less_the_time_used(key, terms, script):
    table = run(key, terms, [step for step in script if step[1][0] != "take_back"])
    for seat, ledger in enumerate(table.ledgers):
        if ledger.entries:
            assert table.bank(seat) == ledger.bank()


# ---- with the store ------------------------------------------------------------------------------

PEOPLE = (MAUD, BASTIEN, INES)
OLGA = Person(900, "Olga")
BANK = Terms(pace=Pace.BANK, start=24, increment=12, cap=72)


async def banks_of(services, store, number):
    """Stored banks of all seats for their later turns."""
    table = (await store.position(number)).table
    assert table == await services.tables.get(number)
    habits = [services.people.preferences(person.user_id) for person in PEOPLE]
    return [
        occupant.time.bank_at(Counted.of(habit, table.terms), store.clock.now())
        if occupant.time
        else timedelta()
        for occupant, habit in zip(table.seats, habits, strict=True)
    ]


async def go_back(services, number, turn):
    """Go back by a referee or, every other time, by a vote."""
    if turn % 2:
        ends = [ply.ply for ply in await services.reading.log(number) if not ply.undone]
        target = MotionTarget(to=ends[-3])
        await services.votes.rule(number, OLGA, Kind.UNDO, target)
        return
    motion = await services.votes.propose_undo(number, await acting(services, number))
    for person in motion.votes if motion else ():
        await services.votes.vote(number, motion.id, person, yes=True)


async def test_no_bank_gains_at_a_table_of_the_service_either(services, store, clock):
    """A bank holds at most the time that the turns which stand have given."""
    number = (await start_table(services, 3, terms=BANK)).id
    await services.reminders.change_preferences(MAUD.user_id, hours=NIGHT)
    for turn in range(6):
        for _ in PEOPLE:
            with suppress(IllegalMove):  # it is too late to snooze before a night
                await services.reminders.snooze(number, await acting(services, number), Snooze.HOUR)
            clock.skip(13 * HOUR / 2)
            await make_move(services, number)
        before = await banks_of(services, store, number)
        await go_back(services, number, turn)
        after = await banks_of(services, store, number)
        assert all(bank <= old for bank, old in zip(after, before, strict=True))
        standing = [ply.seat for ply in await services.reading.log(number) if not ply.undone]
        turns = Counter([*standing, *(await services.reading.look(number, None)).to_act])
        for seat, bank in enumerate(after):
            increments = max(turns[seat] - 1, 0) * BANK.increment
            assert bank <= hour(min(BANK.start + increments, BANK.cap))
