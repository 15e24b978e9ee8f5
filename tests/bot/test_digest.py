"""All games of a person, in order: those that wait for them first."""

from datetime import timedelta

from bot.table.seating import Person
from tests.bot import room

MAUD, BASTIEN = 1, 2


async def lobby(services, guild, host=MAUD, **different):
    """A lobby for two on some server."""
    place = {"guild_id": guild, "channel_id": guild * 10}
    return await room.lobby(services, host=Person(host, f"Person {host}"), **place, **different)


async def game(services, clock, guild, host=MAUD, other=BASTIEN):
    """A game that begins an hour after the one before."""
    clock.skip(timedelta(hours=1))
    table = await lobby(services, guild, host)
    await services.lobbies.join(table.id, Person(other, f"Person {other}"))
    return await services.lobbies.start(table.id, host)


async def make_move_later(services, clock, table, user):
    """A move that an AI player suggests, an hour later."""
    clock.skip(timedelta(hours=1))
    prompt = await services.moves.suggest(table.id, user, None, ())
    await services.moves.play(table.id, user, None, prompt.tokens)


async def ongoing_ids(services, user=MAUD):
    return [entry.table.id for entry in await services.reading.ongoing(user)]


async def test_somebody_who_plays_nowhere_has_no_games(services):
    assert await services.reading.ongoing(MAUD) == []


async def test_games_of_all_servers_are_there_and_only_mine(services, clock):
    """A game that I have resigned is none of mine."""
    table_here, table_elsewhere = await game(services, clock, 7), await game(services, clock, 8)
    await game(services, clock, 7, 3, 4)
    assert await ongoing_ids(services) == [table_here.id, table_elsewhere.id]
    await services.seats.resign(table_here.id, MAUD)
    assert await ongoing_ids(services) == [table_elsewhere.id]


async def test_the_game_that_has_waited_longest_for_me_is_first(services, clock):
    """Maud begins the first two; the third waits for Bastien, although it is the oldest turn."""
    theirs = await game(services, clock, 7, BASTIEN, MAUD)
    long, short = await game(services, clock, 8), await game(services, clock, 9)
    open_table = await lobby(services, 10)
    assert await ongoing_ids(services) == [long.id, short.id, theirs.id, open_table.id]
    waits = [(entry.mine, entry.to_act) for entry in await services.reading.ongoing(MAUD)]
    assert waits[:3] == [(True, (0,)), (True, (0,)), (False, (0,))]
    await make_move_later(services, clock, theirs, BASTIEN)
    assert await ongoing_ids(services) == [long.id, short.id, theirs.id, open_table.id]
    await make_move_later(services, clock, long, MAUD)
    assert await ongoing_ids(services) == [short.id, theirs.id, long.id, open_table.id]


async def test_a_game_waits_since_its_last_turn_ended(services, clock):
    table = await game(services, clock, 7)
    await make_move_later(services, clock, table, MAUD)
    ended = clock.now()
    clock.skip(timedelta(days=3))
    [entry] = await services.reading.ongoing(BASTIEN)
    assert entry.since == ended.isoformat(timespec="milliseconds")


async def test_a_turn_under_way_is_hidden_from_the_others(services, clock):
    """Nobody else learns from the list that somebody has begun their turn."""
    table = await lobby(services, 7, game="attika")
    await services.lobbies.join(table.id, Person(BASTIEN, "Bastien"))
    await services.lobbies.start(table.id, MAUD)
    before = await services.reading.ongoing(BASTIEN)
    clock.skip(timedelta(hours=1))
    assert (await room.make_move(services, table.id)).goes_on
    [after] = await services.reading.ongoing(BASTIEN)
    assert (after.since, after.to_act) == (before[0].since, (0,))
