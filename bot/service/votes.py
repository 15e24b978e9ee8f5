"""Votes: a motion is proposed, answered, carried out or closed; or a referee rules.

A motion ends, pauses or resumes a game, takes plies back, replaces a player, or changes the terms.
Any other step of the table settles the open motions that it decides: see `bot.service.commits`.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from bot.i18n import text
from bot.service.cache import LiveTables
from bot.service.commits import Commits
from bot.service.people import People
from bot.steps import announcements, moves, seats, takebacks, votes
from bot.steps.seats import Step
from bot.steps.takebacks import UndoScope
from bot.steps.terms import terms_step
from bot.store.store import Store
from bot.table import motions
from bot.table.acts import Who, act
from bot.table.changes import Effects
from bot.table.due import Due
from bot.table.encoding import stamp
from bot.table.live import LiveTable
from bot.table.motions import Kind, Motion, MotionTarget, Outcome
from bot.table.names import bold
from bot.table.options import VoteRule
from bot.table.seating import NotSeated, Person, Status, Table
from rules.contract import RulesError

Answers = tuple[tuple[int, int, bool], ...]
"""Answers to save: the motion, the person, whether they agree."""
FOR_REFEREES = (Kind.UNDO, Kind.PAUSE, Kind.RESUME, Kind.REPLACE, Kind.TERMS)
"""Kinds of motions that a referee may decide."""


class Votes:
    """Motions at running games, and the answers to them."""

    def __init__(self, tables: LiveTables, commits: Commits, store: Store, people: People) -> None:
        self._tables, self._commits = tables, commits
        self._store, self._people = store, people

    # ---- proposed --------------------------------------------------------------------------------

    async def cancel(self, table_id: int, user_id: int, *, moderator: bool) -> Table:
        """Close a lobby or cancel a game; the host may, and a moderator of its channel.

        While other people play, a host who is not a moderator only proposes it: the table goes on.
        """
        async with self._tables.lock(table_id):
            live = await self._tables.load_without_state(table_id)
            if not moderator:
                live.table.require_host(user_id)
                if moves.people_to_agree(live.table, user_id):
                    await self._propose(live, user_id, Kind.END, MotionTarget())
                    return await self._tables.get(table_id)
            return await self._commits.save(*moves.cancel(live, user_id))

    async def propose(
        self, table_id: int, user_id: int, kind: Kind, target: MotionTarget | None = None
    ) -> Motion | None:
        """Propose a motion at a running table; None where it asks nobody and was carried out.

        Proposing the same as an open motion counts as agreeing to that motion.
        """
        async with self._tables.lock(table_id):
            live = await self._load(table_id, kind)
            live.table.require(Status.LIVE)
            live.table.seat_of(user_id)
            return await self._propose(live, user_id, kind, target or MotionTarget())

    async def propose_undo(
        self, table_id: int, user_id: int, to: int | None = None
    ) -> Motion | None:
        """Propose to go back to before the person's last turn, or to after the ply `to`.

        The motion asks the people concerned; with `to` it asks all, if anybody is concerned. None
        where it asks nobody and was carried out.
        """
        async with self._tables.lock(table_id):
            live = await self._tables.load(table_id)
            scope = await self._scope(live, user_id, to)
            target = MotionTarget(to=scope.to, point=to is not None)
            return await self._propose(live, user_id, Kind.UNDO, target)

    async def _propose(
        self, live: LiveTable, user_id: int, kind: Kind, target: MotionTarget
    ) -> Motion | None:
        for motion in await self._store.motions_of(live.table.id):
            if motion.kind is kind:
                if replace(motion.target, plies=0) != target:
                    raise RulesError("table.asked_otherwise")
                return await self._answer(live, motion, user_id, yes=True)
        motion = await self._motion(live, user_id, kind, target)
        if not motion.votes:
            await self._carry_out(live, motion)
            return None
        line = act(live.table, "motion_asked", user_id, kind=str(kind))
        motion = await self._store.open_motion(motion, line, announcements.motion_post)
        self._commits.notify()
        return motion

    async def _motion(
        self, live: LiveTable, user_id: int, kind: Kind, target: MotionTarget
    ) -> Motion:
        """Return a new motion with the people whom it has to ask. Raises RulesError."""
        table, is_undo = live.table, kind is Kind.UNDO
        return Motion(
            table_id=table.id,
            kind=kind,
            by_id=user_id,
            rule=VoteRule.ALL if is_undo else table.terms.votes,
            target=replace(target, plies=live.plies) if is_undo else target,
            expires_at=stamp(self._store.clock.now() + motions.LASTS),
            votes=dict.fromkeys(await self._people_to_ask(live, user_id, kind, target)),
        )

    # ---- answered --------------------------------------------------------------------------------

    async def vote(self, table_id: int, motion_id: int, user_id: int, *, yes: bool) -> Motion:
        """Answer a motion. Raises NotSeated, and `table.not_asked` where the motion is settled."""
        async with self._tables.lock(table_id):
            motion = await self._store.motion(motion_id)
            if motion is None or motion.table_id != table_id or motion.outcome is not None:
                raise RulesError("table.not_asked")
            live = await self._load(table_id, motion.kind)
            live.table.seat_of(user_id)
            return await self._answer(live, motion, user_id, yes=yes)

    async def _answer(self, live: LiveTable, motion: Motion, user_id: int, *, yes: bool) -> Motion:
        """Answer a motion and return it updated; its proposer may only withdraw it."""
        if user_id == motion.by_id:
            if yes:
                return motion
            return await self._close(live, motion, Outcome.WITHDRAWN, by=user_id)
        if user_id not in motion.votes:
            raise NotSeated("table.not_your_vote")
        if motion.votes[user_id] is yes:
            return motion
        motion, answers = motions.with_answer(motion, user_id, yes), ((motion.id, user_id, yes),)
        plies = await self._tables.log(motion.table_id)
        outcome = votes.outcome_of(None, live, plies, motion)
        if outcome is None:
            await self._commits.note(live, Effects(votes=answers))
        elif outcome is Outcome.CARRIED:
            await self._carry_out(live, motion, answers)
        else:
            return await self._close(live, motion, outcome, by=user_id, answers=answers)
        return replace(motion, outcome=outcome)

    # ---- carried out, or closed ------------------------------------------------------------------

    async def _carry_out(self, live: LiveTable, motion: Motion, answers: Answers = ()) -> None:
        """Save the step that a motion asks for, with the answer that decided it."""
        plies, at = await self._tables.log(live.table.id), stamp(self._store.clock.now())
        after, change = votes.step_of(live, plies, motion, at)
        await self._commits.save(after, replace(change, votes=answers))

    async def _close(
        self,
        live: LiveTable,
        motion: Motion,
        outcome: Outcome,
        *,
        by: int | None = None,
        answers: Answers = (),
        done: int | None = None,
    ) -> Motion:
        """Settle a motion that fails, and tell the person who proposed it."""
        plies = await self._tables.log(live.table.id)
        written = votes.settlement(live, plies, motion, outcome, by)
        await self._commits.note(live, replace(written, votes=answers, done=done))
        return replace(motion, outcome=outcome)

    async def lapse(self, due: Due) -> None:
        """Close a motion whose time is up, unless it is settled."""
        async with self._tables.lock(due.table_id or 0):
            motion = await self._store.motion(int(due.subject))
            if motion is not None and motion.outcome is None:
                live = await self._tables.load_even_if_stuck(motion.table_id)
                await self._close(live, motion, Outcome.LAPSED, done=due.id)

    async def settle_all(self) -> None:
        """Settle, after a start, the open motions that are decided or can no longer be carried."""
        for table_id in await self._store.tables_that_vote():
            try:
                async with self._tables.lock(table_id):
                    await self._settle(await self._tables.load_even_if_stuck(table_id))
            except Exception as error:
                self._store.figures.fault(f"The motions at table {table_id} wait for now", error)

    async def _settle(self, live: LiveTable) -> None:
        plies = await self._tables.log(live.table.id)
        motions = await self._store.motions_of(live.table.id)
        count = votes.count(None, live, plies, motions)
        if count.to_carry is not None:
            at = stamp(self._store.clock.now())
            after, change = votes.step_of(live, plies, count.to_carry, at)
            await self._commits.save(after, votes.effects_with(change, count.written))
        elif count.written.settles:
            await self._commits.note(live, count.written)

    # ---- read ------------------------------------------------------------------------------------

    async def motion(self, motion_id: int) -> Motion | None:
        """Return a motion."""
        return await self._store.motion(motion_id)

    async def open_motions(self, table_id: int) -> list[Motion]:
        """Return the motions of a table that are not settled yet."""
        return await self._store.motions_of(table_id)

    async def note_post(self, motion_id: int, post: tuple[int, int]) -> Motion | None:
        """Note the channel and message of a motion's post; return the motion."""
        await self._store.motion_posted(motion_id, post)
        return await self._store.motion(motion_id)

    async def people_to_ask(
        self, table_id: int, user_id: int, kind: Kind, target: MotionTarget | None = None
    ) -> list[int]:
        """Return the people whom a motion would ask. Raises RulesError if it cannot be proposed."""
        async with self._tables.lock(table_id):
            live = await self._load(table_id, kind)
            return await self._people_to_ask(live, user_id, kind, target or MotionTarget())

    async def _people_to_ask(
        self, live: LiveTable, user_id: int, kind: Kind, target: MotionTarget
    ) -> list[int]:
        table, now = live.table, self._store.clock.now()
        away = [user for user in table.players() if self._people.preferences(user).is_away(now)]
        plies = await self._tables.log(table.id)
        return votes.people_to_ask(live, plies, user_id, kind, target, away)

    async def undo_scope(
        self, table_id: int, user_id: int | None, to: int | None = None
    ) -> UndoScope:
        """Return the plies that going back would undo, and the people concerned.

        `user_id` is None for a referee. Raises IllegalMove.
        """
        async with self._tables.hold(table_id) as live:
            return await self._scope(live, user_id, to)

    async def _scope(self, live: LiveTable, user_id: int | None, to: int | None) -> UndoScope:
        takebacks.require_running(live.table)
        if user_id is not None:
            live.table.seat_of(user_id)
        return takebacks.undo_scope(live, await self._tables.log(live.table.id), user_id, to)

    async def scope_of_motion(self, motion: Motion) -> UndoScope | None:
        """Return the plies that a motion to go back would undo; None where it cannot be carried."""
        async with self._tables.hold(motion.table_id) as live:
            plies = await self._tables.log(motion.table_id)
            with suppress(RulesError):
                return votes.scope_of(live, plies, motion.by_id, motion.target)
        return None

    async def _load(self, table_id: int, kind: Kind) -> LiveTable:
        """Load a table as a motion of this kind needs it: a stuck game can still be ended."""
        if kind is Kind.END:
            return await self._tables.load_without_state(table_id)
        return await self._tables.load(table_id)

    # ---- referees --------------------------------------------------------------------------------

    async def rule(self, table_id: int, by: Person, kind: Kind, target: MotionTarget) -> Table:
        """Carry out a referee's decision without a vote; referees may not rule at their own tables.

        A log line and a notice name the referee.
        """
        async with self._tables.hold(table_id) as live:
            table = live.table
            table.require(Status.LIVE)
            if by.user_id in table.humans() or kind not in FOR_REFEREES:
                raise RulesError("table.not_referee")
            after, change = await self._referee_step(live, kind, target)
            about = table.seats[target.seat].user_id if target.seat is not None else None
            line = act(table, "ruled", Who(by.user_id, by.name), about, kind=str(kind))
            what = text(f"table.what_{kind}", table.language)
            notice = announcements.notice("table.notice_ruled", name=bold(by.name), what=what)
            acts = (line, *change.acts) if kind is Kind.TERMS else (line,)
            change = replace(change, acts=acts, posts=(notice, *change.posts))
            return await self._commits.save(after, change)

    async def _referee_step(self, live: LiveTable, kind: Kind, target: MotionTarget) -> Step:
        match kind:
            case Kind.PAUSE:
                return seats.pause(live, target.until, None)
            case Kind.RESUME:
                return seats.resume(live, None)
            case Kind.REPLACE:
                return seats.replace_by_ai(live, -1 if target.seat is None else target.seat, None)
        plies, at = await self._tables.log(live.table.id), stamp(self._store.clock.now())
        if kind is Kind.TERMS:
            return terms_step(live, plies, target.terms, None)
        live.table.require_going_on()
        scope = takebacks.undo_scope(live, plies, None, target.to)
        return takebacks.go_back(live, plies, scope, takebacks.REFEREE, at=at)
