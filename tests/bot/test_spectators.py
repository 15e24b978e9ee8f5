"""Spectators: when they are called, in which transaction, and what they may guess until when."""

from datetime import time, timedelta

import msgspec
import pytest

from bot.steps.spectators import FINISH, WATCH
from bot.store import spectator_rows
from bot.table import payloads
from bot.table.hours import Hours
from bot.table.seating import Person
from bot.table.spectators import Calls
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, lobby, make_move, start_table

pytestmark = pytest.mark.usefixtures("clock")

NIGHT = Hours("Europe/Paris", time(11), time(15))
"""The tests begin at noon: here nobody is called until three."""
NOOR = Person(500, "Noor")


async def calls(store):
    """Posts that call spectators: the news in each, and the people."""
    query = "SELECT payload FROM outbox WHERE kind IN (?, ?) ORDER BY id"
    rows = await store.read(lambda db: db.execute(query, (WATCH, FINISH)).fetchall())
    notices = [msgspec.json.decode(row[0], type=payloads.News) for row in rows]
    return [(payload.round or "over", payload.mention) for payload in notices]


async def play_round(services, table):
    """Moves until the next round begins."""
    number = await services.spectators.round_number(table.id)
    while await services.spectators.round_number(table.id) == number:
        await make_move(services, table.id)


# ---- at each round -------------------------------------------------------------------------------


async def test_a_spectator_is_called_when_a_round_begins(services, store):
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await make_move(services, table.id)
    assert await calls(store) == []
    await play_round(services, table)
    assert await calls(store) == [(2, [INES.user_id])]
    await play_round(services, table)
    assert await calls(store) == [(2, [INES.user_id]), (3, [INES.user_id])]


async def test_a_spectator_of_a_lobby_is_called_to_the_first_round(services, store):
    table = await lobby(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await services.lobbies.join(table.id, BASTIEN)
    await services.lobbies.start(table.id, MAUD.user_id)
    assert await calls(store) == [(1, [INES.user_id])]


async def test_a_game_that_counts_turns_calls_after_a_lap_of_the_table(services, store):
    table = await start_table(services, game="attika")
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    while not await calls(store):
        await make_move(services, table.id)
    assert await calls(store) == [(2, [INES.user_id])]


async def test_a_spectator_may_be_called_to_the_end_alone(services, store):
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await services.spectators.watch(table.id, INES.user_id, Calls.END)
    await play_round(services, table)
    assert await calls(store) == []
    await services.seats.resign(table.id, MAUD.user_id)
    assert await calls(store) == [("over", [INES.user_id])]


async def test_the_end_calls_all_spectators_once_and_forgets_whom_to_call(services, store):
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await services.spectators.watch(table.id, KARIM.user_id, Calls.END)
    await services.seats.resign(table.id, MAUD.user_id)
    assert await calls(store) == [("over", [INES.user_id, KARIM.user_id])]
    assert await store.read(spectator_rows.read_calls, table.id) == {}


async def test_a_table_that_is_closed_before_its_end_calls_them_too(services, store):
    table = await lobby(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.END)
    await services.votes.cancel(table.id, MAUD.user_id, moderator=False)
    assert await calls(store) == [("over", [INES.user_id])]


async def test_a_spectator_who_takes_a_seat_is_one_no_longer(services, store):
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await services.seats.offer(table.id, BASTIEN.user_id)
    await services.seats.take(table.id, 1, INES)
    await play_round(services, table)
    assert await calls(store) == []


async def test_only_a_step_that_is_saved_calls_spectators(services, store, monkeypatch):
    """The calls are rows of the step's own transaction."""
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)

    def fail(*_):
        raise OSError("no disk")

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.table_rows.write_result", fail)
        with pytest.raises(OSError, match="no disk"):
            await services.seats.resign(table.id, MAUD.user_id)
    assert await calls(store) == []
    assert await store.read(spectator_rows.read_calls, table.id) == {INES.user_id: Calls.ROUND}
    await services.seats.resign(table.id, MAUD.user_id)
    assert await calls(store) == [("over", [INES.user_id])]


# ---- quiet hours ---------------------------------------------------------------------------------


async def test_quiet_hours_put_a_call_off_and_the_newest_round_is_told(
    services, store, clock, alarm
):
    await services.people.change(INES.user_id, hours=NIGHT)
    table = await start_table(services)
    for person in (INES, KARIM):
        await services.spectators.watch(table.id, person.user_id, Calls.ROUND)
    await play_round(services, table)
    await play_round(services, table)
    assert await calls(store) == [(2, [KARIM.user_id]), (3, [KARIM.user_id])]
    await clock.advance(timedelta(hours=6))
    assert (await calls(store))[2:] == [(3, [INES.user_id])]


async def test_the_end_waits_for_the_morning_too(services, store, clock, alarm):
    await services.people.change(INES.user_id, hours=NIGHT)
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await play_round(services, table)
    await services.seats.resign(table.id, MAUD.user_id)
    assert await calls(store) == []
    await clock.advance(timedelta(hours=6))
    assert await calls(store) == [("over", [INES.user_id])]


