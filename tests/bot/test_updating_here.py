"""Updates of toys within this process: where the code comes from, and every way to say no."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.database import BadStore
from bot.host import doctor, updating, version
from bot.host.doctor import Finding
from bot.host.releases import HERE, Releases
from bot.host.updating import ByHand, Options, Unfinished, Update
from bot.settings import BadSettings, Settings
from tests.bot.test_real_update import commit, git
from tests.bot.test_updating import Host, began_trial, write_toy
from tests.cases import each_case
from tools import launch


@pytest.fixture
def host(tmp_path, empty_database, monkeypatch):
    """The host of a toy bot, in whose folder this process works."""
    host = Host(tmp_path / "host", empty_database)
    monkeypatch.chdir(host.folder)
    monkeypatch.setenv("PYTHON", sys.executable)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(updating, "PAUSE", 0.02)
    monkeypatch.setattr(ByHand, "stay", stay)
    yield host
    host.lose_power()


def stay(runner: ByHand) -> int:
    """End what runs in this terminal, as Ctrl-C does."""
    if runner.process is not None and runner.process.poll() is None:
        runner.process.kill()
        runner.process.wait()
    return 0


def update(**options) -> Update:
    settings = Settings(database=Path("hexagora.sqlite3"))
    return Update(settings, Options(**{"yes": True, "limit": 5.0} | options))


@pytest.fixture
def origin(host, tmp_path):
    """A repository of which the folder of the host is a clone."""
    place = write_toy(tmp_path / "origin", "one")
    git(place, "init", "-q", "-b", "main")
    commit(place, ".gitignore", ".venv*\n*.sqlite3*\n/releases/\n/log\n/backups/\n")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(place), str(clone))
    (clone / ".git").rename(host.folder / ".git")
    return place


def newest(repository: Path) -> str:
    command = ["git", "rev-parse", "HEAD"]
    return subprocess.run(
        command, cwd=repository, check=True, capture_output=True, text=True
    ).stdout[: updating.NAME_LENGTH]


def test_the_newest_commit_of_the_branch_is_taken_and_nothing_where_there_is_none(
    host, origin, capsys
):
    assert update().carry_out() == 0
    assert "is the newest version" in capsys.readouterr().out
    before = newest(origin)
    write_toy(origin, "two")
    commit(origin, "NEWS", "two\n")
    assert update().carry_out() == 0
    assert Releases(host.folder).current == newest(origin) != before
    assert host.starts[-1][1] == "two"
    assert not version.is_ahead(host.folder, newest(origin))
    git(host.folder, "checkout", "-q", "-b", "mine")
    commit(host.folder, "NEWS", "mine\n")
    assert version.is_ahead(host.folder, newest(origin))
    assert not version.is_ahead(host.folder, HERE)
    sentences = [finding.sentence for finding in doctor._releases(doctor.sayer(Settings()))]
    assert "./run update ." in sentences[-1]
    assert update(to=before).carry_out() == 0
    assert Releases(host.folder).current == before


@each_case(
    ("options", "sentence"),
    [
        ({"to": "v9"}, "git cannot fetch the new version"),
        ({"folder": Path("nowhere")}, "requirements.lock is missing"),
    ],
)
def test_code_that_is_not_there_is_said(origin, options, sentence):
    with pytest.raises(Unfinished, match=sentence):
        update(**options).carry_out()


def test_a_machine_without_git_is_said(origin, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Unfinished, match="git cannot fetch the new version"):
        update().carry_out()


def test_a_version_whose_packages_cannot_be_had_is_left_half_made_and_removed(
    host, tmp_path, monkeypatch
):
    two = write_toy(tmp_path / "two", "two")
    with monkeypatch.context() as patch:
        patch.setattr(Releases, "has_environment", lambda *names: False)
        with pytest.raises(Unfinished, match="has no environment"):
            update(folder=two).carry_out()
    installed = Releases(host.folder)
    [name] = installed.names()
    assert not installed.is_whole(name)
    assert installed.current == HERE
    assert update(folder=write_toy(tmp_path / "three", "zz3")).carry_out() == 0
    assert name not in installed.names()


def test_a_folder_without_room_is_said(host, tmp_path, monkeypatch):
    def refuse(*places, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(updating, "copy_code", refuse)
    with pytest.raises(Unfinished, match="No space left on device"):
        update(folder=write_toy(tmp_path / "two", "two")).carry_out()


def test_a_no_changes_nothing(host, tmp_path, monkeypatch, capsys):
    two = write_toy(tmp_path / "two", "two")
    with pytest.raises(BadSettings, match=r"\./run update --yes"):
        update(folder=two, yes=False).carry_out()
    monkeypatch.setattr(updating.Talk, "agrees", lambda talk, code: False)
    assert update(folder=two).carry_out() == 0
    assert "Nothing has changed" in capsys.readouterr().out
    assert Releases(host.folder).current == HERE


def test_an_announcement_that_is_refused_stops_it_and_one_that_is_made_does_not(
    host, tmp_path, monkeypatch
):
    heard = []

    async def announce(settings, words, clock, *, is_stop):
        heard.append((words, is_stop))
        yield Finding(len(heard) > 1, "…")

    monkeypatch.setattr(updating.announcing, "announce", announce)
    host.start()
    two = write_toy(tmp_path / "two", "two")
    words = {"": "Soon back."}
    with pytest.raises(Unfinished, match="Nothing was announced"):
        update(folder=two, announcement=words).carry_out()
    assert Releases(host.folder).current == HERE
    assert update(folder=two, announcement=words).carry_out() == 0
    assert heard == [(words, True)] * 2


def test_ctrl_c_while_it_waits_goes_back_and_starts_nothing(host, tmp_path, monkeypatch):
    def press(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(Update, "stands", press)
    with pytest.raises(KeyboardInterrupt):
        update(folder=write_toy(tmp_path / "two", "two")).carry_out()
    installed = Releases(host.folder)
    assert (installed.current, installed.trial) == (HERE, None)
    assert not updating.database.is_taken(Path("hexagora.sqlite3"))


def test_one_that_does_not_come_to_discord_is_undone_and_litestream_is_remembered(
    host, tmp_path, capsys
):
    Path(".hexagora.sqlite3-litestream").touch()
    assert update(folder=write_toy(tmp_path / "two", "two", "start")).carry_out() == 1
    output = capsys.readouterr().out
    assert "going back" in output
    assert "sudo systemctl restart litestream" in output
    assert f"The old version, {host.folder}, is on Discord again" in output
    assert host.starts[-1][1:] == ["one", "one"]


def test_an_interrupted_one_is_undone_before_the_next_begins(host, tmp_path, capsys):
    two = write_toy(tmp_path / "two", "two")
    began_trial(host, two)
    assert update(folder=two).carry_out() == 0
    assert "was interrupted" in capsys.readouterr().out
    assert host.starts[-1][1:] == ["two", "one"]


def test_games_that_cannot_be_put_back_are_said_and_tried_again(host, tmp_path):
    began_trial(host, write_toy(tmp_path / "two", "two"))
    (host.folder / "copy.sqlite3").rename(host.folder / "elsewhere")
    with pytest.raises(Unfinished, match="cannot be put back"):
        update().carry_out()
    assert Releases(host.folder).trial is not None


def test_the_old_version_runs_on_where_there_is_no_room_for_the_copy(
    host, tmp_path, monkeypatch, capsys
):
    def refuse(file, copy):
        raise BadStore("no_room", file=str(copy), free=1, needed=2)

    host.start()
    monkeypatch.setattr(updating, "copy_into_room", refuse)
    assert update(folder=write_toy(tmp_path / "two", "two")).carry_out() == 1
    output = capsys.readouterr().out
    assert "before-update.sqlite3" in output
    assert f"The old version, {host.folder}, is on Discord again" in output
    assert Releases(host.folder).current == HERE
    assert [versions for _, *versions in host.starts] == [["one", "one"]] * 2


def test_a_folder_of_somebody_else_is_said(host, monkeypatch):
    def refuse(releases):
        raise PermissionError(13, "Permission denied", "releases")

    monkeypatch.setattr(Releases, "update", refuse)
    with pytest.raises(Unfinished, match="Only the owner of this folder"):
        update().carry_out()


def test_a_start_in_a_folder_of_somebody_else_is_said(host, monkeypatch):
    def refuse(releases):
        raise PermissionError(13, "Permission denied", "update.json")

    monkeypatch.setattr(Releases, "trial", property(refuse))
    with pytest.raises(SystemExit, match="start the bot as the owner of this folder"):
        launch.trial_to_settle(Releases(host.folder))


def test_a_bot_that_does_not_end_is_said(host, tmp_path, monkeypatch):
    host.start()
    monkeypatch.setattr(updating, "LONGEST_STOP", 0.05)
    monkeypatch.setattr(os, "kill", lambda pid, number: None)
    with pytest.raises(Unfinished, match="has not ended within a minute"):
        update(folder=write_toy(tmp_path / "two", "two")).carry_out()
    monkeypatch.undo()


def test_two_at_once_are_refused(host):
    with (
        Releases(host.folder).update(),
        pytest.raises(Unfinished, match="is at work in this folder"),
    ):
        update().carry_out()


def test_a_service_of_the_machine_wants_root(host, monkeypatch):
    unit = host.folder / "hexagora.service"
    unit.write_text(updating.services.user_unit(host.folder))
    monkeypatch.setattr(updating.services, "MACHINE_UNITS", host.folder)
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    monkeypatch.setattr(updating, "become_owner", lambda folder: None)
    with pytest.raises(Unfinished, match=r"sudo \./run update"):
        update().carry_out()
