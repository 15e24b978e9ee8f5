"""`python -m playground` serves a bot that knows nothing of Hexagora."""

import asyncio
import os
import signal
import sys

import aiohttp
import pytest


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
async def test_the_printed_token_logs_a_bot_in_and_a_signal_ends_it(ending):
    """Also where the shell that has started it ignores an interrupt, as for work behind a `&`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        env=os.environ | {"COLUMNS": "200"},
    )
    try:
        lines = [(await process.stdout.readline()).decode().split() for _ in range(4)]
        printed = dict(lines)
        headers = {"Authorization": f"Bot {printed['token']}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            async with session.get(f"{printed['API']}/users/@me") as answer:
                assert (await answer.json())["bot"]
            async with session.get(printed["page"]) as page:
                assert page.status == 200
            async with session.ws_connect(printed["gateway"]) as socket:
                assert (await socket.receive_json())["op"] == 10
    finally:
        process.send_signal(ending)
        code = await process.wait()
    assert code == 0


async def test_observations_that_are_none_are_refused_in_one_line():
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", "--port", "0", "--observed", __file__),
        stderr=asyncio.subprocess.PIPE,
    )
    _, text = await process.communicate()
    assert process.returncode == 2
    assert "holds no observations" in text.decode()
