"""Votes: a motion is proposed, answered, carried out or closed; or a referee rules.

A motion ends, pauses or resumes a game, takes plies back, replaces a player, or changes the terms.
Any other step of the table settles the open motions that it decides: see `bot.service.commits`.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from bot.i18n import text
from bot.service.base import Service
from bot.steps import announcements, moves, votes
from bot.steps.motion_kinds import KINDS, person_concerned, scope_of
from bot.steps.seats import Step
from bot.steps.takebacks import UndoScope
from bot.store import motion_rows
from bot.store.store import Read
from bot.table import motions
from bot.table.acts import Who, act
from bot.table.changes import Effects
from bot.table.due import Due
from bot.table.encoding import stamp
from bot.table.live import LiveTable
from bot.table.motions import WHOLE_GAME, Kind, Motion, MotionTarget, Outcome
from bot.table.names import bold
from bot.table.seating import NotSeated, Person, Status, Table
from rules.contract import RulesError

Answers = tuple[tuple[int, int, bool], ...]
"""Answers to save: the motion, the person, whether they agree."""


class Votes(Service):
    """Motions at running games, and the answers to them."""

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
                    await self._propose(live, user_id, Kind.END)
                    return await self._tables.get(table_id)
            return await self._commits.save(*moves.cancel(live, user_id))

    async def propose(
        self, table_id: int, user_id: int, kind: Kind, target: MotionTarget = WHOLE_GAME
    ) -> Motion | None:
        """Propose a motion at a running table; None where it asks nobody and was carried out.

        Proposing the same as an open motion counts as agreeing to that motion.
        """
        async with self._tables.lock(table_id):
            live = await self._load(table_id, kind)
            return await self._propose(live, user_id, kind, target)

    async def _propose(
        self, live: LiveTable, user_id: int, kind: Kind, target: MotionTarget = WHOLE_GAME
    ) -> Motion | None:
        draft = await self._draft(live, user_id, kind, target)
        for motion in await self._store.read(motion_rows.read_open, live.table.id):
            if motion.kind is kind:
                if replace(motion.target, plies=0) != replace(draft.target, plies=0):
                    raise RulesError("table.asked_otherwise")
                return await self._answer(live, motion, user_id, yes=True)
        if not draft.votes:
            await self._carry_out(live, draft)
            return None
        line = act(live.table, "motion_asked", user_id, kind=str(kind))
        motion = await self._store.open_motion(draft, line, announcements.motion_post)
        self._commits.notify()
        return motion

    async def draft(
        self, table_id: int, user_id: int | None, kind: Kind, target: MotionTarget = WHOLE_GAME
    ) -> Motion:
        """Return the motion that a person would propose; a referee, who is None, asks nobody.

        Raises RulesError if it cannot be proposed.
        """
        async with self._tables.lock(table_id):
            return await self._draft(await self._load(table_id, kind), user_id, kind, target)

    async def _draft(
        self, live: LiveTable, user_id: int | None, kind: Kind, target: MotionTarget
    ) -> Motion:
        table, now, subject = live.table, self._now, KINDS[kind]
        plies = await self._tables.log(table.id)
        target = subject.complete_target(live, plies, user_id, target)
        table.require(Status.LIVE)
        motion = Motion(
            table_id=table.id,
            kind=kind,
            by_id=user_id,
            rule=subject.rule or table.terms.votes,
            target=target,
            expires_at=stamp(now + motions.LASTS),
            votes={},
        )
        if user_id is None:
            return motion
        table.seat_of(user_id)
        away = [user for user in table.players() if self._people.preferences(user).is_away(now)]
        people = subject.people_to_ask(live, plies, motion, away)
        return replace(motion, votes=dict.fromkeys(people))

    # ---- answered --------------------------------------------------------------------------------

    async def vote(self, table_id: int, motion_id: int, user_id: int, *, yes: bool) -> Motion:
        """Answer a motion. Raises NotSeated, and `table.not_asked` where the motion is settled."""
        async with self._tables.lock(table_id):
            motion = await self._store.read(motion_rows.read_motion, motion_id)
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
        motion = replace(motion, votes={**motion.votes, user_id: yes})
        answers = ((motion.id, user_id, yes),)
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
        after, change = await self._step(live, motion)
        await self._commits.save(after, replace(change, votes=answers))

    async def _step(self, live: LiveTable, motion: Motion) -> Step:
        plies, at = await self._tables.log(live.table.id), stamp(self._now)
        return votes.step_of(live, plies, motion, at)

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
            motion = await self._store.read(motion_rows.read_motion, int(due.subject))
            if motion is not None and motion.outcome is None:
                live = await self._tables.load_even_if_stuck(motion.table_id)
                await self._close(live, motion, Outcome.LAPSED, done=due.id)

    async def settle_all(self) -> None:
        """Settle, after a start, the open motions that are decided or can no longer be carried."""
        for table_id in await self._store.read(motion_rows.tables_that_vote):
            with self._store.figures.guard(f"The motions at table {table_id} wait for now"):
                async with self._tables.lock(table_id):
                    await self._settle(await self._tables.load_even_if_stuck(table_id))

    async def _settle(self, live: LiveTable) -> None:
        plies = await self._tables.log(live.table.id)
        open_motions = await self._store.read(motion_rows.read_open, live.table.id)
        count = votes.count(None, live, plies, open_motions)
        if count.to_carry is not None:
            after, change = await self._step(live, count.to_carry)
            await self._commits.save(after, change.with_effects(count.written))
        elif count.written.settles:
            await self._commits.note(live, count.written)

    # ---- read ------------------------------------------------------------------------------------

    motion = Read(motion_rows.read_motion)
    open_motions = Read(motion_rows.read_open)

    async def note_post(self, motion_id: int, post: tuple[int, int]) -> Motion | None:
        """Note the channel and message of a motion's post; return the motion."""
        await self._store.write(motion_rows.note_post, motion_id, post)
        return await self._store.read(motion_rows.read_motion, motion_id)

    async def undo_scope(self, motion: Motion) -> UndoScope | None:
        """Return the plies that a motion to go back would undo; None where it cannot be carried."""
        async with self._tables.hold(motion.table_id) as live:
            plies = await self._tables.log(motion.table_id)
            with suppress(RulesError):
                return scope_of(live, plies, motion)
        return None

    async def _load(self, table_id: int, kind: Kind) -> LiveTable:
        """Load a table as a motion of this kind needs it: a stuck game can still be ended."""
        if KINDS[kind].needs_position:
            return await self._tables.load(table_id)
        return await self._tables.load_without_state(table_id)

    # ---- referees --------------------------------------------------------------------------------

    async def rule(
        self, table_id: int, by: Person, kind: Kind, target: MotionTarget = WHOLE_GAME
    ) -> Table:
        """Carry out a referee's decision without a vote; referees may not rule at their own tables.

        A log line and a notice name the referee.
        """
        async with self._tables.hold(table_id) as live:
            table, subject = live.table, KINDS[kind]
            table.require(Status.LIVE)
            if by.user_id in table.humans() or not subject.is_for_referees:
                raise RulesError("table.not_referee")
            motion = await self._draft(live, None, kind, target)
            after, change = await self._step(live, motion)
            who, about = Who(by.user_id, by.name), person_concerned(table, motion)
            ruling = act(table, "ruled", who, about, kind=str(kind))
            what = text(f"table.what_{kind}", table.language)
            notice = announcements.notice("table.notice_ruled", name=bold(by.name), what=what)
            acts = (ruling, *(change.acts if subject.logs_details else ()))
            change = replace(change, acts=acts, posts=(notice, *change.posts))
            return await self._commits.save(after, change)
