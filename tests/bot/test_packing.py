"""What happened by an action is stored in little room, and read as it was written."""

import sqlite3
from contextlib import closing
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.database.packing import DICTIONARIES, NEWEST, pack, unpack
from bot.service.loading import game_from_position
from bot.steps.moves import move
from bot.store import table_rows
from bot.store.stored_events import StoredEvents
from bot.store.table_rows import row_of_ply
from bot.table.encoding import as_json
from rules.contract import Event
from rules.registry import games
from rules.rng import Rng
from tests.bot.room import start_table
from tests.bot.test_upgrade import DUMP, from_dump

LOG_ROW = 120
"""Bytes of notation, events and points of an action: the mean of the first rounds of a game."""
DIGEST = "eb816ab5e925187f1e3984a6733be6be51c496bbd40305bf7da2e5d239155ed2"


@given(st.text())
def test_a_text_is_read_as_it_was_written(text):
    assert unpack(pack(text)) == text.encode()


@given(st.binary(max_size=40))
def test_other_bytes_are_read_or_refused(packed):
    try:
        unpack(packed)
    except msgspec.DecodeError:
        return
    assert packed[0] == NEWEST


@pytest.mark.parametrize("damage", [b"", b"\0", b"\xff" + pack("text")[1:], pack("a text")[:-1]])
def test_a_damaged_text_is_refused(damage):
    with pytest.raises(msgspec.DecodeError):
        unpack(damage)


def test_a_dictionary_never_changes():
    """Otherwise the rows that were packed with it could not be read any more."""
    digests = [sha256(file.read_bytes()).hexdigest() for file in sorted(DICTIONARIES.iterdir())]
    assert digests == [DIGEST]


@pytest.mark.parametrize("game", games())
async def test_an_action_of_any_game_takes_little_room(services, store, game):
    table = await start_table(services, 2, game=game)
    live, luck = game_from_position(await store.read(table_rows.read_position, table.id)), Rng(1)
    rows = []
    while len(rows) < 40 and live.to_act:
        [seat] = live.to_act[:1]
        action = live.game.sample(live.state, seat, luck)
        live, change, _ = move(live, seat, action, at="2026-01-05T12:00:00.000+00:00", ai=False)
        rows += [row_of_ply(ply) for ply in change.plies]
    texts = [len(row[name]) for row in rows for name in ("notation", "events", "points")]
    assert sum(texts) / len(rows) < LOG_ROW


async def test_an_older_log_is_packed_and_says_the_same(file):
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(DUMP.read_text("utf-8"))
        query = "SELECT events FROM action WHERE table_id = 1 ORDER BY ply"
        written = [
            msgspec.json.decode(events, type=tuple[Event, ...]) for (events,) in db.execute(query)
        ]
    async with from_dump(file, DUMP) as store:
        assert [ply.events for ply in await store.read(table_rows.read_plies, 1)] == written
    assert len(written) == 5


def test_events_are_unpacked_when_somebody_looks():
    events = (Event("akropolis.tile_taken", {"tile": 3}), Event("akropolis.chief_moved", only=1))
    stored = StoredEvents(pack(as_json(events)))
    assert (len(stored), stored[1], stored[:1], tuple(stored)) == (2, events[1], events[:1], events)
    assert stored == events
    assert stored == StoredEvents(pack(as_json(events)))
    assert stored != events[:1]
    with pytest.raises(msgspec.DecodeError):
        len(StoredEvents(b"\0"))
