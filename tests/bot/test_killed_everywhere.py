"""The process is killed behind every commit and every answer: people see what they would have seen.

The real courier, in processes of their own, talks to the playground. Each script is done twice:
once in one life, and once in as many as it takes until there is no instant left at which it was not
killed. Behind every other death Discord has forgotten the nonces.
"""

import asyncio
import json
import shutil
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

import playground
from playground import Playground
from playground.people import GAMES_ID, GUILD_ID
from tests.bot.mortal_bot import SCRIPTS, Life
from tests.patience import LONGEST
from tests.playground.seen import difference, visible_messages
from tests.tier import deep

ROOT = Path(__file__).parents[2]
WORLD, DATABASE, DEATHS = "world.sqlite3", "games.sqlite3", "deaths"
NAMES = ("Maud", "Bastien", "Inès", "Karim")
LONG_AFTER = 200
"""Seconds after which Discord has forgotten every nonce."""
LATER = {"remind": 13 * 3600}
"""Seconds that have passed before a script begins."""
FIRST = {"rematch": ("finish",), "invite": ("finish",)}
"""Scripts that are done, after `prepare`, in calm lives before another."""
PREPARING = ("prepare", "finish")
DAILY = "vote"
"""The script that an ordinary run plays, too: a question is asked, answered and carried out."""


class Host:
    """A playground in a folder, with the database of the bot that is played with there."""

    def __init__(self, ground: Playground, folder: Path, bot: subprocess.Popen) -> None:
        self.ground, self.folder, self.bot = ground, folder, bot

    async def life(self, script: str, *, mortal: bool = False) -> int:
        """The exit code of one life of the bot."""
        order = Life(
            script=script,
            database=str(self.folder / DATABASE),
            deaths=str(self.folder / DEATHS),
            token=self.ground.token,
            api=self.ground.api_base,
            gateway=self.ground.gateway_url,
            people={name: self.ground.person(name).id for name in NAMES},
            guild=GUILD_ID,
            channel=GAMES_ID,
            ahead=self.ground.world.clock.ahead.total_seconds(),
            mortal=mortal,
        )
        assert self.bot.stdin is not None
        assert self.bot.stdout is not None
        self.bot.stdin.write(msgspec.json.encode(order) + b"\n")
        self.bot.stdin.flush()
        return int(json.loads(await asyncio.to_thread(self.bot.stdout.readline)))

    async def lives(self, script: str) -> int:
        """Number of deaths of the bot until the script is done, one at every instant."""
        deaths = 0
        while (code := await self.life(script, mortal=True)) == -signal.SIGKILL:
            deaths += 1
            if deaths % 2:
                self.ground.let_pass(LONG_AFTER)
        assert code == 0
        return deaths

    async def messages_in_the_end(self, script: str):
        """The messages that people see once the edits are made that wait for further ones."""
        self.ground.let_pass(LONG_AFTER)
        assert await self.life(script) == 0
        return visible_messages(self.ground)


@pytest.fixture(scope="module")
def bot():
    """The process from which every life is forked: what it needs is loaded once."""
    command = (sys.executable, "-m", "tests.bot.mortal_bot")
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(LONGEST) == 0


@asynccontextmanager
async def host_world(bot, folder, world_folder=None):
    """A world in a folder; a copy of the `world_folder`, if there is one."""
    if world_folder is None:
        folder.mkdir()
    else:
        shutil.copytree(world_folder, folder)
    ground = await playground.start(file=folder / WORLD, limited=False)
    try:
        yield Host(ground, folder, bot)
    finally:
        await ground.close()
        assert ground.refusals == []


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """The folder of the worlds in which scripts begin."""
    return tmp_path_factory.mktemp("prepared")


@pytest.fixture
async def world_folder(bot, prepared, script):
    """The folder of the world in which a script begins."""
    folder = None
    for earlier in ("prepare", *FIRST.get(script, ())):
        before, folder = folder, prepared / earlier
        if not folder.exists():
            async with host_world(bot, folder, before) as host:
                assert await host.life(earlier) == 0
    return folder


@pytest.mark.parametrize(
    "script",
    [
        script if script == DAILY else pytest.param(script, marks=deep)
        for script in SCRIPTS
        if script not in PREPARING
    ],
)
async def test_killed_behind_every_commit_and_every_answer(bot, world_folder, tmp_path, script):
    async with host_world(bot, tmp_path / "calm", world_folder) as host:
        host.ground.let_pass(LATER.get(script, 0))
        before = visible_messages(host.ground)
        assert await host.life(script) == 0
        expected = await host.messages_in_the_end(script)
        assert expected != before
    async with host_world(bot, tmp_path / "deadly", world_folder) as host:
        host.ground.let_pass(LATER.get(script, 0))
        assert await host.lives(script) > 5
        assert difference(expected, await host.messages_in_the_end(script)) == ""
