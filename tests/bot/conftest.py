"""A store on a real file, and the service on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.brains import Brains
from bot.store import Store
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
def market(monkeypatch) -> Market:
    """The house has this game, too."""
    games = {**registry.games(), "market": MARKET}
    monkeypatch.setattr(registry, "games", lambda: games)
    return MARKET
