"""A month of twelve tables on a clock that a test moves: the bot, its diary, and the people.

Nothing here waits: time goes on to the next thing that is due, or to the next visit of somebody.
"""

from datetime import UTC, datetime, time, timedelta

import msgspec

from bot.ai.pool import Brains
from bot.service import Services
from bot.service.delivery import Outbox
from bot.service.people import People
from bot.service.scheduler import Scheduler
from bot.store import due_rows, table_lists
from bot.store.store import Store
from bot.table.hours import Hours
from bot.table.motions import Kind, MotionTarget
from bot.table.options import FIRST_REMINDER, Absence, Entry, Late, Pace, Terms
from bot.table.seating import Person, Purpose, Status
from rules import registry
from rules.levels import EASY
from rules.rng import Rng
from tests.bot.samples import waiting
from tests.tier import of_tier

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEGAN = datetime(2026, 3, 9, 12, tzinfo=UTC)
"""A Monday; on the 29th the summer time of Europe begins."""
END = BEGAN + 31 * DAY
SUMMER = datetime(2026, 3, 29, 1, tzinfo=UTC)
DOWN = [(BEGAN + days * DAY, BEGAN + days * DAY + 7 * HOUR) for days in (6.3, 15.7, 24.1)]
"""When the bot stops, and when it is there again."""
QUICK = {"akropolis": "random", "magna_grecia": "random"}
"""Players of people and machines: the easy one in a deep run, but where it thinks for long."""

HOURS = (
    Hours(),
    Hours("Europe/Paris", time(22), time(8)),
    Hours("America/Montreal", time(23), time(9), frozenset({6})),
    Hours("Asia/Tokyo", time(18), time(7)),
    Hours("Australia/Lord_Howe", time(21, 30), time(6, 30)),
    Hours("Europe/London", time(1), time(11), frozenset({2})),
)
PEOPLE = [Person(100 + number, f"Person {number}") for number in range(30)]
VANISHED, LEFT, SUBSTITUTE = PEOPLE[0], PEOPLE[1], PEOPLE[29]
"""Who never comes; who has left the server on the fifth day; who takes an offered seat."""
AWAY = {PEOPLE[4]: (3, 9), PEOPLE[7]: (8, 11), PEOPLE[11]: (12, 16), PEOPLE[13]: (1, 2.5)}
"""From which day until which somebody is away."""
TERMS = (
    Terms(pace=Pace.ONE, late=Late.AI, excuses=1),
    Terms(pace=Pace.TWO, late=Late.SEAT),
    Terms(),
    Terms(pace=Pace.BANK, start=24, increment=12, cap=48, late=Late.AI),
    Terms(pace=Pace.ONE, late=Late.REMIND, absence=Absence.RUNS),
    Terms(pace=Pace.THREE, late=Late.AI, excuses=2, entry=Entry.RELIABLE),
)
SIZES = (2, 3, 4, 2, 3, 2)
TABLES = range(1, 13)
"""Numbers of the tables."""


def hours_of(user):
    """Hours of a person."""
    return HOURS[(user - 100) % len(HOURS)]


def people_at_tables():
    """People at each of the twelve tables: everybody but the substitute, some at two."""
    friends = [person for person in PEOPLE if person not in (VANISHED, LEFT, SUBSTITUTE)]
    guests = iter(friends * 2)
    # the first three tables have somebody who does not come, or not for long
    fixed = {0: VANISHED, 1: LEFT, 2: VANISHED}
    for number in range(12):
        size = SIZES[number % len(SIZES)]
        group = [next(guests) for _ in range(size - (number in fixed))]
        yield [*group, fixed[number]] if number in fixed else group


class Simple(Brains):
    """Machines that think here and now."""

    async def choose(self, task, *_, **__):
        game = registry.get(task.game)
        return quick(game, game.state_from_json(task.state), task.seat, task.seed)


def quick(game, state, seat, seed):
    """A move, as it is typed."""
    player = game.player(QUICK.get(game.facts.key, of_tier("random", EASY)))
    return game.notation(state, seat, player.choose(state, seat, Rng(seed)))


# ---- the diary -----------------------------------------------------------------------------------


class Stretch(msgspec.Struct, frozen=True):
    """A part of a turn, at the beginning of which its reminders begin anew."""

    start: datetime
    since: datetime
    """When the turn began, as its reminders say."""
    left: timedelta | None
    """Time that the clock of the person had left; None where none ran."""
    first: timedelta | None
    """Active time before the first reminder; None where none comes."""


class Wait(msgspec.Struct):
    """A turn for which a table waits, or has waited, for a person."""

    table_id: int
    user: int
    stretches: list[Stretch]
    ended: datetime | None = None

    @property
    def began(self):
        return self.stretches[0].start


