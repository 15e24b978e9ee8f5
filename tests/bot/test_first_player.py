"""The first player is drawn from the table's secret, or joined first where that is agreed."""

from collections import Counter

from rules import record
from rules.seats import seat_draw
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, lobby, make_move, start_table
from tests.bot.test_ai_seats import settle
from tests.luck import LUCK

FRIENDS = {person.user_id for person in (MAUD, BASTIEN, INES, KARIM)}


async def test_the_host_begins_no_more_often_than_anybody(services):
    """Everybody keeps a seat."""
    first = Counter()
    for _ in range(40):
        table = await start_table(services, 4, drawn=True)
        assert {*table.humans()} == FRIENDS
        first[table.humans()[0]] += 1
    assert first.keys() == FRIENDS
    assert max(first.values()) < 20


async def test_seats_may_be_taken_in_the_order_of_joining(services):
    table = await start_table(services, 4, drawn=False)
    assert table.humans() == [MAUD.user_id, BASTIEN.user_id, INES.user_id, KARIM.user_id]
    assert (await services.reading.record(table.id))["drawn"] is None


async def test_the_host_may_choose_in_the_lobby(services):
    table = await lobby(services, drawn=True)
    table = await services.lobbies.configure(table.id, MAUD.user_id, drawn=False)
    assert (table.drawn, table.revision) == (False, 1)
    assert (await services.lobbies.configure(table.id, MAUD.user_id, size=3)).drawn is False


async def test_an_ai_seat_may_be_the_first_and_then_begins(services):
    for _ in range(10):
        table = await start_table(services, 2, ai=("random",), drawn=True)
        if table.seats[0].ai:
            break
    assert table.seats[0].ai == "random"
    await settle(services, table.id)
    (ply,) = await services.reading.log(table.id)
    assert (ply.seat, ply.ai) == (0, True)


async def test_the_draw_is_stored_with_the_start(services, anew):
    table = await start_table(services, 4, drawn=True)
    assert (await anew().tables.get(table.id)).seats == table.seats


async def test_the_record_has_the_seats_as_they_were_drawn_after_the_end(services):
    """Before the end it tells no secret."""
    table = await start_table(services, 2, drawn=True)
    while table.humans() == [MAUD.user_id, BASTIEN.user_id]:
        table = await start_table(services, 2, drawn=True)
    running = await services.reading.record(table.id)
    assert LUCK not in str(running)
    assert running["seed"] is None
    await make_move(services, table.id)
    await services.seats.resign(table.id, MAUD.user_id)
    over = await services.reading.record(table.id)
    assert over["names"] == ["Bastien", "Maud"]
    assert tuple(over["drawn"]) == seat_draw(over["seed"], over["salt"], 2) == (1, 0)
    assert len([*record.replay(record.from_json(over))]) == 1
