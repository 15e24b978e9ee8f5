"""The kinds of motions: each says whom it asks, and which step carries it out.

A new kind is a class here, with its name in `bot.table.motions.Kind`, its texts, and its request in
`cogs._requests.kinds`. Methods raise RulesError where a motion is impossible.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.steps import moves, seats, takebacks
from bot.steps.terms import possible_terms, terms_step
from bot.table.acts import act
from bot.table.changes import Ply
from bot.table.live import LiveTable
from bot.table.motions import Kind, Motion, MotionTarget, voters
from bot.table.options import VoteRule
from bot.table.seating import Table
from rules.contract import RulesError

Log = Sequence[Ply]


class MotionKind:
    """A kind of motion that asks all the others; the table's terms say how many have to agree."""

    rule: VoteRule | None = None
    """Share of the people asked who have to agree; None for that of the table's terms."""
    needs_position = True
    """Whether it has to wait while today's rules cannot read the position."""
    is_for_referees = True
    """Whether a referee may decide it without a vote."""
    logs_ruling_twice = False
    """Whether the log says what has changed beside the line that names the referee."""

    def complete_target(
        self, live: LiveTable, log: Log, by: int | None, target: MotionTarget
    ) -> MotionTarget:
        """Target of a new motion, with the details that follow from the table as it is."""
        return target

    def people_to_ask(
        self, live: LiveTable, log: Log, motion: Motion, away: Collection[int] = ()
    ) -> list[int]:
        """People whom the motion asks, if it were proposed now."""
        self.require_reason(live.table, motion)
        return voters(live.table, motion.by_id, away, about=person_concerned(live.table, motion))

    def require_reason(self, table: Table, motion: Motion) -> None:
        """Refuse a motion that the table, as it is now, gives no reason for."""

    def people_passed_over(self, table: Table, motion: Motion) -> list[int]:
        """Players whom the motion does not ask because they are away."""
        if not motion.votes:
            return []
        people = voters(table, motion.by_id, about=person_concerned(table, motion))
        return [person for person in people if person not in motion.votes]

    def require_same_meaning(self, live: LiveTable, log: Log, motion: Motion) -> None:
        """Refuse a motion that is impossible, or means more than the people asked were told."""
        self.step(live, log, motion, "")

    def step(self, live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
        """The step that carries the motion out; without a proposer, it is a referee's decision."""
        raise NotImplementedError


def person_concerned(table: Table, motion: Motion) -> int | None:
    """Occupant of the seat that a motion is about; None where it is about no seat."""
    seat = motion.target.seat
    return None if seat is None else table.seats[seat].user_id


class Ending(MotionKind):
    """Cancel the game, even one whose position cannot be read."""

    needs_position = False
    is_for_referees = False

    def step(self, live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
        after, change = moves.broken_off(live)
        return after, replace(change, acts=(act(live.table, "ended", motion.by_id),))


class GoingBack(MotionKind):
    """Take plies back: those whose moves it undoes have to agree, wherever they are."""

    rule = VoteRule.ALL

    def complete_target(
        self, live: LiveTable, log: Log, by: int | None, target: MotionTarget
    ) -> MotionTarget:
        """Target with the ply to return to: the one named, or that before the last own turn."""
        takebacks.require_running(live.table)
        if by is None and not target.point:
            raise RulesError("table.referee_point")
        scope = takebacks.undo_scope(live, log, by, target.to if target.point else None)
        return replace(target, to=scope.to, plies=live.plies)

    def people_to_ask(
        self, live: LiveTable, log: Log, motion: Motion, away: Collection[int] = ()
    ) -> list[int]:
        """People concerned; where a point was named, all others, if it concerns anybody."""
        scope = self.scope(live, log, motion)
        is_wide = motion.target.point and bool(scope.people_concerned)
        return list(scope.others if is_wide else scope.people_concerned)

    def people_passed_over(self, table: Table, motion: Motion) -> list[int]:
        return []

    def require_same_meaning(self, live: LiveTable, log: Log, motion: Motion) -> None:
        """Refuse to undo more than the people asked were told."""
        people = self.scope(live, log, motion).people_concerned
        moved_on = any(ply.ply > motion.target.plies and not ply.ai for ply in log)
        if moved_on or not motion.votes.keys() >= set(people):
            raise RulesError("table.nothing_to_restart")

    def scope(self, live: LiveTable, log: Log, motion: Motion) -> takebacks.UndoScope:
        """Plies that the motion would undo."""
        takebacks.require_running(live.table)
        return takebacks.undo_scope(live, log, motion.by_id, motion.target.to)

    def step(self, live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
        scope, seat = self.scope(live, log, motion), takebacks.REFEREE
        if motion.by_id is not None:
            seat = live.table.seat_of(motion.by_id)
        is_quiet = motion.by_id is not None and not motion.votes
        after, change = takebacks.go_back(live, log, scope, seat, at=at, quiet=is_quiet)
        line = act(live.table, "undone", motion.by_id, n=len(scope.shown))
        return after, replace(change, acts=(line,))


class Pausing(MotionKind):
    """Pause the game, with or without an end."""

    def require_reason(self, table: Table, motion: Motion) -> None:
        table.require_going_on()

    def step(self, live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
        return seats.pause(live, motion.target.until, motion.by_id)


class Resuming(MotionKind):
    """Resume a paused game; one that sleeps is woken up without a vote."""

    def people_to_ask(
        self, live: LiveTable, log: Log, motion: Motion, away: Collection[int] = ()
    ) -> list[int]:
        people = super().people_to_ask(live, log, motion, away)
        return [] if live.table.asleep else people

    def require_reason(self, table: Table, motion: Motion) -> None:
        if not table.rests:
            raise RulesError("table.not_paused")

    def step(self, live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
        return seats.resume(live, motion.by_id)


class Replacing(MotionKind):
    """Let an AI play for another person, and offer their seat."""

    def require_reason(self, table: Table, motion: Motion) -> None:
        occupant = seats.holder_of(table, seat_named(motion))
        if occupant.user_id is None or occupant.resigned or occupant.user_id == motion.by_id:
            raise RulesError("table.no_such_seat")

    def step(self, live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
        return seats.replace_by_ai(live, seat_named(motion), motion.by_id)


def seat_named(motion: Motion) -> int:
    """Seat that a motion names; one that does not exist where it names none."""
    return -1 if motion.target.seat is None else motion.target.seat


class ChangingTerms(MotionKind):
    """Play on by other terms."""

    logs_ruling_twice = True

    def require_reason(self, table: Table, motion: Motion) -> None:
        possible_terms(table, motion.target.terms)

    def step(self, live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
        return terms_step(live, log, motion.target.terms, motion.by_id)


GOING_BACK = GoingBack()
KINDS: Mapping[Kind, MotionKind] = {
    Kind.END: Ending(),
    Kind.UNDO: GOING_BACK,
    Kind.PAUSE: Pausing(),
    Kind.RESUME: Resuming(),
    Kind.REPLACE: Replacing(),
    Kind.TERMS: ChangingTerms(),
}
