"""Decisions of several people: they are asked once, by a post, and silence is no."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from bot.database.form import migrations, statements
from bot.service import Services
from bot.service.scheduler import Scheduler
from bot.store import due_rows
from bot.store.store import Store
from bot.table import payloads
from bot.table.motions import LASTS, Kind, Motion, MotionTarget, Outcome
from bot.table.options import Terms, VoteRule
from bot.table.seating import NotSeated, Person, Status
from rules.contract import RulesError
from tests.bot.room import (
    BASTIEN,
    INES,
    KARIM,
    MAUD,
    STRANGER,
    lobby,
    make_move,
    refusal_code,
    start_table,
)
from tests.bot.test_reminding import posts_of_kind
from tests.cases import each_case
from tests.clock import StillClock

A, B, C, D = (person.user_id for person in (MAUD, BASTIEN, INES, KARIM))


async def table_with_motion(services, size=3, **different):
    """A running table whose host has asked the others to break it off; and the motion."""
    table = await start_table(services, size, **different)
    table = await services.votes.cancel(table.id, A, moderator=False)
    [motion] = await services.votes.open_motions(table.id)
    return table, motion


async def vote(services, motion, person, *, yes=True):
    """The motion after somebody's vote."""
    return await services.votes.vote(motion.table_id, motion.id, person, yes=yes)


async def outcome(services, motion):
    return (await services.votes.motion(motion.id)).outcome


def alarm(services, store):
    """An alarm that rings for motions that had their time."""
    return Scheduler(store, {"motion": services.votes.lapse})


async def status(services, table):
    return (await services.tables.get(table.id)).status


async def posts(store, kind):
    return [payload for payload, _ in await posts_of_kind(store, kind)]


async def test_a_host_who_breaks_a_game_off_asks_the_others(services, store):
    table, motion = await table_with_motion(services)
    assert table.status is await status(services, table) is Status.LIVE
    assert (motion.kind, motion.by_id, motion.votes) == (Kind.END, A, {B: None, C: None})
    assert await posts(store, "ask") == [payloads.AboutMotion(motion=1, mention=[B, C])]


async def test_the_majority_of_the_others_decides(services):
    table, motion = await table_with_motion(services, 4)
    assert motion.votes_needed(table) == 2
    assert (await vote(services, motion, B)).outcome is None
    assert (await vote(services, motion, D)).outcome is Outcome.CARRIED
    assert await status(services, table) is Status.CANCELLED


async def test_one_no_is_enough_if_all_have_to_agree(services):
    table = await lobby(services, 4)
    for person in (BASTIEN, INES, KARIM):
        await services.lobbies.join(table.id, person)
    await services.lobbies.configure(table.id, A, terms=Terms(votes=VoteRule.ALL))
    await services.lobbies.start(table.id, A)
    motion = await services.votes.propose(table.id, C, Kind.END)
    assert motion.votes_needed(await services.tables.get(table.id)) == 3
    assert (await vote(services, motion, B, yes=False)).outcome is Outcome.REFUSED


async def test_an_answer_may_be_changed_until_the_decision(services):
    table, motion = await table_with_motion(services, 4)
    for yes in (False, True, True):
        motion = await vote(services, motion, B, yes=yes)
    assert (motion.outcome, motion.people_in_favour(table)) == (None, [B])


async def test_all_at_once_end_it_once(services):
    table, motion = await table_with_motion(services, 4)
    doing = (vote(services, motion, person) for person in (B, C, D, B, C, D))
    outcomes = await asyncio.gather(*doing, return_exceptions=True)
    after = await services.tables.get(table.id)
    assert (after.status, after.revision) == (Status.CANCELLED, table.revision + 1)
    assert sum(isinstance(outcome, RulesError) for outcome in outcomes) == 4


async def test_a_question_outlives_moves_and_a_restart(services, anew):
    table, motion = await table_with_motion(services)
    await vote(services, motion, B)
    await make_move(services, table.id)
    restarted = anew()
    assert (await restarted.votes.motion(motion.id)).people_in_favour(table) == [B]
    assert (await vote(restarted, motion, C)).outcome is Outcome.CARRIED


async def test_silence_is_no(services, store):
    store.clock = StillClock()
    table, motion = await table_with_motion(services)
    await vote(services, motion, B)
    store.clock.skip(LASTS - timedelta(seconds=1))
    await alarm(services, store).drain()
    assert await outcome(services, motion) is None
    store.clock.skip(timedelta(seconds=2))
    for _ in range(2):
        await alarm(services, store).drain()
    assert await outcome(services, motion) is Outcome.LAPSED
    notices = await posts(store, "notice")
    assert [post.again for post in notices if post.code == "table.notice_lapsed"] == [motion.id]
    assert "motion" not in {due.kind for due in await store.read(due_rows.read_all, table.id)}
    acts = [act.code for act in await services.reading.acts(table.id)]
    assert acts == ["motion_asked", "motion_lapsed"]


