"""Which tests `./test --changed` runs, and what a day's run costs."""

import os
import subprocess
import sys
from fnmatch import fnmatch

import pytest

from rules.registry import games
from tests import budget, changed, tier
from tests.budget import COSTLY, FOLDERS, PROC, folder_of, seconds_used
from tests.cases import each_case
from tests.changed import (
    HOME,
    OWNERS,
    changed_games,
    distances_of_tests,
    nearest,
    touched_files,
)

FILES = [str(file.relative_to(HOME)) for file in HOME.glob("tests/**/test_*.py")]


@each_case(
    ("file", "test"),
    [
        ("cogs/_panel/coach.py", "tests/cogs/test_coach.py"),
        ("bot/steps/announcements.py", "tests/bot/test_announcing.py"),
        ("rules/akropolis/scoring.py", "tests/akropolis/test_scoring.py"),
        ("rules/_settlements/paying.py", "tests/settlements/test_paying.py"),
        ("bot/database/migrations/0001_tables.sql", "tests/bot/test_upgrade.py"),
        ("data/locale/fr/LC_MESSAGES/me.po", "tests/bot/test_i18n.py"),
        ("docs/hosting.md", "tests/test_docs.py"),
    ],
)
def test_a_file_is_nearest_to_its_own_tests(file, test):
    assert distances_of_tests([file])[test] == 0


def test_a_test_is_as_far_as_the_imports_that_lead_to_the_change():
    """A cog is loaded by its name: that counts as an import."""
    distances = distances_of_tests(["cogs/_panel/coach.py"])
    assert distances["tests/cogs/test_kinds.py"] < distances["tests/cogs/test_rematch.py"]
    assert "tests/akropolis/test_scoring.py" not in distances


def test_the_tests_of_a_room_are_near_whatever_they_import():
    """Most tests of cogs import none of them: they press buttons."""
    distances = distances_of_tests(["cogs/_panel/coach.py"])
    assert distances["tests/cogs/test_panel.py"] == 1


def test_a_change_of_an_engine_changes_the_games_that_share_it():
    assert changed_games(["rules/_settlements/paying.py"]) == {"attika", "telegraph"}
    assert changed_games(["data/massalia.json", "bot/app.py"]) == {"massalia"}


def test_the_nearest_tests_run_until_the_time_is_used_up(monkeypatch):
    seconds = {"tests/a.py": 40.0, "tests/b.py": 2.0, "tests/c.py": 5.0, "tests/d.py": 5.0}
    monkeypatch.setattr(changed, "seconds_of_files", lambda: seconds)
    distances = {"tests/d.py": 2, "tests/a.py": 0, "tests/c.py": 1, "tests/b.py": 1}
    assert nearest(distances, 48.0) == ["tests/a.py", "tests/b.py", "tests/c.py"]
    assert nearest(distances, 10.0) == ["tests/a.py"], (
        "a test of its own runs however long it takes"
    )


@each_case("pattern", OWNERS)
def test_the_table_of_owners_names_files_that_exist(pattern):
    assert [file for file in changed.git("ls-files") if fnmatch(file, pattern)]
    for owner in OWNERS[pattern]:
        assert any(fnmatch(file, owner) for file in FILES), owner


def test_without_a_main_branch_no_file_counts_as_changed():
    assert touched_files("no-such-branch") == []


# ---- the games of a day ------------------------------------------------------------------------


def test_a_day_has_the_richest_game_and_one_more(monkeypatch):
    monkeypatch.setattr(tier, "touched_files", list)
    richest = tier.game_of_most_text(games())
    assert richest in tier.daily_games("")
    assert len(tier.daily_games("")) == 2


def test_a_game_that_is_asked_for_or_has_changed_is_among_those_of_the_day(monkeypatch):
    monkeypatch.setattr(tier, "touched_files", lambda: ["render/attika/__init__.py"])
    richest = tier.game_of_most_text(games())
    assert tier.daily_games("") == {richest, "attika"}
    assert tier.daily_games("akropolis and scoring") == {richest, "akropolis"}


# ---- the budget --------------------------------------------------------------------------------


def test_every_folder_of_tests_has_its_budget_and_no_other():
    assert {*FOLDERS} == {folder_of(file) for file in FILES}


@each_case("test", COSTLY)
def test_a_test_that_may_take_longer_exists(test):
    file, *_, name = test.split("::")
    assert f"def {name.partition('[')[0]}(" in (HOME / file).read_text("utf-8")


PARENT = """
import subprocess, sys
subprocess.run([sys.executable, "-ISc", sys.argv[1]])
"""
CHILD = """
import os, sys, time
while time.process_time() < 0.6: pass
print(os.getpid(), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not PROC.exists(), reason="needs /proc")
def test_the_time_of_a_process_counts_though_its_parent_is_killed():
    before = seconds_used()
    command = [sys.executable, "-ISc", PARENT, CHILD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        orphan = int(parent.stdout.readline())
        while_both_run = seconds_used()
        parent.kill()
        parent.wait()
        while_one_runs = seconds_used()
    os.waitpid(orphan, 0)
    samples = (before + 0.5, while_both_run, while_one_runs, seconds_used())
    seconds = [round(sample, 2) for sample in samples]
    assert seconds == sorted(seconds)


def test_no_test_takes_less_than_nothing_though_a_process_is_overlooked(pytestconfig, monkeypatch):
    samples = iter([7.0, 3.0, 8.0])
    monkeypatch.setattr(budget, "seconds_used", lambda: next(samples))
    meter = budget.Meter(pytestconfig)
    assert [meter.seconds_so_far() for _ in range(3)] == [7, 7, 8]
