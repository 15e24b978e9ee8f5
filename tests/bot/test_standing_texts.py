"""The deadlines in the posts that stand at a table are those at which something happens."""

import random
from datetime import time, timedelta

import msgspec
import pytest

from bot.steps.deadlines import TIME_UP, deadline
from bot.steps.reminders import GRACE, REMINDER, people_awaited
from bot.store import due_rows
from bot.table.hours import Hours
from bot.table.motions import Kind
from bot.table.options import Absence, Late, Pace, Terms
from bot.table.payloads import Payload
from bot.table.post import BOARDS
from rules.contract import RulesError
from tests.bot.room import BASTIEN, MAUD, some_move, start_table
from tests.tier import of_tier

pytestmark = pytest.mark.usefixtures("clock")

HOUR = timedelta(hours=1)
PEOPLE = (MAUD, BASTIEN)
ZONES = ("UTC", "Europe/Paris", "Asia/Tokyo", "America/New_York")
STEPS = 25


def take_orders(db):
    """Empty the outbox; its orders, the oldest first."""
    rows = db.execute("SELECT kind, payload FROM outbox ORDER BY id").fetchall()
    db.execute("DELETE FROM outbox")
    return [(kind, payload) for kind, payload in rows]


class Thread:
    """The newest texts of a table, written as the courier writes them when an order comes."""

    def __init__(self, services, store, table_id):
        self.services, self.store, self.table_id = services, store, table_id
        self.texts = {}

    async def deliver(self):
        """Carry out the orders since the last time; forget what a turn that is over leaves."""
        rows = await self.store.write(take_orders)
        live = await self.services.moves.load(self.table_id)
        waits = people_awaited(live)
        for kind, payload in rows:
            if kind in BOARDS:
                self.write(live.table, ["board"])
            elif kind in (REMINDER, GRACE):
                users = msgspec.json.decode(payload, type=Payload).mention
                self.write(live.table, [(kind, user) for user in users])
            elif kind == "clock":
                self.write(live.table, [*self.texts])
        self.texts = {
            text: limits
            for text, limits in self.texts.items()
            if text == "board" or text[1] in waits
        }

    def write(self, table, texts):
        """Write the deadlines of all seats into some texts."""
        limits = [deadline(table, seat) for seat in range(len(table.seats))]
        for text in texts:
            self.texts[text] = [limit and limit.until for limit in limits]

    async def require_truth(self):
        """Refuse a text that names another moment than the one that something happens at."""
        dues = await self.store.read(due_rows.read_all, self.table_id)
        moments = {int(due.subject): due.at for due in dues if due.kind == TIME_UP}
        expected = [moments.get(seat) for seat in range(len(PEOPLE))]
        for text, limits in self.texts.items():
            assert limits == expected, text


async def pause_or_resume(services, table_id):
    table = await services.tables.get(table_id)
    kind = Kind.RESUME if table.paused else Kind.PAUSE
    motion = await services.votes.propose(table_id, MAUD.user_id, kind)
    await services.votes.vote(table_id, motion.id, BASTIEN.user_id, yes=True)


async def do_something(services, clock, table_id, luck):
    """One thing that may happen at a table, if it is possible now."""
    person, kind = luck.choice(PEOPLE), luck.randrange(8)
    match kind:
        case 0 | 1:
            prompt = await some_move(services, table_id, person.user_id)
            await services.moves.play(table_id, person.user_id, None, prompt.tokens)
        case 2:
            await pause_or_resume(services, table_id)
        case 3:
            until = clock.now() + luck.randrange(1, 60) * HOUR
            await services.absences.begin(person.user_id, until)
        case 4:
            await services.absences.end(person.user_id)
        case 5:
            night = (time(luck.randrange(20, 24)), time(luck.randrange(5, 10)))
            hours = Hours(luck.choice(ZONES), *luck.choice((night, (None, None))))
            await services.absences.change_preferences(person.user_id, hours=hours)
        case 6:
            moments = await services.reminders.snooze_moments(table_id, person.user_id)
            if moments:
                choice = luck.choice([*moments])
                await services.reminders.snooze(table_id, person.user_id, choice)
        case 7:
            await services.moves.take_back(table_id, person.user_id, None)
    await clock.advance(luck.randrange(12) * HOUR)


@pytest.mark.parametrize("seed", range(of_tier(3, 60)))
async def test_a_text_names_the_deadline_that_is_acted_on(services, store, clock, alarm, seed):
    luck = random.Random(seed)
    terms = Terms(
        pace=luck.choice((Pace.ONE, Pace.TWO, Pace.BANK)),
        start=24,
        increment=12,
        cap=48,
        excuses=luck.randrange(3),
        late=luck.choice((Late.REMIND, Late.SEAT)),
        absence=luck.choice([*Absence]),
    )
    table = await start_table(services, terms=terms)
    thread = Thread(services, store, table.id)
    for _ in range(STEPS):
        await thread.deliver()
        await thread.require_truth()
        try:
            await do_something(services, clock, table.id, luck)
        except RulesError:
            await clock.advance(HOUR)
        await clock.settle()
    assert "board" in thread.texts
