"""Rate limits: headers, refusals, and a client that keeps to them by itself."""

from collections.abc import AsyncIterator

import discord
import pytest

import playground
from playground import Playground
from playground.limits import FOLLOW_UP, MESSAGES, Limits
from playground.people import GAMES_ID
from tests.playground import api as by_hand
from tests.playground.api import Api
from tests.playground.conftest import running


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def limiting_ground() -> AsyncIterator[Playground]:
    ground = await playground.start()
    yield ground
    await ground.close()


def test_a_bucket_fills_and_empties():
    clock = Clock()
    limits = Limits(clock)
    place = {"channel_id": "1"}
    emoji = [limits.ask("POST", MESSAGES, place).headers["X-RateLimit-Remaining"] for _ in range(5)]
    assert emoji == ["4", "3", "2", "1", "0"]
    clock.now += 2
    verdict = limits.ask("POST", MESSAGES, place)
    assert verdict.refusal == {
        "message": "You are being rate limited.",
        "retry_after": 3.0,
        "global": False,
    }
    assert verdict.headers["Via"]
    assert verdict.headers["X-RateLimit-Scope"] == "user"
    assert limits.ask("POST", MESSAGES, {"channel_id": "2"}).refusal is None
    clock.now += 3
    assert limits.ask("POST", MESSAGES, place).refusal is None


def test_fifty_a_second_for_everything_but_interactions():
    limits = Limits(Clock())
    for number in range(50):
        assert limits.ask("GET", "/users/{user_id}", {"guild_id": str(number)}).refusal is None
    refused = limits.ask("GET", "/users/{user_id}", {"guild_id": "99"})
    assert refused.refusal is not None
    assert refused.refusal["global"]
    assert limits.ask("POST", FOLLOW_UP, {"webhook_token": "x"}).refusal is None


def test_each_interaction_has_a_bucket_of_its_own():
    limits = Limits(Clock())
    callback = "/interactions/{interaction_id}/{interaction_token}/callback"
    for method, template, name, limit in (
        ("POST", callback, "interaction_token", 50),
        ("POST", FOLLOW_UP, "webhook_token", 5),
        ("PATCH", f"{FOLLOW_UP}/messages/@original", "webhook_token", 5),
    ):
        for token in ("one", "two"):
            place = {"interaction_id": "1", "webhook_id": "9", name: token}
            verdicts = [limits.ask(method, template, place) for _ in range(limit + 1)]
            assert [verdict.refusal is None for verdict in verdicts] == [True] * limit + [False]


async def test_a_flood_by_hand_is_refused(limiting_ground: Playground):
    async with Api(limiting_ground) as api:
        replies = [await api.send(content=str(n)) for n in range(6)]
        assert [reply.status for reply in replies] == [200] * 5 + [429]
        assert replies[0].headers["X-RateLimit-Limit"] == "5"
        assert len(replies[0].headers["X-RateLimit-Bucket"]) == 32
        assert float(replies[5].headers["Retry-After"]) == 5
        assert replies[5].body["retry_after"] <= 5
        assert len((await api("GET", by_hand.MESSAGES)).body) == 5


async def test_the_client_waits_by_itself(limiting_ground: Playground):
    async with running(limiting_ground) as bot:
        channel = bot.get_channel(GAMES_ID)
        assert isinstance(channel, discord.TextChannel)
        for number in range(6):
            await channel.send(str(number))
    assert all(call.status == 200 for call in limiting_ground.requests if call.method == "POST")
