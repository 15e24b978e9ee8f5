"""The container works as documented: its process, its environment, its user and its folders."""

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest

from bot.host.heartbeats import figures_file
from bot.settings import Settings
from tests.bot.container import NOBODY, another_user, env_file, example, recipe, unpack
from tests.bot.test_life import CONNECTED, Running, ground
from tests.patience import until
from tests.tier import deep

__all__ = ["ground"]


@pytest.fixture
def image():
    """The folders of the image: the program, which is not to be written, and the volume."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        app, data = unpack(folder), folder / "data"
        data.mkdir(mode=0o700)
        if not os.geteuid():
            os.chown(data, NOBODY, NOBODY)
        yield app, data
        for path in (app, *app.rglob("*")):
            if path.is_dir():
                path.chmod(0o755)


@pytest.fixture
async def run(image):
    """Starts what the container starts, with the variables of an env file; none outlives it."""
    app, data = image
    containers = []

    async def go(words, variables):
        environ = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"} | recipe().env | variables
        placed = {name: path_here(value, data) for name, value in environ.items()}
        process = await asyncio.create_subprocess_exec(
            *another_user(), *here(words), cwd=app, env=placed, stdout=PIPE, stderr=STDOUT
        )
        containers.append(process)
        return Running(process)

    yield go
    for process in containers:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def path_here(value, data):
    """A path of the volume, where this test has the volume."""
    volume = recipe().volume
    return f"{data}{value.removeprefix(volume)}" if value.startswith(f"{volume}/") else value


def here(words):
    """The command with this Python instead of the image's."""
    return [sys.executable, *words[1:]] if words[0] == "/venv/bin/python" else words


def env_file_for(ground):
    """The env file of a host whose Discord is the playground's."""
    return example(
        DISCORD_TOKEN=ground.token,
        DISCORD_API_BASE=ground.api_base,
        DISCORD_GATEWAY_URL=f'"{ground.gateway_url}"',
    )


async def health(run, ground):
    """Exit code and output of the check of the container's health."""
    check = await run(recipe().health, env_file_for(ground))
    code = await check.exit_code()
    assert "Traceback" not in check.output
    return code, check.output


@deep
async def test_the_container_runs_by_the_example_and_keeps_its_games_in_the_volume(
    run, image, ground
):
    """Another user, a folder that it may not write, quotes left on: it connects and is healthy."""
    app, data = image
    running = await run(recipe().entry, env_file_for(ground))
    await running.says(CONNECTED)
    assert (data / "hexagora.sqlite3").exists()
    await until(figures_file(data / "hexagora.sqlite3").exists)  # it beats as soon as it has begun
    code, output = await health(run, ground)
    assert code == 0, output
    assert await running.end(signal.SIGTERM) == 0
    assert "Traceback" not in running.output
    assert list(app.rglob("*.sqlite3*")) == []


@deep
async def test_a_container_whose_bot_has_ended_is_not_healthy(run, ground):
    code, _ = await health(run, ground)
    assert code == 1


async def test_a_container_without_a_token_says_so(run):
    """There is no room for a playground there."""
    running = await run(recipe().entry, example())
    assert await running.exit_code() == 78
    assert "set DISCORD_TOKEN to start on Discord" in running.output
    assert "Traceback" not in running.output


@deep
async def test_a_bot_that_gives_no_sign_of_life_is_not_healthy(run, image, ground):
    """The process is there, and does nothing any more."""
    _, data = image
    running = await run(recipe().entry, env_file_for(ground))
    await running.says(CONNECTED)
    checked = await run([*recipe().entry, "doctor", "--running"], env_file_for(ground))
    assert await checked.exit_code() == 0, checked.output
    assert "has been running since" in checked.output
    running.process.send_signal(signal.SIGSTOP)
    os.utime(data / "hexagora.sqlite3.figures.json", (0, 0))
    code, _ = await health(run, ground)
    assert code == 1
    running.process.send_signal(signal.SIGCONT)
    assert await running.end(signal.SIGTERM) == 0


def test_the_container_keeps_its_database_in_the_volume_whatever_the_example_says():
    assert recipe().env.keys() & example().keys() == set()
    settings = Settings.from_env(recipe().env | example())
    assert settings.database.is_relative_to(recipe().volume)
    assert recipe().user == "hexagora"


def test_quotes_of_an_env_file_reach_the_process():
    """Docker and podman read it so; the settings take them off."""
    assert env_file("# a\nHEXAGORA_LANGUAGE='fr'\n") == {"HEXAGORA_LANGUAGE": "'fr'"}
