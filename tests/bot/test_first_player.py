"""Who plays first: drawn from the table's secret, or whoever joined first where that is agreed."""

from collections import Counter

from bot.service import build_services
from bot.table.seating import Status
from rules import record
from rules.seats import seat_draw
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, acting, lobby, play_out, start_table
from tests.bot.test_ai_seats import settle
from tests.luck import LUCK

FRIENDS = {person.user_id for person in (MAUD, BASTIEN, INES, KARIM)}


async def test_the_host_begins_no_more_often_than_anybody(services):
    first = Counter()
    for _ in range(80):
        table = await start_table(services, 4, drawn=True)
        first[await acting(services, table.id)] += 1
    assert first.keys() == FRIENDS
    assert max(first.values()) < 40


async def test_everybody_keeps_a_seat(services):
    table = await start_table(services, 4, drawn=True)
    assert sorted(table.humans()) == sorted(FRIENDS)


async def test_seats_as_joined_are_as_joined(services):
    for _ in range(10):
        table = await start_table(services, 4, drawn=False)
        assert table.humans() == [MAUD.user_id, BASTIEN.user_id, INES.user_id, KARIM.user_id]


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


async def test_the_draw_is_stored_with_the_start(store, brains, services):
    table = await start_table(services, 4, drawn=True)
    next_services = build_services(store, brains, notify=lambda: None)
    assert (await next_services.tables.get(table.id)).seats == table.seats


async def test_the_record_says_the_seats_as_they_were_drawn(services):
    table = await start_table(services, 2, drawn=True)
    while table.humans() == [MAUD.user_id, BASTIEN.user_id]:
        table = await start_table(services, 2, drawn=True)
    await play_out(services, table.id)
    game_record = await services.reading.record(table.id)
    assert game_record["names"] == ["Bastien", "Maud"]
    assert (
        tuple(game_record["drawn"])
        == seat_draw(game_record["seed"], game_record["salt"], 2)
        == (1, 0)
    )
    for state, _ in record.replay(record.from_json(game_record)):
        assert state


async def test_a_record_with_seats_as_joined_says_no_draw(services):
    table = await start_table(services, 2, drawn=False)
    assert (await services.reading.record(table.id))["drawn"] is None


async def test_the_draw_tells_no_secret_before_the_end(services):
    table = await start_table(services, 2, drawn=True)
    game_record = await services.reading.record(table.id)
    assert table.status is Status.LIVE
    assert LUCK not in str(game_record)
    assert game_record["seed"] is None
