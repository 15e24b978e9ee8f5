"""Records: what the bot exports, the engine replays; secrets stay secret until the end."""

import hashlib
import json

import pytest

from bot.store import table_rows
from rules import record
from rules.record import BadRecord
from rules.registry import get
from tests.bot.room import MAUD, lobby, make_move, play_out, start_table
from tests.tier import of_tier

AKROPOLIS = get("akropolis")


@pytest.mark.parametrize("size", of_tier([2], [1, 2, 3, 4]))
async def test_a_finished_game_keeps_its_promise_and_replays_to_the_same_end(services, size):
    table = await start_table(services, size, options={"variants": ["gardens", "houses"]})
    turns = await play_out(services, table.id)
    exported = json.loads(json.dumps(await services.reading.record(table.id)))
    *_, (state, _) = record.replay(record.from_json(exported))
    assert AKROPOLIS.view(state, None) == (await services.reading.look(table.id, None)).view
    assert AKROPOLIS.result(state) == turns[-1].result
    assert exported["names"][0] == "Maud"
    secret = bytes.fromhex(exported["seed"] + exported["salt"])
    assert hashlib.sha256(secret).hexdigest() == table.commitment == exported["commitment"]


async def test_a_running_game_is_exported_without_its_secret(services, store):
    table = await start_table(services)
    await make_move(services, table.id)
    exported = await services.reading.record(table.id)
    position = await store.read(table_rows.read_position, table.id)
    record_text = json.dumps(exported)
    assert position.secret.seed not in record_text
    assert position.secret.salt not in record_text
    assert len(exported["plies"]) == 1
    with pytest.raises(BadRecord):
        list(record.replay(record.from_json(exported)))


async def test_a_game_that_ended_by_leaving_replays_as_far_as_it_went(services):
    table = await start_table(services)
    await make_move(services, table.id)
    await services.seats.resign(table.id, MAUD.user_id)
    exported = await services.reading.record(table.id)
    assert len(list(record.replay(record.from_json(exported)))) == 1


async def test_a_game_that_was_broken_off_publishes_its_deal(services):
    table = await start_table(services)
    await make_move(services, table.id)
    await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    exported = json.loads(json.dumps(await services.reading.record(table.id)))
    secret = bytes.fromhex(exported["seed"] + exported["salt"])
    assert hashlib.sha256(secret).hexdigest() == table.commitment
    assert len(list(record.replay(record.from_json(exported)))) == 1


async def test_a_lobby_that_was_cancelled_has_an_empty_record(services):
    table = await lobby(services)
    await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    exported = await services.reading.record(table.id)
    assert list(record.replay(record.from_json(exported))) == []
