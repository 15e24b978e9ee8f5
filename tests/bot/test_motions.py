"""Questions settle themselves: with the very commit that decides them or takes their reason."""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.ai.pool import Brains
from bot.service import Services
from bot.store.store import Store
from bot.table import payloads
from bot.table.motions import Kind, MotionTarget, Outcome
from bot.table.seating import Person, Status
from rules.contract import RulesError
from tests.bot.room import BASTIEN, INES, KARIM, MAUD, make_move, start_table
from tests.bot.test_consent import outcome, posts
from tests.cases import each_case
from tests.tier import of_tier

A, B, C, D = (person.user_id for person in (MAUD, BASTIEN, INES, KARIM))
NOOR = Person(500, "Noor")
REFEREE = Person(999, "Rosa")


async def commits(store, doing) -> int:
    """Number of transactions that are committed while something is done."""
    statements: list[str] = []
    await store.read(lambda db: db.set_trace_callback(statements.append))
    await doing
    await store.read(lambda db: db.set_trace_callback(None))
    return statements.count("COMMIT")


async def notices(store, code):
    return [post for post in await posts(store, "notice") if post.code == code]


async def quiet_turns(services, table, turns):
    for number in range(turns):
        await make_move(services, table.id, pick=number)


# ---- one commit ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Kind.END, Kind.UNDO, Kind.PAUSE, Kind.REPLACE])
async def test_the_last_answer_and_what_it_carries_out_are_one_commit(services, store, kind):
    table = await start_table(services, 4)
    await quiet_turns(services, table, 2)
    seat = 3 if kind is Kind.REPLACE else None
    motion = await services.votes.propose(table.id, A, kind, MotionTarget(seat=seat))
    *first, last = motion.votes if kind is Kind.UNDO else [B, C]
    for user in first:
        await services.votes.vote(table.id, motion.id, user, yes=True)
    before = (await services.tables.get(table.id)).revision
    assert await commits(store, services.votes.vote(table.id, motion.id, last, yes=True)) == 1
    assert await outcome(services, motion) is Outcome.CARRIED
    assert (await services.tables.get(table.id)).revision == before + 1


async def test_a_no_and_what_is_told_of_it_are_one_commit(services, store):
    table = await start_table(services, 2)
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    assert await commits(store, services.votes.vote(table.id, motion.id, B, yes=False)) == 1
    assert await outcome(services, motion) is Outcome.REFUSED
    assert len(await notices(store, "table.notice_refused")) == 1


@each_case("leaves", ["resign", "start_stand_in"])
async def test_a_departure_and_the_decision_it_brings_are_one_commit(services, store, leaves):
    """Of two who are asked one has agreed, and the other leaves: all who play have agreed."""
    table = await start_table(services, 3)
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    await services.votes.vote(table.id, motion.id, B, yes=True)
    before = (await services.tables.get(table.id)).revision
    assert await commits(store, getattr(services.seats, leaves)(table.id, C)) == 1
    assert await outcome(services, motion) is Outcome.CARRIED
    after = await services.tables.get(table.id)
    assert (after.paused, after.revision) == (True, before + 2)


async def test_one_that_is_carried_takes_the_reason_of_another(services, store):
    """A player who leaves decides a pause; so nobody can go back any more."""
    table = await start_table(services, 3)
    await quiet_turns(services, table, 2)
    pause = await services.votes.propose(table.id, A, Kind.PAUSE)
    back = await services.votes.propose(table.id, A, Kind.UNDO)
    await services.votes.vote(table.id, pause.id, B, yes=True)
    assert await commits(store, services.seats.start_stand_in(table.id, C)) == 1
    assert await outcome(services, pause) is Outcome.CARRIED
    assert await outcome(services, back) is Outcome.OVERTAKEN
    [notice] = await notices(store, "table.notice_overtaken")
    assert notice.again is None


async def test_a_failing_commit_leaves_vote_and_table_as_they_were(services, store):
    """The disk takes no more: neither the answer nor what it decides is there afterwards."""
    table = await start_table(services, 2)
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    fails = "CREATE TRIGGER full BEFORE UPDATE ON table_ BEGIN SELECT raise(ABORT, 'full'); END"
    await store.write(lambda db: db.execute(fails))
    with pytest.raises(Exception, match="full"):
        await services.votes.vote(table.id, motion.id, B, yes=True)
    await store.write(lambda db: db.execute("DROP TRIGGER full"))
    assert (await services.votes.motion(motion.id)).votes == {B: None}
    assert not (await services.tables.get(table.id)).paused
    voted = await services.votes.vote(table.id, motion.id, B, yes=True)
    assert voted.outcome is Outcome.CARRIED


# ---- the reason goes -----------------------------------------------------------------------------


