"""A store on a real file, and the service on it."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.ai.pool import Brains
from bot.service import Services
from bot.service.scheduler import Scheduler
from bot.store.store import Store
from rules import registry
from tests.bot.market import MARKET, Market
from tests.clock import StillClock
from tests.luck import luck
from tests.minds import kept_minds, minds

__all__ = ["kept_minds", "luck", "minds"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database, which takes five times as long to make as to copy."""
    file = tmp_path_factory.mktemp("empty") / "games.sqlite3"

    async def make() -> None:
        await (await Store.open(file)).close()

    asyncio.run(make())
    return file


@pytest.fixture
async def store(file: Path, empty_database: Path) -> AsyncIterator[Store]:
    shutil.copy(empty_database, file)
    opened = await Store.open(file)
    yield opened
    await opened.close()


@pytest.fixture
async def brains() -> AsyncIterator[Brains]:
    thinking = Brains()
    yield thinking
    await thinking.close()


@pytest.fixture
async def services(store: Store, brains: Brains) -> AsyncIterator[Services]:
    built = Services(store, brains, notify=lambda: None)
    yield built
    await built.stop_ai()


@pytest.fixture
def clock(store: Store) -> StillClock:
    """The store's clock, which stands still at noon until the test moves it."""
    store.clock = StillClock()
    return store.clock


@pytest.fixture
async def alarm(store: Store, services: Services) -> AsyncIterator[Scheduler]:
    """An alarm that rings as the clock is moved on."""
    alarm = Scheduler(store, services.on_due)
    alarm.start()
    yield alarm
    await alarm.stop()


@pytest.fixture
async def anew(store: Store, brains: Brains) -> AsyncIterator[Callable[..., Services]]:
    """The service as after a restart of the process, on the same store or another one."""
    all_services: list[Services] = []

    def begin(opened: Store = store) -> Services:
        all_services.append(Services(opened, brains, notify=lambda: None))
        return all_services[-1]

    yield begin
    for services in all_services:
        await services.stop_ai()


@pytest.fixture
def market(monkeypatch) -> Market:
    """The house has this game, too."""
    games = {**registry.games(), "market": MARKET}
    monkeypatch.setattr(registry, "games", lambda: games)
    return MARKET
