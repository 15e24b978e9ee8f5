"""A sixth game adds files and edits none: a copy of this folder is one, and here is the proof.

The copy is made as CONTRIBUTING says, in a folder of its own that is laid out like the house; with
that folder on PYTHONPATH the game is found. What a game owes is then tested in one process.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.tier import CHOSEN, deep

HERE = Path(__file__).resolve().parent
HOME = HERE.parents[1]
SAMPLE, COPY = "gomoku", "mygame"
GAMES = f"akropolis {COPY}"
"""Games of a run with the copy: some tests need one with a poster."""
ROOMS = ("rules", "render", "tests", "bot/words", "data/locale/en/LC_MESSAGES")
ROOMS += ("data/locale/fr/LC_MESSAGES",)
LAST_STEP = ".venv/bin/python -m pytest -k $game"
"""Instead of this step one process runs what concerns the copy."""
HOUSE = ("tests/test_house.py", "tests/bot/test_i18n.py", "tests/cogs/test_commands.py")
"""Tests over all games at once, in which the copy must not be missing."""
HOUSE_NAMES = [Path(file).stem for file in HOUSE]
OF_NO_GAME = ("imports_point_downward", "no_room_imports", "house_is_no_package")
"""Tests of the house that take long and look at no game."""
FEWEST = {"tests/contract": 90, "tests/test_house.py": 25, "its own": 30}
"""Tests that pass of each kind, at least."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A folder with nothing but the game that the steps of CONTRIBUTING have made."""
    street = tmp_path_factory.mktemp("street")
    (street / "conftest.py").write_text("from tests.conftest import heart_stops, position\n")
    folder = street / "house"
    for room in ROOMS:
        (folder / room).mkdir(parents=True)
    (folder / "tests/sample").symlink_to(HERE)
    text = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")
    steps, last, _ = text[text.index("game=mygame") :].partition(LAST_STEP)
    assert last
    before = content(HERE)
    process = subprocess.run(
        ["bash", "-ec", steps], cwd=folder, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stdout + process.stderr
    (folder / "tests/sample").unlink()
    assert content(HERE) == before
    return folder


def content(folder):
    """The bytes of every file in a folder."""
    files = [file for file in folder.rglob("*.*") if file.is_file() and file.suffix != ".pyc"]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def output(*arguments, folder=None, codes=(0,)):
    """Standard output of a process that finds the games of a folder, and ends well."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=HOME,
        env=environ | ({"PYTHONPATH": str(folder), CHOSEN: GAMES} if folder else {}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode in codes, process.stdout + process.stderr
    return process.stdout


def test_a_game_is_known_where_its_folder_is_on_the_path():
    code = "from rules.registry import games; print(*games())"
    assert SAMPLE not in output("-c", code)
    assert SAMPLE in output("-c", code, folder=HERE)


def test_a_copy_has_every_file_of_the_sample_under_its_own_name(house):
    """No file besides, and no word of the old game in any of them."""
    copies = {name.replace(COPY, SAMPLE) for name in content(house)}
    sample = {name for name in content(HERE) if SAMPLE in name}
    assert copies == sample
    assert [name for name, text in content(house).items() if SAMPLE.encode() in text.lower()] == []


def outcomes(*files, keywords, folder):
    """The outcome and the name of each test that a run of pytest chooses, all in one process.

    It ends with 1 as well where it has taken more processor than it should: that is not asked here.
    """
    options = ["-c", "pyproject.toml", "--rootdir", ".", "-n", "0", "-p", "no:cacheprovider"]
    options += ["-q", "-rA", "-k", keywords]
    lines = output("-m", "pytest", *options, *files, folder=folder, codes=(0, 1)).splitlines()
    return [line.split(maxsplit=1) for line in lines if "::" in line]


def test_the_rules_of_a_copy_have_their_tests(house):
    results = outcomes(str(house / f"tests/{COPY}/test_rules.py"), keywords=COPY, folder=house)
    assert {outcome for outcome, _ in results} == {"PASSED"}
    assert len(results) >= FEWEST["its own"]


@deep
def test_a_copy_keeps_every_contract_and_is_played_on_discord(house):
    """Its own tests, those of every game, and those of the house that go through all games."""
    chosen = f"{COPY} or ({' or '.join(HOUSE_NAMES)}) and not ({' or '.join(OF_NO_GAME)})"
    results = outcomes(
        "tests/contract", *HOUSE, str(house / "tests"), keywords=chosen, folder=house
    )
    passed = Counter(kind_of(name) for outcome, name in results if outcome == "PASSED")
    assert {outcome for outcome, _ in results} == {"PASSED"}
    assert {kind: passed[kind] for kind in FEWEST if passed[kind] < FEWEST[kind]} == {}
    assert all(passed[name] for name in HOUSE)


def kind_of(name):
    """The folder or file by which a test is counted."""
    file = name.partition("::")[0]
    if COPY in file:
        return "its own"
    return file if file in HOUSE else str(Path(file).parent)


def test_the_engine_plays_it_without_a_chat(house):
    """A stone on any of 91 cells, then on any of 90."""
    counts = output("-m", "rules", "perft", COPY, "--depth", "2", folder=house)
    assert counts.split() == ["1", "91", "2", "8190"]


def test_no_file_outside_its_folder_knows_it():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=HOME,
        capture_output=True,
        check=True,
    )
    files = [HOME / name for name in listed.stdout.decode().split("\0") if name]
    foreign_files = [file for file in files if file.is_file() and not file.is_relative_to(HERE)]
    assert HOME / "rules" / "registry.py" in foreign_files
    knowing = [file for file in foreign_files if SAMPLE.encode() in file.read_bytes().lower()]
    assert knowing == []
