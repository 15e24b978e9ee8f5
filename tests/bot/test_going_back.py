"""Going back gives nobody time: whatever is undone, no bank is larger than without it."""

import asyncio
from collections import Counter
from contextlib import suppress
from datetime import time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ai.pool import Brains
from bot.service import build_services
from bot.steps.reminders import Snooze
from bot.steps.takebacks import REFEREE
from bot.store.store import Store
from bot.table.hours import Hours
from bot.table.motions import Kind, MotionTarget
from bot.table.options import Absence, Late, Pace, Terms
from bot.table.pace import Counted, hour
from bot.table.seating import Person
from rules.contract import RulesError
from tests.bot.clockwork import Clockwork
from tests.bot.room import BASTIEN, INES, MAUD, make_move, start_table
from tests.clock import StillClock
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
SNOOZES = st.tuples(st.just("snooze"), SEATS, st.sampled_from(Snooze))
GOES_BACK = st.tuples(st.just("go_back"), st.sampled_from([REFEREE, 0, 1, 2]), st.integers(1, 4))


def scripts(*actions, longest=40):
    """Actions at a table, each after some time."""
    return st.lists(st.tuples(SPANS, st.one_of(*actions)), min_size=10, max_size=longest)


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
def test_no_bank_is_larger_than_if_what_was_undone_had_given_nothing(key, terms, script):
    """Nor is one larger than before the undo, at once or when its turn begins again."""
    run(key, terms, script)


@pytest.mark.parametrize("key", of_tier(GAMES[1:2], GAMES))
@given(TERMS, scripts(MOVES, MOVES, RARELY))
def test_where_nobody_goes_back_a_bank_is_what_its_turns_gave_and_used(key, terms, script):
    table = run(key, terms, [step for step in script if step[1][0] != "take_back"])
    for seat, ledger in enumerate(table.ledgers):
        if ledger.entries:
            assert table.bank(seat) == ledger.bank()


# ---- with the store ------------------------------------------------------------------------------

PEOPLE = (MAUD, BASTIEN, INES)
OLGA = Person(900, "Olga")
BANK = Terms(pace=Pace.BANK, start=24, increment=12, cap=72)


class Evening:
    """Three friends at a table of the service, on a file, and a referee."""

    def __init__(self, services, store, number):
        self.services, self.store, self.number = services, store, number

    async def move(self):
        if not (await self.services.tables.get(self.number)).paused:
            await make_move(self.services, self.number)

    async def take_back(self):
        await self.go_back(0, 1)

    async def go_back(self, by, count):
        """By a referee to behind some turn, or by a player, with leave, to before their own."""
        before = await self.banks()
        if by == REFEREE:
            ends = [0, *(ply.ply for ply in await self.standing() if ply.ends_turn)]
            target = MotionTarget(to=ends[-1 - count % len(ends)])
            await self.services.votes.rule(self.number, OLGA, Kind.UNDO, target)
        else:
            motion = await self.services.votes.propose_undo(self.number, PEOPLE[by].user_id)
            for person in motion.votes if motion else ():
                await self.services.votes.vote(self.number, motion.id, person, yes=True)
        banks = await self.banks()
        assert all(bank <= old for bank, old in zip(banks, before, strict=True))

    async def pause(self):
        paused = (await self.services.tables.get(self.number)).paused
        kind = Kind.RESUME if paused else Kind.PAUSE
        await self.services.votes.rule(self.number, OLGA, kind, MotionTarget())

    async def leave(self, seat, span):
        await self.services.reminders.begin_absence(
            PEOPLE[seat].user_id, self.store.clock.now() + span
        )

    async def snooze(self, seat, choice):
        before = await self.banks()
        await self.services.reminders.snooze(self.number, PEOPLE[seat].user_id, choice)
        assert await self.banks() == before

    async def move_house(self, seat, hours):
        await self.services.reminders.change_preferences(PEOPLE[seat].user_id, hours=hours)

    async def standing(self):
        return [ply for ply in await self.services.reading.log(self.number) if not ply.undone]

    async def banks(self):
        """Stored banks of all seats for their later turns."""
        table = (await self.store.position(self.number)).table
        assert table == await self.services.tables.get(self.number)
        preferences = [self.services.people.preferences(person.user_id) for person in PEOPLE]
        return [
            timedelta()
            if occupant.time is None
            else occupant.time.bank_at(Counted.of(habit, table.terms), self.store.clock.now())
            for occupant, habit in zip(table.seats, preferences, strict=True)
        ]

    async def check(self):
        """Nobody has more than the turns that stand have given."""
        turns = Counter(ply.seat for ply in await self.standing() if ply.ends_turn)
        turns.update((await self.services.reading.look(self.number, None)).to_act)
        for seat, bank in enumerate(await self.banks()):
            finished_turns = max(turns[seat] - 1, 0)
            assert bank <= min(hour(BANK.start + finished_turns * BANK.increment), hour(BANK.cap))


@settings(max_examples=of_tier(2, 5))
@given(scripts(MOVES, MOVES, GOES_BACK, SNOOZES, RARELY, longest=20))
def test_at_a_table_of_the_service_nobody_wins_time_either(tmp_path_factory, script):
    asyncio.run(evening(tmp_path_factory.mktemp("evening") / "games.sqlite3", script))


async def evening(file, script):
    """All of it has happened at a table of the service; what it refuses is left out."""
    store, brains = await Store.open(file), Brains()
    store.clock = StillClock()
    services = build_services(store, brains, notify=lambda: None)
    try:
        table = Evening(services, store, (await start_table(services, 3, terms=BANK)).id)
        for span, (verb, *args) in script:
            store.clock.skip(span)
            with suppress(RulesError):
                await getattr(table, verb)(*args)
            await table.check()
    finally:
        await services.close()
        await brains.close()
        await store.close()
