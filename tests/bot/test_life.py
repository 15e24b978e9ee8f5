"""The process against a Discord that is not there, goes away, comes back or refuses it."""

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, STDOUT
from contextlib import closing
from pathlib import Path

import pytest

import playground
from bot.host.runner import MOST_FAULTS
from tests.playground.conftest import CALM
from tests.tier import deep

HOME = Path(__file__).parents[2]
TOKEN = "OTAwMDAwMDAwMDAwMDAwMDAx.Gforge.0123456789012345678901234567890123456"
COMMANDS = "/applications/{application_id}/commands"
CONNECTED = "has connected to Gateway"
UNREACHABLE = "Discord cannot be reached"


class Running:
    """A Python process of ours, and what it has written so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []

    async def line(self) -> str:
        line = (await self.process.stdout.readline()).decode()
        self.lines.append(line)
        return line

    async def says(self, words: str) -> str:
        """The next line with these words; a process that ends without is a failure."""
        async with asyncio.timeout(CALM.answer):
            while words not in (line := await self.line()):
                assert line, f"ended without {words!r}:\n{self.output}"
        return line

    async def exit_code(self) -> int:
        """The exit code, once the process has ended by itself."""
        async with asyncio.timeout(CALM.answer):
            while await self.line():
                pass
            return await self.process.wait()

    async def end(self, signum: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(signum)
        return await self.exit_code()

    @property
    def output(self) -> str:
        return "".join(self.lines)


@pytest.fixture
async def launch(tmp_path):
    """Starts Python processes in an empty folder; none outlives the test."""
    processes = []

    async def go(*words: str, **environ: str) -> Running:
        clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(HOME)}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            *words,
            cwd=tmp_path,
            env=clean | environ,
            stdout=PIPE,
            stderr=STDOUT,
        )
        processes.append(process)
        return Running(process)

    yield go
    for process in processes:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.fixture
def bot(launch):
    """Starts the bot on the Discord at these addresses."""

    async def go(api: str, gateway: str = "", token: str = TOKEN, **environ: str) -> Running:
        where = {"DISCORD_API_BASE": api, "DISCORD_GATEWAY_URL": gateway}
        return await launch("bot", DISCORD_TOKEN=token, **where, **environ)

    return go


@pytest.fixture
async def ground():
    opened = await playground.start(deadlines=CALM)
    yield opened
    await opened.close()


@pytest.fixture
def lone_ground(launch):
    """Starts a playground that can be frozen and killed; itself, and how to reach it."""

    async def go(port: int = 0) -> tuple[Running, list[str]]:
        running = await launch("tests.bot.lone_ground", str(port))
        token, api, gateway = (await running.says("http://")).split()
        return running, [api, gateway, token]

    return go


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return server.getsockname()[1]


async def ends_well(running: Running, signum: signal.Signals = signal.SIGTERM) -> bool:
    """Whether the process ends on a signal, without a word about an error."""
    return await running.end(signum) == 0 and "Traceback" not in running.output


async def test_it_waits_for_discord_starts_again_after_a_fault_and_ends_without_its_token(
    bot, ground
):
    """Nobody restarts it after 78: `RestartPreventExitStatus` of the unit waits for that."""
    ground.faults.inject("http_error", status=503, count=2, path="/gateway/bot$")
    running = await bot(ground.api_base, ground.gateway_url, ground.token)
    await running.says(CONNECTED)
    assert sum(line.startswith(UNREACHABLE) for line in running.lines) == 1
    assert "Traceback" not in running.output
    ground.faults.inject("gateway_event", event="READY", data={"v": 10})
    await running.says("starts again after a fault")
    await running.says(CONNECTED)
    ground.faults.inject("gateway_close", code=4004)
    assert await running.exit_code() == 78
    assert "Discord refuses the token" in running.output


# ---- told to end -----------------------------------------------------------------------------


@deep
@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
async def test_it_ends_while_it_waits_for_a_discord_that_is_not_there(bot, signum):
    running = await bot("http://discord.invalid/api", HEXAGORA_LANGUAGE="fr")
    await running.says("Discord est injoignable")
    assert await ends_well(running, signum)


@deep
async def test_it_ends_while_a_silent_discord_keeps_it_waiting(bot):
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.setblocking(False)
        running = await bot(f"http://127.0.0.1:{server.getsockname()[1]}/api")
        connection, _ = await asyncio.get_running_loop().sock_accept(server)
        with closing(connection):
            assert await ends_well(running)


@deep
async def test_it_ends_while_it_connects_again(bot, lone_ground):
    place, addresses = await lone_ground()
    running = await bot(*addresses)
    await running.says(CONNECTED)
    place.process.kill()
    await running.says("Attempting a reconnect")
    assert await ends_well(running)


@deep
async def test_it_ends_when_the_gateway_has_gone_silent(bot, lone_ground):
    place, addresses = await lone_ground()
    running = await bot(*addresses)
    await running.says(CONNECTED)
    place.process.send_signal(signal.SIGSTOP)
    assert await ends_well(running)


@deep
async def test_it_ends_while_it_waits_for_the_commands(bot, ground):
    ground.faults.inject("rate_limit", retry_after=3600, count=9, path="/commands")
    running = await bot(ground.api_base, ground.gateway_url, ground.token)
    await running.says("The commands are not registered yet")
    assert await ends_well(running)


@deep
@pytest.mark.parametrize("milliseconds", range(100, 2500, 400))
async def test_it_ends_at_any_moment_of_its_start(bot, ground, milliseconds):
    """The signal may come before Python has set up anything: then it ends by that signal."""
    running = await bot(ground.api_base, ground.gateway_url, ground.token)
    await asyncio.sleep(milliseconds / 1000)
    assert await running.end() in (0, -signal.SIGTERM)
    assert "Traceback" not in running.output


# ---- there and back --------------------------------------------------------------------------


@deep
@pytest.mark.parametrize(
    ("path", "name", "status"),
    [
        ("/users/@me$", "http_error", 503),
        ("/applications/@me$", "http_error", 503),
        ("/users/@me$", "page", 401),
        ("/applications/@me$", "foreign", 403),
        ("/gateway/bot$", "page", 200),
    ],
)
async def test_a_discord_out_of_reach_is_told_once_and_tried_again(bot, ground, path, name, status):
    """At each step of a start; whoever answers in Discord's place calls no token bad."""
    ground.faults.inject(name, status=status, path=path, count=2)
    running = await bot(ground.api_base, ground.gateway_url, ground.token)
    await running.says(CONNECTED)
    assert sum(line.startswith(UNREACHABLE) for line in running.lines) == 1
    assert await ends_well(running)


