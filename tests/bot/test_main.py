"""`python -m bot` as a host types it: sentences and exit codes, never a traceback."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import playground
from bot import __main__ as entry
from bot.host.rehearsal.places import RIGHTS
from tests.patience import LONGEST

HOME = Path(__file__).parents[2]
TOKEN = "OTAwMDAwMDAwMDAwMDAwMDAx.Gforge.0123456789012345678901234567890123456"


@pytest.fixture
def start_bot(tmp_path):
    """Starts `python -m bot …` in an empty folder with an empty home."""
    started = []

    def start(*words, **environ):
        clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(HOME)}
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", *words],
            cwd=tmp_path,
            env=clean | environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def output_of(process):
    words, _ = process.communicate(timeout=LONGEST)
    assert "Traceback" not in words
    return words, process.returncode


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a command of `python -m bot` in this process, in an empty folder: output and code."""
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith(("HEXAGORA_", "DISCORD_", "PLAYGROUND_")):
            monkeypatch.delenv(name)
    monkeypatch.setattr(entry, "log_from", lambda level, form: None)
    umask = os.umask(entry.UMASK)

    def run_command(*words, **settings):
        monkeypatch.setattr(sys, "argv", ["./run", *words])
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        code = entry.main()
        return capsys.readouterr().out, code

    yield run_command
    os.umask(umask)


def test_help_lists_every_command(run, capsys):
    with pytest.raises(SystemExit, match="0"):
        run("--help")
    words = capsys.readouterr().out
    assert all(command in words for command in ("doctor", "invite", "backup", "restore"))


def test_a_rehearsal_without_a_token_is_refused(run):
    words, code = run("rehearse")
    assert "DISCORD_TOKEN" in words
    assert code == 1


async def test_a_rehearsal_alone_writes_what_it_saw(tmp_path):
    ground = await playground.start(limited=False)
    ground.moderator.grant(RIGHTS.value)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "rehearse", "--minutes", "0", "--phone", "p.png"),
        stdout=asyncio.subprocess.PIPE,
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(HOME),
            "DISCORD_TOKEN": ground.token,
            "DISCORD_API_BASE": ground.api_base,
            "DISCORD_GATEWAY_URL": ground.gateway_url,
        },
    )
    words, _ = await process.communicate()
    await ground.close()
    assert process.returncode == 0
    assert "as expected" in words.decode()
    assert (tmp_path / "discord-observed.json").exists()


def test_observations_that_cannot_be_read_are_said(start_bot, tmp_path):
    (tmp_path / "discord-observed.json").write_text("not at all")
    words, code = output_of(start_bot())
    assert "discord-observed.json cannot be read" in words
    assert code == 78


def test_a_newcomer_gets_a_page_that_answers_and_ctrl_c_ends_it(start_bot):
    running = start_bot("--port", "0")
    address = re.search(r"http://\S+", running.stdout.readline())[0]
    with urllib.request.urlopen(address, timeout=LONGEST) as page:
        assert "Hexagora" in page.read().decode()
    running.send_signal(signal.SIGINT)
    words, code = output_of(running)
    assert code == 0, words


def test_a_playground_that_is_played_in_is_not_opened_again_nor_made_fresh(start_bot, tmp_path):
    running = start_bot("--port", "0")
    running.stdout.readline()
    for option in ((), ("--fresh",)):
        words, code = output_of(start_bot(*option, "--port", "0"))
        assert code == 1
        assert "in use by another Hexagora" in words
        assert "http://" not in words
    assert (tmp_path / ".playground" / "hexagora.sqlite3").exists()
    running.send_signal(signal.SIGTERM)
    assert output_of(running)[1] == 0


def test_a_port_that_is_taken_is_said(start_bot):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words, code = output_of(start_bot("--port", port))
    assert code == 78
    assert f"Port {port} is already in use" in words


def test_a_setting_that_makes_no_sense_is_refused_in_the_language_of_the_host(run):
    words, code = run(HEXAGORA_BACKUPS_KEPT="many", HEXAGORA_LANGUAGE="fr")
    assert code == 78
    assert "HEXAGORA_BACKUPS_KEPT" in words


