"""A world in a file: after a restart old posts, panels, modals and DMs still work."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import playground
from bot.clock import Clock
from playground import BadVault
from playground.driver import pictures, words
from playground.people import BOT_ID, GAMES_ID, LOUNGE_ID
from playground.vault import Vault
from tests.playground.api import COMMANDS, MESSAGES, PNG, Api
from tests.playground.conftest import running
from tests.playground.probes import command, v2
from tests.playground.test_interactions import set_up
from tests.playground.test_messages import BOARD


async def test_everything_is_still_there(tmp_path: Path):
    file = tmp_path / "world.sqlite3"
    first = await playground.start(file=file)
    maud = first.person("Maud")
    async with Api(first) as api:
        await api("PUT", COMMANDS, [command()])
        await api(
            "POST", MESSAGES, v2(BOARD, nonce="1:1", enforce_nonce=True), files={"board.png": PNG}
        )
        await api("POST", f"/applications/{BOT_ID}/emojis", {"name": "stone", "image": EMOJI})
        thread = await api("POST", f"{MESSAGES.removesuffix('/messages')}/threads", THREAD)
        await maud.say("hello", channel=thread.body["id"])
    await maud.call("dms", open=False)
    messages = maud.messages()
    await first.close()

    second = await playground.start(file=file)
    maud = second.person("Maud")
    assert maud.messages() == messages
    assert maud.world["saved"]
    assert [component["label"] for component in maud.world["commands"]] == ["akropolis"]
    assert words(maud.messages(thread.body["id"])[0]) == "hello"
    assert not maud.member.dms_open
    async with Api(second) as api, aiohttp.ClientSession() as session:
        response = await api(
            "POST", MESSAGES, v2(BOARD, nonce="1:1", enforce_nonce=True), files=FILES
        )
        assert response.body["id"] == messages[0]["id"]
        for url in (pictures(messages[0])[0]["media"]["url"], maud.world["emojis"][0]["url"]):
            async with session.get(second.url.rstrip("/") + url) as answer:
                assert await answer.read() == PNG
        await maud.say("later than all before")
    ids = [int(message["id"]) for message in maud.messages()]
    assert ids == sorted(ids)
    await second.close()


async def test_a_world_from_before_channels_could_go(tmp_path: Path):
    """It names its changed channels only, in an older form."""
    file = tmp_path / "world.sqlite3"
    vault = Vault(file)
    old = {"id": GAMES_ID, "type": 0, "name": "games", "denied": 2048, "last_message_id": 7}
    vault.put("channel", GAMES_ID, old)
    vault.close()
    ground = await playground.start(file=file)
    assert set(ground.world.channels) == {GAMES_ID, LOUNGE_ID}
    assert ground.world.channel(GAMES_ID).last_message_id == 7
    await ground.close()


EMOJI = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAAElFTkSuQmCC"
THREAD = {"name": "Akropolis", "type": 11}
FILES = {"board.png": PNG}


async def test_old_buttons_panels_and_modals_work_with_a_new_process(tmp_path: Path):
    file = tmp_path / "world.sqlite3"
    first = await playground.start(file=file)
    maud = first.person("Maud")
    async with running(first, set_up):
        post = (await maud.slash("game panel", options={"verb": "private,modal"})).message
        private = (await maud.click(post, "Private")).message
        opened = (await maud.click(post, "Modal")).modal
    await first.close()

    second = await playground.start(file=file)
    maud = second.person("Maud")
    assert maud.modal == opened
    async with running(second, set_up):
        assert (await maud.click(post, "Private")).message["flags"] & 64
        assert (await maud.click(private, "Later")).state == "done"
        await maud.expect(lambda: _shows(maud.message(private["id"]), "later"))
        submission = asyncio.create_task(maud.submit(None, {"move": "T1"}))
        assert (await maud.click(post, "Private")).state == "done"
        assert not submission.done(), "discord.py forgets its modals"
        submission.cancel()
        assert maud.modal == opened
    await second.close()


def _shows(message: dict[str, Any] | None, text: str) -> bool:
    return message is not None and words(message) == text


async def test_reading_is_remembered(tmp_path: Path):
    file = tmp_path / "world.sqlite3"
    first = await playground.start(file=file)
    await first.person("Karim").say("one")
    maud = first.person("Maud")
    assert _games(maud)["unread"] == 1
    await maud.call("read", channel=_games(maud)["id"])
    await first.person("Karim").say("two")
    await first.close()
    second = await playground.start(file=file)
    assert _games(second.person("Maud"))["unread"] == 1
    await second.close()


def _games(person: playground.Person) -> dict[str, Any]:
    return next(channel for channel in person.world["channels"] if channel["name"] == "games")


async def test_a_file_that_is_something_else(tmp_path: Path):
    file = tmp_path / "world.sqlite3"
    file.write_text("not a database, and long enough to be looked at" * 30)
    with pytest.raises(BadVault, match="no playground"):
        await playground.start(file=file)
    with pytest.raises(BadVault):
        await playground.start(file=tmp_path)


async def test_the_time_that_was_let_pass_has_passed_after_a_restart(tmp_path: Path):
    file = tmp_path / "world.sqlite3"
    first = await playground.start(file=file)
    first.let_pass(7 * 24 * 3600)
    later_time = first.world.clock.now()
    await first.close()
    clock = Clock()
    next_life = await playground.start(file=file, clock=clock)
    assert next_life.world.clock is clock
    assert clock.now() >= later_time
    await next_life.close()
