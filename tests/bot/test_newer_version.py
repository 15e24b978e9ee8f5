"""Whether there is a newer version is asked where the folder was cloned from."""

import subprocess

import pytest

from bot.host.releases import MARK
from bot.host.version import SHORT, newer_version


def git(folder, *words):
    command = ["git", "-C", folder, "-c", "user.name=Maud", "-c", "user.email=maud@example.org"]
    answer = subprocess.run([*command, *words], capture_output=True, text=True, check=True)
    return answer.stdout.strip()


def commit(folder, words):
    git(folder, "commit", "--allow-empty", "-m", words)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def origin(tmp_path):
    folder = tmp_path / "origin"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "first")
    return folder


@pytest.fixture
def clone(origin, tmp_path):
    git(tmp_path, "clone", "-q", str(origin), "clone")
    return tmp_path / "clone"


def test_a_clone_of_the_newest_commit_and_one_that_is_ahead_lack_nothing(clone):
    assert newer_version(clone, clone) == ""
    commit(clone, "of one's own")
    assert newer_version(clone, clone) == ""


def test_a_commit_at_the_origin_is_newer(origin, clone):
    newest = commit(origin, "second")
    assert newer_version(clone, clone) == newest[:SHORT]


def test_a_release_is_known_by_its_name(origin, clone, tmp_path):
    newest = commit(origin, "second")
    release = tmp_path / newest[:SHORT]
    release.mkdir()
    (release / MARK).write_text("{}")
    assert newer_version(clone, release) == ""


def test_no_version_is_newer_where_nobody_can_tell(origin, clone, tmp_path):
    assert newer_version(tmp_path, tmp_path) == ""
    origin.rename(tmp_path / "gone")
    assert newer_version(clone, clone) == ""
