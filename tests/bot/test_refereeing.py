"""A referee decides at once at a table where they do not play, and everybody sees that they did."""

import pytest

from bot.table.motions import Kind, Matter
from bot.table.seating import Person
from rules.contract import RulesError
from tests.bot.room import BASTIEN, MAUD, make_move, started

NOOR = Person(77, "Noor")


async def refused(doing):
    with pytest.raises(RulesError) as refusal:
        await doing
    return refusal.value.code


async def notices(store):
    """The lines that were told, by their codes."""
    query = "SELECT payload ->> 'code' FROM outbox WHERE kind = 'notice' ORDER BY id"
    return await store.read(lambda db: [row[0] for row in db.execute(query)])


async def test_a_server_has_one_role_of_referees(tables):
    assert await tables.referee_role(1) is None
    await tables.set_referee_role(1, 5)
    await tables.set_referee_role(1, 6)
    assert (await tables.referee_role(1), await tables.referee_role(2)) == (6, None)
    await tables.set_referee_role(1, None)
    assert await tables.referee_role(1) is None


async def test_a_referee_pauses_and_resumes(tables, store):
    table = await started(tables, 2)
    assert (await tables.rule(table.id, NOOR, Kind.PAUSE, Matter())).paused
    assert not (await tables.rule(table.id, NOOR, Kind.RESUME, Matter())).paused
    assert (await notices(store)).count("table.notice_ruled") == 2
    told = [(one.code, one.by.name, one.args) for one in await tables.acts(table.id)]
    assert told == [("ruled", "Noor", {"kind": "pause"}), ("ruled", "Noor", {"kind": "resume"})]


async def test_a_referee_replaces_who_does_not_come(tables):
    table = await started(tables, 2)
    table = await tables.rule(table.id, NOOR, Kind.REPLACE, Matter(seat=1))
    assert (table.seats[1].stands_in, table.seats[1].offered) == (True, True)
    assert [one.about.name for one in await tables.acts(table.id)] == ["Bastien"]
    assert await refused(tables.rule(table.id, NOOR, Kind.REPLACE, Matter(seat=9)))


async def test_a_referee_corrects_by_going_back(tables):
    table = await started(tables, 2)
    for _ in range(2):
        await make_move(tables, table.id)
    await tables.rule(table.id, NOOR, Kind.UNDO, Matter(to=1))
    assert [ply.ply for ply in await tables.log(table.id) if not ply.undone] == [1]
    assert (await tables.look(table.id, None)).to_act == (1,)


async def test_who_plays_there_is_no_referee(tables):
    table = await started(tables, 2)
    for person in (MAUD, BASTIEN):
        refusal = await refused(tables.rule(table.id, person, Kind.PAUSE, Matter()))
        assert refusal == "table.not_referee"


async def test_a_referee_breaks_no_game_off(tables):
    table = await started(tables, 2)
    assert await refused(tables.rule(table.id, NOOR, Kind.END, Matter())) == "table.not_referee"
