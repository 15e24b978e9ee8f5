"""A league of every game: its tables open with any number of seats, and their results count."""

import pytest

from bot.leagues.service import Leagues
from bot.leagues.standings import standings
from bot.leagues.values import Stage
from bot.service.scheduler import Scheduler
from bot.table.seating import Status
from tests.bot.conftest import brains, clock, empty_database, file, services, store
from tests.cases import each_case
from tests.leagues.fields import Field
from tests.tier import games

__all__ = ["brains", "clock", "empty_database", "file", "services", "store"]


@pytest.fixture
async def field(services, store, clock):
    leagues = Leagues(services, store)
    services.ai_seats.wake = lambda _: None
    return Field(services, leagues, store, Scheduler(store, {**services.on_due, **leagues.on_due}))


@each_case("key", games())
async def test_a_league_of_the_game_is_played_to_its_end(field, key):
    for seats in (2, 3, 4):
        league = await field.open(5, game=key, seats=seats, rounds=2)
        for board in league.boards:
            table = await field.table(board)
            assert (table.status, table.game, table.size) == (Status.LIVE, key, seats)
        while league.stage is Stage.RUNNING:
            league = await field.finish_round(league)
        assert standings(league)[0].rank == 1
        assert sum(line.games for line in standings(league)) == 10
