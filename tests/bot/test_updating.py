"""`./run update` on toys: whatever is killed whenever, a start is of one version and its database.

The launcher, the environments and the update are real; the bot is `files/toy_bot.py`, which notes
its version in the database. `test_real_update.py` updates the real one.
"""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.host import doctor, releases, services, updating
from bot.host.releases import HERE, Releases, Trial
from bot.settings import Settings
from tests.cases import each_case
from tests.patience import LONGEST
from tests.tier import of_tier
from tools import environment

HOME = Path(__file__).parents[2]
CODE = ("run", "tools/venv.sh", "tools/environment.py", "tools/launch.py", ".env.example")
CODE += ("bot/host/releases.py",)
ENVIRON = {"PATH": "/usr/bin:/bin", "PYTHON": sys.executable}


def write_toy(place: Path, version: str, fails: str = "") -> Path:
    """Write the code of a toy bot into a folder."""
    for name in CODE:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / name, place / name)
    for package in ("bot", "bot/host"):
        (place / package / "__init__.py").touch()
    shutil.copy(HOME / "tests/bot/files/toy_bot.py", place / "bot" / "__main__.py")
    (place / "toy.json").write_text(json.dumps({"version": version, "fails": fails}))
    (place / "requirements.lock").write_text("# none\n")
    return place


