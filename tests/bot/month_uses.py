"""What people do in the month besides playing: look back and on, leave moves, try, learn, agree."""

import json

import pytest
from msgspec.structs import replace

from bot.service.sandboxes import Spot
from bot.steps import advance, lines
from bot.steps.timeline import Goal, Unit
from bot.steps.visibility import replay as position_after
from bot.store import due_rows, left_move_rows, table_lists, table_rows
from bot.table.advance import ADVANCE, Stage
from bot.table.changes import Change
from bot.table.motions import Kind, MotionTarget
from bot.table.negotiation import NewTerms
from bot.table.options import Pace, Reminder
from bot.table.seating import Person, Purpose, Status
from bot.table.spectators import Calls
from rules import record as records
from rules import registry
from rules.contract import RulesError
from rules.rng import Rng
from tests.bot.month import DAY, END, LEFT, PEOPLE, TABLES, VANISHED, Month, quick
from tests.bot.samples import waiting

REFEREE = Person(500, "Referee")
HIDDEN, FORGOTTEN = PEOPLE[28], PEOPLE[22]
"""Who keeps their statistics to themselves; who is forgotten on the tenth day."""
LEARNERS = {PEOPLE[26].user_id: "akropolis", PEOPLE[27].user_id: "attika"}
"""Who takes a lesson, in which game; the second one leaves it after a turn."""
FIRST_LESSON = 101
"""Thread of the first lesson."""
OTHER_TERMS = {
    3: {"pace": Pace.TWO},
    5: {"pace": Pace.BANK, "start": 72, "increment": 12, "cap": 120},
    8: {"reminder": Reminder.QUARTER},
    10: {"increment": 3, "cap": 24},
}
"""Other terms that people agree on at some tables, each time on the third day."""
MOVED_FOR = {1: VANISHED, 2: LEFT, 3: VANISHED}
"""Tables and people for whom the referee moves once."""
MOVES_LEFT = 8
"""So often people try to leave a move at each table."""
TRIES = 3
"""Visits of a person to a sandbox."""


