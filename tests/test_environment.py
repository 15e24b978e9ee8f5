"""`./run` in a folder of its own: its environment is whole or made anew, whatever came before."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.cases import each_case
from tests.tier import deep
from tools import environment

HOME = Path(__file__).parents[1]
STARTED = "the bot has started\n"
NOBODY = 65534
NO_NETWORK = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0"}


@pytest.fixture
def folder():
    """A folder with `run`, an empty lock, and a bot that says that it has started."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    shutil.copy(HOME / "run", place)
    (place / "tools").mkdir()
    for name in ("venv.sh", "environment.py"):
        shutil.copy(HOME / "tools" / name, place / "tools")
    (place / "bot").mkdir()
    (place / "bot" / "__main__.py").write_text(f"print({STARTED.strip()!r})\n")
    (place / "requirements.lock").write_text("# none\n")
    yield place
    shutil.rmtree(place)


def start(folder, *, python=sys.executable, **options):
    """What `./run` says and answers in the folder."""
    more = options.pop("env", {})
    env = {"PATH": "/usr/bin:/bin", "PYTHON": python, "HOME": str(folder), **more}
    command = ["/bin/sh", "./run"]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, **options)


def environments(folder):
    """Names of the environments in a folder, half-made ones included."""
    return sorted(path.name for path in folder.glob(".venv*") if path.is_dir())


def test_one_without_pip_and_one_of_another_python_are_made_anew_with_one_line(folder):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    first = start(folder)
    assert first.stdout == STARTED
    assert first.stderr.startswith(".venv is not whole: making it")
    assert first.stderr.count("\n") == 1
    assert environments(folder) == [".venv"]
    again = start(folder)
    assert (again.stdout, again.stderr) == (STARTED, "")
    script = (folder / ".venv" / "bin" / "pip").read_text()
    assert str(folder / ".venv" / "bin") in script
    assert ".venv.new" not in script


@each_case(
    ("spoil", "reason"),
    [
        (lambda venv: shutil.rmtree(venv), "There is no .venv yet"),
        (lambda venv: (venv / "made-for.json").unlink(), "not whole"),
        (lambda venv: (venv / "made-for.json").write_text("{"), "not whole"),
        (lambda venv: (venv / "bin" / "python").unlink(), "does not start any more"),
        (lambda venv: venv.with_name("requirements.lock").write_text("one==1"), "has changed"),
        (lambda venv: _made_for(venv, "cpython-27"), "was made for cpython-27"),
        (lambda venv: None, ""),
    ],
)
def test_the_reason_is_named_why_an_environment_cannot_be_used(
    tmp_path, monkeypatch, spoil, reason
):
    monkeypatch.chdir(tmp_path)
    venv = _sound(Path(".venv"))
    spoil(venv)
    said = environment.fault(venv, "requirements.lock")
    assert reason in said
    assert bool(said) == bool(reason)


def _sound(venv):
    """An environment that is whole for an empty lock."""
    shutil.rmtree(venv, ignore_errors=True)
    Path("requirements.lock").write_text("")
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    _made_for(venv, environment.python_name())
    return venv


def _made_for(venv, python):
    stamp = environment.stamp_for("requirements.lock") | {"python": python}
    (venv / "made-for.json").write_text(json.dumps(stamp))


def test_a_folder_that_cannot_be_written_to_is_named_and_nothing_starts(folder):
    if os.geteuid() == 0:
        answer = start(folder, user=NOBODY, group=NOBODY)
    else:
        folder.chmod(0o555)
        answer = start(folder)
        folder.chmod(0o755)
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert f"{folder} cannot be written to" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_missing_module_is_named_with_the_package_that_brings_it(folder):
    """As on Debian without python3-venv, where nobody may install it."""
    python = folder / "python"
    refuses = f'[ "$2" != venv ] || exit 1\nexec {sys.executable} "$@"\n'
    python.write_text(f"#!/bin/sh\n{refuses}")
    python.chmod(0o755)
    (folder / "tools" / "environment.py").write_text(
        (HOME / "tools" / "environment.py")
        .read_text()
        .replace("sys.executable", repr(str(python)))
        .replace("os.geteuid()", "1000")
    )
    answer = start(folder, python=str(python))
    assert answer.returncode == 1
    assert "sudo apt install python3-venv" in answer.stderr
    assert "network" not in answer.stderr
    assert environments(folder) == []


@each_case(
    ("says", "sentence"),
    [
        ("WARNING: Retrying after 'NewConnectionError(...)'\nERROR: No matching", "the network"),
        ("ERROR: No space left on device", "No space left on device"),
        ("", "it gave no reason"),
    ],
)
def test_the_network_is_blamed_only_where_pip_does(monkeypatch, says, sentence):
    done = subprocess.CompletedProcess([], 1, "", says)
    monkeypatch.setattr(environment.subprocess, "run", lambda *args, **options: done)
    with pytest.raises(environment.Failure, match=sentence):
        environment.install("requirements.lock")


@deep
def test_without_a_network_the_older_one_stays(folder):
    start(folder)
    (folder / "requirements.lock").write_text(f"msgspec==0.19.0 --hash=sha256:{'0' * 64}\n")
    answer = start(folder, env=NO_NETWORK)
    assert answer.returncode == 1
    assert "check the network" in answer.stderr
    assert (folder / ".venv" / "bin" / "python").exists()
    assert environments(folder) == [".venv"]


@deep
@pytest.mark.parametrize("moment", [0.2 * number for number in range(1, 21)])
def test_killed_at_any_moment_the_next_start_is_whole(folder, moment):
    env = {"PATH": "/usr/bin:/bin", "PYTHON": sys.executable, "HOME": str(folder)}
    process = subprocess.Popen(
        ["/bin/sh", "./run"], cwd=folder, env=env, start_new_session=True, stderr=subprocess.DEVNULL
    )
    time.sleep(moment)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert start(folder).stdout == STARTED
    assert environments(folder) == [".venv"]


def test_one_that_was_killed_between_its_two_moves_is_moved_now(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _sound(Path(".venv.new"))
    environment.ensure("requirements.lock")
    assert Path(".venv/bin/python").exists()
    assert not Path(".venv.new").exists()
