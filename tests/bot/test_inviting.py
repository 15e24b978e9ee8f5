"""A table by invitation: only guests of the host take a seat, and nobody else is told."""

import pytest

from bot.service.people import People
from bot.table.preferences import Blocked
from bot.table.seating import Status
from tests.bot.room import (
    BASTIEN,
    INES,
    INVITED,
    KARIM,
    MAUD,
    finished_game_by_invitation,
    lobby,
    refusal_code,
)
from tests.bot.test_reminding import posts_of_kind


async def users_mentioned(store):
    """Users that the posts of invitations mention."""
    return [post.mention for post, _ in await posts_of_kind(store, "guest")]


@pytest.fixture
async def table(services):
    """A table for two by invitation, of which Bastien is a guest."""
    table = await lobby(services, terms=INVITED)
    await services.lobbies.invite(table.id, MAUD.user_id, BASTIEN)
    return table


async def test_only_guests_of_the_host_take_a_seat(services, table):
    assert await refusal_code(services.lobbies.join(table.id, INES)) == "table.not_invited"
    table = await services.lobbies.join(table.id, BASTIEN)
    assert table.humans() == [MAUD.user_id, BASTIEN.user_id]
    open_table = await lobby(services)
    assert (await services.lobbies.join(open_table.id, INES)).humans()[1:] == [INES.user_id]


async def test_only_the_host_invites(services, table):
    await services.lobbies.join(table.id, BASTIEN)
    for host, guest, code in ((BASTIEN, INES, "host_only"), (MAUD, BASTIEN, "sits_here")):
        doing = services.lobbies.invite(table.id, host.user_id, guest)
        assert await refusal_code(doing) == f"table.{code}"


async def test_a_guest_is_told_once(services, store, table):
    await services.lobbies.invite(table.id, MAUD.user_id, BASTIEN)
    assert await users_mentioned(store) == [[BASTIEN.user_id]]
    assert [act.code for act in await services.reading.acts(table.id)] == ["invited"]


async def test_a_guest_who_blocks_the_host_is_not_called(services, store):
    people = await People.open(store)
    await people.block(BASTIEN.user_id, Blocked(MAUD.user_id, "Maud"))
    table = await lobby(services, terms=INVITED)
    await services.lobbies.invite(table.id, MAUD.user_id, BASTIEN)
    assert await users_mentioned(store) == []
    assert await refusal_code(services.lobbies.join(table.id, BASTIEN)) == "table.you_blocked"


async def test_a_seat_that_is_offered_is_for_guests_too(services, table):
    await services.lobbies.join(table.id, BASTIEN)
    await services.lobbies.start(table.id, MAUD.user_id)
    await services.seats.offer(table.id, BASTIEN.user_id)
    assert await refusal_code(services.seats.take(table.id, 1, KARIM)) == "table.not_invited"
    await services.lobbies.invite(table.id, MAUD.user_id, KARIM)
    assert (await services.seats.take(table.id, 1, KARIM)).humans()[1:] == [KARIM.user_id]


async def test_a_guest_who_is_sent_away_is_invited_no_longer(services, table):
    await services.lobbies.join(table.id, BASTIEN)
    await services.lobbies.remove(table.id, MAUD.user_id, 1)
    assert await refusal_code(services.lobbies.join(table.id, BASTIEN)) == "table.not_invited"


async def test_the_same_people_may_play_once_more(services):
    table = await finished_game_by_invitation(services)
    assert table.status is Status.OVER
    rematch = await services.lobbies.rematch(table.id, BASTIEN)
    assert rematch.terms == INVITED
    assert await refusal_code(services.lobbies.join(rematch.id, KARIM)) == "table.not_invited"
    assert (await services.lobbies.join(rematch.id, INES)).humans() == [
        BASTIEN.user_id,
        INES.user_id,
    ]
    assert await services.lobbies.is_invited(rematch.id, MAUD.user_id)
