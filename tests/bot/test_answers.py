"""Only Discord's own word counts: every request tells it from what stands in front of Discord."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

import playground
from bot.connection import answers
from bot.connection.answers import BotStops, ForeignAnswer, UnknownRefusal, judgment
from bot.connection.outages import is_outage, is_too_late, reason, unless_refused
from playground.people import BOT_ID, GAMES_ID, GUILD_ID, SAMPLE_TOKEN
from tests.cases import each_case
from tests.playground.conftest import CALM

NEW_CODE = {"code": 77777, "status": 404, "message": "New"}
PNG = b"\x89PNG\r\n\x1a\n"
MAUD = 200000000000000001

FOREIGN: dict[str, tuple[str, dict[str, Any]]] = {
    "a page with 400": ("page", {"status": 400}),
    "a page with 401": ("page", {"status": 401}),
    "a page with 403": ("page", {"status": 403}),
    "a page with 404": ("page", {"status": 404}),
    "a page with 200": ("page", {"status": 200}),
    "an empty page with 200": ("page", {"status": 200, "body": ""}),
    "JSON with 200": ("page", {"status": 200, "body": "{}", "kind": "application/json"}),
    "Cloudflare's word": ("foreign", {}),
    "JSON without a code": ("foreign", {"code": 0, "message": "Forbidden"}),
    "JSON with 401": ("foreign", {"status": 401, "code": 0, "message": "Unauthorized"}),
    "JSON with 404": ("foreign", {"status": 404, "code": 0, "message": "no such host"}),
    "a switched off feature": ("foreign", {"status": 403, "code": 40006}),
    "a resource in trouble": ("foreign", {"status": 400, "code": 130000}),
}
"""Answers of a block, a proxy or a portal in Discord's place."""

Request = Callable[[discord.Client], Awaitable[object]]
REQUESTS: dict[str, Request] = {
    "login": lambda client: login(),
    "a board": lambda client: place(client).send("x"),
    "a picture": lambda client: place(client).send(file=discord.File(__file__)),
    "a hand": lambda client: client.create_dm(discord.Object(MAUD)),
    "an edit": lambda client: place(client).get_partial_message(1).edit(content="x"),
    "a deletion": lambda client: place(client).get_partial_message(1).delete(),
    "a look back": lambda client: place(client).fetch_message(1),
    "a search": lambda client: client.http.logs_from(GAMES_ID, 5),
    "a channel": lambda client: client.fetch_channel(GAMES_ID),
    "a member": lambda client: client.http.get_member(GUILD_ID, MAUD),
    "a member of a thread": lambda client: client.http.get_thread_member(GAMES_ID, MAUD),
    "the commands": lambda client: client.http.get_global_commands(BOT_ID),
    "new commands": lambda client: client.http.bulk_upsert_global_commands(BOT_ID, []),
    "a thread": lambda client: client.http.start_thread_without_message(
        GAMES_ID, name="x", auto_archive_duration=60, type=11
    ),
    "tidying": lambda client: client.http.edit_channel(GAMES_ID, archived=True),
    "somebody brought in": lambda client: client.http.add_user_to_thread(GAMES_ID, MAUD),
    "an icon": lambda client: client.create_application_emoji(name="stone", image=PNG),
    "the icons": lambda client: client.fetch_application_emojis(),
    "the gateway's address": lambda client: client.http.get_bot_gateway(),
    "a click's answer": lambda client: answers.Webhooks().request(
        callback(), client.http._HTTPClient__session, payload={"type": 6}
    ),
}
"""Each kind of request that the bot makes."""
WITHOUT_ANSWER = {"a deletion", "somebody brought in", "a click's answer", "tidying"}
"""Requests of whose answers nothing is read, or which may have none."""


def place(client: discord.Client) -> discord.PartialMessageable:
    return client.get_partial_messageable(GAMES_ID)


async def login(token: str = SAMPLE_TOKEN) -> None:
    async with discord.Client(intents=discord.Intents(guilds=True)) as fresh:
        answers.listen(fresh)
        await fresh.login(token)


def callback() -> discord.webhook.async_.Route:
    return discord.webhook.async_.Route("POST", "/interactions/1/token/callback")


@pytest.fixture
async def ground():
    opened = await playground.start(deadlines=CALM, limited=False)
    yield opened
    await opened.close()


@pytest.fixture(autouse=True)
def silent(monkeypatch):
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", False)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", False)


@pytest.fixture
async def client(ground, monkeypatch):
    """A client that listens to Discord alone, logged in."""
    monkeypatch.setattr("discord.http.Route.BASE", ground.api_base)
    monkeypatch.setattr("discord.webhook.async_.Route.BASE", ground.api_base)
    async with discord.Client(intents=discord.Intents(guilds=True)) as opened:
        answers.listen(opened)
        await opened.login(ground.token)
        yield opened


