"""What the tests cost: seconds of processor of each, held against `budget.toml`.

A run names every test at twice its limit, and every folder a fifth above its own. It does not
fail: the first test that uses a browser or a process pays for its start, and what a process that
ends later has used is seen late.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.tier import DEEP

BUDGET = tomllib.loads((Path(__file__).parent / "budget.toml").read_text("utf-8"))
FOLDERS: dict[str, float] = BUDGET["folders"]
"""Seconds that the daily tests of each folder may take in all."""
COSTLY: dict[str, float] = BUDGET["costly"]
"""Seconds of each daily test that may take longer than the others."""
LIMIT = 2.0
"""Seconds that any other test may take."""
SLACK, FOLDER_SLACK = 2.0, 1.2
"""How far a measurement may lie above: machines differ, and who uses a thing first pays for it."""
PROCESSOR = "processor"
PROC = Path("/proc")


class Meter:
    """The plugin that measures each test, prints the sums, and names what is above its budget."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: dict[str, float] = {}
        """Of each test; in the process that collects the reports."""
        self._before = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._before = seconds_used()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            report.user_properties.append((PROCESSOR, max(0.0, seconds_used() - self._before)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self.seconds[report.nodeid.partition("@")[0]] = dict(report.user_properties)[PROCESSOR]

    @property
    def excesses(self) -> list[str]:
        """Sentences about tests and folders above their budget; a part of a run has no folders."""
        if DEEP or not self.is_plain:
            return []
        tests = [
            f"{test} took {seconds:.1f} s, more than {limit:g} s"
            for test, seconds in self.seconds.items()
            if seconds > SLACK * (limit := COSTLY.get(test, LIMIT))
        ]
        folders = [
            f"{folder} took {seconds:.0f} s, more than {FOLDERS.get(folder, 0):g} s"
            for folder, seconds in sums(self.seconds, folder_of).items()
            if self.is_whole and seconds > FOLDER_SLACK * FOLDERS.get(folder, 0)
        ]
        return tests + folders

    @property
    def is_plain(self) -> bool:
        """Whether nothing slows the tests down that is not theirs."""
        return not self.config.getoption("cov_source", None)

    @property
    def is_whole(self) -> bool:
        """Whether all daily tests run."""
        options = self.config.option
        return not options.keyword and self.config.args == self.config.getini("testpaths")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Keep what was measured for `./test --changed`."""
        if not self.seconds or hasattr(self.config, "workerinput"):
            return
        if cache := getattr(self.config, "cache", None):
            cache.set(PROCESSOR, cache.get(PROCESSOR, {}) | sums(self.seconds, file_of))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        write = terminalreporter.write_line
        folders = sums(self.seconds, folder_of)
        write(f"processor: {sum(folders.values()):.0f} s")
        if self.is_whole:
            write(", ".join(f"{name} {seconds:.0f}" for name, seconds in sorted(folders.items())))
        for excess in self.excesses:
            write(f"OVER BUDGET {excess} (tests/budget.toml)", red=True)


def sums(seconds: dict[str, float], key: Callable[[str], str]) -> dict[str, float]:
    """Seconds of tests by file or folder."""
    totals = Counter[str]()
    for test, used in seconds.items():
        totals[key(test)] += used
    return dict(totals)


def file_of(test: str) -> str:
    return test.partition("::")[0]


def folder_of(test: str) -> str:
    """The folder of a test, as `cogs`; `house` for those beside the folders."""
    parts = Path(file_of(test)).parts
    return parts[1] if len(parts) > 2 else "house"


def seconds_used() -> float:
    """Seconds of processor of this process and of all that it has started, running or ended."""
    times = os.times()
    ended = times.user + times.system + times.children_user + times.children_system
    return ended + sum(map(ticks, descendants(os.getpid()))) / os.sysconf("SC_CLK_TCK")


def descendants(pid: int) -> Iterator[int]:
    """Processes below one; none where the system does not tell."""
    for task in PROC.glob(f"{pid}/task/*/children"):
        with suppress(OSError):
            for child in map(int, task.read_text().split()):
                yield child
                yield from descendants(child)


def ticks(pid: int) -> int:
    """Ticks of processor of a process and of its ended children; 0 for one that is gone."""
    with suppress(OSError):
        return sum(map(int, (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return 0
