"""Who is notified, and when: nobody at night or while away, everybody as soon as they may be."""

import asyncio
import shutil
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot.ai.pool import Brains
from bot.service import Services
from bot.service.delivery import Outbox
from bot.service.scheduler import Scheduler
from bot.steps.announcements import GOES_ON
from bot.steps.idle import QUIET
from bot.steps.reminders import REMINDER, of_turn, people_awaited
from bot.store import due_rows
from bot.store.store import Store
from bot.table.advance import Stage
from bot.table.changes import Ping
from bot.table.hours import Hours
from bot.table.motions import Kind
from bot.table.options import Absence, Late, Pace, Reminder, Terms
from bot.table.seating import Status
from tests.bot.room import BASTIEN, INES, MAUD, acting, make_move, people, some_move, start_table
from tests.bot.test_ai_seats import settle
from tests.clock import MONDAY_NOON, StillClock
from tests.tier import games, of_tier

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
NIGHT = Hours("Europe/Paris", time(22), time(8))
MIDNIGHT = datetime(2026, 1, 5, 23, tzinfo=UTC)
MORNING = datetime(2026, 1, 6, 7, tzinfo=UTC)
"""Of the night in Paris."""
SILENT = Terms(reminder=Reminder.NEVER)


class Post:
    """What a delivery says of people, and when it went out."""

    def __init__(self, delivery, at):
        self.kind, self.table, self.payload, self.at = (
            delivery.kind,
            delivery.table_id,
            delivery.payload,
            at,
        )
        self.named, self.loud = delivery.payload.users, delivery.payload.notified_users


class Channel:
    """All that goes out, on a clock that stands still."""

    def __init__(self, store, services):
        self.store, self.services, self.posts = store, services, []
        self.outbox = Outbox(store, self, rate=1e9)
        self.alarm = Scheduler(store, services.on_due)

    async def deliver(self, delivery):
        self.posts.append(Post(delivery, self.store.clock.now()))

    def notices(self, code):
        """Notices with this code that went out."""
        posts = (post for post in self.posts if post.kind == "notice")
        return [post for post in posts if post.payload.code == code]

    async def settle(self):
        """Do all that is due, and show all that is to be shown."""
        await self.alarm.drain()
        await self.store.clock.settle()
        await self.outbox.drain()

    async def wait_until(self, end):
        """Let time pass, from one thing that is due to the next."""
        while True:
            await self.settle()
            due = await self.store.read(due_rows.read_next)
            at = min(end, due[1]) if due else end
            if at <= self.store.clock.now():
                at = end
            self.store.clock.skip(at - self.store.clock.now())
            if at == end:
                await self.settle()
                return

    def calls_of(self, person, since=None):
        """The posts that notify a person: the kind and the moment."""
        return [
            (post.kind, post.at)
            for post in self.posts
            if person.user_id in post.loud and (since is None or post.at >= since)
        ]


@pytest.fixture
def channel(store, services, clock):
    return Channel(store, services)


async def sleeps(services, *sleepers, hours=NIGHT):
    for person in sleepers:
        await services.people.change(person.user_id, hours=hours)


# ---- at night ------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [Terms(), SILENT], ids=["reminders", "no_reminders"])
async def test_a_turn_that_begins_at_night_calls_once_in_the_morning(channel, services, terms):
    """Whether or not the table reminds people; the board names the player without a push."""
    await sleeps(services, BASTIEN)
    table = await start_table(services, terms=terms)
    await channel.wait_until(MIDNIGHT)
    await make_move(services, table.id)
    await channel.wait_until(MORNING + HOUR)
    [board] = [post for post in channel.posts if post.kind == "board"]
    assert (board.named, board.loud) == ([BASTIEN.user_id], [])
    assert channel.calls_of(BASTIEN) == [(REMINDER, MORNING)]


async def test_whoever_moves_at_night_is_not_called_in_the_morning(channel, services):
    await sleeps(services, MAUD, BASTIEN)
    table = await start_table(services)
    await channel.wait_until(MIDNIGHT)
    for _ in range(2):
        await make_move(services, table.id)
        await channel.settle()
    await channel.wait_until(MORNING + HOUR)
    assert channel.calls_of(BASTIEN) == []
    assert channel.calls_of(MAUD, MIDNIGHT) == [(REMINDER, MORNING)]


@pytest.mark.parametrize(("minutes", "is_called"), [(14, True), (16, False)])
async def test_whoever_has_just_pressed_something_is_awake(channel, services, minutes, is_called):
    await sleeps(services, BASTIEN)
    table = await start_table(services)
    await channel.wait_until(MIDNIGHT)
    services.people.note_press(BASTIEN.user_id)
    await channel.wait_until(MIDNIGHT + minutes * MINUTE)
    await make_move(services, table.id)
    await channel.settle()
    assert bool(channel.calls_of(BASTIEN)) is is_called


