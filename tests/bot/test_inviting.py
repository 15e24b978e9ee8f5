"""A table by invitation: only whom the host has invited takes a seat, and nobody else is told."""

import json

import pytest

from bot.service.people import People
from bot.table.options import Entry, Terms
from bot.table.preferences import Blocked
from bot.table.seating import Status
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, lobby

INVITED = Terms(entry=Entry.INVITED)


async def refused(doing):
    with pytest.raises(RulesError) as refusal:
        await doing
    return refusal.value.code


async def told(store):
    """Whom the posts mention that invite somebody."""

    def work(db):
        rows = db.execute("SELECT payload FROM outbox WHERE kind = 'guest' ORDER BY id")
        return [json.loads(row["payload"])["mention"] for row in rows]

    return await store.read(work)


async def test_nobody_comes_uninvited(tables):
    table = await lobby(tables, terms=INVITED)
    assert await refused(tables.join(table.id, BASTIEN)) == "table.not_invited"
    await tables.invite(table.id, MAUD.user_id, BASTIEN)
    table = await tables.join(table.id, BASTIEN)
    assert table.humans() == [MAUD.user_id, BASTIEN.user_id]


async def test_an_open_table_takes_everybody(tables):
    table = await lobby(tables)
    assert (await tables.join(table.id, BASTIEN)).humans()[1:] == [BASTIEN.user_id]


async def test_only_the_host_invites(tables):
    table = await lobby(tables, size=3, terms=INVITED)
    await tables.invite(table.id, MAUD.user_id, BASTIEN)
    await tables.join(table.id, BASTIEN)
    assert await refused(tables.invite(table.id, BASTIEN.user_id, INES)) == "table.host_only"
    assert await refused(tables.invite(table.id, MAUD.user_id, BASTIEN)) == "table.sits_here"


async def test_who_is_invited_is_told_once(tables, store):
    table = await lobby(tables, terms=INVITED)
    for _ in range(2):
        await tables.invite(table.id, MAUD.user_id, BASTIEN)
    assert await told(store) == [[BASTIEN.user_id]]
    assert [one.code for one in await tables.acts(table.id)] == ["invited"]


async def test_nobody_is_called_to_whom_they_block(tables, store):
    people = await People.open(store)
    await people.block(BASTIEN.user_id, Blocked(MAUD.user_id, "Maud"))
    table = await lobby(tables, terms=INVITED)
    await tables.invite(table.id, MAUD.user_id, BASTIEN)
    assert await told(store) == []
    assert await refused(tables.join(table.id, BASTIEN)) == "table.you_blocked"


async def test_a_seat_that_is_offered_is_for_guests_too(tables):
    table = await lobby(tables, terms=INVITED)
    await tables.invite(table.id, MAUD.user_id, BASTIEN)
    await tables.join(table.id, BASTIEN)
    await tables.start(table.id, MAUD.user_id)
    await tables.offer(table.id, BASTIEN.user_id)
    assert await refused(tables.take(table.id, 1, KARIM)) == "table.not_invited"
    await tables.invite(table.id, MAUD.user_id, KARIM)
    assert (await tables.take(table.id, 1, KARIM)).humans()[1:] == [KARIM.user_id]


async def test_who_is_sent_away_is_invited_no_longer(tables):
    table = await lobby(tables, terms=INVITED)
    await tables.invite(table.id, MAUD.user_id, BASTIEN)
    await tables.join(table.id, BASTIEN)
    await tables.remove(table.id, MAUD.user_id, 1)
    assert await refused(tables.join(table.id, BASTIEN)) == "table.not_invited"


async def test_the_same_people_may_play_once_more(tables):
    table = await lobby(tables, terms=INVITED)
    for guest in (BASTIEN, INES):
        await tables.invite(table.id, MAUD.user_id, guest)
    await tables.join(table.id, BASTIEN)
    await tables.start(table.id, MAUD.user_id)
    await tables.resign(table.id, BASTIEN.user_id)
    assert (await tables.get(table.id)).status is Status.OVER
    again = await tables.rematch(table.id, BASTIEN)
    assert again.terms == INVITED
    assert await refused(tables.join(again.id, KARIM)) == "table.not_invited"
    assert (await tables.join(again.id, INES)).humans() == [BASTIEN.user_id, INES.user_id]
    assert await tables.is_invited(again.id, MAUD.user_id)


async def test_who_waits_for_a_table_hears_of_none_by_invitation(tables, store):
    await tables.wish(BASTIEN.user_id, 1, ["akropolis"])
    table = await lobby(tables, terms=INVITED)
    assert await tables.waiting_for(table) == []
    table = await tables.configure(table.id, MAUD.user_id, terms=Terms())
    assert await tables.waiting_for(table) == [BASTIEN.user_id]
