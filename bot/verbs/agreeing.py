"""What several people decide together: a game ended, paused, resumed, set back, a player replaced.

One asks, the others answer; what was agreed is then done by the step of its kind.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bot import ballots, seats, steps, telling, undoing
from bot.acts import Act, act
from bot.ballots import Kind, Matter, Motion, Outcome
from bot.due import Due
from bot.i18n import text
from bot.loading import unread
from bot.names import bold
from bot.playing import Playing
from bot.posts import stamp
from bot.seating import NotSeated, Status, Table
from bot.terms import Votes
from bot.undoing import Reach
from bot.verbs.saving import Saving
from rules.contract import RulesError


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
                if steps.others(playing.table, user_id):
                    await self._proposed(playing, user_id, Kind.END, Matter())
                    return await self.get(table_id)
            return await self._save(*steps.cancelled(playing, user_id))

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
        undoing.require_running(playing.table)
        if user_id is not None:
            playing.table.seat_of(user_id)
        return undoing.reach(playing, await self._log(playing.table.id), user_id, to)

    async def _proposed(
        self, playing: Playing, user_id: int, kind: Kind, matter: Matter
    ) -> Motion | None:
        table = playing.table
        for motion in await self._store.motions_of(table.id):
            if motion.kind is kind:
                if replace(motion.matter, plies=0) != matter:
                    raise RulesError("table.asked_otherwise")
                return await self._voted(playing, motion, user_id, yes=True)
        asked = await self._whom(playing, user_id, kind, matter)
        motion = Motion(
            table_id=table.id,
            kind=kind,
            by_id=user_id,
            rule=Votes.ALL if kind is Kind.UNDO else table.terms.votes,
            matter=replace(matter, plies=playing.plies) if kind is Kind.UNDO else matter,
            expires_at=stamp(self._store.clock.now() + ballots.LASTS),
            votes=dict.fromkeys(asked),
        )
        if not asked:
            await self._carry(playing, motion)
            return None
        line = act(table, "motion_asked", user_id, kind=str(kind))
        motion = await self._store.open_motion(motion, line, telling.question)
        self._notify()
        return motion

    async def _whom(self, playing: Playing, user_id: int, kind: Kind, matter: Matter) -> list[int]:
        """Who is asked. Raises what makes no sense to ask."""
        table, about = playing.table, None
        match kind:
            case Kind.UNDO:
                reach = await self._reach(playing, user_id, matter.to)
                whole = matter.point and bool(reach.concerned)
                return list(reach.others if whole else reach.concerned)
            case Kind.PAUSE:
                table.require_going_on()
            case Kind.RESUME if not table.paused:
                raise RulesError("table.not_paused")
            case Kind.REPLACE:
                holder = seats.holder_of(table, -1 if matter.seat is None else matter.seat)
                if holder.user_id not in table.humans() or holder.user_id == user_id:
                    raise RulesError("table.no_such_seat")
                about = holder.user_id
        now = self._store.clock.now()
        away = [person for person in table.players() if self.people.habits(person).is_away(now)]
        return ballots.whom(table, user_id, away, about=about)

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
        table = playing.table
        if user_id == motion.by_id:
            if yes:
                return motion
            return await self._settled(table, motion, Outcome.WITHDRAWN, user_id)
        if user_id not in motion.votes:
            raise NotSeated("table.not_your_vote")
        motion = ballots.answered(motion, user_id, yes)
        await self._store.vote(motion.id, user_id, yes)
        return await self._counted(playing, motion, user_id)

    async def _counted(self, playing: Playing, motion: Motion, user_id: int | None) -> Motion:
        """The motion, settled if nothing that is still to be said can change what comes of it."""
        outcome = motion.reached(playing.table)
        if outcome is Outcome.CARRIED and await self._overtaken(playing, motion):
            outcome = Outcome.OVERTAKEN
        if outcome is None:
            return motion
        if outcome is not Outcome.CARRIED:
            return await self._settled(playing.table, motion, outcome, user_id)
        await self._carry(playing, motion)
        return replace(motion, outcome=outcome)

    async def _overtaken(self, playing: Playing, motion: Motion) -> bool:
        """Whether it cannot be done any more.

        Nor may going back undo more by now than those who agreed were told of.
        """
        try:
            await CARRIED[motion.kind](self, playing, motion)
        except RulesError:
            return True
        if motion.kind is not Kind.UNDO:
            return False
        plies = await self._log(playing.table.id)
        if any(ply.ply > motion.matter.plies and not ply.ai for ply in plies):
            return True
        reach = await self._reach(playing, motion.by_id, motion.matter.to)
        return not motion.votes.keys() >= set(reach.concerned)

    async def _count_again(self, table_id: int, taken: int | None = None) -> None:
        """Settle what is decided now that somebody does not play any more, or a seat was `taken`.

        Whoever has taken it is not the one who was to be replaced. The caller holds the lock.
        """
        for motion in await self._store.motions_of(table_id):
            playing = await self._readable(table_id, motion.kind)
            if playing.table.status is not Status.LIVE:
                return
            if motion.kind is Kind.REPLACE and motion.matter.seat == taken is not None:
                await self._settled(playing.table, motion, Outcome.OVERTAKEN, None)
            else:
                await self._counted(playing, motion, None)

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

    # ---- what comes of it ------------------------------------------------------------------------

    async def _readable(self, table_id: int, kind: Kind) -> Playing:
        """The table as a motion needs it: one that is stuck can still be broken off."""
        if kind is Kind.END:
            return unread(await self._stored(table_id))
        return await self._load(table_id)

    async def _carry(self, playing: Playing, motion: Motion) -> Table:
        """Do what was asked for and agreed to."""
        after, change = await CARRIED[motion.kind](self, playing, motion)
        settles = (motion.id, Outcome.CARRIED) if motion.id else None
        table = await self._save(after, replace(change, settles=settles))
        if motion.kind is Kind.REPLACE:
            await self._count_again(table.id)
        return table

    async def _end(self, playing: Playing, motion: Motion) -> seats.Step:
        after, change = steps.broken_off(playing)
        return after, replace(change, acts=(act(playing.table, "ended", motion.by_id),))

    async def _go_back(self, playing: Playing, motion: Motion) -> seats.Step:
        reach = await self._reach(playing, motion.by_id, motion.matter.to)
        seat = playing.table.seat_of(motion.by_id or 0)
        plies, at = await self._log(playing.table.id), stamp(self._store.clock.now())
        quiet = not motion.votes
        after, change = undoing.gone_back(playing, plies, reach, seat, at=at, quiet=quiet)
        line = act(playing.table, "undone", motion.by_id, n=len(reach.shown))
        return after, replace(change, acts=(line,))

    async def _pause(self, playing: Playing, motion: Motion) -> seats.Step:
        return seats.paused(playing, motion.matter.until, motion.by_id)

    async def _resume(self, playing: Playing, motion: Motion) -> seats.Step:
        return seats.resumed(playing, motion.by_id)

    async def _replace(self, playing: Playing, motion: Motion) -> seats.Step:
        return seats.replaced(playing, motion.matter.seat or 0, motion.by_id)

    async def _settled(
        self, table: Table, motion: Motion, outcome: Outcome, user_id: int | None
    ) -> Motion:
        """Close a motion of which nothing comes, and tell who has asked."""
        line = act(table, f"motion_{outcome}", user_id, kind=str(motion.kind))
        told = []
        if outcome in (Outcome.REFUSED, Outcome.LAPSED):
            what = text(f"table.what_{motion.kind}", table.language)
            names = {"name": bold(line.by.name or "")} if outcome is Outcome.REFUSED else {}
            asking = [person for person in table.humans() if person == motion.by_id]
            told = [telling.notice(f"table.notice_{outcome}", asking, what=what, **names)]
        await self._store.settle(motion, outcome, line, *told)
        self._notify()
        return replace(motion, outcome=outcome)

    # ---- time ------------------------------------------------------------------------------------

    async def lapse(self, due: Due) -> None:
        """Forget a motion that has had its time, unless it is settled."""
        async with self._alone(due.table_id or 0):
            motion = await self._store.motion(int(due.subject))
            if motion is not None and motion.outcome is None:
                table = await self.get(motion.table_id)
                await self._settled(table, motion, Outcome.LAPSED, None)

    async def rested(self, playing: Playing, due: Due) -> seats.Step | None:
        """Go on with a game whose pause was to end now."""
        return seats.resumed(playing, None) if playing.table.paused else None

    # ---- the log ---------------------------------------------------------------------------------

    async def acts(self, table_id: int) -> list[Act]:
        """What has happened at a table that was no move."""
        return await self._store.acts(table_id)


Carry = Callable[[AgreeingVerbs, Playing, Motion], Awaitable[seats.Step]]
CARRIED: dict[Kind, Carry] = {
    Kind.END: AgreeingVerbs._end,
    Kind.UNDO: AgreeingVerbs._go_back,
    Kind.PAUSE: AgreeingVerbs._pause,
    Kind.RESUME: AgreeingVerbs._resume,
    Kind.REPLACE: AgreeingVerbs._replace,
}
"""What is done once a motion is carried."""