async def test_one_call_in_the_morning_lists_all_tables(channel, services):
    """The next reminders of each come as usual."""
    await sleeps(services, BASTIEN)
    tables = [
        await start_table(services, channel_id=10 * number, guild_id=number)
        for number in range(1, 4)
    ]
    await channel.wait_until(MIDNIGHT)
    for table in tables:
        await make_move(services, table.id)
    await channel.wait_until(MORNING + HOUR)
    assert channel.calls_of(BASTIEN) == [(REMINDER, MORNING)]
    [call] = [post for post in channel.posts if post.kind == REMINDER]
    assert sorted([call.table, *call.payload.others]) == [table.id for table in tables]
    await make_move(services, call.table)
    await channel.wait_until(MORNING + DAY)
    [_, again] = [post for post in channel.posts if BASTIEN.user_id in post.loud]
    rest = {table.id for table in tables} - {call.table}
    assert {again.table, *again.payload.others} == rest


async def test_a_post_that_comes_late_calls_nobody_at_night(channel, services):
    """An outage has held it up since the evening: the call comes in the morning all the same."""
    await sleeps(services, BASTIEN)
    table = await start_table(services)
    await channel.wait_until(MIDNIGHT - 4 * HOUR)
    await make_move(services, table.id)
    services.tables.forget(table.id)
    channel.store.clock.skip(4 * HOUR)
    await channel.wait_until(MORNING + HOUR)
    assert channel.calls_of(BASTIEN) == [(REMINDER, MORNING)]


async def test_a_question_at_night_is_asked_once_more_in_the_morning(channel, services):
    """Unless it was answered or withdrawn meanwhile; a second one of the same night has its own."""
    await sleeps(services, BASTIEN, INES)
    table = await start_table(services, 3)
    await channel.wait_until(MIDNIGHT)
    earlier = await services.votes.propose(table.id, MAUD.user_id, Kind.PAUSE)
    await channel.settle()
    await services.votes.vote(table.id, earlier.id, MAUD.user_id, yes=False)
    motion = await services.votes.propose(table.id, MAUD.user_id, Kind.END)
    await channel.settle()
    await services.votes.note_post(motion.id, (10, 77))
    await services.votes.vote(table.id, motion.id, BASTIEN.user_id, yes=True)
    await channel.wait_until(MORNING + HOUR)
    asked = channel.notices("table.notice_asked")
    assert [(post.loud, post.at) for post in asked] == [([INES.user_id], MORNING)]
    assert asked[0].payload.args["post"].endswith("/10/77")


async def test_the_host_of_a_lobby_that_fills_at_night_is_called_in_the_morning(channel, services):
    await sleeps(services, MAUD)
    table = await services.lobbies.open(
        game="akropolis",
        guild_id=1,
        channel_id=10,
        host=MAUD,
        size=2,
        options={},
        language="en",
        in_thread=True,
        ai=(),
        drawn=False,
    )
    await channel.wait_until(MIDNIGHT)
    await services.lobbies.join(table.id, BASTIEN)
    await channel.wait_until(MORNING + HOUR)
    assert channel.calls_of(MAUD) == [("notice", MORNING)]


async def test_whether_an_idle_game_goes_on_is_asked_once_more_in_the_morning(channel, services):
    await sleeps(services, BASTIEN)
    table = await start_table(services, terms=SILENT)
    await channel.wait_until(MIDNIGHT)
    await make_move(services, table.id)
    await channel.wait_until(MIDNIGHT + QUIET + 10 * HOUR)
    asked = channel.notices(GOES_ON)
    assert [(post.loud, post.at) for post in asked] == [
        ([MAUD.user_id], MIDNIGHT + QUIET),
        ([BASTIEN.user_id], MORNING + QUIET),
    ]


# ---- away ----------------------------------------------------------------------------------------


async def test_whoever_is_away_is_named_and_called_on_the_day_of_their_return(channel, services):
    await sleeps(services, BASTIEN)
    table = await start_table(services)
    await services.absences.begin(BASTIEN.user_id, MIDNIGHT + 3 * DAY)
    await make_move(services, table.id)
    await channel.wait_until(MORNING + 3 * DAY + HOUR)
    assert channel.calls_of(BASTIEN) == [(REMINDER, MORNING + 3 * DAY)]
    assert BASTIEN.user_id in next(post for post in channel.posts if post.kind == "board").named


async def test_nobody_who_has_saved_a_move_is_told_that_they_are_next(channel, services):
    table = await start_table(services, 3)
    for person in (BASTIEN, INES):
        await services.people.change(person.user_id, next_up=True)
    prompt = await some_move(services, table.id, INES.user_id)
    left = await services.moves.play(table.id, INES.user_id, table.revision, prompt.tokens)
    assert left.stage is Stage.LEFT
    await make_move(services, table.id)
    await channel.wait_until(MONDAY_NOON + HOUR)
    assert [post.named for post in channel.posts if post.kind == "next"] == []


# ---- a reminder belongs to its turn --------------------------------------------------------------