class Diary:
    """Every turn that a table has waited for a person, and everything that was shown to people."""

    def __init__(self, clock):
        self.clock, self.open, self.turns = clock, {}, []
        self.shown, self.clocks, self.left_moves, self.handled = [], [], [], []

    def note(self, live, change):
        """Note whom a table waits for after a step, and since when."""
        table, now = live.table, self.clock.now()
        if table.purpose is not Purpose.GAME:
            return
        seats = live.to_act if table.status is Status.LIVE and not table.paused else ()
        waits = {
            occupant.user_id: occupant.time
            for occupant in map(table.seats.__getitem__, seats)
            if not occupant.is_played and not occupant.resigned
        }
        moved = {table.seats[ply.seat].user_id for ply in change.plies}
        for (number, user), wait in [*self.open.items()]:
            if number == table.id and (user not in waits or user in moved):
                wait.ended = now
                self.turns.append(self.open.pop((number, user)))
        first = FIRST_REMINDER[table.terms.reminder]
        for user, clock in waits.items():
            is_running = clock is not None and clock.since is not None
            time = clock.left if is_running else None
            if (table.id, user) not in self.open:
                stretch = Stretch(now, now, time, first)
                self.open[table.id, user] = Wait(table.id, user, [stretch])
            elif change.terms is not None:
                stretch = Stretch(now, change.terms.since, time, first)
                self.open[table.id, user].stretches.append(stretch)

    def end_turns(self):
        """Take the turns that still go on as ended now."""
        for wait in self.open.values():
            wait.ended = self.clock.now()
            self.turns.append(wait)
        self.open = {}

    def note_clocks(self, before, after, written):
        """Note each clock that has changed, with the table before and after it."""
        if before is None or after.table.status is not Status.LIVE:
            return
        for seat, (old, new) in enumerate(zip(before.table.seats, after.table.seats, strict=False)):
            if old.user_id == new.user_id and old.time and new.time and old.time != new.time:
                self.clocks.append((after.table, seat, old.time, new.time, written))

    def note_left_moves(self, table_id, written):
        """Note every stage of a saved move, with what was written together with it."""
        instant = self.clock.now()
        for move in written.left_moves:
            self.left_moves.append((table_id, move, written, instant))

    async def deliver(self, delivery):
        """Be the courier: whatever goes out is there at once."""
        self.shown.append((delivery, self.clock.now()))

    def posts_of_kind(self, kind, code=None):
        """Posts of a kind, and the instants at which they were shown."""
        return [
            (entry.table_id, entry.payload, at)
            for entry, at in self.shown
            if entry.kind == kind and (code is None or entry.payload.code == code)
        ]


def watch(services, store, diary):
    """Note what becomes of turns, clocks and saved moves, with every step and every note."""
    save, note = services.commits.save, services.commits.note
    save_rows, note_rows = store.save, store.note

    async def save_and_note(after, change):
        before = services.tables.peek(after.table.id)
        table = await save(after, change)
        live = services.tables.peek(table.id)
        diary.note(live, change)
        diary.note_clocks(before, live, change)
        return table

    async def write_and_note(live, written):
        await note(live, written)
        if (after := services.tables.peek(live.table.id)) is not None:
            diary.note_clocks(live, after, written)

    async def save_rows_and_note(*changes):
        await save_rows(*changes)
        for change in changes:
            diary.note_left_moves(change.table.id, change)

    async def note_rows_and_note(table_id, written):
        await note_rows(table_id, written)
        diary.note_left_moves(table_id, written)

    services.commits.save, services.commits.note = save_and_note, write_and_note
    store.save, store.note = save_rows_and_note, note_rows_and_note


# ---- the bot -------------------------------------------------------------------------------------


class House:
    """The bot, which can be stopped and started again on its database."""

    def __init__(self, file, clock):
        self.file, self.clock, self.diary = file, clock, Diary(clock)

    async def start(self):
        self.store = await Store.open(self.file)
        self.store.clock, self.brains = self.clock, Simple()
        people = await People.open(self.store)
        self.services = Services(self.store, self.brains, notify=lambda: None, people=people)
        watch(self.services, self.store, self.diary)
        on_due = {kind: self.noted(does) for kind, does in self.services.on_due.items()}
        self.alarm = Scheduler(self.store, on_due)
        self.outbox = Outbox(self.store, self.diary, rate=1e9)
        await self.services.startup.resume()
        await self.services.reminders.plan_missing()
        await self.settle()

    def noted(self, does):
        """The handler of a due row, which notes the row that it is given."""

        async def handle(due):
            self.diary.handled.append((due, self.clock.now()))
            await does(due)

        return handle

    async def stop(self):
        await self.services.stop_ai()
        await self.brains.close()
        await self.store.close()

    async def settle(self):
        """All that is due now is done, all machines have moved, all that is told is shown."""
        await self.alarm.drain()
        await self.clock.settle()
        await self.alarm.drain()
        await self.outbox.drain()

    async def next_due(self):
        """Instant at which something is to be done or shown next."""
        due = await self.store.read(due_rows.read_next)
        shown = [at for _, at in await waiting(self.store)]
        return min([END, *shown, *([due[1]] if due else [])])


# ---- the people ----------------------------------------------------------------------------------