async def test_a_move_settles_the_question_that_it_overtakes(services, store):
    """With the move: the question's post says so, who has asked hears of it, and may ask again."""
    table = await start_table(services, 3)
    await quiet_turns(services, table, 2)
    motion = await services.votes.propose(table.id, A, Kind.UNDO)
    await services.votes.note_post(motion.id, (10, 77))
    assert await commits(store, make_move(services, table.id)) == 1
    assert await outcome(services, motion) is Outcome.OVERTAKEN
    [notice] = await notices(store, "table.notice_overtaken")
    assert (notice.concerns, notice.again) == ([A], motion.id)
    assert await posts(store, "answered") == [payloads.AboutMotion(motion=motion.id)]
    anew = await services.votes.propose(table.id, A, Kind.UNDO)
    assert anew.id != motion.id
    assert len(await posts(store, "ask")) == 2


@pytest.mark.parametrize("goes", ["resign", "replaced", "forget_person"])
async def test_a_player_who_leaves_takes_the_own_question_along(services, store, goes):
    table = await start_table(services, 3)
    await quiet_turns(services, table, 3)
    motion = await services.votes.propose(table.id, A, Kind.UNDO)
    await services.votes.note_post(motion.id, (10, 77))
    if goes == "replaced":
        await services.seats.offer(table.id, A)
        await services.seats.take(table.id, 0, NOOR)
    elif goes == "resign":
        await services.seats.resign(table.id, A)
    else:
        await services.privacy.forget(A)
    assert await outcome(services, motion) is Outcome.LEFT
    assert await posts(store, "answered") == [payloads.AboutMotion(motion=motion.id)]
    assert await services.votes.undo_scope(motion) is not None


async def test_a_question_that_no_player_can_answer_is_overtaken(services, store):
    """All who were asked leave it to machines; who was away, and was not asked, still plays."""
    table = await start_table(services, 3)
    await services.absences.begin(C, store.clock.now() + timedelta(days=9))
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    assert list(motion.votes) == [B]
    await services.seats.start_stand_in(table.id, B)
    assert await outcome(services, motion) is Outcome.OVERTAKEN
    assert not (await services.tables.get(table.id)).paused


async def test_the_panel_asks_whom_the_post_asks(services, store):
    """Neither asks a player who is away, is to be replaced, or has a machine play."""
    table = await start_table(services, 4)
    await quiet_turns(services, table, 4)
    await services.absences.begin(D, store.clock.now() + timedelta(days=9))
    for kind, target in (
        (Kind.PAUSE, MotionTarget()),
        (Kind.REPLACE, MotionTarget(seat=2)),
        (Kind.END, MotionTarget()),
        (Kind.UNDO, MotionTarget()),
    ):
        draft = await services.votes.draft(table.id, A, kind, target)
        motion = await services.votes.propose(table.id, A, kind, target)
        assert list(motion.votes) == list(draft.votes)


# ---- a start -------------------------------------------------------------------------------------


@each_case(
    ("change", "expected"),
    [
        ("UPDATE vote SET yes = 1", Outcome.CARRIED),
        ("UPDATE motion SET by_id = NULL", Outcome.LEFT),
    ],
    ids=["it was decided", "the player who asked was forgotten"],
)
async def test_an_open_question_of_an_older_version_is_settled_at_the_next_start(
    services, store, anew, change, expected
):
    """Older versions could be killed between the last answer and the step that it had decided."""
    table = await start_table(services, 3)
    motion = await services.votes.propose(table.id, A, Kind.PAUSE)
    await store.write(lambda db: db.execute(change))
    restarted = anew()
    await restarted.startup.resume()
    assert await outcome(restarted, motion) is expected
    assert (await restarted.tables.get(table.id)).paused is (expected is Outcome.CARRIED)
    assert await restarted.votes.open_motions(table.id) == []


# ---- whatever happens ----------------------------------------------------------------------------


class Watched(Store):
    """A store that looks at the open motions behind every commit."""

    def __init__(self, *opened) -> None:
        super().__init__(*opened)
        self.occupants: dict[int, int | None] = {}
        """Who had the seat that a motion is about when it was asked."""

    async def write(self, work, *args, **more):
        result = await super().write(work, *args, **more)
        await self.read(self.require_reason)
        return result

    def require_reason(self, db) -> None:
        """Fail where a motion is open that cannot be carried, or is decided."""
        query = "SELECT motion.*, status, paused FROM motion JOIN table_ ON table_.id = table_id"
        for motion in db.execute(f"{query} WHERE outcome IS NULL").fetchall():
            seats = db.execute(
                "SELECT * FROM seat WHERE table_id = ? ORDER BY seat", (motion["table_id"],)
            ).fetchall()
            target = json.loads(motion["matter"])
            assert motion["status"] == Status.LIVE
            assert motion["by_id"] in {s["user_id"] for s in seats if not s["resigned"]}
            assert motion["paused"] == (motion["kind"] == "resume") or motion["kind"] in (
                "end",
                "replace",
            )
            if motion["kind"] == "replace":
                occupant = seats[target["seat"]]
                assert not occupant["resigned"]
                owner = self.occupants.setdefault(motion["id"], occupant["user_id"])
                assert occupant["user_id"] == owner
            if motion["kind"] == "undo":
                newer = "SELECT 1 FROM action WHERE table_id = ? AND ply > ? AND NOT ai"
                asked_at = target.get("plies", 0)
                assert not db.execute(newer, (motion["table_id"], asked_at)).fetchone()
            self.require_undecided(db, motion, seats)

    def require_undecided(self, db, motion, seats) -> None:
        """Fail where the answers decide a motion that is open."""
        live = {s["user_id"] for s in seats if not s["resigned"] and s["ai"] is None}
        votes = db.execute("SELECT * FROM vote WHERE motion_id = ?", (motion["id"],)).fetchall()
        answers = [vote["yes"] for vote in votes if vote["user_id"] in live]
        needed = len(answers) if motion["rule"] == "all" else len(answers) // 2 + 1
        assert answers.count(1) < needed
        assert answers.count(0) <= len(answers) - needed