async def test_a_reminder_goes_with_its_turn_though_the_next_is_the_same_persons(
    channel, services, minds
):
    table = await start_table(services, 2, ai=("random",))
    ping = Ping(table.id, MAUD.user_id, 10, 1, of_turn(REMINDER, 0))
    await services.reminders.note_pings(ping)
    assert await services.reminders.retire_stale_pings(table.id) == []
    await make_move(services, table.id)
    await settle(services, table.id)
    assert await services.reminders.retire_stale_pings(table.id) == [ping]


# ---- whatever happens ----------------------------------------------------------------------------

ZONES = ["Europe/Paris", "America/Montreal", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"]
HOURS = st.builds(
    Hours,
    st.sampled_from(ZONES),
    st.integers(18, 23).map(time),
    st.integers(5, 11).map(time),
    st.frozensets(st.integers(0, 6), max_size=2),
)
TERMS = st.builds(
    Terms,
    pace=st.sampled_from([Pace.NONE, Pace.TWO, Pace.BANK]),
    late=st.sampled_from([Late.REMIND, Late.AI]),
    absence=st.sampled_from(Absence),
    reminder=st.sampled_from(Reminder),
)
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""To shrink an example would take minutes."""
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "move", "press", "away", "ask", "wait"]),
        st.integers(0, 3),
        st.integers(1, 40),
    ),
    min_size=10,
    max_size=20,
)


@pytest.mark.parametrize("key", games())
@settings(max_examples=of_tier(10, 40), deadline=None, phases=UNSHRUNK)
@given(hours=st.tuples(*[HOURS] * 3), terms=st.tuples(TERMS, TERMS), steps=STEPS)
def test_nobody_is_called_at_night_or_away_and_nobody_waits_longer_than_they_must(
    tmp_path_factory, empty_database, key, hours, terms, steps
):
    """Two tables of three people, who sleep, travel, move at any hour, and put questions."""
    file = tmp_path_factory.mktemp("calls") / "games.sqlite3"
    shutil.copy(empty_database, file)
    asyncio.run(live_through(file, key, hours, terms, steps))


async def live_through(file, key, hours, terms, steps):
    store, brains = await Store.open(file), Brains()
    store.clock = StillClock()
    services = Services(store, brains, notify=lambda: None)
    channel = Watched(store, services)
    try:
        for person, own in zip(people, hours, strict=False):
            await services.people.change(person.user_id, hours=own)
        tables = [
            await start_table(services, 3, game=key, channel_id=number, terms=own)
            for number, own in enumerate(terms, 1)
        ]
        await channel.settle()
        for kind, number, span in steps:
            await channel.step(kind, number, tables[number % 2].id)
            await channel.wait_until(store.clock.now() + span * HOUR / 4)
        assert channel.disturbed == []
        assert channel.overdue == []
    finally:
        await services.stop_ai()
        await brains.close()
        await store.close()


class Watched(Channel):
    """A channel that notes who may be notified whenever something goes out, and who is awaited."""

    def __init__(self, store, services):
        super().__init__(store, services)
        self.disturbed, self.overdue = [], []
        self.waits = {}
        """By table and person: their turn, and by when they must be called; None once they were."""

    async def deliver(self, delivery):
        await super().deliver(delivery)
        post, now = self.posts[-1], self.store.clock.now()
        for user in post.loud:
            if self.services.people.next_call(user, now) > now:
                self.disturbed.append((post.kind, user, now))
            others = getattr(post.payload, "others", ())
            for key in ((table, user) for table in (post.table, *others)):
                if key in self.waits:
                    self.waits[key] = (self.waits[key][0], None)

    async def settle(self):
        await self.alarm.drain()
        await self.store.clock.settle()
        await self.note_turns()
        await self.outbox.drain()
        now = self.store.clock.now()
        for (table, user), (turn, by) in self.waits.items():
            at = self.services.people.next_call(user, now)
            if by is not None and by < now:
                self.overdue.append((table, user, by, now))
            elif by is not None and at > now:  # they have gone away since
                self.waits[table, user] = (turn, at)

    async def note_turns(self):
        """Note from when on each person who is awaited must have been called."""
        waits = {}
        for number in (1, 2):
            async with self.services.tables.hold(number) as live:
                for user in people_awaited(live):
                    key, at = (number, user), self.services.people.next_call
                    turn, by = self.waits.get(key, (None, None))
                    if turn != live.turn_start:
                        turn, by = live.turn_start, at(user, self.store.clock.now())
                    waits[key] = (turn, by)
        self.waits = waits

    async def step(self, kind, number, table_id):
        services, person = self.services, people[number % 3]
        table = await services.tables.get(table_id)
        if kind == "press":
            services.people.note_press(person.user_id)
        elif kind == "away":
            until = self.store.clock.now() + (number + 1) * DAY
            await services.absences.begin(person.user_id, until)
        elif table.status is not Status.LIVE:
            return
        elif kind == "ask":
            if not await services.votes.open_motions(table_id):
                await services.votes.propose(table_id, person.user_id, Kind.END)
        elif kind == "move" and not table.rests:
            user = await acting(services, table_id)
            services.people.note_press(user)
            await make_move(services, table_id)