@deep
async def test_it_goes_on_when_discord_is_back(bot, lone_ground):
    port = free_port()
    place, addresses = await lone_ground(port)
    running = await bot(*addresses)
    await running.says(CONNECTED)
    place.process.kill()
    await running.says("Attempting a reconnect")
    await place.exit_code()
    await lone_ground(port)
    await running.says(CONNECTED)
    assert await ends_well(running)


@deep
async def test_several_faults_in_a_short_time_end_it_with_a_sentence(bot, ground):
    running = await bot(ground.api_base, ground.gateway_url, ground.token)
    for _ in range(MOST_FAULTS):
        await running.says(CONNECTED)
        ground.faults.inject("gateway_event", event="READY", data={"v": 10})
    assert await running.exit_code() == 1
    assert f"failed {MOST_FAULTS} times" in running.output


# ---- refused ---------------------------------------------------------------------------------


@deep
async def test_a_text_that_is_no_token_is_for_the_host_to_mend_even_without_a_network(bot):
    running = await bot(f"http://127.0.0.1:{free_port()}/api", token="no.token.at-all")
    assert await running.exit_code() == 78
    assert "DISCORD_TOKEN does not look like a bot token" in running.output
    assert "no.token.at-all" not in running.output


# ---- the log ---------------------------------------------------------------------------------


@deep
async def test_a_trouble_of_discord_is_a_line_in_the_log(bot, ground):
    """A click that comes twice, an answer that is lost, a post that Discord cannot take yet."""
    running = await bot(ground.api_base, ground.gateway_url, ground.token)
    maud = ground.person("Maud")
    failing = ("PUT", COMMANDS)
    await maud.expect(lambda: ground.online and ground.counts[failing] and maud.world["commands"])
    alone = {"players": 2, "ai": 1, "thread": False}
    post = (await maud.slash("akropolis new", options=alone)).message
    ground.faults.inject("twice")
    await maud.click(post, "Options")
    await running.says("40060")
    ground.faults.inject("drop", method="POST", path="/callback$")
    await maud.click(post, "Options")
    await running.says("is interrupted")
    ground.faults.inject("http_error", method="POST", path="/messages$")
    await maud.click(post, "Commencer")
    await maud.expect(lambda: len(ground.person("Noor").messages()) > 1)
    assert await ends_well(running)
    assert "ERROR" not in running.output