class Host:
    """A folder where a toy bot plays."""

    def __init__(self, folder: Path, database: Path) -> None:
        self.folder = write_toy(folder, "one")
        venv = folder / ".venv"
        (venv / "bin").mkdir(parents=True)
        (venv / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        (venv / "bin" / "python").chmod(0o755)
        lock = {environment.VENV: "requirements.lock"}[environment.VENV]
        digest = environment.sha256((folder / lock).read_bytes()).hexdigest()
        stamp = {"python": environment.python_name(), "locks": {lock: digest}}
        (venv / environment.STAMP).write_text(json.dumps(stamp))
        shutil.copy(database, folder / "hexagora.sqlite3")
        self.processes: list[subprocess.Popen[bytes]] = []

    @property
    def starts(self) -> list[list[str]]:
        """Of each start: process, version of the code, version of the database."""
        log = self.folder / "log"
        return [line.split() for line in log.read_text().splitlines()] if log.exists() else []

    def start(self) -> tuple[str, str]:
        """Start the bot by `./run`, and wait for it; the versions of its code and its database."""
        before = len(self.starts)
        process = subprocess.Popen(
            ["./run"], cwd=self.folder, env=ENVIRON, stderr=subprocess.DEVNULL
        )
        self.processes.append(process)
        ends = time.monotonic() + LONGEST
        while len(self.starts) == before:
            assert time.monotonic() < ends
            assert process.poll() is None, "it does not start"
            time.sleep(0.01)
        _, code, data = self.starts[-1]
        return code, data

    def lose_power(self) -> None:
        """Kill every bot of the folder."""
        for number, *_ in self.starts:
            try:
                if str(self.folder) == str(Path(f"/proc/{number}/cwd").readlink()):
                    os.kill(int(number), signal.SIGKILL)
            except OSError:
                continue
        while self.processes:
            self.processes.pop().wait(LONGEST)
        ends = time.monotonic() + LONGEST
        while updating.database.is_taken(self.folder / "hexagora.sqlite3"):
            assert time.monotonic() < ends
            time.sleep(0.01)


@pytest.fixture
def new_host(tmp_path, empty_database):
    """Makes hosts with a folder of their own; at the end nothing of them runs."""
    hosts = []

    def make() -> Host:
        hosts.append(Host(tmp_path / f"host{len(hosts)}", empty_database))
        return hosts[-1]

    yield make
    for host in hosts:
        host.lose_power()


@pytest.fixture
def host(new_host):
    return new_host()


SYSTEMCTL = """#!/bin/sh
# A manager of the services of a user, which runs what their units name.
name=$3 unit=$XDG_CONFIG_HOME/systemd/user/$3.service
cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")"
echo "$2" >> orders
case "$2" in
  is-active) readlink /proc/"$(cat pid)"/exe > /dev/null && echo active || echo inactive ;;
  start) ./run > /dev/null 2>&1 < /dev/null & echo $! > pid ;;
  stop) kill "$(cat pid)" ;;
esac
"""


@pytest.fixture(scope="module")
def units(tmp_path_factory):
    """Folder for units of a user, whose manager is first in PATH of `fate`."""
    config = tmp_path_factory.mktemp("config")
    (config / "systemctl").write_text(SYSTEMCTL)
    (config / "systemctl").chmod(0o755)
    (config / "systemd" / "user").mkdir(parents=True)
    return config / "systemd" / "user"


@pytest.fixture(scope="module")
def fate(units):
    """Carries out updates and starts, killed before one of their deeds: folder, new code, deed."""
    config = units.parents[1]
    environ = ENVIRON | {"PYTHONPATH": str(HOME), "XDG_CONFIG_HOME": str(config)}
    environ["PATH"] = f"{config}:{environ['PATH']}"
    driver = subprocess.Popen(
        [sys.executable, "-m", "tests.bot.mortal_host"],
        cwd=HOME, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip

    def live(host: Host, new: Path | str, deed: int = 0) -> int:
        driver.stdin.write(json.dumps([str(host.folder), str(new), deed]) + "\n")
        driver.stdin.flush()
        return int(driver.stdout.readline())

    yield live
    driver.communicate()


@pytest.fixture
def two(tmp_path):
    return write_toy(tmp_path / "two", "two")


def test_a_new_version_takes_the_place_of_a_running_one(host, two, fate):
    host.start()
    assert fate(host, two) == 0
    assert [versions for _, *versions in host.starts] == [["one", "one"], ["two", "one"]]
    installed = Releases(host.folder)
    assert installed.names() == [installed.current] != [HERE]
    assert installed.trial is None
    host.lose_power()
    assert host.start() == ("two", "two")
    assert fate(host, two) == 0, "there is nothing newer"
    assert len(host.starts) == 3


def test_two_releases_stay_and_older_ones_go(host, tmp_path, two, fate):
    names = [HERE]
    for version in ("two", "zz3", "zz4"):
        assert fate(host, write_toy(tmp_path / version, version)) == 0
        names.append(Releases(host.folder).current)
    assert Releases(host.folder).names() == sorted(names[-2:])
    host.lose_power()
    assert host.start() == ("zz4", "zz4")


@pytest.mark.parametrize("fails", ["start", "connection", "rehearsal"])
def test_one_that_does_not_work_is_undone_with_what_it_did_to_the_games(
    host, tmp_path, fate, fails, monkeypatch
):
    host.start()
    assert fate(host, write_toy(tmp_path / "two", "two", fails)) == 1
    assert Releases(host.folder).current == HERE
    assert Releases(host.folder).trial is None
    assert host.starts[-1][1:] == ["one", "one"], "and it runs"
    assert len(host.starts) == (1 if fails == "rehearsal" else 3)
    assert updating.database.is_taken(host.folder / "hexagora.sqlite3")


@pytest.mark.parametrize("fails", ["", "start"])
def test_a_service_is_stopped_and_started_by_its_manager(host, tmp_path, fate, units, fails):
    unit = units / f"hexagora-{fails or 'works'}.service"
    unit.write_text(services.user_unit(host.folder))
    host.start()
    (host.folder / "pid").write_text(host.starts[0][0])
    assert fate(host, write_toy(tmp_path / "two", "two", fails)) == bool(fails)
    orders = (host.folder / "orders").read_text().split()
    expected = ["stop", "start"] * (2 if fails else 1)
    assert [order for order in orders if order != "is-active"] == expected
    assert host.starts[-1][1] == ("one" if fails else "two")


def test_killed_before_any_of_its_deeds_the_next_start_is_of_one_version(new_host, two, fate):
    """Power is lost with it. The doctor says what is left, and another update works."""
    deed, steps = 0, of_tier(7, 1)
    outcomes = set()
    while True:
        deed += steps
        host = new_host()
        host.start()
        code = fate(host, two, deed)
        host.lose_power()
        trial = Releases(host.folder).trial
        versions = host.start()
        assert versions in (("one", "one"), ("two", "two")), deed
        assert (versions[0] == "one") or trial is None, deed
        assert Releases(host.folder).trial is None
        outcomes.add(versions[0])
        if code == 0:
            break
        assert code == -signal.SIGKILL
        if versions[0] == "one":
            assert fate(host, two) == 0, deed
            assert host.starts[-1][1] == "two"
        host.lose_power()
    assert deed > 20
    assert "one" in outcomes


def test_killed_before_any_deed_of_going_back_it_is_done_again(new_host, two, fate):
    """A start goes back from a trial of which the new version has already changed the games."""
    deed = 0
    while True:
        deed += of_tier(3, 1)
        host = new_host()
        began_trial(host, two)
        code = fate(host, "start", deed)
        host.lose_power()
        assert host.start() == ("one", "one"), deed
        assert Releases(host.folder).trial is None
        if code != -signal.SIGKILL:
            break
    assert deed > 3


def began_trial(host: Host, new: Path) -> None:
    """Leave what a killed update leaves once its new version has started and changed the games."""
    installed = Releases(host.folder)
    installed.home.mkdir()
    shutil.copytree(new, installed.path("two"))
    shutil.copytree(host.folder / ".venv", installed.path("two") / ".venv")
    (installed.path("two") / releases.MARK).touch()
    copy = host.folder / "copy.sqlite3"
    file = host.folder / "hexagora.sqlite3"
    for version in ("one", "two"):
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("INSERT OR REPLACE INTO meta VALUES ('toy', ?)", [version])
        if version == "one":
            shutil.copy(file, copy)
    installed.note(Trial(HERE, "two", str(copy), is_started=True))
    installed.switch("two")


def test_a_new_version_that_came_to_discord_stays_though_its_update_was_killed(host, two, fate):
    """Moves made since then are not lost."""
    began_trial(host, two)
    Releases(host.folder).accept_if_new(host.folder)
    assert Releases(host.folder).trial is not None, "the old version accepts nothing"
    Releases(host.folder).accept_if_new(host.folder / "releases" / "two")
    assert host.start() == ("two", "two")


def test_a_journal_of_a_later_version_is_read(host, two):
    began_trial(host, two)
    journal = host.folder / "releases" / "update.json"
    journal.write_text(json.dumps(json.loads(journal.read_text()) | {"why": "no reason"}))
    assert Releases(host.folder).trial.new == "two"


def test_the_doctor_says_what_an_interrupted_update_has_left(host, two, monkeypatch):
    began_trial(host, two)
    (host.folder / "releases" / "half").mkdir()
    monkeypatch.chdir(host.folder)

    def sentences():
        return [finding.sentence for finding in doctor._releases(doctor.sayer(Settings()))]

    interrupted, half, present = sentences()
    assert f"The next start goes back to {host.folder}" in interrupted
    assert "releases/half" in half
    assert "./run starts the version two" in present
    with Releases(host.folder).update():
        assert "under way" in sentences()[0]
        with pytest.raises(releases.UpdateUnderWay), Releases(host.folder).update():
            pass


@each_case(
    ("options", "sentence"),
    [
        ({"folder": Path("nowhere")}, "requirements.lock is missing"),
        ({}, "was not made by git"),
    ],
)
def test_an_update_that_cannot_begin_says_why(host, monkeypatch, options, sentence):
    monkeypatch.chdir(host.folder)
    update = updating.Update(Settings(database=Path("a")), updating.Options(yes=True, **options))
    with pytest.raises(updating.Unfinished, match=sentence):
        update.carry_out()
