"""What the tests cost: seconds of processor of each, held against `budget.toml`.

A run names every test at twice its limit, and every folder a fifth above its own. It does not
fail: the first test that uses a browser or a process pays for its start, and what a process that
ends later has used is seen late.

The time of a process counts as long as it is below this one, and for ever once its parent has
waited for it. A browser waits for few of its processes, and a bot that a test kills for none: they
are adopted, else their seconds would be lost, and the test that ends the browser of all tests would
take less than nothing.
"""

from __future__ import annotations

import ctypes
import os
import sys
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
PR_SET_CHILD_SUBREAPER = 36
"""The call of Linux that makes a process the parent of all orphans below it (prctl(2))."""


class Meter:
    """The plugin that measures each test, prints the sums, and names what is above its budget."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: dict[str, float] = {}
        """Of each test; in the process that collects the reports."""
        self._before, self._most = 0.0, 0.0
        adopt_orphans()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._before = self.seconds_so_far()

    def seconds_so_far(self) -> float:
        """Seconds used until now, never fewer than before.

        While processes end, Linux may leave others out of the list of children.
        """
        self._most = max(self._most, seconds_used())
        return self._most

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            report.user_properties.append((PROCESSOR, self.seconds_so_far() - self._before))
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


def adopt_orphans() -> None:
    """Make processes below this one its children when their parent ends.

    Nobody waits for them: once they have ended, their seconds stand in /proc until this process
    ends as well.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


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
