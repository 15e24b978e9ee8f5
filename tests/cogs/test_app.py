"""The application: how it starts, what it asks of Discord, how it ends."""

import asyncio

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import app as application
from bot.app import PERMISSIONS, WISHES, App, cogs, emoji_name, invite_url
from bot.connection import outages
from bot.connection.endpoints import point_at
from bot.database import meta
from bot.settings import Settings
from tests.patience import until


@pytest.fixture
def first_start():
    """Every start is the first: what it registers is what is looked at."""


@pytest.fixture(autouse=True)
def icons_wait(monkeypatch):
    """However long a test takes, no icons are uploaded but its own."""
    monkeypatch.setattr(application, "WARM_UP_AFTER", 3600.0)


async def test_commands_are_registered_once_and_again_when_they_have_changed(house):
    await house.restart()
    assert len(house.bodies_sent("PUT", "/commands")) == 1
    assert house.app.slash("akropolis new").startswith("</akropolis new:")
    assert house.app.slash("nothing here") == "`/nothing here`"
    await house.app.store.write(meta.write, "commands", "of another day")
    await house.restart()
    assert len(house.bodies_sent("PUT", "/commands")) == 2


async def test_games_go_on_while_discord_takes_no_commands(house):
    """A limit of an hour: the start does not wait for it."""
    post = await house.lobby()
    await house.stop()
    with house.ground.faults.during("rate_limit", path="/commands", retry_after=3600.0):
        await house.start(registered=False)
        assert (await house.bastien.click(post, "Rejoindre")).state == "done"
        await house.maud.expect(lambda: house.ground.counts["GET", COMMANDS] == 2)
    assert house.app.slash("help") == "`/help`"


@pytest.mark.parametrize("fault", ["http_error", "long_limit"])
async def test_commands_are_registered_as_soon_as_discord_takes_them(house, monkeypatch, fault):
    monkeypatch.setattr(outages, "retry_after", lambda error: 0.0)
    await house.app.store.write(meta.write, "commands", "of another day")
    await house.stop()
    house.ground.faults.inject(fault, method="PUT", path="/commands", count=2)
    await house.start()
    assert len(house.bodies_sent("PUT", "/commands")) == 4


def test_only_guilds_are_asked_for():
    assert App(Settings()).intents == discord.Intents(guilds=True)


async def adopt(house, *names):
    """Let the application upload icons of these names that it lacks, all of them alike."""

    async def draw():
        return dict.fromkeys(names, PIXEL)

    await house.app.adopt_icons(draw)


@pytest.fixture
def no_pause(monkeypatch):
    """Icons are uploaded without a pause, and a limit is over at once."""
    monkeypatch.setattr(application, "WARM_UP_AFTER", 0.0)
    monkeypatch.setattr(outages, "retry_after", lambda error: 0.0)


async def test_icons_are_uploaded_once_and_are_there_at_the_next_start(
    house, no_pause, monkeypatch
):
    await asyncio.gather(*(adopt(house, "seat_a", "stone") for _ in range(2)))
    await adopt(house, "seat_a", "stone")
    assert len(house.bodies_sent("POST", "/emojis")) == 2
    assert house.app.emoji("stone").name == emoji_name("stone", PIXEL)
    monkeypatch.setattr(application, "WARM_UP_AFTER", 3600.0)
    await house.restart()
    await house.maud.expect(lambda: house.app.emoji("stone"))


async def test_icons_come_after_a_long_limit_in_the_middle_of_them(house, no_pause):
    await adopt(house, "a")
    house.ground.faults.inject("long_limit", method="POST", path="/emojis")
    await adopt(house, "a", "b")
    assert house.app.emoji("b")


async def test_an_upload_whose_answer_is_lost_is_not_made_again(house, monkeypatch):
    """Discord has the first icon, the bot does not know; then Discord is down for a while."""
    monkeypatch.setattr(application, "WARM_UP_AFTER", 0.0)
    house.ground.faults.inject("drop", method="POST", path="/emojis")
    house.ground.faults.inject("http_error", method="GET", path="/emojis", count=0)
    adopting = asyncio.create_task(adopt(house, "a", "b"))
    await house.maud.expect(lambda: house.ground.counts["GET", EMOJIS] > 1)
    house.ground.faults.clear()
    await adopting
    assert len(house.bodies_sent("POST", "/emojis")) == 2
    assert house.app.emoji("a")
    assert house.app.emoji("b")


async def test_without_icons_the_bot_works_all_the_same(house, no_pause):
    house.ground.faults.refuse("GET|POST", "/emojis", code=50013)
    await adopt(house, "stone")
    assert house.app.emoji("stone") is None
    assert await house.lobby()


async def test_background_work_that_fails_is_logged_and_harmless(caplog):
    async def failing():
        raise RuntimeError("an icon fell down")

    App(Settings()).background(failing())
    await asyncio.sleep(0)
    await until(lambda: "Background work failed" in caplog.text)


async def test_an_ai_process_starts_with_the_first_table(house, monkeypatch):
    """Before that it would only take memory; after the next start there is a table."""
    monkeypatch.setattr(application, "WARM_UP_AFTER", 0.0)
    house.app.background(house.app._warm_up())
    await house.maud.slash("help")
    assert house.app.brains.workers[0].process is None
    await house.lobby()
    await house.maud.expect(lambda: house.app.brains.workers[0].process)
    monkeypatch.setattr(application, "WARM_UP_AFTER", 3600.0)
    await house.restart()
    monkeypatch.setattr(application, "WARM_UP_AFTER", 0.0)
    await house.app._warm_up()
    await house.maud.expect(lambda: house.app.brains.workers[0].process)


async def test_a_gateway_that_closes_is_found_again(house):
    post = await house.lobby()
    before = house.ground.connections
    house.ground.faults.inject("gateway_close")
    await house.maud.expect(lambda: house.ground.connections > before and house.ground.online)
    assert (await house.bastien.click(post, "Rejoindre")).state == "done"


def test_the_invitation_asks_for_no_more_than_needed():
    url = invite_url(42)
    assert url.startswith("https://discord.com/oauth2/authorize?client_id=42&")
    assert "scope=bot+applications.commands" in url
    assert f"permissions={(PERMISSIONS | WISHES).value}" in url
    unneeded = discord.Permissions(
        administrator=True,
        manage_messages=True,
        mention_everyone=True,
        embed_links=True,
        use_external_emojis=True,
    )
    assert not PERMISSIONS.value & unneeded.value


def test_every_module_of_cogs_is_loaded():
    names = {module.__name__ for module in cogs()}
    assert {"cogs.games", "cogs._requests", "cogs._requests.commands"} <= names


def test_the_addresses_of_discord_are_set_and_reset():
    point_at(Settings(discord_api_base="http://localhost:1/api", discord_gateway_url="ws://h/g"))
    assert Route.BASE == "http://localhost:1/api"
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "ws://h/g"
    point_at(Settings())
    assert Route.BASE == "https://discord.com/api/v10"
    assert DiscordWebSocket.DEFAULT_GATEWAY.host == "gateway.discord.gg"


COMMANDS = "/applications/{application_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)


async def test_nothing_is_begun_after_the_bot_has_closed(house):
    """As by a press that was slow: its alarm goes off after the end."""
    begun = []

    async def work():
        begun.append(1)

    await house.stop()
    house.app.background(work())
    await asyncio.sleep(0)
    assert not begun
