"""Unreadable events of the gateway are noted once a kind, and the bot goes on."""

import itertools
import logging

from bot.connection.gateway import NEEDED
from tests.cogs.playing import duel, newest, open_private_panel

SECRET = "what-somebody-wrote"
UNREADABLE = {
    "a list": [SECRET],
    "empty": {},
    "foreign": {"id": SECRET, "guild_id": SECRET, "content": SECRET},
    "of other kinds": {"id": [], "guild_id": {}, "user": 5, "channel_id": None, "guilds": 1},
    "nothing": None,
}
OUTSIDE = NEEDED | {"RESUMED"}
"""Events of the connection itself."""


async def test_unreadable_events_of_every_kind_do_not_end_the_bot(house, caplog):
    thread = await duel(house)
    connections, names = house.ground.connections, set(house.app._connection.parsers) - OUTSIDE
    with caplog.at_level(logging.WARNING, logger="bot.connection.gateway"):
        for kind, event in itertools.product(UNREADABLE, sorted(names)):
            for _ in range(2):
                house.ground.faults.inject("gateway_event", event=event, data=UNREADABLE[kind])
        panel = await open_private_panel(house, house.maud, thread)
    assert panel["components"]
    assert house.ground.connections == connections
    assert newest(house, thread)
    noted = [record.args[0] for record in caplog.records if record.name == "bot.connection.gateway"]
    assert len(noted) == len(set(noted)) > len(names) / 2
    assert SECRET not in caplog.text


async def test_a_note_names_the_event_and_what_it_brings(house, caplog):
    house.ground.faults.inject("gateway_event", event="GUILD_UPDATE", data={"name": SECRET})
    await house.maud.expect(lambda: "GUILD_UPDATE" in caplog.text)
    assert "Events GUILD_UPDATE cannot be read (KeyError): name" in caplog.text
    assert SECRET not in caplog.text
    assert [record for record in caplog.records if record.exc_info] == []
