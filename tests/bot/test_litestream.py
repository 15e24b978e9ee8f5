"""Continuous copies: the machine dies in mid-game, and its disk with it.

The real bot in a process of its own, Litestream as docs/litestream.yml sets it up, and the commands
of docs/hosting.md.
"""

import asyncio
import re
import shutil
import signal
import sqlite3
import sys
from collections import Counter
from contextlib import asynccontextmanager, closing
from pathlib import Path
from time import monotonic

import pytest

from playground.people import BOT_ID
from tests.bot.test_life import CONNECTED, bot, launch
from tests.patience import LONGEST, until
from tests.playground.conftest import ground
from tests.tier import deep

__all__ = ["bot", "ground", "launch"]

HOUSE = Path(__file__).parents[2]
DATABASE = "hexagora.sqlite3"
AT_MOST_LOST = 1.0
"""Seconds before the death of the machine whose moves may be lost, as docs/hosting.md says."""
TURNS = 8


def litestream():
    """The program, which the lock of the tests installs beside Python."""
    beside = Path(sys.executable).with_name("litestream")
    program = str(beside) if beside.exists() else shutil.which("litestream")
    assert program, "install requirements-dev.lock"
    return program


class Host:
    """A folder with the bot's database, and another one for the copies, as on another machine."""

    def __init__(self, home, elsewhere):
        self.database, self.home = home / DATABASE, home
        settings = (HOUSE / "docs/litestream.yml").read_text("utf-8")
        settings = settings.replace("/srv/hexagora/hexagora.sqlite3", str(self.database))
        self.settings = elsewhere / "litestream.yml"
        self.settings.write_text(settings.replace("/mnt/nas/hexagora", str(elsewhere / "copies")))

    @asynccontextmanager
    async def copying(self):
        """Litestream runs as the process that this yields, and is killed at the end."""
        process = await asyncio.create_subprocess_exec(
            litestream(), "replicate", "-config", self.settings, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            yield process
        finally:
            process.kill()
            await process.wait()

    async def first_copy(self):
        """Return once a first copy has been made."""
        await until(lambda: [*self.settings.parent.glob("copies/**/*.ltx")])

    def lose_disk(self):
        for file in self.home.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()

    async def restore(self):
        """Return a file beside the place of the database to which Litestream restores it."""
        file = self.home / "restored.sqlite3"
        process = await asyncio.create_subprocess_exec(
            litestream(), "restore", "-config", self.settings, "-o", file, self.database
        )
        async with asyncio.timeout(LONGEST):
            assert await process.wait() == 0
        return file

    def rows(self, query):
        with closing(sqlite3.connect(self.database)) as db:
            return db.execute(query).fetchall()

    def moves(self):
        return self.rows("SELECT ply, notation FROM action WHERE table_id = 1 ORDER BY ply")

    async def settle(self):
        """Return once all boards and hands are posted."""
        query = "SELECT id FROM outbox WHERE kind IN ('open', 'board', 'hand')"
        await until(lambda: not self.rows(query))


@pytest.fixture
def host(tmp_path, tmp_path_factory):
    return Host(tmp_path, tmp_path_factory.mktemp("elsewhere"))


def texts(ground, thread):
    """Count of each text of the bot in a thread; moments may differ."""
    messages = ground.world.messages(int(thread))
    return Counter(
        re.sub(r"<t:\d+(:\w)?>", "", message.body["content"])
        for message in messages
        if message.author_id == BOT_ID and message.only_for is None
    )


async def take_cards(person, thread):
    answer = await person.slash("telegraph move", thread, options={"move": "S"}, patience=LONGEST)
    assert answer.state == "done"


@deep
async def test_a_machine_that_dies_in_mid_game_loses_a_second_at_most(host, bot, ground, launch):
    """The last turn is shown to people and never copied."""
    maud, bastien = ground.person("Maud"), ground.person("Bastien")
    addresses = (ground.api_base, ground.gateway_url, ground.token)
    running = await bot(*addresses)
    await running.says(CONNECTED)
    async with host.copying() as copier:
        await host.first_copy()
        options = {"players": 2, "language": "en", "order": "joined"}
        await maud.expect(lambda: maud.world["commands"], patience=LONGEST)
        opened = await maud.slash("telegraph new", options=options, patience=LONGEST)
        thread = opened.message["id"]
        await bastien.click(opened.message, "Join", patience=LONGEST)
        await maud.click(opened.message, "Start", patience=LONGEST)
        await maud.expect(lambda: maud.messages(thread), patience=LONGEST)
        moments = []
        for number in range(TURNS):
            await take_cards((maud, bastien)[number % 2], thread)
            moments.append(monotonic())
            await host.settle()
        copier.send_signal(signal.SIGSTOP)
        death = monotonic()
        await take_cards((maud, bastien)[TURNS % 2], thread)
        await host.settle()
        running.process.kill()
        await running.exit_code()
    host.lose_disk()
    before = texts(ground, thread)

    copy = await host.restore()
    restoring = await launch("bot", "restore", str(copy))
    assert await restoring.exit_code() == 0
    moves = host.moves()
    assert len(moves) <= TURNS
    assert len(moves) >= sum(moment < death - AT_MOST_LOST for moment in moments)

    async with host.copying():
        running = await bot(*addresses)
        await running.says(CONNECTED)
        await host.settle()
        after = texts(ground, thread)
        assert before - after == Counter()
        assert (after - before).keys() & before.keys() == set()
        for number in range(len(moves), TURNS + 2):
            await take_cards((maud, bastien)[number % 2], thread)
            await host.settle()
        assert len(host.moves()) == TURNS + 2
        assert max(texts(ground, thread).values()) == 1
        assert await running.end() == 0
    assert "Traceback" not in running.output
