"""What several people decide together: a game ended, paused, resumed, set back, a player replaced.

One asks, the others answer; what was agreed is then done by the step of its kind.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from msgspec.structs import replace

from bot.service.loading import unread
from bot.steps import announcements, moves, outcomes, seats, takebacks
from bot.steps.takebacks import Reach
from bot.table import motions
from bot.table.acts import Act, act
from bot.table.changes import Written
from bot.table.due import Due
from bot.table.encoding import stamp
from bot.table.live import CannotGoOn, Playing
from bot.table.motions import Kind, Matter, Motion, Outcome
from bot.table.options import Votes
from bot.table.seating import NotSeated, Status, Table
from bot.verbs.saving import Saving
from rules.contract import RulesError

log = logging.getLogger(__name__)


class AgreeingVerbs(Saving):
    """What one person asks for and the others answer."""

    # ---- asking ----------------------------------------------------------------------------------

    async def cancel(self, table_id: int, user_id: int, *, moderator: bool) -> Table:
        """Close a lobby or break a game off; the host may, and a moderator of its channel.

        While others play, a host who is no moderator only asks them: the table goes on.
        """
        async with self._alone(table_id):
            playing = unread(await self._stored(table_id))
            if not moderator:
                playing.table.require_host(user_id)
                if moves.others(playing.table, user_id):
                    await self._proposed(playing, user_id, Kind.END, Matter())
                    return await self.get(table_id)
            return await self._save(*moves.cancelled(playing, user_id))

    async def propose(
        self, table_id: int, user_id: int, kind: Kind, matter: Matter | None = None
    ) -> Motion | None:
        """Ask the others at a running table; None where nobody has to be asked, and it is done.

        What another has asked already, one agrees to by asking for it.
        """
        async with self._alone(table_id):
            playing = await self._readable(table_id, kind)
            playing.table.require(Status.LIVE)
            playing.table.seat_of(user_id)
            return await self._proposed(playing, user_id, kind, matter or Matter())

    async def undo(self, table_id: int, user_id: int, to: int | None = None) -> Motion | None:
        """Go back to before my last turn, or to behind a ply; None where nobody has to be asked.

        It asks those whom it concerns, and all where it goes back to a point of the log.
        """
        async with self._alone(table_id):
            playing = await self._load(table_id)
            reach = await self._reach(playing, user_id, to)
            matter = Matter(to=reach.to, point=to is not None)
            return await self._proposed(playing, user_id, Kind.UNDO, matter)

    async def reach(self, table_id: int, user_id: int | None, to: int | None = None) -> Reach:
        """What going back would undo, and whom it concerns. Raises IllegalMove.

        None in the place of a person is a referee.
        """
        async with self._at(table_id) as playing:
            return await self._reach(playing, user_id, to)

    async def _reach(self, playing: Playing, user_id: int | None, to: int | None) -> Reach:
        takebacks.require_running(playing.table)
        if user_id is not None:
            playing.table.seat_of(user_id)
        return takebacks.reach(playing, await self._log(playing.table.id), user_id, to)

    async def people_to_ask(
        self, table_id: int, user_id: int, kind: Kind, matter: Matter | None = None
    ) -> list[int]:
        """People whom a motion of somebody would ask. Raises RulesError where it makes no sense."""
        async with self._alone(table_id):
            playing = await self._readable(table_id, kind)
            return await self._people_to_ask(playing, user_id, kind, matter or Matter())

    async def _people_to_ask(
        self, playing: Playing, user_id: int, kind: Kind, matter: Matter
    ) -> list[int]:
        table, now = playing.table, self._store.clock.now()
        away = [person for person in table.players() if self.people.habits(person).is_away(now)]
        plies = await self._log(table.id)
        return outcomes.people_to_ask(playing, plies, user_id, kind, matter, away)

    async def _proposed(
        self, playing: Playing, user_id: int, kind: Kind, matter: Matter
    ) -> Motion | None:
        table = playing.table
        for motion in await self._store.motions_of(table.id):
            if motion.kind is kind:
                if replace(motion.matter, plies=0) != matter:
                    raise RulesError("table.asked_otherwise")
                return await self._voted(playing, motion, user_id, yes=True)
        asked = await self._people_to_ask(playing, user_id, kind, matter)
        motion = Motion(
            table_id=table.id,
            kind=kind,
            by_id=user_id,
            rule=Votes.ALL if kind is Kind.UNDO else table.terms.votes,
            matter=replace(matter, plies=playing.plies) if kind is Kind.UNDO else matter,
            expires_at=stamp(self._store.clock.now() + motions.LASTS),
            votes=dict.fromkeys(asked),
        )
        if not asked:
            await self._carry(playing, motion)
            return None
        line = act(table, "motion_asked", user_id, kind=str(kind))
        motion = await self._store.open_motion(motion, line, announcements.question)
        self._notify()
        return motion

    # ---- answering -------------------------------------------------------------------------------

    async def vote(self, table_id: int, motion_id: int, user_id: int, *, yes: bool) -> Motion:
        """Answer a motion. Raises NotSeated, and `table.not_asked` where all is settled."""
        async with self._alone(table_id):
            motion = await self._store.motion(motion_id)
            if motion is None or motion.table_id != table_id or motion.outcome is not None:
                raise RulesError("table.not_asked")
            playing = await self._readable(table_id, motion.kind)
            playing.table.seat_of(user_id)
            return await self._voted(playing, motion, user_id, yes=yes)

    async def _voted(self, playing: Playing, motion: Motion, user_id: int, *, yes: bool) -> Motion:
        """The motion with one more answer; who has asked may only withdraw it."""
        if user_id == motion.by_id:
            if yes:
                return motion
            return await self._close_motion(playing, motion, Outcome.WITHDRAWN, by=user_id)
        if user_id not in motion.votes:
            raise NotSeated("table.not_your_vote")
        motion, votes = motions.answered(motion, user_id, yes), ((motion.id, user_id, yes),)
        outcome = outcomes.outcome_of(None, playing, await self._log(motion.table_id), motion)
        if outcome is None:
            await self._note(playing, Written(votes=votes))
        elif outcome is Outcome.CARRIED:
            await self._carry(playing, motion, votes)
        else:
            return await self._close_motion(playing, motion, outcome, by=user_id, votes=votes)
        return replace(motion, outcome=outcome)

    async def motion(self, motion_id: int) -> Motion | None:
        """A motion as it stands."""
        return await self._store.motion(motion_id)

    async def motion_posted(self, motion_id: int, post: tuple[int, int]) -> Motion | None:
        """Note the channel and the message that ask a motion; the motion as it stands."""
        await self._store.motion_posted(motion_id, post)
        return await self._store.motion(motion_id)

    async def motions(self, table_id: int) -> list[Motion]:
        """What is asked at a table and not settled yet."""
        return await self._store.motions_of(table_id)

    async def reach_of(self, motion: Motion) -> Reach | None:
        """Moves that a motion to go back would undo, whoever asks; None where it cannot be."""
        async with self._at(motion.table_id) as playing:
            plies = await self._log(motion.table_id)
            with suppress(RulesError):
                return outcomes.reach_of(playing, plies, motion.by_id, motion.matter)
        return None

    # ---- what comes of it ------------------------------------------------------------------------

    async def _readable(self, table_id: int, kind: Kind) -> Playing:
        """The table as a motion needs it: one that is stuck can still be broken off."""
        if kind is Kind.END:
            return unread(await self._stored(table_id))
        return await self._load(table_id)

    async def _as_it_is(self, table_id: int) -> Playing:
        """The table with its position, or without one where it is stuck."""
        try:
            return await self._load(table_id)
        except CannotGoOn:
            return unread(await self._stored(table_id))

    async def _carry(
        self, playing: Playing, motion: Motion, votes: tuple[tuple[int, int, bool], ...] = ()
    ) -> None:
        """Do what was asked for and agreed to, with the answer that decided it."""
        plies, at = await self._log(playing.table.id), stamp(self._store.clock.now())
        after, change = outcomes.step_of(playing, plies, motion, at)
        await self._save(after, replace(change, votes=votes))

    async def _close_motion(
        self,
        playing: Playing,
        motion: Motion,
        outcome: Outcome,
        *,
        by: int | None = None,
        votes: tuple[tuple[int, int, bool], ...] = (),
        done: int | None = None,
    ) -> Motion:
        """Settle a motion of which nothing comes, and tell who has asked."""
        plies = await self._log(playing.table.id)
        written = outcomes.settlement(playing, plies, motion, outcome, by)
        await self._note(playing, replace(written, votes=votes, done=done))
        return replace(motion, outcome=outcome)

    async def count_motions(self) -> None:
        """After a start: settle what was decided, or lost its reason, and was left open."""
        for table_id in await self._store.tables_that_vote():
            try:
                async with self._alone(table_id):
                    await self._count_motions(await self._as_it_is(table_id))
            except Exception:
                log.exception("The questions at table %s wait for now", table_id)

    async def _count_motions(self, playing: Playing) -> None:
        plies = await self._log(playing.table.id)
        motions = await self._store.motions_of(playing.table.id)
        count = outcomes.count(None, playing, plies, motions)
        if count.to_carry is not None:
            at = stamp(self._store.clock.now())
            after, change = outcomes.step_of(playing, plies, count.to_carry, at)
            await self._save(after, outcomes.joined(change, count.written))
        elif count.written.settles:
            await self._note(playing, count.written)

    # ---- time ------------------------------------------------------------------------------------

    async def lapse(self, due: Due) -> None:
        """Forget a motion that has had its time, unless it is settled."""
        async with self._alone(due.table_id or 0):
            motion = await self._store.motion(int(due.subject))
            if motion is not None and motion.outcome is None:
                playing = await self._as_it_is(motion.table_id)
                await self._close_motion(playing, motion, Outcome.LAPSED, done=due.id)

    async def rested(self, playing: Playing, due: Due) -> seats.Step | None:
        """Go on with a game whose pause was to end now."""
        return seats.resumed(playing, None) if playing.table.paused else None

    # ---- the log ---------------------------------------------------------------------------------

    async def acts(self, table_id: int) -> list[Act]:
        """What has happened at a table that was no move."""
        return await self._store.acts(table_id)
