"""A store on a real file, the services, and the leagues on them."""

import pytest

from bot.leagues.service import Leagues
from bot.service.scheduler import Scheduler
from tests.bot.conftest import brains, clock, empty_database, file, services, store
from tests.leagues.fields import Field

__all__ = ["brains", "clock", "empty_database", "file", "services", "store"]


@pytest.fixture
async def field(services, store, clock):
    """Leagues whose due rows are handled when a test says so."""
    leagues = Leagues(services, store)
    alarm = Scheduler(store, {**services.on_due, **leagues.on_due})
    return Field(services, leagues, store, alarm)