class BusyMonth(Month):
    """A month in which everything else is in use as well, and is looked at each day."""

    def __init__(self, house, end=END):
        super().__init__(house, end)
        self.dice = Rng(77)
        self.cancelled, self.replays, self.refusals, self.patience = set(), [], [], {}
        self.guesses, self.watchers, self.closed_guesses = {}, {}, 0
        self.lessons, self.sandboxes, self.tries = {}, {}, {}
        self.moved_for, self.exported, self.forgotten_at = set(), {}, None

    async def begin(self):
        await super().begin()
        people = self.house.services.people
        await people.change(HIDDEN.user_id, unlisted=True)

    # ---- visits ----------------------------------------------------------------------------------

    async def look(self, table_id, user):
        table = await self.house.services.tables.get(table_id)
        if table.purpose is Purpose.LESSON:
            await self.learn(table_id, user)
            return
        await self.propose_terms(table, user)
        await super().look(table_id, user)
        await self.look_back(table_id, user)
        await self.leave_move(table_id, user)

    async def spend_time(self, user):
        """Somebody looks at other tables, takes a lesson, tries other moves."""
        await self.look_on(user)
        await self.begin_lesson(user)
        await self.try_moves(user)

    # ---- replay ----------------------------------------------------------------------------------

    async def look_back(self, table_id, user):
        """Look at a position of the past, which shows no more than its reader may know."""
        if self.dice.below(3):
            return
        services = self.house.services
        await self.house.clock.settle()  # no machine moves between the look and the check
        goals, units = [*Goal], [*Unit]
        opening = await services.replays.opening(table_id, user)
        last = opening.turns[opening.place - 1].last if opening.place else 0
        goal, unit = goals[self.dice.below(len(goals))], units[self.dice.below(len(units))]
        ply = self.dice.below(last + 1) if goal is Goal.AT else last
        replay = await services.replays.stop(table_id, user, goal, unit=unit, ply=ply)
        await self.check_replay(replay)
        self.replays.append(replay)

    async def check_replay(self, replay):
        table, seat = replay.table, replay.seat
        async with self.house.services.tables.hold(table.id) as live:
            log = await self.house.store.read(table_rows.read_plies, table.id)
        visible = [ply for turn in replay.turns for ply in turn.plies]
        ended = [ply.ply for ply in log if ply.ends_turn and ply.undone is None]
        is_over = table.status is Status.OVER
        assert is_over or max((ply.ply for ply in visible), default=0) == max(ended, default=0)
        assert not any(ply.undone for ply in visible)
        plies = [ply for turn in replay.turns[: replay.place] for ply in turn.plies]
        state = position_after(live.game, live.deal(), plies)
        redeal = live.game.redeal(state, seat, self.dice)
        assert live.game.view(redeal, seat) == replay.view
        seats = range(table.size) if is_over else () if seat is None else (seat,)
        assert {*replay.hands} == {n for n in seats if live.game.hand(state, n) is not None}

    # ---- saved moves -----------------------------------------------------------------------------

    async def leave_move(self, table_id, user):
        """Leave a move while others play; now and then, think better of it."""
        move = await self.house.services.advance.left(table_id, user)
        if move is not None and move.stage is Stage.LEFT:
            if not self.dice.below(6):
                self.cancelled.add((table_id, move.seat, self.house.clock.now()))
                assert await self.house.services.advance.cancel(table_id, user)
            return
        if self.patience.setdefault(table_id, MOVES_LEFT) and not self.dice.below(4):
            self.patience[table_id] -= 1
            await self.choose_move(table_id, user)

    async def choose_move(self, table_id, user):
        """Choose a whole turn that is to come, move after move as far as that is known."""
        services = self.house.services
        async with services.tables.hold(table_id) as live:
            try:
                ahead, seat = advance.position(live, user, None)
            except RulesError:
                return
        line, after = list[str](), ahead
        while ahead.is_ahead and (not line or after.turn):
            line.append(quick(after.game, after.state, seat, self.dice.below(1 << 30)))
            [(after, _)] = lines.walk(after, seat, line[-1:], at="")
        if line:
            try:
                await services.moves.play(table_id, user, ahead.table.revision, [";".join(line)])
            except RulesError as refusal:
                self.refusals.append(refusal.code)

    # ---- spectators ------------------------------------------------------------------------------

    async def look_on(self, user):
        """Have oneself called by a table of others, and guess who wins there; some are too late."""
        services, table_id = self.house.services, TABLES[user % len(TABLES)]
        table = await services.tables.get(table_id)
        if table.status is not Status.LIVE or user in table.humans():
            return
        if (table_id, user) not in self.watchers:
            calls = Calls.ROUND if user % 2 else Calls.END
            await services.spectators.watch(table_id, user, calls)
            self.watchers[table_id, user] = calls
        watching = await services.spectators.state(table_id, user)
        seat = (user // 2) % table.size
        if watching.guessing.is_open and user % 3:
            self.guesses[table_id, user] = seat
            assert (await services.spectators.guess(table_id, user, seat)).guess == seat
        elif watching.guess is None and not watching.guessing.is_open:
            with pytest.raises(RulesError, match=r"watch\.closed"):
                await services.spectators.guess(table_id, user, seat)
            self.closed_guesses += 1
        if not self.dice.below(4):
            await self.check_replay(await services.replays.opening(table_id, user))

    # ---- lessons ---------------------------------------------------------------------------------

    async def begin_lesson(self, user):
        game = LEARNERS.get(user)
        if game is None or game in self.lessons:
            return
        thread, person = FIRST_LESSON + len(self.lessons), PEOPLE[user - 100]
        table = await self.house.services.lessons.open(
            game, guild_id=1, thread_id=thread, person=person, language="fr"
        )
        self.lessons[game] = table.id

    async def learn(self, table_id, user):
        """A turn of a lesson; the first game is learnt to the end, the other left after a turn."""
        services, table = self.house.services, await self.house.services.tables.get(table_id)
        progress = await services.lessons.progress(table_id)
        if progress.step is None:
            await services.lessons.close(table_id, user)
            return
        if table.game == "attika" and progress.number > 1:
            return
        while user in await self.acting(table_id):
            async with services.tables.hold(table_id) as live:
                tokens = quick(live.game, live.state, live.table.seat_of(user), 1).split()
            if progress.can:
                prompt = await services.moves.suggest(table_id, user, None, ())
                tokens, progress = prompt.tokens, replace(progress, can=False)
            turn = await services.moves.play(table_id, user, None, tokens)
            if not turn.goes_on:
                return

    # ---- sandboxes -------------------------------------------------------------------------------

    async def try_moves(self, user):
        """Some moves in one's sandboxes, which are then left alone."""
        services = self.house.services
        for table in await services.sandboxes.of(user):
            self.tries[table.id] = self.tries.get(table.id, 0) + 1
            if self.tries[table.id] > TRIES:
                continue
            async with services.tables.hold(table.id) as live:
                seats = [seat for seat in live.to_act if not live.table.seats[seat].is_played]
                moves = [quick(live.game, live.state, seat, 5).split() for seat in seats[:1]]
            for tokens in moves:
                await services.moves.play(table.id, user, None, tokens)

    async def open_sandbox(self, table, record):
        """The record of a finished game, or *What if* in the middle of it, opens a sandbox."""
        services = self.house.services
        host = next(PEOPLE[user - 100] for user in table.humans() if user != VANISHED.user_id)
        spot = Spot(1, table.channel_id, "en")
        if table.id % 2:
            content = json.dumps(record).encode()
            sandbox = await services.sandboxes.open_from_record(content, 3, host, spot, ai=True)
        else:
            middle = len(record["plies"]) // 2
            sandbox = await services.sandboxes.open_from_game(
                table.id, middle, host, spot, ai=False
            )
        self.sandboxes[sandbox.id] = table.id

    # ---- terms, referees -------------------------------------------------------------------------

    async def propose_terms(self, table, user):
        """Other terms for a game that goes on."""
        key = table.id, Kind.TERMS
        if table.id not in OTHER_TERMS or key in self.asked or self.day < 3:
            return
        self.asked.add(key)
        new = NewTerms(table.terms, replace(table.terms, **OTHER_TERMS[table.id]))
        await self.house.services.votes.propose(table.id, user, Kind.TERMS, MotionTarget(terms=new))

    async def move_for_somebody(self):
        """A referee moves for people who do not: types a move, or has an AI move in its place."""
        services = self.house.services
        for number in {*MOVED_FOR} - self.moved_for:
            try:
                table, seat = await services.proxies.seat_to_move(number, REFEREE.user_id)
            except RulesError:
                continue
            if table.seats[seat].user_id != MOVED_FOR[number].user_id:
                continue
            self.moved_for.add(number)
            goes_on = number == 1
            if not goes_on:
                await services.proxies.let_ai_play(number, REFEREE, None)
            while goes_on:
                async with services.tables.hold(number) as live:
                    tokens = quick(live.game, live.state, seat, 9).split()
                turn = await services.proxies.play(number, REFEREE, None, tokens)
                goes_on = turn.goes_on

    async def forget(self):
        """Somebody is forgotten, while others play against them."""
        services, diary = self.house.services, self.house.diary
        numbers = await self.house.store.read(table_lists.with_seat_of, FORGOTTEN.user_id)
        assert numbers
        await services.privacy.forget(FORGOTTEN.user_id)
        self.visits[FORGOTTEN.user_id] = max(self.visits.values()) + 60 * DAY
        self.forgotten_at = self.house.clock.now()
        for number in numbers:
            async with services.tables.hold(number) as live:
                diary.note(live, Change(table=live.table))

    # ---- each day --------------------------------------------------------------------------------

    async def end_day(self, number):
        await self.house.services.lessons.close_stale()
        await self.house.settle()
        await self.check_what_is_due()
        await self.check_left_moves()
        await self.check_new_ends()
        await self.check_statistics()
        if 4 <= number <= 12:
            await self.move_for_somebody()
        if number == 10:
            await self.forget()
        await self.house.settle()

    async def all_tables(self):
        """All tables that the month has had so far."""
        count = await self.house.store.read(
            lambda db: db.execute("SELECT max(id) FROM table_").fetchone()[0]
        )
        return [await self.house.services.tables.get(each) for each in range(1, count + 1)]

    async def check_what_is_due(self):
        """Nothing is late, nothing is due twice, nothing was refused, and what is over is quiet."""
        now, store = self.house.clock.now(), self.house.store
        rows = await store.read(
            lambda db: db.execute(
                "SELECT due.*, purpose, status FROM due JOIN table_ ON table_.id = table_id"
            ).fetchall()
        )
        assert all(row["try_at"] > now.isoformat() for row in rows)
        keys = [(row["table_id"], row["person_id"], row["kind"], row["subject"]) for row in rows]
        assert len(keys) == len({*keys})
        for row in rows:
            if row["purpose"] != Purpose.GAME:
                assert (row["kind"], row["purpose"]) == ("idle", Purpose.SANDBOX)
            elif row["status"] != Status.LIVE:
                assert row["kind"] == "watch"
        refused = await store.read(
            lambda db: db.execute("SELECT count(*) FROM outbox WHERE refused NOTNULL").fetchone()[0]
        )
        assert refused == 0
        assert all(at > now for _, at in await waiting(store))

    async def check_left_moves(self):
        """A move whose turn has come will be made, at one moment; no other will."""
        for number in TABLES:
            moves = {
                str(move.seat): move.user_id
                for move in await self.house.store.read(left_move_rows.read, number)
                if move.stage is Stage.DUE
            }
            dues = await self.house.store.read(due_rows.read_all, number)
            dues = [due for due in dues if due.kind == ADVANCE]
            assert {due.subject: due.person_id for due in dues} == moves

    async def check_new_ends(self):
        """Whoever has ended since yesterday leaves a record, a film, and a way to try again."""
        services = self.house.services
        for number in {*TABLES} - {*self.exported}:
            table = await services.tables.get(number)
            record = await services.reading.record(number)
            if table.status is not Status.OVER:
                assert record.get("seed") is None
                continue
            self.exported[number] = record
            await self.check_record(number, record)
            if len(self.sandboxes) < 3:
                await self.open_sandbox(table, record)

    async def check_record(self, number, record):
        """The record and the stills end where the game ended."""
        game, look = (
            registry.get(record["game"]),
            await self.house.services.reading.look(number, None),
        )
        totals = [score.total for score in look.result.scores]
        parsed = records.from_json(json.loads(json.dumps(record)))
        *_, (state, _) = records.replay(parsed)
        assert [score.total for score in game.scores(state)] == totals
        stills = await self.house.services.replays.stills(number, 12)
        assert stills[0].turn == 0
        assert len(stills) == 12
        assert (stills[-1].view, [*stills[-1].totals]) == (look.view, totals)

    async def check_statistics(self):
        """Every finished game counts once; no sandbox, no lesson, nobody who does not want to."""
        services, tables = self.house.services, await self.all_tables()
        over = [
            table
            for table in tables
            if table.purpose is Purpose.GAME and table.status is Status.OVER
        ]
        reader = PEOPLE[24].user_id
        server = await services.statistics.of_server(1, reader=reader)
        assert server.games + server.alone == len(over)
        assert sum(line.games for line in server.lines) == server.games
        for key in {table.game for table in over}:
            statistics = await services.statistics.of_game(1, key, reader=reader)
            users = {rung.user_id for rung in statistics.ladder}
            assert not users & {HIDDEN.user_id, REFEREE.user_id}
            assert FORGOTTEN.user_id not in users or self.forgotten_at is None
            seated = {user for table in over if table.game == key for user in table.humans()}
            resigned = {
                occupant.user_id
                for table in over
                for occupant in table.seats
                if table.game == key and occupant.resigned
            }
            assert users <= seated | resigned
        for person in PEOPLE:
            games = sum(
                person.user_id in {occupant.user_id for occupant in table.seats} for table in over
            )
            figures = await services.statistics.of_person(person.user_id, 1, reader=person.user_id)
            counted = figures and figures.played + figures.by_others + figures.alone
            assert (counted or 0) == games
        assert await services.statistics.of_person(HIDDEN.user_id, 1, reader=reader) is None

    def mentioned_later(self, user, instant):
        """Posts after an instant that mention somebody."""
        return [
            entry
            for entry, at in self.house.diary.shown
            if at > instant and user in entry.payload.users
        ]
