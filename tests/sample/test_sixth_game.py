"""A sixth game adds files and edits none: this folder is one, and here is the proof.

Each test runs a part of the suite in a process of its own, with this folder on PYTHONPATH.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
HOME = HERE.parents[1]
KEY = "gomoku"


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
        [sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True
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