async def test_a_spectator_who_is_away_is_called_on_return(services, store, clock, alarm):
    back = clock.now() + timedelta(days=2)
    await services.people.begin_absence(INES.user_id, back, clock.now())
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await play_round(services, table)
    await clock.advance(timedelta(days=1))
    assert await calls(store) == []
    await clock.advance(timedelta(days=1, minutes=1))
    assert await calls(store) == [(2, [INES.user_id])]


async def test_a_spectator_who_has_stopped_is_not_called_after_quiet_hours_either(
    services, store, clock, alarm
):
    await services.people.change(INES.user_id, hours=NIGHT)
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await play_round(services, table)
    state = await services.spectators.watch(table.id, INES.user_id, None)
    assert state.calls is None
    await play_round(services, table)
    await clock.advance(timedelta(hours=6))
    await services.seats.resign(table.id, MAUD.user_id)
    assert await calls(store) == []


# ---- refusals ------------------------------------------------------------------------------------


async def test_players_and_tables_that_are_over_are_refused(services):
    table = await start_table(services)
    for refused in (
        services.spectators.watch(table.id, MAUD.user_id, Calls.ROUND),
        services.spectators.state(table.id, BASTIEN.user_id),
        services.spectators.guess(table.id, BASTIEN.user_id, 0),
    ):
        with pytest.raises(RulesError, match=r"watch\.plays_here"):
            await refused
    await services.seats.resign(table.id, MAUD.user_id)
    with pytest.raises(RulesError, match=r"table\.wrong_status_over"):
        await services.spectators.watch(table.id, INES.user_id, Calls.END)


# ---- guesses -------------------------------------------------------------------------------------


async def test_guesses_close_after_half_of_the_usual_turns(services):
    """For two, Akropolis has 36 turns."""
    table = await start_table(services)
    state = await services.spectators.guess(table.id, INES.user_id, 1)
    assert (state.guess, state.guessing.turns, state.guessing.last) == (1, 0, 18)
    for _ in range(17):
        await make_move(services, table.id)
    assert (await services.spectators.guess(table.id, INES.user_id, 0)).guess == 0
    await make_move(services, table.id)
    with pytest.raises(RulesError, match=r"watch\.closed") as refusal:
        await services.spectators.guess(table.id, KARIM.user_id, 0)
    assert refusal.value.details == {"last": 18}
    state = await services.spectators.state(table.id, INES.user_id)
    assert (state.guess, state.guessing.is_open) == (0, False)


async def test_a_lobby_and_a_table_for_one_are_closed_to_guesses(services):
    table = await lobby(services)
    assert not (await services.spectators.state(table.id, INES.user_id)).guessing.is_open
    table = await start_table(services, 1, channel_id=11)
    assert not (await services.spectators.state(table.id, INES.user_id)).guessing.is_open


async def test_a_seat_that_there_is_not_is_refused(services):
    table = await start_table(services)
    for seat in (-1, 2):
        with pytest.raises(RulesError, match=r"table\.no_such_seat"):
            await services.spectators.guess(table.id, INES.user_id, seat)


async def test_the_end_names_right_guesses_but_not_of_unlisted_people(services, store):
    table = await start_table(services)
    for person, seat in ((KARIM, 0), (NOOR, 0)):
        await services.spectators.guess(table.id, person.user_id, seat)
    await services.spectators.guess(table.id, 600, 1)
    await services.people.change(NOOR.user_id, unlisted=True)
    await services.seats.resign(table.id, BASTIEN.user_id)
    assert await calls(store) == [("over", [])]
    assert await services.spectators.right_guesses(table, (0,)) == (2, [KARIM.user_id], 3)
    assert await services.spectators.right_guesses(table, ()) == (0, [], 3)


async def test_the_guess_of_a_later_player_does_not_count(services, store):
    table = await start_table(services)
    await services.spectators.guess(table.id, INES.user_id, 1)
    await services.seats.offer(table.id, BASTIEN.user_id)
    await services.seats.take(table.id, 1, INES)
    seated = await services.tables.get(table.id)
    assert await services.spectators.right_guesses(seated, (1,)) == (0, [], 0)


# ---- forgotten -----------------------------------------------------------------------------------


async def test_a_forgotten_spectator_leaves_no_call_and_no_guess(services, store, clock, alarm):
    await services.people.change(INES.user_id, hours=NIGHT)
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await services.spectators.watch(table.id, KARIM.user_id, Calls.ROUND)
    await services.spectators.guess(table.id, INES.user_id, 1)
    await play_round(services, table)
    for person in (INES, KARIM):
        await services.privacy.forget(person.user_id)
    await clock.advance(timedelta(hours=6))
    assert await calls(store) == [(2, [])]
    assert await store.read(spectator_rows.read_guesses, table.id) == {}
    assert await store.read(spectator_rows.read_calls, table.id) == {}


async def test_the_own_data_have_calls_and_guesses(services):
    table = await start_table(services)
    await services.spectators.watch(table.id, INES.user_id, Calls.ROUND)
    await services.spectators.guess(table.id, INES.user_id, 1)
    file = msgspec.json.decode(await services.privacy.person_file(INES.user_id))
    row = {"table_id": table.id, "user_id": INES.user_id}
    assert file["rows"]["watch"] == [row | {"calls": "round"}]
    assert file["rows"]["guess"] == [row | {"seat": 1}]
