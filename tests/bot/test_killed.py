"""The process is killed at any instant: every turn that has ended is shown once, and no other."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store import table_rows
from bot.store.store import Store
from bot.table.changes import Ply
from bot.table.stored_states import state_from_text
from rules.codec import to_json
from tests.bot.market import MARKET
from tests.bot.samples import waiting
from tests.bot.test_upgrade import DUMP
from tests.patience import LONGEST
from tests.tier import deep, of_tier

ROOT = Path(__file__).parents[2]


class World:
    """A database, what a receiver that honours nonces has shown, and what players were told."""

    def __init__(self, home: Path) -> None:
        self.database = home / "games.sqlite3"
        self.shown = home / "shown"
        self.acknowledged = home / "acknowledged"

    def run(self, mode: str = "", seconds: float | None = None) -> int:
        """One life of the bot, until it ends, kills itself, or is killed after some seconds."""
        files = map(str, (self.database, self.shown, self.acknowledged))
        command = [sys.executable, "-m", "tests.bot.busy_bot", *files, mode]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as bot:
            assert bot.stdout is not None
            bot.stdout.readline()
            if seconds is not None:
                time.sleep(seconds)
                bot.kill()
            return bot.wait(LONGEST)

    def lines(self, file: Path) -> list:
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    async def check(self) -> int:
        """Check that every saved turn that has ended was shown once; return how many moves."""
        store = await Store.open(self.database)
        try:
            assert await store.check() == []
            assert await waiting(store) == []
            query = "SELECT id, game FROM table_"
            games = dict(await store.read(lambda db: db.execute(query).fetchall()))
            logs = {number: await store.read(table_rows.read_plies, number) for number in games}
            for number in (number for number, game in games.items() if game == "market"):
                assert self.hands(number) == await hands(store, number)
        finally:
            await store.close()
        assert self.moves_seen() == {
            number: [[ply.ply, ply.notation] for ply in complete_turns(log) if ply.undone is None]
            for number, log in logs.items()
        }
        for number, ply, notation in self.lines(self.acknowledged):
            assert (logs[number][ply - 1].ply, logs[number][ply - 1].notation) == (ply, notation)
        return sum(map(len, logs.values()))

    def moves_seen(self) -> dict[int, list]:
        """All moves that people saw: a nonce that comes again shows nothing new."""
        moves_by_table: dict[int, list] = {}
        for number, moves in self.new(list):
            moves_by_table.setdefault(number, []).extend(moves)
        return moves_by_table

    def hands(self, number: int) -> dict[str, dict]:
        """The hands of a table as people saw them last."""
        hands: dict[str, dict] = {}
        for table, hand in self.new(dict):
            hands |= hand if table == number else {}
        return hands

    def new(self, kind: type) -> Iterator[tuple[int, Any]]:
        """Posts that were shown first under their nonce: table, and moves or a hand."""
        nonces = set()
        for number, nonce, content in self.lines(self.shown):
            if nonce not in nonces and isinstance(content, kind):
                yield number, content
            nonces.add(nonce)


def complete_turns(log: list[Ply]) -> list[Ply]:
    """The log without the turn under way."""
    return log[: max((number for number, ply in enumerate(log, 1) if ply.ends_turn), default=0)]


async def hands(store: Store, number: int) -> dict[str, dict]:
    """The hands as they are between turns."""
    position = await store.read(table_rows.read_position, number)
    assert position is not None
    assert position.snapshot is not None
    text = position.snapshot.began or position.snapshot.state
    state = state_from_text(MARKET, position.snapshot.version, text)
    return {str(seat): to_json(MARKET.hand(state, seat)) for seat in range(3)}


@pytest.fixture
def world(tmp_path) -> World:
    return World(tmp_path)


async def test_killed_around_the_sending(world):
    """A post that is sent again has the same nonce, and is shown once."""
    for mode in ("die-with-a-hand", *of_tier((), ("die-before", "die-after"))):
        assert world.run(mode) == -signal.SIGKILL
    assert world.run("last") == 0
    sent = [nonce for _, nonce, content in world.lines(world.shown) if isinstance(content, dict)]
    assert len(sent) > len(set(sent)) > 0
    await world.check()


@deep
async def test_killed_at_any_instant(world):
    """Six lives, and more on a machine so busy that nothing was done in them."""
    luck, lives = random.Random(2026), 0
    while lives < 6 or not world.lines(world.acknowledged):
        lives += 1
        seconds = luck.uniform(0.0, 0.02 * lives)
        assert world.run(seconds=seconds) in (-signal.SIGKILL, 0)
    assert world.run("last") == 0
    assert await world.check() > 0


# ---- an update -----------------------------------------------------------------------------------

OPEN = "import asyncio, pathlib, sys; from bot.store.store import Store; print(flush=True); \
asyncio.run(Store.open(pathlib.Path(sys.argv[1])))"


@deep
async def test_killed_at_any_instant_of_an_update(tmp_path):
    """A copy of the form before is there whenever the form is another one."""
    luck, file = random.Random(2026), tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(DUMP.read_text("utf-8"))
    for _ in range(12):
        with subprocess.Popen(
            [sys.executable, "-c", OPEN, file], stdout=subprocess.PIPE, cwd=ROOT
        ) as start:
            start.stdout.readline()
            time.sleep(luck.uniform(0.0, 0.08))
            start.kill()
        copies = list(tmp_path.glob("backups/games-before-v*.sqlite3"))
        assert version(file) == 1 or list(map(version, copies)) == [1]
    store = await Store.open(file)
    assert await store.check() == []
    assert [ply.ply for ply in await store.read(table_rows.read_plies, 1)] == [1, 2, 3, 4, 5]
    await store.close()
    assert [copy.name for copy in (tmp_path / "backups").iterdir()] == [
        f"games-before-v{version(file)}.sqlite3"
    ]


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])
