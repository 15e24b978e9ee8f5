"""What belongs together is saved together: each deed of a person is one transaction.

A bot that is killed behind any commit has then either all of the deed, or nothing of it.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.database import connection
from bot.service import Services
from bot.store.store import Store
from bot.table.motions import Kind
from bot.table.preferences import Blocked
from tests.bot.room import (
    BASTIEN,
    INVITED,
    KARIM,
    MAUD,
    finished_game_by_invitation,
    lobby,
    make_move,
    start_table,
)
from tests.clock import StillClock

Deed = Callable[[], Awaitable[object]]


# ---- the deeds, after what has to come before them -----------------------------------------------


async def open_lobby(services: Services, clock: StillClock) -> Deed:
    """With somebody who waits for such a table, and has to be told."""
    await services.lobbies.wish(KARIM.user_id, 1, ["akropolis"])
    return lambda: lobby(services)


async def ask_for_a_rematch(services: Services, clock: StillClock) -> Deed:
    """At a table by invitation: those who played, and the guests, are invited again."""
    table = await finished_game_by_invitation(services)
    return lambda: services.lobbies.rematch(table.id, MAUD)


async def begin_a_lesson(services: Services, clock: StillClock) -> Deed:
    return lambda: services.lessons.open(
        "akropolis", guild_id=1, thread_id=20, person=MAUD, language="en"
    )


async def open_a_table_from_a_lesson(services: Services, clock: StillClock) -> Deed:
    """With somebody who waits for such a table."""
    await services.lobbies.wish(KARIM.user_id, 1, ["akropolis"])
    lesson = await services.lessons.open(
        "akropolis", guild_id=1, thread_id=20, person=MAUD, language="en"
    )
    return lambda: services.lessons.open_real_table(lesson.id, 10, MAUD)


async def join(services: Services, clock: StillClock) -> Deed:
    """Somebody who has waited for such a table."""
    table = await lobby(services)
    await services.lobbies.wish(BASTIEN.user_id, 1, ["akropolis"])
    return lambda: services.lobbies.join(table.id, BASTIEN)


async def remove(services: Services, clock: StillClock) -> Deed:
    """Somebody who was invited."""
    table = await lobby(services, size=3, terms=INVITED)
    await services.lobbies.invite(table.id, MAUD.user_id, BASTIEN)
    await services.lobbies.join(table.id, BASTIEN)
    return lambda: services.lobbies.remove(table.id, MAUD.user_id, 1)


async def invite(services: Services, clock: StillClock) -> Deed:
    table = await lobby(services, terms=INVITED)
    return lambda: services.lobbies.invite(table.id, MAUD.user_id, BASTIEN)


async def start(services: Services, clock: StillClock) -> Deed:
    table = await lobby(services)
    await services.lobbies.join(table.id, BASTIEN)
    return lambda: services.lobbies.start(table.id, MAUD.user_id)


async def move_while_away(services: Services, clock: StillClock) -> Deed:
    """The move ends the absence."""
    table = await start_table(services)
    await services.absences.begin(MAUD.user_id, clock.now() + timedelta(days=3))
    clock.skip(timedelta(hours=1))
    return lambda: make_move(services, table.id)


async def resign(services: Services, clock: StillClock) -> Deed:
    table = await start_table(services, 3)
    return lambda: services.seats.resign(table.id, BASTIEN.user_id)


async def offer(services: Services, clock: StillClock) -> Deed:
    table = await start_table(services, 3)
    return lambda: services.seats.offer(table.id, BASTIEN.user_id)


async def take_a_seat(services: Services, clock: StillClock) -> Deed:
    """Somebody who has waited for such a table."""
    table = await start_table(services, 3)
    await services.seats.offer(table.id, BASTIEN.user_id)
    await services.lobbies.wish(KARIM.user_id, 1, ["akropolis"])
    return lambda: services.seats.take(table.id, 1, KARIM)


async def take_back(services: Services, clock: StillClock) -> Deed:
    table = await start_table(services)
    await make_move(services, table.id)
    return lambda: services.moves.take_back(table.id, MAUD.user_id, None)


async def propose(services: Services, clock: StillClock) -> Deed:
    table = await start_table(services)
    return lambda: services.votes.propose(table.id, MAUD.user_id, Kind.PAUSE)


async def vote(services: Services, clock: StillClock) -> Deed:
    """With it the motion is carried, and the game pauses."""
    table = await start_table(services)
    await services.votes.propose(table.id, MAUD.user_id, Kind.PAUSE)
    [motion] = await services.votes.open_motions(table.id)
    return lambda: services.votes.vote(table.id, motion.id, BASTIEN.user_id, yes=True)


async def cancel(services: Services, clock: StillClock) -> Deed:
    table = await lobby(services)
    return lambda: services.votes.cancel(table.id, MAUD.user_id, moderator=False)


async def be_away(services: Services, clock: StillClock) -> Deed:
    await start_table(services)
    return lambda: services.people.begin_absence(
        MAUD.user_id, clock.now() + timedelta(days=3), clock.now()
    )


async def block(services: Services, clock: StillClock) -> Deed:
    return lambda: services.people.block(MAUD.user_id, Blocked(BASTIEN.user_id, "Bastien"))


DEEDS = (
    open_lobby,
    ask_for_a_rematch,
    begin_a_lesson,
    open_a_table_from_a_lesson,
    join,
    remove,
    invite,
    start,
    move_while_away,
    resign,
    offer,
    take_a_seat,
    take_back,
    propose,
    vote,
    cancel,
    be_away,
    block,
)


@pytest.mark.parametrize("prepare", DEEDS, ids=lambda prepare: prepare.__name__)
async def test_a_deed_is_one_transaction(
    services: Services, store: Store, clock: StillClock, prepare: Callable, monkeypatch
) -> None:
    deed = await prepare(services, clock)
    commit, changed = connection.commit, []

    def watch(db, works):
        before = db.total_changes
        outcomes = commit(db, works)
        if db.total_changes > before:
            changed.append([getattr(work, "__qualname__", "") for work in works])
        return outcomes

    monkeypatch.setattr(connection, "commit", watch)
    await deed()
    assert len(changed) == 1, changed
