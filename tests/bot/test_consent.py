"""A running game is broken off by all who play it, by a moderator, or not at all."""

import asyncio

import pytest

from bot.store import Store
from bot.tables import Status, Tables
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, STRANGER, lobby, make_move, started

A, B, C, D = (person.user_id for person in (MAUD, BASTIEN, INES, KARIM))


async def asked(tables, size=3, **different):
    """A running table whose host has asked the others to break it off."""
    table = await started(tables, size, **different)
    return await tables.cancel(table.id, A, moderator=False)


async def refused(doing):
    with pytest.raises(RulesError) as refusal:
        await doing
    return refusal.value.code


async def status(tables, table):
    return (await tables.get(table.id)).status


async def questions(store):
    rows = await store.read(lambda db: db.execute("SELECT * FROM outbox ORDER BY id").fetchall())
    return [row["payload"] for row in rows if row["kind"] == "ask"]


async def test_a_host_alone_breaks_nothing_off(tables, store):
    table = await asked(tables)
    assert table.status is await status(tables, table) is Status.LIVE
    assert await tables.agreed(table) == {A}
    assert await questions(store) == ['{"revision":3,"mention":[200,300]}']


async def test_it_ends_when_the_last_one_agrees(tables, store):
    table = await asked(tables)
    assert (await tables.agree(table.id, B, table.revision)).status is Status.LIVE
    assert (await tables.agree(table.id, C, table.revision)).status is Status.CANCELLED
    rows = await store.read(lambda db: db.execute("SELECT * FROM outbox ORDER BY id").fetchall())
    assert "table.notice_agreed" in rows[-1]["payload"]
    assert [row["kind"] for row in rows if row["kind"] in ("open", "ask")] == []


async def test_all_at_once_end_it_once(tables):
    table = await asked(tables, 4)
    doing = (tables.agree(table.id, person, table.revision) for person in (B, C, D, B, C, D))
    outcomes = await asyncio.gather(*doing, return_exceptions=True)
    after = await tables.get(table.id)
    assert (after.status, after.revision) == (Status.CANCELLED, table.revision + 1)
    assert sum(isinstance(one, RulesError) for one in outcomes) >= 1


async def test_pressing_twice_is_agreeing_once(tables):
    table = await asked(tables)
    for _ in range(3):
        await tables.agree(table.id, B, table.revision)
    assert await status(tables, table) is Status.LIVE


async def test_who_plays_on_ends_the_question(tables):
    table = await asked(tables)
    await tables.agree(table.id, B, table.revision)
    await tables.play_on(table.id, C, table.revision)
    assert await tables.agreed(table) == set()
    assert await refused(tables.agree(table.id, C, table.revision)) == "table.not_asked"
    assert await refused(tables.agree(table.id, B, table.revision)) == "table.not_asked"
    assert await status(tables, table) is Status.LIVE


async def test_a_move_ends_the_question(tables):
    table = await asked(tables)
    await tables.agree(table.id, B, table.revision)
    await make_move(tables, table.id)
    assert await refused(tables.agree(table.id, C, table.revision)) == "table.not_asked"
    assert await refused(tables.agree(table.id, C, table.revision + 1)) == "table.not_asked"
    assert await status(tables, table) is Status.LIVE


async def test_consents_of_an_earlier_question_do_not_count(tables):
    table = await asked(tables)
    await tables.agree(table.id, B, table.revision)
    await make_move(tables, table.id)
    table = await tables.cancel(table.id, A, moderator=False)
    assert (await tables.agree(table.id, C, table.revision)).status is Status.LIVE


async def test_a_question_outlives_a_restart(store, brains, tables):
    table = await asked(tables)
    await tables.agree(table.id, B, table.revision)
    await store.close()
    opened = await Store.open(store.file)
    again = Tables(opened, brains, notify=lambda: None)
    assert await again.agreed(table) == {A, B}
    assert (await again.agree(table.id, C, table.revision)).status is Status.CANCELLED
    await opened.close()


async def test_asking_twice_calls_nobody_twice(tables, store):
    table = await asked(tables)
    await tables.cancel(table.id, A, moderator=False)
    assert len(await questions(store)) == 1


async def test_only_who_plays_is_asked(tables):
    table = await asked(tables)
    assert await refused(tables.agree(table.id, STRANGER, table.revision)) == "table.not_seated"
    assert await refused(tables.play_on(table.id, STRANGER, table.revision)) == "table.not_seated"


async def test_who_has_resigned_is_not_waited_for(tables):
    table = await started(tables, 3)
    await tables.resign(table.id, C)
    table = await tables.cancel(table.id, A, moderator=False)
    assert (await tables.agree(table.id, B, table.revision)).status is Status.CANCELLED


async def test_a_host_who_has_resigned_needs_everybody(tables):
    table = await started(tables, 3)
    await tables.resign(table.id, A)
    table = await tables.cancel(table.id, A, moderator=False)
    assert (await tables.agree(table.id, B, table.revision)).status is Status.LIVE
    assert (await tables.agree(table.id, C, table.revision)).status is Status.CANCELLED


async def test_a_game_against_the_machine_alone_ends_at_once(tables):
    table = await started(tables, 3, ai=("random", "random"))
    assert (await tables.cancel(table.id, A, moderator=False)).status is Status.CANCELLED


async def test_a_lobby_closes_at_once(tables):
    table = await lobby(tables, 3)
    await tables.join(table.id, BASTIEN)
    assert (await tables.cancel(table.id, A, moderator=False)).status is Status.CANCELLED


async def test_nobody_agrees_to_what_nobody_asked(tables):
    table = await started(tables, 2)
    assert await refused(tables.agree(table.id, B, table.revision)) == "table.not_asked"
    assert await status(tables, table) is Status.LIVE
