"""Undocumented parts of discord.py and aiosqlite that the bot needs are there, in this version."""

import json
import re
from contextvars import ContextVar
from importlib.metadata import version
from inspect import signature
from pathlib import Path

import aiosqlite
import discord
import pytest
from discord import shard
from discord.errors import HTTPException
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from discord.webhook import async_
from yarl import URL

from bot.connection import discord_internals
from bot.database import aiosqlite_internals
from tests.cases import each_case

ROOMS = ("bot", "cogs", "playground")
HOME = Path(__file__).parents[2]


def has_parsers() -> bool:
    parsers = discord_internals.event_parsers(discord.Client(intents=discord.Intents(guilds=True)))
    return callable(parsers["READY"]) and callable(parsers["MESSAGE_CREATE"])


def takes(method, *args, **options) -> bool:
    """Whether a method takes these arguments behind `self`; a TypeError says that it does not."""
    return bool(signature(method).bind(None, *args, **options))


DISCORD = {
    "Client._connection.parsers": has_parsers,
    "http.Route.BASE": lambda: Route.BASE.startswith("http"),
    "gateway.DiscordWebSocket.DEFAULT_GATEWAY": lambda: isinstance(
        DiscordWebSocket.DEFAULT_GATEWAY, URL
    ),
    "gateway.DiscordWebSocket.poll_event": lambda: takes(DiscordWebSocket.poll_event),
    "guild.Guild": lambda: (
        {"_channels", "_threads", "_roles", "_members"} <= set(discord.Guild.__slots__)
    ),
    "shard.DiscordWebSocket": lambda: issubclass(shard.DiscordWebSocket, DiscordWebSocket),
    "http.HTTPClient.get_bot_gateway": lambda: takes(HTTPClient.get_bot_gateway),
    "http.HTTPClient.request": lambda: takes(HTTPClient.request, Route("GET", "/")),
    "http.HTTPClient.edit_channel": lambda: takes(HTTPClient.edit_channel, 1, archived=True),
    "http.HTTPClient.start_thread_with_message": lambda: takes(
        HTTPClient.start_thread_with_message, 1, 2, name="x", auto_archive_duration=10080
    ),
    "http.HTTPClient.start_thread_without_message": lambda: takes(
        HTTPClient.start_thread_without_message, 1, name="x", auto_archive_duration=10080, type=11
    ),
    "http.HTTPClient.add_user_to_thread": lambda: takes(HTTPClient.add_user_to_thread, 1, 2),
    "http.HTTPClient.get_guilds": lambda: takes(
        HTTPClient.get_guilds, 200, after=None, with_counts=False
    ),
    "webhook.async_.AsyncWebhookAdapter.request": lambda: takes(
        async_.AsyncWebhookAdapter.request, async_.Route("GET", "/"), None
    ),
    "webhook.async_.async_context": lambda: isinstance(async_.async_context, ContextVar),
    "utils._to_json": lambda: (
        discord.utils._to_json({"content": "é"}) and takes(discord.utils._from_json)
    ),
    "errors.__file__": lambda: (
        HTTPException.__init__.__code__.co_filename == discord_internals.ERRORS_FILE
    ),
}
"""Each part of discord.py that `discord_internals` uses."""
AIOSQLITE = {
    "Connection._execute": lambda: takes(aiosqlite.Connection._execute, lambda db: db, None),
    "Connection._conn": lambda: isinstance(aiosqlite.Connection._conn, property),
}
"""Each part of aiosqlite that `aiosqlite_internals` uses."""


def assert_is_there(library, adapter, part, is_there) -> None:
    story = (
        f"{adapter.__name__} was seen with {library} {adapter.SEEN_WITH}; "
        f"{library} {version(library)} has no such {part}"
    )
    try:
        answer = is_there()
    except (AttributeError, KeyError, TypeError) as error:
        raise AssertionError(story) from error
    assert answer, story


@each_case("part", DISCORD)
def test_discord_has_the_part(part):
    assert_is_there("discord.py", discord_internals, part, DISCORD[part])


class Name(str):
    __slots__ = ()


@each_case(
    "value", [{"content": "Inès ★", "ids": [2**63, None]}, Name("of a type of its own"), "\ud83c"]
)
def test_json_is_that_of_python_whatever_is_written(value):
    text = discord_internals.to_json(value)
    assert json.loads(text) == discord_internals.from_json(text) == value


def test_json_that_python_refuses_is_refused_in_the_same_way():
    with pytest.raises(json.JSONDecodeError):
        discord_internals.from_json("<html>")


@each_case("part", AIOSQLITE)
def test_aiosqlite_has_the_part(part):
    assert_is_there("aiosqlite", aiosqlite_internals, part, AIOSQLITE[part])


def test_only_these_modules_use_the_parts():
    parts = re.compile(
        r"\._connection\.parsers|__discord_ui_|\.http\.[a-z]|from discord\.(gateway|http|webhook)"
        r"|\._execute\b|\._conn\b"
    )
    adapters = {discord_internals.__file__, aiosqlite_internals.__file__}
    offenders = [
        f"{path.relative_to(HOME)}: {part[0]}"
        for room in ROOMS
        for path in sorted((HOME / room).rglob("*.py"))
        if str(path) not in adapters and "playground" not in path.parts
        for part in parts.finditer(path.read_text(encoding="utf-8"))
    ]
    assert offenders == []
