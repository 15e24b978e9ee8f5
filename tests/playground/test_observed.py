"""A playground that is given what Discord was seen to do does the same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import playground
from bot.clock import Clock
from playground.observed import BadObservations, Observations, observations
from playground.people import BOT_ID, GAMES_ID
from tests.playground.api import MESSAGES, Api

SEEN = {
    "answers": {
        "locked_message": {"status": 200},
        "locked_edit": {"status": 400, "code": 50083, "message": "Thread is archived"},
    },
    "limits": {"POST /channels/{channel_id}/messages": {"limit": 2, "seconds": 60.0}},
    "most_file_bytes": 100,
    "pictures": {"computer": {"width": 550}},
}


async def test_answers_limits_and_sizes_that_were_seen_replace_the_assumed_ones(tmp_path: Path):
    file = tmp_path / "discord-observed.json"
    file.write_bytes(msgspec.json.encode(SEEN))
    ground = await playground.start(observed=file)
    async with Api(ground) as api:
        large = await api("POST", MESSAGES, {"content": "x"}, files={"a.bin": bytes(101)})
        assert large.status == 413
        thread = ground.moderator.add_thread(GAMES_ID, "x", BOT_ID)
        place = f"/channels/{thread}/messages"
        sent = (await api("POST", place, {"content": "x"})).body["id"]
        ground.moderator.lock(thread)
        assert (await api("POST", place, {"content": "y"})).status == 200
        reply = await api("PATCH", f"{place}/{sent}", {"content": "y"})
        assert (reply.status, reply.code) == (400, 50083)
        assert (await api("PATCH", f"/channels/{thread}", {"name": "y"})).code == 160005
        assert (await api("POST", place, {"content": "z"})).status == 429
    await ground.close()


async def test_edits_of_an_old_message_end_where_they_were_seen_to_end(tmp_path: Path):
    file = tmp_path / "seen.json"
    file.write_text('{"old_edits": {"limit": 1, "seconds": 600}}')
    ground = await playground.start(observed=file, clock=Clock())
    async with Api(ground) as api:
        place = f"{MESSAGES}/{(await api.send(content='x')).body['id']}"
        for _ in range(2):
            assert (await api("PATCH", place, {"content": "y"})).status == 200
        ground.let_pass(3_700)
        assert (await api("PATCH", place, {"content": "z"})).status == 200
        reply = await api("PATCH", place, {"content": "w"})
        assert (reply.status, reply.code) == (429, 30046)
        ground.let_pass(reply.body["retry_after"])
        assert (await api("PATCH", place, {"content": "w"})).status == 200
    await ground.close()


@pytest.mark.parametrize("text", ["", "[]", '{"answers": 3}'])
def test_a_file_that_holds_no_observations(text, tmp_path: Path):
    file = tmp_path / "seen.json"
    with pytest.raises(BadObservations, match="holds no observations"):
        observations(file)
    file.write_text(text)
    with pytest.raises(BadObservations, match="holds no observations"):
        observations(file)


def test_without_a_file_everything_is_assumed():
    assert observations(None) == Observations()
