"""What several people decide: they are asked once, by a post, and silence is no."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from bot.database.form import migrations, statements
from bot.service import build_services
from bot.service.scheduler import Scheduler
from bot.store.store import Store
from bot.table.motions import LASTS, Kind, Motion, MotionTarget, Outcome
from bot.table.options import Terms, VoteRule
from bot.table.seating import NotSeated, Person, Status
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, STRANGER, lobby, make_move, start_table
from tests.clock import StillClock

A, B, C, D = (person.user_id for person in (MAUD, BASTIEN, INES, KARIM))


async def table_with_motion(services, size=3, **different):
    """A running table whose host has asked the others to break it off; and the motion."""
    table = await start_table(services, size, **different)
    table = await services.votes.cancel(table.id, A, moderator=False)
    [motion] = await services.votes.open_motions(table.id)
    return table, motion


def alarm(services, store):
    """An alarm that rings for motions that had their time."""
    return Scheduler(store, {"motion": services.votes.lapse})


async def refusal_code(doing):
    with pytest.raises(RulesError) as refusal:
        await doing
    return refusal.value.code


async def status(services, table):
    return (await services.tables.get(table.id)).status


async def posts(store, kind):
    rows = await store.read(lambda db: db.execute("SELECT * FROM outbox ORDER BY id").fetchall())
    return [row["payload"] for row in rows if row["kind"] == kind]


async def test_a_host_alone_breaks_nothing_off(services, store):
    table, motion = await table_with_motion(services)
    assert table.status is await status(services, table) is Status.LIVE
    assert (motion.kind, motion.by_id, motion.votes) == (Kind.END, A, {B: None, C: None})
    assert await posts(store, "ask") == ['{"motion":1,"mention":[200,300]}']


async def test_the_majority_of_the_others_decides(services):
    table, motion = await table_with_motion(services, 4)
    assert motion.votes_needed(table) == 2
    assert (await services.votes.vote(table.id, motion.id, B, yes=True)).outcome is None
    assert (await services.votes.vote(table.id, motion.id, D, yes=True)).outcome is Outcome.CARRIED
    assert await status(services, table) is Status.CANCELLED


async def test_where_all_have_to_agree_one_no_is_enough(services):
    table = await lobby(services, 4)
    for person in (BASTIEN, INES, KARIM):
        await services.lobbies.join(table.id, person)
    await services.lobbies.configure(table.id, A, terms=Terms(votes=VoteRule.ALL))
    await services.lobbies.start(table.id, A)
    motion = await services.votes.propose(table.id, C, Kind.END)
    assert motion.votes_needed(await services.tables.get(table.id)) == 3
    assert (await services.votes.vote(table.id, motion.id, B, yes=False)).outcome is Outcome.REFUSED


async def test_a_motion_is_refused_as_soon_as_it_cannot_be_carried(services, store):
    table, motion = await table_with_motion(services, 4)
    assert (await services.votes.vote(table.id, motion.id, B, yes=False)).outcome is None
    assert (await services.votes.vote(table.id, motion.id, C, yes=False)).outcome is Outcome.REFUSED
    assert (
        await refusal_code(services.votes.vote(table.id, motion.id, D, yes=True))
        == "table.not_asked"
    )
    assert "table.notice_refused" in (await posts(store, "notice"))[-1]
    assert await status(services, table) is Status.LIVE


async def test_an_answer_may_be_changed_while_nothing_is_decided(services):
    table, motion = await table_with_motion(services, 4)
    for yes in (False, True):
        motion = await services.votes.vote(table.id, motion.id, B, yes=yes)
    assert (motion.outcome, motion.people_in_favour(table)) == (None, [B])


async def test_all_at_once_end_it_once(services):
    table, motion = await table_with_motion(services, 4)
    doing = (
        services.votes.vote(table.id, motion.id, person, yes=True) for person in (B, C, D, B, C, D)
    )
    outcomes = await asyncio.gather(*doing, return_exceptions=True)
    after = await services.tables.get(table.id)
    assert (after.status, after.revision) == (Status.CANCELLED, table.revision + 1)
    assert sum(isinstance(outcome, RulesError) for outcome in outcomes) == 4


async def test_pressing_twice_is_agreeing_once(services):
    table, motion = await table_with_motion(services)
    for _ in range(3):
        await services.votes.vote(table.id, motion.id, B, yes=True)
    assert await status(services, table) is Status.LIVE


async def test_a_question_outlives_moves_and_a_restart(store, brains, services):
    table, motion = await table_with_motion(services)
    await services.votes.vote(table.id, motion.id, B, yes=True)
    await make_move(services, table.id)
    await store.close()
    opened = await Store.open(store.file)
    next_services = build_services(opened, brains, notify=lambda: None)
    assert (await next_services.votes.motion(motion.id)).people_in_favour(table) == [B]
    assert (
        await next_services.votes.vote(table.id, motion.id, C, yes=True)
    ).outcome is Outcome.CARRIED
    await opened.close()


async def test_silence_is_no(services, store):
    store.clock = StillClock()
    table, motion = await table_with_motion(services)
    await services.votes.vote(table.id, motion.id, B, yes=True)
    store.clock.skip(LASTS - timedelta(seconds=1))
    await alarm(services, store).drain()
    assert (await services.votes.motion(motion.id)).outcome is None
    store.clock.skip(timedelta(seconds=2))
    await alarm(services, store).drain()
    await alarm(services, store).drain()
    assert (await services.votes.motion(motion.id)).outcome is Outcome.LAPSED
    assert len([post for post in await posts(store, "notice") if "notice_lapsed" in post]) == 1
    assert [act.code for act in await services.reading.acts(table.id)] == [
        "motion_asked",
        "motion_lapsed",
    ]


async def test_asking_twice_calls_nobody_twice(services, store):
    table, _ = await table_with_motion(services)
    await services.votes.cancel(table.id, A, moderator=False)
    assert len(await posts(store, "ask")) == 1


async def test_who_asks_for_the_same_agrees(services):
    table, _ = await table_with_motion(services)
    assert (await services.votes.propose(table.id, B, Kind.END)).people_in_favour(table) == [B]


async def test_who_has_asked_may_withdraw_it(services):
    table, motion = await table_with_motion(services)
    assert (await services.votes.vote(table.id, motion.id, A, yes=True)).outcome is None
    assert (
        await services.votes.vote(table.id, motion.id, A, yes=False)
    ).outcome is Outcome.WITHDRAWN


async def test_only_who_plays_is_asked(services):
    table, motion = await table_with_motion(services)
    with pytest.raises(NotSeated):
        await services.votes.vote(table.id, motion.id, STRANGER, yes=True)
    with pytest.raises(NotSeated):
        await services.votes.propose(table.id, STRANGER, Kind.END)


async def test_a_motion_of_another_table_is_none_of_this_one(services):
    _, motion = await table_with_motion(services)
    other_table = await start_table(services, 3, channel_id=11)
    assert (
        await refusal_code(services.votes.vote(other_table.id, motion.id, B, yes=True))
        == "table.not_asked"
    )


async def test_who_is_away_is_not_asked_nor_counted(services, store):
    """Three others play, one of them is away: both who are there are a majority, three are not."""
    table = await start_table(services, 4)
    await services.reminders.begin_absence(D, store.clock.now() + timedelta(days=9))
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    assert motion.votes == {B: None, C: None}
    assert (
        await refusal_code(services.votes.vote(table.id, motion.id, D, yes=True))
        == "table.not_your_vote"
    )
    assert (await services.votes.vote(table.id, motion.id, B, yes=True)).outcome is None
    assert (await services.votes.vote(table.id, motion.id, C, yes=True)).outcome is Outcome.CARRIED


@pytest.mark.parametrize("kind", [Kind.PAUSE, Kind.REPLACE])
async def test_nobody_decides_alone_because_the_others_are_away(services, store, kind):
    """Whoever is to be replaced has no voice in it; those who are away have theirs."""
    table = await start_table(services, 3)
    for person in (B,) if kind is Kind.REPLACE else (B, C):
        await services.reminders.begin_absence(person, store.clock.now() + timedelta(days=9))
    motion = await services.votes.propose(
        table.id, A, kind, MotionTarget(seat=2 if kind is Kind.REPLACE else None)
    )
    assert list(motion.votes) == ([B] if kind is Kind.REPLACE else [B, C])


async def test_who_has_resigned_is_not_waited_for(services):
    table, motion = await table_with_motion(services)
    await services.seats.resign(table.id, C)
    assert (await services.votes.vote(table.id, motion.id, B, yes=True)).outcome is Outcome.CARRIED


async def test_it_is_decided_as_soon_as_who_was_waited_for_has_left(services, store):
    """Of two who are asked one has agreed; the other gives the game up, or leaves it to an AI."""
    for leaves in (services.seats.resign, services.seats.start_stand_in):
        table, motion = await table_with_motion(
            services, channel_id=store.clock.now().microsecond + 20
        )
        await services.votes.vote(table.id, motion.id, B, yes=True)
        await leaves(table.id, C)
        assert (await services.votes.motion(motion.id)).outcome is Outcome.CARRIED
        assert await status(services, table) is Status.CANCELLED


async def test_who_took_the_seat_is_not_replaced_in_the_place_of_who_had_it(services):
    table = await start_table(services, 4)
    motion = await services.votes.propose(table.id, A, Kind.REPLACE, MotionTarget(seat=2))
    await services.seats.offer(table.id, C)
    await services.seats.take(table.id, 2, Person(STRANGER, "Noor"))
    assert (await services.votes.motion(motion.id)).outcome is Outcome.OVERTAKEN


async def test_what_cannot_be_done_any_more_is_overtaken(services, store):
    """A referee has paused the game before the others agreed to do so."""
    table = await start_table(services, 3)
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    await services.votes.rule(table.id, Person(STRANGER, "Noor"), Kind.PAUSE, MotionTarget())
    assert (await services.votes.motion(motion.id)).outcome is Outcome.OVERTAKEN
    assert (
        await refusal_code(services.votes.vote(table.id, motion.id, B, yes=True))
        == "table.not_asked"
    )


async def test_a_host_who_resigns_leaves_the_table_to_the_next(services):
    table = await start_table(services, 3)
    table = await services.seats.resign(table.id, A)
    assert table.host_id == B
    assert (
        await refusal_code(services.votes.cancel(table.id, A, moderator=False)) == "table.host_only"
    )


async def test_a_game_against_the_machine_alone_ends_at_once(services):
    table = await start_table(services, 3, ai=("random", "random"))
    assert (await services.votes.cancel(table.id, A, moderator=False)).status is Status.CANCELLED


async def test_a_lobby_closes_at_once(services):
    table = await lobby(services, 3)
    await services.lobbies.join(table.id, BASTIEN)
    assert (await services.votes.cancel(table.id, A, moderator=False)).status is Status.CANCELLED


async def test_a_game_that_is_over_asks_nothing_any_more(services):
    table, motion = await table_with_motion(services)
    await services.votes.cancel(table.id, A, moderator=True)
    assert (await services.votes.motion(motion.id)).outcome is Outcome.ENDED
    assert (
        await refusal_code(services.votes.vote(table.id, motion.id, B, yes=True))
        == "table.not_asked"
    )


@pytest.mark.parametrize(
    ("rule", "yes", "no", "outcome"),
    [
        (VoteRule.MAJORITY, 1, 1, None),
        (VoteRule.MAJORITY, 2, 1, Outcome.CARRIED),
        (VoteRule.MAJORITY, 1, 2, Outcome.REFUSED),
        (VoteRule.ALL, 2, 0, None),
        (VoteRule.ALL, 3, 0, Outcome.CARRIED),
        (VoteRule.ALL, 0, 1, Outcome.REFUSED),
    ],
)
async def test_three_are_asked(services, rule, yes, no, outcome):
    table = await start_table(services, 4)
    answers = [True] * yes + [False] * no + [None] * (3 - yes - no)
    motion = Motion(
        table_id=1,
        kind=Kind.PAUSE,
        by_id=A,
        rule=rule,
        target=MotionTarget(),
        expires_at="",
        votes=dict(zip((B, C, D), answers, strict=True)),
    )
    assert motion.decision(table) is outcome


async def test_consents_of_before_are_votes_now(file, brains):
    """A host had asked and one had agreed when the file was written by the version before."""
    opened = await Store.open(file)
    services = build_services(opened, brains, notify=lambda: None)
    table = await start_table(services, 3)
    await services.close()
    await opened.close()
    with closing(sqlite3.connect(file)) as db:
        db.executescript(
            """
            DROP TABLE vote; DROP TABLE motion; DROP TABLE act;
            DELETE FROM due;
            ALTER TABLE table_ DROP COLUMN paused; ALTER TABLE table_ DROP COLUMN resumes_at;
            ALTER TABLE seat DROP COLUMN offered;
            CREATE TABLE consent (
                table_id INTEGER NOT NULL REFERENCES table_ (id),
                user_id INTEGER NOT NULL REFERENCES person (user_id),
                revision INTEGER NOT NULL,
                PRIMARY KEY (table_id, user_id)
            ) STRICT, WITHOUT ROWID;
            """
        )
        rows = [(table.id, user, table.revision) for user in (A, B)]
        db.executemany("INSERT INTO consent VALUES (?, ?, ?)", rows)
        for number in (MOTIONS, POSTS):
            for statement in statements(migrations()[number - 1].read_text("utf-8")):
                db.execute(statement)
        db.commit()
    opened = await Store.open(file)
    next_services = build_services(opened, brains, notify=lambda: None)
    [motion] = await next_services.votes.open_motions(table.id)
    assert (motion.by_id, motion.rule, motion.votes) == (A, VoteRule.ALL, {B: True, C: None})
    assert (
        await next_services.votes.vote(table.id, motion.id, C, yes=True)
    ).outcome is Outcome.CARRIED
    await next_services.close()
    await opened.close()


MOTIONS = 16
"""The migration that made votes of consents."""
POSTS = 23
"""The one that notes where they are asked."""
