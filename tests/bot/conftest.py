"""A store on a real file, and the service on it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.ai.pool import Brains
from bot.store.store import Store
from bot.tables import Tables
from rules import registry
from tests.bot.market import MARKET, Market
from tests.luck import luck

__all__ = ["luck"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    opened = await Store.open(file)
    yield opened
    await opened.close()


@pytest.fixture
async def brains() -> AsyncIterator[Brains]:
    thinking = Brains()
    yield thinking
    await thinking.close()


@pytest.fixture
async def tables(store: Store, brains: Brains) -> AsyncIterator[Tables]:
    service = Tables(store, brains, notify=lambda: None)
    yield service
    await service.close()


@pytest.fixture
async def anew(store: Store, brains: Brains) -> AsyncIterator[Callable[..., Tables]]:
    """The service as after a restart of the process, on the same store or another one."""
    services: list[Tables] = []

    def begin(opened: Store = store) -> Tables:
        services.append(Tables(opened, brains, notify=lambda: None))
        return services[-1]

    yield begin
    for service in services:
        await service.close()


@pytest.fixture
def market(monkeypatch) -> Market:
    """The house has this game, too."""
    games = {**registry.games(), "market": MARKET}
    monkeypatch.setattr(registry, "games", lambda: games)
    return MARKET
