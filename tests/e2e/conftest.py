"""The same house as the cogs' tests; here whole games are played in it."""

import pytest

from cogs._painting.brush import ProcessBrush
from cogs._painting.worker import drawn_icons
from cogs._shared.painter import PAINTER
from tests.browser import browser
from tests.cogs.conftest import (
    asks_for_hours,
    first_start,
    ground,
    house,
    icons_at_once,
    newcomers,
    no_warm_up,
    shards,
)
from tests.e2e.phone import phone_of
from tests.luck import luck, same_luck
from tests.minds import kept_minds, minds
from tests.patience import LONGEST

__all__ = [
    "asks_for_hours",
    "browser",
    "first_start",
    "ground",
    "house",
    "icons_at_once",
    "kept_minds",
    "luck",
    "minds",
    "newcomers",
    "no_warm_up",
    "phone_of",
    "same_luck",
    "shards",
]


@pytest.fixture
def posters_painted():
    """Here everything is as people see it."""
    return True


@pytest.fixture(scope="session")
def drawn_maps(tmp_path_factory):
    """Folder for what the painters of all tests keep on disk."""
    return tmp_path_factory.mktemp("maps")


@pytest.fixture(autouse=True)
def one_painter(drawn_maps, monkeypatch):
    """All tests share the folder of their painters, and so the processes."""
    use_folder = ProcessBrush.use_folder
    monkeypatch.setattr(ProcessBrush, "use_folder", lambda brush, _: use_folder(brush, drawn_maps))


@pytest.fixture(autouse=True)
def patient_painter(monkeypatch):
    """The processes that draw are waited for, however slow the machine is."""
    for queue in (PAINTER.quick, PAINTER.low):
        monkeypatch.setattr(queue.brush, "longest", LONGEST, raising=False)


@pytest.fixture
async def icons_there(icons_at_once, house):
    """Every icon is uploaded: for who measures, as they take room."""
    names = drawn_icons().keys()
    await house.maud.expect(lambda: all(map(house.app.emoji, names)))
