"""A sixth game adds files and edits none: this folder is one, and here is the proof.

Each test runs a part of the suite in a process of its own, with this folder on PYTHONPATH.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
HOME = HERE.parents[1]
KEY = "gomoku"
pytestmark = pytest.mark.timeout(1800)


def run(*arguments):
    """What a process says in which the game is found, having ended well."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=HOME,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def passed(*arguments):
    """How many tests have passed in such a process; none may fail or be left out."""
    told = run("-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", *arguments)
    assert "skipped" not in told
    return int(re.search(r"(\d+) passed", told)[1])


def test_without_its_folder_nobody_knows_it():
    code = "from rules.registry import games; print(*games())"
    alone = subprocess.run(
        [sys.executable, "-c", code],
        cwd=HOME,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert KEY not in alone.stdout
    assert KEY in run("-c", code)


def test_it_keeps_every_contract():
    assert passed("tests/contract", "-k", KEY) > 90


@pytest.mark.parametrize(
    "suite", ["tests/test_house.py", "tests/bot/test_i18n.py", "tests/cogs/test_commands.py"]
)
def test_the_house_stands_with_it(suite):
    assert passed(suite)


def test_its_rules_are_as_they_are_written_and_it_is_played_on_discord():
    assert passed(str(HERE.relative_to(HOME) / "tests"))


def test_the_engine_plays_it_without_a_chat():
    """A stone on any of 91 cells, then on any of 90."""
    assert run("-m", "rules", "perft", KEY, "--depth", "2").split() == ["1", "91", "2", "8190"]


def test_a_copy_of_it_is_a_game_of_the_house(tmp_path):
    """The first step of CONTRIBUTING, as it stands there, in a copy of the house."""
    steps = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("game=mygame")
    copy = tmp_path / "house"
    shutil.copytree(HOME, copy, ignore=shutil.ignore_patterns(".git", "__pycache__", ".venv*"))
    (copy / ".venv").symlink_to(HOME / ".venv")
    before = content(copy)
    script = f"set -e\n{steps[1]}{steps[2].partition('```')[0]}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=copy, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 200
    after = content(copy)
    assert before.items() <= after.items()
    assert all("mygame" in name for name in after.keys() - before.keys())


def content(house):
    """What is in every file of the rooms."""
    rooms = ("rules", "render", "bot", "cogs", "data", "tests", "bench")
    files = [file for room in rooms for file in (house / room).rglob("*.*") if file.is_file()]
    kept = [file for file in files if "__pycache__" not in file.parts]
    return {str(file.relative_to(house)): file.read_bytes() for file in kept}


def test_no_file_outside_its_folder_knows_it():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=HOME,
        capture_output=True,
        check=True,
    )
    files = [HOME / name for name in listed.stdout.decode().split("\0") if name]
    others = [file for file in files if file.is_file() and not file.is_relative_to(HERE)]
    assert HOME / "rules" / "registry.py" in others
    knowing = [file for file in others if KEY.encode() in file.read_bytes().lower()]
    assert knowing == []