def test_an_env_file_of_somebody_else_is_said_with_what_to_type(run, monkeypatch):
    def refuse(file):
        raise PermissionError(13, "Permission denied", file)

    monkeypatch.setattr(entry, "load_dotenv", refuse)
    words, code = run("doctor", HEXAGORA_LANGUAGE="fr")
    assert code == entry.BAD_CONFIGURATION
    assert f"sudo chown {os.geteuid()} .env" in " ".join(words.split())


def test_the_invite_link_asks_for_the_least(run):
    words, code = run("invite", DISCORD_TOKEN=TOKEN)
    assert code == 0
    assert "client_id=900000000000000001" in words
    assert re.search(r"permissions=\d+", words)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "hello"}, "DISCORD_TOKEN does not look like a bot token"),
    ],
)
def test_no_invite_link_without_a_token(run, settings, sentence):
    words, code = run("invite", **settings)
    assert code == 78
    assert sentence in words


def test_the_doctor_is_content_without_a_token(run):
    words, code = run("doctor")
    assert code == 0
    assert "DISCORD_TOKEN is not set" in words


def test_a_copy_comes_back(run, tmp_path, empty_database):
    file = tmp_path / "hexagora.sqlite3"
    shutil.copy(empty_database, file)
    assert run("backup", "copy.sqlite3")[1] == 0
    file.write_bytes(b"broken")
    words, code = run("restore", "copy.sqlite3")
    assert code == 0, words
    assert run("doctor")[1] == 0


def test_no_copy_is_made_of_a_database_that_is_not_there(run, tmp_path):
    """A path that is mistyped makes no empty database, and no copy of one."""
    words, code = run("backup", HEXAGORA_DATABASE="hexagroa.sqlite3")
    assert code == 1
    assert "There is no database at hexagroa.sqlite3" in words
    assert list(tmp_path.iterdir()) == []


def test_every_file_is_for_its_owner_alone(start_bot, run, tmp_path):
    running = start_bot("--port", "0")
    running.stdout.readline()
    world = tmp_path / ".playground"
    while not (world / "hexagora.sqlite3").exists():
        assert running.poll() is None
    running.send_signal(signal.SIGTERM)
    assert output_of(running)[1] == 0
    database = ".playground/hexagora.sqlite3"
    assert run("backup", "copy.sqlite3", HEXAGORA_DATABASE=database)[1] == 0
    written = [tmp_path / "copy.sqlite3", world, *world.iterdir()]
    assert len(written) > 3
    assert [file for file in written if file.stat().st_mode & 0o077] == []


def test_a_copy_that_is_not_there_is_said(run):
    words, code = run("restore", "nowhere.sqlite3")
    assert code == 1
    assert "nowhere.sqlite3" in words


def test_the_playground_opens_on_this_machine_only(start_bot):
    words, code = output_of(start_bot(PLAYGROUND_HOST="0.0.0.0"))
    assert code == 78
    assert "PLAYGROUND_HOST is 0.0.0.0" in words


def test_a_saved_playground_that_cannot_be_read_is_said(start_bot, tmp_path):
    (tmp_path / ".playground").mkdir()
    (tmp_path / ".playground" / "world.sqlite3").write_text("not a world at all" * 400)
    words, code = output_of(start_bot("--port", "0"))
    assert code == 78
    assert "./run --fresh" in words


def test_a_running_bot_gives_its_figures_and_logs_json(start_bot, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    running = start_bot("--port", "0", HEXAGORA_METRICS_PORT=port, HEXAGORA_LOG_FORM="json")
    running.stdout.readline()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=LONGEST) as page:
        assert b"hexagora_overdue_deliveries" in page.read()
    running.send_signal(signal.SIGINT)
    words, code = output_of(running)
    assert code == 0, words
    assert all(json.loads(line)["level"] for line in words.splitlines() if line.startswith("{"))
