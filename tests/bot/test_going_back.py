"""Going back gives nobody time: whatever is undone, no bank is larger than without it."""

from datetime import time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.steps.takebacks import REFEREE
from bot.table.hours import Hours
from bot.table.options import Absence, Late, Pace, Terms
from tests.bot.clockwork import Clockwork
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
