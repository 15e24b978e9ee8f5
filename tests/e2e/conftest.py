"""The same house as the cogs' tests; here whole games are played in it."""

from pathlib import Path
from types import FunctionType

import pytest
import pytest_asyncio
from pytest_asyncio import is_async_test

import playground
from bot import app
from bot.clock import Clock
from cogs._painting.brush import Brush
from cogs._painting.painter import PAINTER, Painter
from cogs._painting.worker import drawn_icons
from playground import limits
from tests.browser import ONE_LOOP, browser, chromium_of_all
from tests.cogs import conftest as cogs
from tests.cogs.conftest import (
    House,
    asks_for_hours,
    first_start,
    newcomers,
    no_warm_up,
    offers_lessons,
    patient,
    shards,
    waits,
)
from tests.e2e.phone import phone_of
from tests.luck import luck, same_luck
from tests.minds import kept_minds, minds
from tests.patience import LONGEST
from tests.playground.conftest import CALM

HERE = Path(__file__).parent
__all__ = [
    "asks_for_hours",
    "browser",
    "chromium_of_all",
    "first_start",
    "kept_minds",
    "luck",
    "minds",
    "newcomers",
    "no_warm_up",
    "offers_lessons",
    "patient",
    "phone_of",
    "same_luck",
    "shards",
    "waits",
]


def pytest_collection_modifyitems(items):
    """All these tests run in the event loop of the browser."""
    for item in items:
        if item.path.parent == HERE and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope=ONE_LOOP), append=False)


in_one_loop = pytest_asyncio.fixture(loop_scope=ONE_LOOP)


def copy_of(function):
    """The function once more: pytest-asyncio notes the loop of a fixture in its function."""
    code, names = function.__code__, function.__globals__
    return FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)


ground = in_one_loop(copy_of(cogs.ground.__wrapped__))
house = in_one_loop(copy_of(cogs.house.__wrapped__))


@pytest.fixture
def real_pictures():
    """Here everything is as people see it."""
    return True


@pytest.fixture(scope="session")
def drawn_maps(tmp_path_factory):
    """Folder for what the painters of all tests keep on disk."""
    return tmp_path_factory.mktemp("maps")


@pytest.fixture(autouse=True)
def one_painter(drawn_maps, monkeypatch):
    """All tests share the folder of their painters, and so the processes."""
    use_folder = Brush.use_folder
    monkeypatch.setattr(Brush, "use_folder", lambda brush, _: use_folder(brush, drawn_maps))


@pytest.fixture(autouse=True)
def patient_painter(monkeypatch):
    """The processes that draw are waited for, however slow the machine is."""
    for queue in (PAINTER.quick, PAINTER.low):
        monkeypatch.setattr(queue.brush, "longest", LONGEST, raising=False)


@pytest.fixture(autouse=True)
def nothing_drawn_ahead(monkeypatch):
    """No picture is drawn for the games that a test does not play."""

    async def prewarm(painter, games):
        pass

    monkeypatch.setattr(Painter, "prewarm", prewarm)


@in_one_loop
async def world_with_icons(first_start, no_warm_up, monkeypatch):
    """The world of the first start has every icon: they are uploaded once for all tests."""
    if not any(first_start.iterdir()):
        await cogs.start_first(first_start)
    monkeypatch.setattr(cogs, "WORLD", "world_with_icons.sqlite3")
    monkeypatch.setattr(cogs, "DATABASE", "hexagora_with_icons.sqlite3")
    if not (first_start / cogs.WORLD).exists():
        with monkeypatch.context() as patch:
            patch.setattr(limits, "RULES", cogs.short_windows())
            patch.setattr(Painter, "icons", icons)
            for pause in ("WARM_UP_AFTER", "UPLOAD_GAP", "READY_AFTER"):
                patch.setattr(app, pause, 0.0)
            opened = await playground.start(
                file=first_start / cogs.WORLD, deadlines=CALM, clock=Clock()
            )
            starting = House(opened, first_start / cogs.DATABASE)
            await starting.start()
            await until_icons_are_there(starting)
            await starting.stop()
            await opened.close()


async def icons(painter):
    return drawn_icons()


async def until_icons_are_there(house):
    names = drawn_icons().keys()
    await house.maud.expect(lambda: all(map(house.app.emoji, names)))


@in_one_loop
async def icons_there(world_with_icons, house):
    """Every icon is uploaded: for tests that measure, as they take room."""
    await until_icons_are_there(house)
