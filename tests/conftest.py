"""What every suite shares: positions from files, and how hard hypothesis tries."""

import gc
import json
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from rules.registry import get
from tests.budget import Meter
from tests.tier import choose_games

pytest.register_assert_rewrite("tests.rulebook")

_CALM = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture]}
settings.register_profile("steady", max_examples=15, derandomize=True, **_CALM)
settings.register_profile("search", max_examples=150, **_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


LONGEST = ("sample", "e2e", "test_house.py", "contract")
"""Where the longest tests are."""
BROWSERS = 2


def pytest_configure(config: pytest.Config) -> None:
    """Choose the games of the run, and measure its tests."""
    choose_games(config.option.keyword)
    config.pluginmanager.register(Meter(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first: at the end no process waits long for another.

    Two processes share the browser tests, as the start of a browser takes seconds.
    """
    items.sort(key=lambda item: not set(LONGEST) & set(item.path.parts))
    numbers: defaultdict[Path, int] = defaultdict(lambda: len(numbers))
    for item in items:
        if item.get_closest_marker("browser"):
            group = f"browser-{numbers[item.path] % BROWSERS}"
            item.add_marker(pytest.mark.xdist_group(group))


def pytest_collection_finish() -> None:
    """Collect garbage less often, and never among what was loaded: that stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(autouse=True)
def heart_stops() -> Iterator[None]:
    """No heartbeat outlives its test.

    discord.py leaves the thread of a connection that was cancelled half-way to the end of the
    process; its next beat, 41 seconds later, would find the loop closed.
    """
    yield
    if gateway := sys.modules.get("discord.gateway"):
        for thread in threading.enumerate():
            if isinstance(thread, gateway.KeepAliveHandler):
                thread.stop()


@pytest.fixture(scope="session")
def chromium_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the Chromium that all browser tests of this process use."""
    from tests.browser import running_chromium

    with running_chromium(tmp_path_factory.mktemp("chromium")) as address:
        yield address


@pytest.fixture
def position(request: pytest.FixtureRequest) -> Callable[[str], Any]:
    """The position `positions/<name>.json` beside the test, loaded by the game of that folder."""
    home = request.path.parent

    def load(name: str) -> Any:
        text = (home / "positions" / f"{name}.json").read_text(encoding="utf-8")
        return get(home.name).state_from_json(json.loads(text))

    return load
