"""Housekeeping never endangers play: a real process plays on beside all that a host may do.

The bot runs from a folder that is pulled under it: `git pull` brings a migration that gives every
table a new column.
"""

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from bot import database
from bot.database import BadStore, meta
from tests.bot.harming import full_disk
from tests.browser import ONE_LOOP
from tests.cogs.conftest import House
from tests.cogs.playing import duel, move
from tests.tier import deep

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "cogs", "data", "playground", "render", "rules")
TABLES = (
    "action",
    "hand",
    "meta",
    "outbox",
    "person",
    "result",
    "seat",
    "snapshot",
    "table_",
    "undo",
)


class Host(House):
    """The program in a folder of its own, and what a host types there."""

    def __init__(self, ground, home: Path) -> None:
        super().__init__(ground, home / "games.sqlite3")
        self.program = home / "program"
        self.process: Process
        for room in ROOMS:
            shutil.copytree(ROOT / room, self.program / room)

    def pull(self) -> None:
        """The newest version: one migration more."""
        script = "".join(f"ALTER TABLE {table} ADD COLUMN more TEXT;\n" for table in TABLES)
        (self.program / "bot" / "database" / "migrations" / "9999_more.sql").write_text(script)

    async def run(self, *words: str) -> Process:
        """`./run …`, in the program's folder."""
        environ = {
            "PATH": os.environ["PATH"],
            "DISCORD_TOKEN": self.ground.token,
            "DISCORD_API_BASE": self.ground.api_base,
            "DISCORD_GATEWAY_URL": self.ground.gateway_url,
            "HEXAGORA_DATABASE": str(self.database),
            "HEXAGORA_BACKUPS_KEPT": "0",
        }
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *words,
            cwd=self.program, env=environ, stdout=PIPE, stderr=STDOUT,
        )  # fmt: skip

    async def output(self, *words: str) -> tuple[str, int]:
        """The output of a command, and its exit code."""
        process = await self.run(*words)
        output, _ = await process.communicate()
        assert b"Traceback" not in output
        return output.decode(), process.returncode or 0

    async def start(self) -> None:
        self.process = await self.run()
        await self.maud.expect(lambda: self.ground.online and self.maud.world["commands"])

    async def stop(self) -> str:
        """End the bot as a service is ended; its log."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        output, _ = await self.process.communicate()
        return output.decode()


@pytest.fixture
def first_start():
    """Every start is the first, and the world is in memory: a full disk is the bot's alone."""


@pytest_asyncio.fixture(loop_scope=ONE_LOOP)
async def host(ground, tmp_path):
    opened = Host(ground, tmp_path)
    await opened.start()
    yield opened
    await opened.stop()


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


async def both_move(host, thread) -> None:
    """A turn each: the board comes, and calls who is next."""
    await move(host, host.maud, thread)
    await move(host, host.bastien, thread)


@deep
async def test_a_game_goes_on_through_a_pull_a_doctor_a_backup_and_a_second_bot(host, tmp_path):
    thread = await duel(host)
    await both_move(host, thread)
    before = version(host.database)
    host.pull()

    words, code = await host.output("doctor")
    assert "The bot is using it right now" in words
    assert "update changes the database at the next start" in words
    assert code == 0, words
    assert (await host.output("backup", str(tmp_path / "copy.sqlite3")))[1] == 0
    words, code = await host.output()
    assert "in use by another Hexagora" in words
    assert code == 1
    words, code = await host.output("restore", str(tmp_path / "copy.sqlite3"))
    assert "in use by another Hexagora" in words
    assert code == 1

    assert version(host.database) == before
    await both_move(host, thread)
    assert "Traceback" not in await host.stop()

    await host.start()
    await both_move(host, thread)
    copy = tmp_path / "backups" / f"games-before-v{before + 1}.sqlite3"
    log = await host.stop()
    assert str(copy) in log
    assert "Traceback" not in log
    assert (version(copy), version(host.database)) == (before, before + 1)


async def test_a_game_goes_on_while_a_copy_meets_a_full_disk(house):
    thread = await duel(house)
    await house.app.store.write(meta.write, "ballast", "x" * 3_000_000)
    await house.app.store.read(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
    with full_disk(1_000_000):
        for person in (house.maud, house.bastien):
            with pytest.raises(BadStore, match="cannot be written"):
                await asyncio.to_thread(database.backup, house.database)
            await move(house, person, thread)
    assert list((house.database.parent / "backups").iterdir()) == []
