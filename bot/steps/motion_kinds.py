"""The kinds of motions, one value for each: whom it asks, and which step carries it out.

A new kind has its name in `bot.table.motions.Kind`, its value here, its request in
`cogs._requests.kinds`, and its texts. All these functions raise RulesError where a motion is
impossible at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.steps import announcements, moves, seats, takebacks
from bot.steps.takebacks import UndoScope
from bot.table.acts import act
from bot.table.changes import Change, Ply, TermsInForce
from bot.table.live import LiveTable
from bot.table.motions import Kind, Motion, MotionTarget, voters
from bot.table.negotiation import NewTerms
from bot.table.options import VoteRule
from bot.table.seating import Status, Table
from rules.contract import RulesError

Log = Sequence[Ply]


class MotionKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of motion that asks all the others, unless they are away."""

    step: Callable[[LiveTable, Log, Motion, str], seats.Step]
    """The step that carries it out at a moment; without a proposer, for a referee."""
    require_reason: Callable[[Table, Motion], object] = lambda *_: None
    """Refuses a motion for which the table as it is now gives no reason."""
    is_free: Callable[[Table], bool] = lambda _: False
    """Whether every player may do it without asking anybody."""
    rule: VoteRule | None = None
    """Share of the people asked who have to agree; None for that of the table's terms."""
    needs_position: bool = True
    """Whether it has to wait while today's rules cannot read the position."""
    is_for_referees: bool = True
    """Whether a referee may decide it without a vote."""
    logs_details: bool = False
    """Whether the log says what has changed, beside the line that names a referee."""

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
        if self.is_free(live.table):
            return []
        return voters(live.table, motion.by_id, away, about=person_concerned(live.table, motion))

    def people_passed_over(self, table: Table, motion: Motion) -> list[int]:
        """Players whom the motion does not ask because they are away."""
        people = voters(table, motion.by_id, about=person_concerned(table, motion))
        return [person for person in people if motion.votes and person not in motion.votes]

    def require_same_meaning(self, live: LiveTable, log: Log, motion: Motion) -> None:
        """Refuse a motion that is impossible, or means more than the people asked were told."""
        self.step(live, log, motion, "")


def person_concerned(table: Table, motion: Motion) -> int | None:
    """Occupant of the seat that a motion is about; None where it is about no seat."""
    seat = motion.target.seat
    return None if seat is None else table.seats[seat].user_id


# ---- to go back ----------------------------------------------------------------------------------


class GoingBack(MotionKind, frozen=True, kw_only=True):
    """The kind that takes plies back: it asks those whose moves it undoes, wherever they are."""

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
        scope = scope_of(live, log, motion)
        is_wide = motion.target.point and bool(scope.people_concerned)
        return list(scope.others if is_wide else scope.people_concerned)

    def people_passed_over(self, table: Table, motion: Motion) -> list[int]:
        return []

    def require_same_meaning(self, live: LiveTable, log: Log, motion: Motion) -> None:
        people = scope_of(live, log, motion).people_concerned
        has_new_moves = any(ply.ply > motion.target.plies and not ply.ai for ply in log)
        if has_new_moves or not motion.votes.keys() >= set(people):
            raise RulesError("table.nothing_to_restart")


def scope_of(live: LiveTable, log: Log, motion: Motion) -> UndoScope:
    """Plies that a motion to go back would undo."""
    takebacks.require_running(live.table)
    return takebacks.undo_scope(live, log, motion.by_id, motion.target.to)


def _go_back(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    scope, by = scope_of(live, log, motion), motion.by_id
    seat = takebacks.REFEREE if by is None else live.table.seat_of(by)
    is_quiet = by is not None and not motion.votes
    after, change = takebacks.go_back(live, log, scope, seat, at=at, quiet=is_quiet)
    return after, replace(change, acts=(act(live.table, "undone", by, n=len(scope.shown)),))


# ---- the other steps -----------------------------------------------------------------------------


def _end(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    after, change = moves.broken_off(live)
    return after, replace(change, acts=(act(live.table, "ended", motion.by_id),))


def _require_rest(table: Table, motion: Motion) -> None:
    if not table.rests:
        raise RulesError("table.not_paused")


def _possible_terms(table: Table, motion: Motion) -> NewTerms:
    """New terms that a running game may get. Raises RulesError for others."""
    table.require(Status.LIVE)
    if (terms := motion.target.terms) is None:
        raise RulesError("table.terms_same")
    terms.require_of(table.terms)
    return terms


def _change_terms(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    """The step that brings new terms into force: it changes no position, but clocks."""
    terms = _possible_terms(live.table, motion)
    table = replace(live.table, terms=terms.after, revision=live.table.revision + 1)
    changes = [list(change) for change in terms.changes()]
    people = table.players() if len(table.players()) > 1 else []
    notice = announcements.notice("table.notice_terms", people, terms=changes)
    newest = (log[-1].undone or log[-1].at) if log else table.opened_at
    change = Change(
        table=table,
        posts=(notice, announcements.lobby_post(table)),
        acts=(act(table, "terms", motion.by_id, terms=changes),),
        terms=TermsInForce(terms, datetime.fromisoformat(newest)),
    )
    return replace(live, table=table), change


def _require_other_player(table: Table, motion: Motion) -> None:
    occupant = seats.holder_of(table, _seat_named(motion))
    if occupant.user_id is None or occupant.resigned or occupant.user_id == motion.by_id:
        raise RulesError("table.no_such_seat")


def _seat_named(motion: Motion) -> int:
    """Seat that a motion is about; one that does not exist where it is about none."""
    return -1 if motion.target.seat is None else motion.target.seat


KINDS: Mapping[Kind, MotionKind] = {
    Kind.END: MotionKind(step=_end, needs_position=False, is_for_referees=False),
    Kind.UNDO: GoingBack(step=_go_back, rule=VoteRule.ALL),
    Kind.PAUSE: MotionKind(
        step=lambda live, log, motion, at: seats.pause(live, motion.target.until, motion.by_id),
        require_reason=lambda table, motion: table.require_going_on(),
    ),
    Kind.RESUME: MotionKind(
        step=lambda live, log, motion, at: seats.resume(live, motion.by_id),
        require_reason=_require_rest,
        is_free=lambda table: table.asleep,
    ),
    Kind.REPLACE: MotionKind(
        step=lambda live, log, motion, at: seats.replace_by_ai(
            live, _seat_named(motion), motion.by_id
        ),
        require_reason=_require_other_player,
    ),
    Kind.TERMS: MotionKind(step=_change_terms, require_reason=_possible_terms, logs_details=True),
}
