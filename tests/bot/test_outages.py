"""Errors that come and go are told from faults; what fails by them is tried again."""

import logging

import aiohttp
import discord
import pytest

from bot.clock import Clock
from bot.connection.outages import (
    LONGEST_PAUSE,
    Pauses,
    is_outage,
    keep_trying,
    reason,
    retry_after,
)
from tests.cases import each_case


@each_case(
    ("error", "expected"),
    [
        (aiohttp.ServerDisconnectedError(), True),
        (ConnectionResetError(), True),
        (TimeoutError(), True),
        (discord.RateLimited(31.0), True),
        (discord.GatewayNotFound(), True),
        (discord.InvalidData("Unknown channel type 99"), True),
        (OSError(28, "No space left on device"), False),
        (ZeroDivisionError(), False),
        (None, False),
    ],
)
def test_an_outage_is_told_from_a_fault(error, expected):
    assert is_outage(error) is expected


async def test_work_that_fails_by_an_outage_is_tried_until_it_succeeds(caplog):
    troubles = [discord.RateLimited(0.01), aiohttp.ServerDisconnectedError(), None]

    async def work():
        if trouble := troubles.pop(0):
            raise trouble

    with caplog.at_level(logging.WARNING, logger="bot.connection.outages"):
        await keep_trying(work, "No icons yet", Clock())
    assert [line.getMessage()[:12] for line in caplog.records] == ["No icons yet"] * 2


async def test_a_fault_is_not_tried_again():
    async def work():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await keep_trying(work, "Never", Clock())


def test_the_pauses_of_a_long_outage_grow_up_to_the_longest():
    pauses = Pauses()
    lengths = [pauses.after(ConnectionResetError()) for _ in range(200)]
    assert max(lengths[:3]) <= 8 < max(lengths) == LONGEST_PAUSE


def test_discord_may_ask_for_more_than_the_longest_pause():
    assert Pauses().after(discord.RateLimited(10 * LONGEST_PAUSE)) == 10 * LONGEST_PAUSE


def test_a_page_of_html_is_a_line_in_a_log():
    line = reason(ConnectionResetError("<html>\n<body>502 Bad Gateway</body>\n" + "x" * 5000))
    assert line.startswith("<html> <body>502 Bad Gateway")
    assert len(line) == 200
    assert reason(TimeoutError()) == "TimeoutError"


def test_an_error_without_a_pause_is_tried_again_at_once():
    assert retry_after(ConnectionResetError()) == 0
