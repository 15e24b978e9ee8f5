"""No process of a run of tests outlives it, however the run has ended."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser import BROWSER, chromium
from tests.budget import descendants
from tests.leash import on_leash
from tests.patience import until
from tests.tier import deep

pytestmark = BROWSER

ROOT = Path(__file__).parents[2]
PROC = Path("/proc")
CONFTEST = """
from tests.conftest import chromium_address
from tests.minds import kept_minds, minds
"""
TEST = """
import asyncio
from pathlib import Path
from tests.minds import keep, kept_process

async def test_of_a_browser_and_an_ai(chromium_address):
    keep(await kept_process("bot.ai.worker"))
    Path(__file__).with_name("ready").touch()
    await asyncio.Event().wait()
"""
MARK = "HEXAGORA_TEST_RUN"
"""Variable by which the processes of the run are known: some leave their parent at once."""


def is_running(pid: int) -> bool:
    """Whether a process has not ended; one that only waits to be forgotten has."""
    with suppress(OSError):
        return (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def marked_processes(mark: str) -> Iterator[int]:
    """Processes that have this mark in their environment."""
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                yield int(folder.name)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process of its parent")
@pytest.mark.parametrize(
    "end",
    [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=deep)],
    ids=lambda end: end.name,
)
async def test_no_browser_and_no_ai_outlives_a_run_that_is_stopped(
    tmp_path: Path, end: signal.Signals
) -> None:
    chromium()
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_waiting.py").write_text(TEST)
    options = ["-c", "pyproject.toml", "--rootdir", ".", "-n", "0", "-p", "no:cacheprovider"]
    run = subprocess.Popen(
        on_leash([sys.executable, "-m", "pytest", *options, str(tmp_path / "test_waiting.py")]),
        cwd=ROOT,
        env=os.environ | {MARK: str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    await until(lambda: (tmp_path / "ready").exists() or run.poll() is not None)
    pids = {*descendants(run.pid), *marked_processes(str(tmp_path))}
    commands = [(PROC / f"{pid}/cmdline").read_text() for pid in pids]
    assert any("crashpad" in command for command in commands)
    assert any("bot.ai.worker" in command for command in commands)
    run.send_signal(end)
    run.wait()
    await until(lambda: not any(map(is_running, pids)))