async def test_to_ask_for_the_same_is_to_agree_without_another_call(services, store):
    table, _ = await table_with_motion(services)
    await services.votes.cancel(table.id, A, moderator=False)
    assert (await services.votes.propose(table.id, B, Kind.END)).people_in_favour(table) == [B]
    assert len(await posts(store, "ask")) == 1


async def test_a_motion_may_be_withdrawn_by_its_maker(services):
    _, motion = await table_with_motion(services)
    assert (await vote(services, motion, A)).outcome is None
    assert (await vote(services, motion, A, yes=False)).outcome is Outcome.WITHDRAWN


async def test_strangers_and_players_of_other_tables_have_no_vote(services):
    table, motion = await table_with_motion(services)
    with pytest.raises(NotSeated):
        await vote(services, motion, STRANGER)
    with pytest.raises(NotSeated):
        await services.votes.propose(table.id, STRANGER, Kind.END)
    other_table = await start_table(services, 3, channel_id=11)
    doing = services.votes.vote(other_table.id, motion.id, B, yes=True)
    assert await refusal_code(doing) == "table.not_asked"


async def test_an_absent_player_is_neither_asked_nor_counted(services, store):
    """Three others play, one of them is away: both who are there are a majority, three are not."""
    table = await start_table(services, 4)
    await services.absences.begin(D, store.clock.now() + timedelta(days=9))
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    assert motion.votes == {B: None, C: None}
    assert await refusal_code(vote(services, motion, D)) == "table.not_your_vote"
    assert (await vote(services, motion, B)).outcome is None
    assert (await vote(services, motion, C)).outcome is Outcome.CARRIED


@pytest.mark.parametrize(
    ("kind", "seat", "away", "voters"),
    [(Kind.PAUSE, None, (B, C), [B, C]), (Kind.REPLACE, 2, (B,), [B])],
)
async def test_the_absent_vote_if_somebody_would_decide_alone(
    services, store, kind, seat, away, voters
):
    """Whoever is to be replaced has no voice in it; those who are away have theirs."""
    table = await start_table(services, 3)
    for person in away:
        await services.absences.begin(person, store.clock.now() + timedelta(days=9))
    motion = await services.votes.propose(table.id, A, kind, MotionTarget(seat=seat))
    assert list(motion.votes) == voters


async def test_a_substitute_is_not_replaced_in_the_place_of_the_player_before(services):
    table = await start_table(services, 4)
    motion = await services.votes.propose(table.id, A, Kind.REPLACE, MotionTarget(seat=2))
    await services.seats.offer(table.id, C)
    await services.seats.take(table.id, 2, Person(STRANGER, "Noor"))
    assert await outcome(services, motion) is Outcome.OVERTAKEN


async def test_a_motion_that_a_referee_has_carried_out_is_overtaken(services):
    table = await start_table(services, 3)
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    await services.votes.rule(table.id, Person(STRANGER, "Noor"), Kind.PAUSE, MotionTarget())
    assert await outcome(services, motion) is Outcome.OVERTAKEN
    assert await refusal_code(vote(services, motion, B)) == "table.not_asked"


async def test_a_host_who_resigns_leaves_the_table_to_the_next(services):
    table = await start_table(services, 3)
    table = await services.seats.resign(table.id, A)
    assert table.host_id == B
    doing = services.votes.cancel(table.id, A, moderator=False)
    assert await refusal_code(doing) == "table.host_only"


async def test_a_lobby_and_a_game_against_the_machine_alone_end_at_once(services):
    game, table = await start_table(services, 3, ai=("random", "random")), await lobby(services, 3)
    await services.lobbies.join(table.id, BASTIEN)
    for table_id in (game.id, table.id):
        cancelled = await services.votes.cancel(table_id, A, moderator=False)
        assert cancelled.status is Status.CANCELLED


async def test_the_end_of_a_game_ends_its_motions(services):
    table, motion = await table_with_motion(services)
    await services.votes.cancel(table.id, A, moderator=True)
    assert await outcome(services, motion) is Outcome.ENDED
    assert await refusal_code(vote(services, motion, B)) == "table.not_asked"


@each_case(
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
async def test_the_votes_of_three_decide(services, rule, yes, no, outcome):
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
    services = Services(opened, brains, notify=lambda: None)
    table = await start_table(services, 3)
    await services.stop_ai()
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
    next_services = Services(opened, brains, notify=lambda: None)
    [motion] = await next_services.votes.open_motions(table.id)
    assert (motion.by_id, motion.rule, motion.votes) == (A, VoteRule.ALL, {B: True, C: None})
    assert (await vote(next_services, motion, C)).outcome is Outcome.CARRIED
    await next_services.stop_ai()
    await opened.close()


MOTIONS = 16
"""The migration that made votes of consents."""
POSTS = 23
"""The one that notes where they are asked."""
