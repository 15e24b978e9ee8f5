"""`./run update` of the real bot, from a repository, with a table in play in the playground."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import playground
from tests.bot.pseudo_terminal import PseudoTerminal
from tests.bot.test_updating import ENVIRON
from tests.tier import deep
from tools import environment

HOME = Path(__file__).parents[2]
ROOMS = ("bot", "cogs", "rules", "render", "data", "playground", "tools", "docs")
FILES = ("run", "requirements.lock", "pyproject.toml", "LICENSE", "NOTICE", ".env.example")
BREAKS = "\nraise RuntimeError('this version does not start')\n"


@pytest.fixture
async def ground():
    opened = await playground.start()
    yield opened
    await opened.close()


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=Maud", "-c", "user.email=maud@example.org"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def commit(repository: Path, file: str, more: str) -> None:
    """Append to a file of the repository, and commit that."""
    with (repository / file).open("a") as opened:
        opened.write(more)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "another version")


@pytest.fixture
def repository(tmp_path):
    """A repository with the code as it stands here."""
    place = tmp_path / "origin"
    place.mkdir()
    ignore = shutil.ignore_patterns("__pycache__")
    for room in ROOMS:
        shutil.copytree(HOME / room, place / room, ignore=ignore)
    for name in FILES:
        shutil.copy(HOME / name, place)
    git(place, "init", "-q", "-b", "main")
    commit(place, ".gitignore", ".venv*\n__pycache__/\n*.sqlite3*\n/releases/\n")
    return place


@pytest.fixture
def folder(tmp_path, repository):
    """A clone of it, with an environment that borrows the packages of this one."""
    git(tmp_path, "clone", "-q", str(repository), "host")
    place = tmp_path / "host"
    python = place / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    lock = (place / "requirements.lock").read_bytes()
    locks = {"requirements.lock": environment.sha256(lock).hexdigest()}
    stamp = {"python": environment.python_name(), "locks": locks}
    (place / ".venv" / environment.STAMP).write_text(json.dumps(stamp))
    return place


@deep
async def test_a_table_goes_on_under_the_new_version_and_after_one_that_does_not_start(
    ground, folder, repository
):
    environ = {
        **ENVIRON, "PATH": os.environ["PATH"], "HOME": str(folder), "DISCORD_TOKEN": ground.token,
        "DISCORD_API_BASE": ground.api_base, "DISCORD_GATEWAY_URL": ground.gateway_url,
    }  # fmt: skip
    bot = PseudoTerminal(["./run"], folder, environ)
    await bot.shows("has connected to Gateway")
    maud = ground.person("Maud")
    lobby = await maud.slash("akropolis new")
    assert lobby.message

    commit(repository, "bot/database/migrations/9999_more.sql", "")
    newest = max((repository / "bot/database/migrations").glob("0*.sql"))
    number = int(newest.name[:4]) + 1
    migration = repository / f"bot/database/migrations/{number:04}_more.sql"
    (repository / "bot/database/migrations/9999_more.sql").rename(migration)
    commit(repository, str(migration.relative_to(repository)), "CREATE TABLE more (a TEXT) STRICT;")
    update = PseudoTerminal(["./run", "update", "--announce", "Soon back."], folder, environ)
    await update.shows("[y/n]")
    update.type("\n")
    await update.shows("is on Discord: the update is done")
    assert await bot.end() == 0, "the old one was stopped"
    bot.close()
    assert (await maud.slash("help")).message
    update.type("\x03")
    assert await update.end() == 0
    assert "Traceback" not in update.text
    update.close()

    commit(repository, "cogs/help.py", BREAKS)
    bot = PseudoTerminal(["./run"], folder, environ)
    await bot.shows("has connected to Gateway")
    update = PseudoTerminal(["./run", "update", "--yes"], folder, environ)
    output = await update.shows("is on Discord again")
    [name] = re.findall(r"The old version, (\w+), $", output[-40:]) or [""]
    assert (folder / "releases" / "current").readlink().name == name
    assert (await maud.slash("help")).message
    update.type("\x03")
    assert await update.end() == 1
    update.close()
    bot.close()