async def error_of(request: Awaitable[object]) -> Exception:
    with pytest.raises(Exception) as failed:  # noqa: PT011 (which one is what the tests ask)
        await request
    return failed.value


@each_case("name", REQUESTS)
@each_case("answer", FOREIGN)
async def test_an_answer_in_discords_place_is_an_outage(ground, client, name, answer):
    """It is never taken for a refusal, whatever was asked."""
    fault, arguments = FOREIGN[answer]
    if arguments.get("body") in ("", "{}") and name in WITHOUT_ANSWER:
        return
    ground.faults.inject(fault, **arguments)
    error = await error_of(REQUESTS[name](client))
    ground.faults.clear()
    assert is_outage(error)
    assert not isinstance(error, discord.HTTPException | discord.LoginFailure)


async def test_a_token_that_discord_itself_refuses_is_no_outage(ground, client):
    forged = SAMPLE_TOKEN[:-1] + "x"
    error = await error_of(login(forged))
    assert isinstance(error, discord.LoginFailure)
    assert not is_outage(error)


async def test_a_401_is_about_the_token_at_the_login_alone(ground, client):
    """A token that was reset ends the gateway's connection, which says so."""
    ground.faults.inject("foreign", status=401, code=0, message=answers.BAD_TOKEN)
    assert isinstance(await error_of(REQUESTS["a board"](client)), ForeignAnswer)


@each_case("code", [10003, 50001, 50013, 50083, 200000, 50007])
async def test_a_refusal_of_a_message_stays_a_refusal(ground, client, code):
    ground.faults.refuse("POST", "/messages$", code=code)
    error = await error_of(REQUESTS["a board"](client))
    assert isinstance(error, discord.HTTPException)
    assert error.code == code
    assert not is_outage(error)


async def test_too_many_direct_channels_at_once_pass_by_themselves(ground, client):
    ground.faults.inject("too_many_dms", path="")
    error = await error_of(REQUESTS["a board"](client))
    assert (type(error), error.code) == (discord.Forbidden, answers.TOO_MANY_DIRECT_CHANNELS)
    assert is_outage(error)


async def test_a_refused_answer_is_none_and_an_outage_is_raised(ground, client):
    assert await unless_refused(REQUESTS["a member of a thread"](client)) is None
    for name, args in (("http_error", {}), ("page", {"status": 404}), ("refuse", NEW_CODE)):
        ground.faults.inject(name, **args)
        error = await error_of(unless_refused(REQUESTS["a member of a thread"](client)))
        assert is_outage(error), name


@each_case("code", answers.UNUSABLE | {10003, 10008, 50083, 160005})
async def test_an_interaction_that_is_over_is_too_late(ground, client, code):
    status = 401 if code == 50027 else 404
    ground.faults.refuse("POST", "/callback$", code=code, status=status)
    error = await error_of(REQUESTS["a click's answer"](client))
    assert is_too_late(error)
    assert not is_outage(error)


@each_case(("kind", "code"), [("a board", 77777), ("a board", 10062), ("a click's answer", 77777)])
async def test_a_code_without_a_meaning_there_is_waited_out(ground, client, kind, code):
    """10062 in answer to a board is a word of Discord's, but not about a message."""
    ground.faults.refuse("POST", "", code=code, status=404, message="New")
    error = await error_of(REQUESTS[kind](client))
    assert isinstance(error, UnknownRefusal)
    assert error.code == code
    assert is_outage(error)


async def test_a_request_after_the_end_of_the_bot_is_cut_off(client):
    await client.http._HTTPClient__session.close()
    for kind in ("a board", "a click's answer"):
        error = await error_of(REQUESTS[kind](client))
        assert isinstance(error, BotStops)
        assert is_outage(error)


@each_case("body", ["{", "5", "[]", "null", '{"message": 5}', '{"errors": []}'])
async def test_a_json_that_the_library_cannot_read_is_foreign(ground, client, body):
    """discord.py fails while it makes an error of it."""
    ground.faults.inject("page", body=body, kind="application/json")
    assert isinstance(await error_of(REQUESTS["a board"](client)), ForeignAnswer)


async def test_of_a_page_only_its_title_is_told(ground, client):
    """A page that repeats the address of a click's answer would tell others how to answer."""
    secret = "/interactions/1/token/callback"
    page = f"<html><title>No\nway</title>Cannot POST {secret}</html>"
    ground.faults.inject("page", status=404, body=page)
    error = await error_of(REQUESTS["a click's answer"](client))
    assert reason(error) == "not Discord's answer: 404 0 No way"


def test_a_fault_of_our_own_is_not_blamed_on_an_answer():
    for fault in (TypeError("not serializable"), KeyError("id"), RuntimeError("loop")):
        with pytest.raises(type(fault)), judgment():
            raise fault
