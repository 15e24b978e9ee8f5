"""Requests that no client sends: each is refused, none is an error of the server."""

import asyncio
import json

import aiohttp
import pytest
from yarl import URL

from playground import Playground
from playground.people import BOT_ID, GAMES_ID, GUILD_ID
from playground.wire import MOST_LEVELS, BadJson, json_of, whole_number
from tests.cases import each_case
from tests.playground.api import COMMANDS, MESSAGES, Api

HUGE = "9" * 23
DEEP = [("POST", MESSAGES), ("PUT", COMMANDS), ("POST", "/users/@me/channels")]
NO_NUMBERS = [HUGE, str(2**63), "²", "٣", "-1", "+1", "1_0", "0x1", ""]


async def answer(ground: Playground, *lines: str) -> str:
    """The status line to a request with these headers, byte for byte."""
    place = URL(ground.url)
    reader, writer = await asyncio.open_connection(place.host, place.port)
    head = ["GET / HTTP/1.1", *lines, "Connection: close", "", ""]
    writer.write("\r\n".join(head).encode())
    status = (await reader.readline()).decode()
    writer.close()
    return status


@each_case("host", ["[", "[]", "[::1", "a:b:c", "localhost:x", "localhost:99999", ""])
async def test_a_host_that_is_none(host, ground: Playground):
    assert " 403 " in await answer(ground, f"Host: {host}")


@each_case("origin", ["[", "null", "http://", "http://[", "http://a:x"])
async def test_an_origin_that_is_none(origin, ground: Playground):
    assert " 403 " in await answer(ground, "Host: localhost", f"Origin: {origin}")


async def test_the_own_page_may_ask(ground: Playground):
    origin = f"Origin: {ground.url.removesuffix('/')}"
    assert " 200 " in await answer(ground, f"Host: {URL(ground.url).authority}", origin)


@each_case("text", NO_NUMBERS)
def test_ids_that_are_none(text):
    assert whole_number(text) is None


def test_the_least_and_the_greatest_id():
    assert [whole_number("0"), whole_number(str(2**63 - 1))] == [0, 2**63 - 1]


@each_case("number", [text for text in NO_NUMBERS if text])
async def test_addresses_with_numbers_that_are_none(number, ground: Playground, api: Api):
    async with aiohttp.ClientSession() as visitor:
        for path in (f"/attachments/{number}/x.png", f"/emojis/{number}.png"):
            async with visitor.get(ground.url.removesuffix("/") + path) as response:
                assert response.status == 404
    for path in (
        f"/channels/{number}",
        f"{MESSAGES}/{number}",
        f"/users/{number}",
        f"/guilds/{GUILD_ID}/members/{number}",
        f"/applications/{BOT_ID}/emojis/{number}",
        f"{COMMANDS}/{number}",
    ):
        assert (await api("GET", path)).status == 404
    for name in ("before", "after", "around", "limit"):
        assert (await api("GET", MESSAGES, **{name: number})).status == 400


def nested_json(levels: int) -> str:
    return "[" * levels + "]" * levels


def test_json_has_a_greatest_depth():
    assert json_of(nested_json(MOST_LEVELS))
    for levels in (MOST_LEVELS + 1, 500, 100_000):
        with pytest.raises(BadJson):
            json_of(nested_json(levels))


@pytest.mark.parametrize("levels", [100, 900, 5_000])
async def test_json_that_is_too_deep(levels, ground: Playground, api: Api):
    for opening, closing in (('{"components":[', "]}"), ('{"a":', "}"), ("[", "]")):
        text = opening * levels + "1" + closing * levels
        for method, path in (
            ("POST", MESSAGES),
            ("PUT", COMMANDS),
            ("POST", "/users/@me/channels"),
        ):
            reply = await by_hand(ground, method, path, text, "application/json")
            assert reply == (400, 50109)
    async with aiohttp.ClientSession() as visitor:
        async with visitor.ws_connect(f"{ground.url}play/ws") as page:
            await page.send_str(nested_json(levels))
            assert (await page.receive_json())["op"] == "refused"
            await page.send_str(json.dumps({"op": "hello", "ref": 1}))
            assert (await page.receive_json())["op"] == "world"
        async with visitor.ws_connect(ground.gateway_url) as gateway:
            await gateway.receive()
            await gateway.send_str(nested_json(levels))
            await gateway.receive()
            assert gateway.close_code == 4002


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "multipart/form-data; boundary=y",
    ],
)
async def test_a_form_that_is_none(kind, ground: Playground):
    text = "--x\r\nContent-Type: multipart/mixed; boundary=z\r\n\r\n--z--\r\n--x--\r\n"
    assert await by_hand(ground, "POST", MESSAGES, text, kind) == (400, 50035)


async def by_hand(
    ground: Playground, method: str, path: str, text: str, kind: str
) -> tuple[int, int]:
    """Status and code of the answer to a body of any text."""
    headers = {"Authorization": f"Bot {ground.token}", "Content-Type": kind}
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, ground.api_base + path, data=text, headers=headers) as reply,
    ):
        return reply.status, (await reply.json())["code"]


async def test_a_page_that_asks_for_ids_that_are_none(ground: Playground):
    async with (
        aiohttp.ClientSession() as visitor,
        visitor.ws_connect(f"{ground.url}play/ws") as page,
    ):
        await page.send_str(json.dumps({"op": "hello", "ref": 1}))
        numbers = [*NO_NUMBERS, str(GAMES_ID + 7), "9" * 20]
        for number in numbers:
            await page.send_str(json.dumps({"op": "read", "ref": 2, "channel": number}))
        refused = 0
        while refused < len(numbers):
            refused += (await page.receive_json())["op"] == "refused"