class Luck(Random):
    """Luck of a game, and how often the votes on a question changed that stayed open, by number."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.redrawn = Counter[int]()


ASKED = [Kind.END, *[Kind.PAUSE, Kind.RESUME, Kind.UNDO, Kind.REPLACE] * 4]
"""What is asked for; a game that is broken off asks nothing any more."""


async def ask(services: Services, table_id: int, user: int, luck: Random) -> None:
    kind, seat = luck.choice(ASKED), luck.randrange(4)
    target = MotionTarget(seat=seat if kind is Kind.REPLACE else None)
    if kind is Kind.UNDO:
        target = MotionTarget(point=luck.random() < 1 / 3)
    motion = await services.votes.propose(table_id, user, kind, target)
    if motion is not None:
        await services.votes.note_post(motion.id, (10, 1000 + motion.id))


async def vote(services: Services, table_id: int, user: int, luck: Random) -> None:
    if motions := await services.votes.open_motions(table_id):
        motion = luck.choice(motions)
        await services.votes.vote(table_id, motion.id, user, yes=luck.random() < 0.6)


async def move(services: Services, table_id: int, user: int, luck: Random) -> None:
    look = await services.reading.look(table_id, None)
    if any(not look.table.seats[seat].is_played for seat in look.to_act[:1]):
        await make_move(services, table_id, pick=luck.randrange(40))


async def take(services: Services, table_id: int, user: int, luck: Random) -> None:
    seats = (await services.tables.get(table_id)).seats
    seat = next((seat for seat, occupant in enumerate(seats) if occupant.offered), 0)
    await services.seats.take(table_id, seat, Person(luck.randrange(1000, 2000), "Noor"))


async def rule(services: Services, table_id: int, user: int, luck: Random) -> None:
    kind = luck.choice([Kind.PAUSE, Kind.RESUME])
    await services.votes.rule(table_id, REFEREE, kind, MotionTarget())


async def leave(services: Services, table_id: int, user: int, luck: Luck) -> None:
    if luck.random() < 0.3:
        await services.privacy.forget(user)
    else:
        await services.seats.resign(table_id, user)


async def lend(services: Services, table_id: int, user: int, luck: Random) -> None:
    await luck.choice(
        [services.seats.start_stand_in, services.seats.end_stand_in, services.seats.offer]
    )(table_id, user)


DEEDS = {ask: 10, vote: 12, move: 8, lend: 4, take: 3, rule: 1, leave: 1}
"""What people do at a table, and how often."""


@settings(max_examples=of_tier(3, 14), deadline=None)
@given(seed=st.integers(0, 10**6))
@example(seed=1)
def test_no_question_stands_without_a_reason_whatever_people_do(seed):
    """Behind every commit; who asked is told once, and each post loses its buttons once."""
    asyncio.run(play(Luck(seed)))


async def play(luck: Luck) -> None:
    with TemporaryDirectory() as folder:
        store, brains = await Watched.open(Path(folder) / "games.sqlite3"), Brains()
        services = Services(store, brains, notify=lambda: None)
        try:
            table = await start_table(services, 4)
            for deed in luck.choices(list(DEEDS), list(DEEDS.values()), k=50):
                occupant = luck.choice((await services.tables.get(table.id)).seats)
                before = await posted_votes(services, table.id)
                with suppress(RulesError):
                    await deed(services, table.id, occupant.user_id or A, luck)
                after = await posted_votes(services, table.id)
                luck.redrawn.update(m for m in before if after.get(m, before[m]) != before[m])
            await require_told_once(store, luck.redrawn)
        finally:
            await services.stop_ai()
            await brains.close()
            await store.close()


async def posted_votes(services: Services, table_id: int) -> dict[int, dict[int, bool | None]]:
    """The votes on each open motion that has a post."""
    motions = await services.votes.open_motions(table_id)
    return {motion.id: motion.votes for motion in motions if motion.post}


async def require_told_once(store, redrawn: Counter[int]) -> None:
    query = "SELECT * FROM motion WHERE outcome IS NOT NULL"
    settled = await store.read(lambda db: db.execute(query).fetchall())
    answered = Counter(post.motion for post in await posts(store, "answered"))
    assert answered - redrawn == Counter(row["id"] for row in settled)
    for code in ("refused", "overtaken"):
        asked_by = Counter(row["by_id"] for row in settled if row["outcome"] == code)
        counts = Counter(
            user for post in await notices(store, f"table.notice_{code}") for user in post.concerns
        )
        del asked_by[None]
        assert counts == asked_by