class Month:
    """A month in which people play, leave, go away and come back."""

    def __init__(self, house, end=END):
        self.house, self.end, self.luck = house, end, Rng(31)
        self.visits = {
            person.user_id: BEGAN + timedelta(minutes=person.user_id - 99)
            for person in PEOPLE
            if person is not VANISHED
        }
        self.stops, self.asked, self.taken, self.day = [*DOWN], set(), [], 0

    async def play(self):
        """Time goes on from one thing to the next until the end."""
        await self.begin()
        await self.house.settle()
        clock = self.house.clock
        while clock.now() < self.end:
            end_of_day = BEGAN + (self.day + 1) * DAY
            instant = min(await self.house.next_due(), *self.visits.values(), end_of_day)
            if self.stops and instant >= self.stops[0][0]:
                _, instant = self.stops.pop(0)
                await self.house.stop()
                clock.skip(instant - clock.now())
                await self.house.start()
            clock.skip(instant - clock.now())
            await self.house.settle()
            for user in [person for person, at in self.visits.items() if at <= clock.now()]:
                await self.visit(user)
                await self.house.settle()
            if clock.now() >= end_of_day:
                self.day += 1
                for person in AWAY:
                    await self.is_away(person.user_id, end_of_day)
                await self.end_day(self.day)

    async def end_day(self, number):
        """Do what is done at the end of a day."""

    async def begin(self):
        services = self.house.services
        for number, person in enumerate(PEOPLE):
            await services.people.change(person.user_id, hours=HOURS[number % len(HOURS)])
        games = sorted(registry.games())
        for number, group in enumerate(people_at_tables()):
            table = await services.lobbies.open(
                game=games[number % len(games)],
                guild_id=1,
                channel_id=10 + number,
                host=group[0],
                size=len(group),
                options={},
                language="en",
                in_thread=True,
                terms=TERMS[number % len(TERMS)],
            )
            for person in group[1:]:
                await services.lobbies.join(table.id, person)
            await services.lobbies.start(table.id, group[0].user_id)

    async def visit(self, user):
        """Somebody looks at their games, in a waking hour; sometimes there is no time for one."""
        instant, hours = self.house.clock.now(), self.house.services.people.preferences(user).hours
        span = timedelta(minutes=self.luck.below(240) + 20)
        self.visits[user] = hours.next_active(hours.instant_after(instant, span))
        if user == LEFT.user_id and instant > BEGAN + 5 * DAY:
            self.visits[user] = END
            return
        if await self.is_away(user, instant):
            return
        for table_id in await self.house.store.read(table_lists.with_seat_of, user):
            await self.look(table_id, user)
        if user == SUBSTITUTE.user_id:
            await self.take_a_seat()
        await self.spend_time(user)

    async def spend_time(self, user):
        """Somebody has looked at all their games, and has time for something else."""

    async def is_away(self, user, now):
        services = self.house.services
        first, last = AWAY.get(PEOPLE[user - 100], (40, 40))
        preferences = services.people.preferences(user)
        if BEGAN + first * DAY <= now < BEGAN + last * DAY and not preferences.is_away(now):
            await services.absences.begin(user, BEGAN + last * DAY)
        return services.people.preferences(user).is_away(now)

    async def look(self, table_id, user):
        """Answer what is asked, ask for what helps, move."""
        services = self.house.services
        for motion in await services.votes.open_motions(table_id):
            if motion.votes.get(user, True) is None:
                await services.votes.vote(table_id, motion.id, user, yes=True)
        await self.wish(table_id, user)
        while self.luck.below(10) and user in await self.acting(table_id):
            await self.move(table_id, user)

    async def acting(self, table_id):
        table = await self.house.services.tables.get(table_id)
        if table.status is not Status.LIVE:
            return ()
        look = await self.house.services.reading.look(table_id, None)
        return [table.seats[seat].user_id for seat in look.to_act]

    async def move(self, table_id, user):
        """A whole turn, move by move."""
        services, mine = self.house.services, True
        while mine:
            async with services.tables.hold(table_id) as live:
                seat = live.table.seat_of(user)
                tokens = quick(live.game, live.state, seat, self.luck.below(1 << 30)).split()
            mine = (await services.moves.play(table_id, user, None, tokens)).goes_on

    async def wish(self, table_id, user):
        """A pause of three days at one table; a substitute for whoever does not move."""
        services, instant = self.house.services, self.house.clock.now()
        if table_id == 6 and instant > BEGAN + 4 * DAY and (6, Kind.PAUSE) not in self.asked:
            self.asked.add((6, Kind.PAUSE))
            until = MotionTarget(until=(instant + 3 * DAY).isoformat())
            await services.votes.propose(table_id, user, Kind.PAUSE, until)
        for number, notice, _ in self.house.diary.posts_of_kind("notice", "table.notice_waits"):
            if number == table_id and (table_id, notice.late) not in self.asked:
                self.asked.add((table_id, notice.late))
                await services.votes.propose(
                    table_id, user, Kind.REPLACE, MotionTarget(seat=notice.late)
                )

    async def take_a_seat(self):
        """The first seat that is offered."""
        services = self.house.services
        for number, offer, _ in self.house.diary.posts_of_kind("offer"):
            table = await services.tables.get(number)
            if not self.taken and table.status is Status.LIVE and table.seats[offer.seat].offered:
                await services.seats.take(number, offer.seat, SUBSTITUTE)
                self.taken.append((number, offer.seat))
