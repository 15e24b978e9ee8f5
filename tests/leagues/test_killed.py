"""Leagues whose process is killed at any moment reach their end: nothing twice, nothing lost."""

from collections import Counter
from datetime import timedelta

import msgspec
import pytest

from bot.leagues.service import Leagues
from bot.leagues.values import IN_PAIRS, Format, Stage
from bot.service import Services
from bot.service.scheduler import Scheduler
from bot.table.seating import Status
from rules.contract import RulesError
from rules.rng import Rng
from tests.leagues.fields import PEOPLE, Field, places_by_luck
from tests.tier import deep

DAILY, DEEP = 6, 200
LONGEST = 400
"""Things that happen in one league at most."""


class KilledError(BaseException):
    """The process is gone."""


class Mortal:
    """A process on a file, which dies at some of its commits, before or behind them."""

    def __init__(self, store, brains, luck):
        self.store, self.brains, self.luck = store, brains, luck
        self._write = store.write
        store.write = self.write
        self.commits_left = 0
        self.deaths = 0
        self.begin()

    def begin(self):
        """Start a process."""
        services = Services(self.store, self.brains, notify=lambda: None)
        services.ai_seats.wake = lambda _: None
        leagues = Leagues(services, self.store)
        alarm = Scheduler(self.store, {**services.on_due, **leagues.on_due})
        self.field = Field(services, leagues, self.store, alarm)
        self.commits_left = 1 + self.luck.below(25)

    async def write(self, work, *args, **more):
        self.commits_left -= 1
        if self.commits_left == 0 and self.luck.below(2):
            raise KilledError
        outcome = await self._write(work, *args, **more)
        if self.commits_left == 0:
            raise KilledError
        return outcome

    async def survive(self, doing):
        """Let somebody do something; the process may die of it. Refusals are theirs."""
        try:
            await doing(self.field)
        except KilledError:
            self.deaths += 1
            self.begin()
        except RulesError:
            pass


def terms(luck):
    """Terms of some league, and its number of AI players."""
    format = luck.choice(list(Format))
    seats = 2 if format in IN_PAIRS else 2 + luck.below(3)
    people, machines = 2 + luck.below(7), luck.below(3)
    places = min(people + machines, 8) if format is Format.ROBIN else people + machines
    choices = {"seats": seats, "fills": bool(luck.below(2)), "days": 1 + luck.below(7)}
    if format in (Format.LEAGUE, Format.SWISS):
        choices["rounds"] = 1 + luck.below(4)
    return min(people, places - machines), machines, {"format": format, "places": places, **choices}


async def open_league(mortal):
    """A league with its people, whatever dies meanwhile."""
    people, machines, chosen = terms(mortal.luck)
    await mortal.survive(lambda field: field.open(1, machines=machines, **chosen))
    for person in PEOPLE[1:people]:
        await mortal.survive(lambda field, person=person: field.leagues.join(1, person))
    await mortal.survive(lambda field: field.leagues.start(1, PEOPLE[0].user_id))


async def something(mortal, clock):
    """Something that happens to a league."""
    luck, field = mortal.luck, mortal.field
    league = await field.leagues.get(1)
    going = [board for board in league.boards if board.table_id and not board.is_settled]
    running = [board for board in going if (await field.table(board)).status is Status.LIVE]
    match luck.below(12):
        case 0:
            clock.skip(timedelta(hours=1 + luck.below(60)))
        case 1 if luck.below(4) == 0:
            leaver = luck.choice(PEOPLE[:9])
            await mortal.survive(lambda field: field.leagues.leave(1, leaver.user_id))
        case 2 if running:
            board = luck.choice(running)
            await mortal.survive(lambda field: broken_off(field, board))
        case 3:
            mortal.begin()
        case 8:
            comer = luck.choice(PEOPLE)
            await mortal.survive(lambda field: field.leagues.join(1, comer))
        case 4 | 5 | 6 | 7 if running:
            board = luck.choice(running)
            places = places_by_luck(len(board.entrants), luck)
            await mortal.survive(lambda field: field.finish(board, places))
        case _:
            await mortal.survive(lambda field: field.alarm.drain())


async def broken_off(field, board):
    await field.services.votes.cancel(board.table_id, PEOPLE[0].user_id, moderator=True)


async def rows(store, query):
    return await store.read(lambda db: [tuple(row) for row in db.execute(query).fetchall()])


async def check(store, league):
    """Nothing is there twice, and nothing is missing."""
    boards = [board for board in league.boards if board.table_id is not None]
    tables = dict(await rows(store, "SELECT id, status FROM table_ ORDER BY id"))
    assert sorted(board.table_id for board in boards) == list(tables)
    assert {board.round for board in league.boards} == set(range(1, league.round + 1))
    for round in range(1, league.round + 1):
        seated = Counter(e for b in league.boards if b.round == round for e in b.people)
        assert set(seated.values()) <= {1}
    seated_people = await rows(
        store,
        "SELECT table_id, user_id FROM seat_history WHERE how = 'joined' AND user_id NOTNULL",
    )
    posts = await rows(store, "SELECT table_id, kind, payload FROM outbox ORDER BY id")
    for board in boards:
        if tables[board.table_id] == Status.CANCELLED:
            continue  # what called people there is called off
        kinds = [kind for table, kind, _ in posts if table == board.table_id]
        assert kinds.count("open") == 1, kinds
        calls = Counter()
        for table, kind, payload in posts:
            known = msgspec.json.decode(payload)
            if table == board.table_id and kind == "open":
                calls.update(known.get("mention", ()))
            elif table == board.table_id and known.get("code") == "league.notice_round":
                calls.update(known["concerns"])
        assert calls == Counter(user for table, user in seated_people if table == board.table_id)


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=() if seed < DAILY else deep) for seed in range(DEEP)],
)
async def test_a_league_reaches_its_end_wherever_its_process_is_killed(store, brains, clock, seed):
    mortal = Mortal(store, brains, Rng(seed))
    while not await mortal.field.leagues.of_server(1):
        await open_league(mortal)
    for _ in range(LONGEST):
        await something(mortal, clock)
        if (await mortal.field.leagues.get(1)).stage is not Stage.RUNNING:
            break
    await mortal.survive(lambda field: field.leagues.start(1, PEOPLE[0].user_id))
    for _ in range(LONGEST):  # nothing happens any more but that games end
        league = await mortal.field.leagues.get(1)
        if league.stage is Stage.OVER:
            break
        await mortal.survive(lambda field, league=league: field.finish_round(league))
        clock.skip(timedelta(days=1))
    league = await mortal.field.leagues.get(1)
    assert league.stage is Stage.OVER, league
    assert not league.has_open_games
    await check(store, league)
