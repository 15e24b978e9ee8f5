"""Motions at a table as it is now: the people asked, whether it can still be carried, its step.

Pure functions, no clock, no Discord. After every step the open motions of a table are counted: the
step is saved with the outcomes of those that are decided or can no longer be carried.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.i18n import text
from bot.steps import announcements, moves, seats, takebacks
from bot.steps.terms import possible_terms, terms_step
from bot.table import motions
from bot.table.acts import act
from bot.table.changes import Change, Effects, Ply, Undo
from bot.table.live import LiveTable
from bot.table.motions import Kind, Motion, MotionTarget, Outcome
from bot.table.names import bold
from bot.table.post import Post
from bot.table.seating import Status, Table
from rules.contract import RulesError

Log = Sequence[Ply]
W = TypeVar("W", bound=Effects)

# ---- the people asked ----------------------------------------------------------------------------


def people_to_ask(
    live: LiveTable,
    log: Log,
    user_id: int | None,
    kind: Kind,
    target: MotionTarget,
    away: Collection[int] = (),
) -> list[int]:
    """People whom a motion of this person asks. Raises RulesError where it cannot be proposed."""
    if kind is Kind.UNDO:
        scope = scope_of(live, log, user_id, target)
        is_wide = target.point and bool(scope.people_concerned)
        return list(scope.others if is_wide else scope.people_concerned)
    table = live.table
    if kind is Kind.PAUSE:
        table.require_going_on()
    if kind is Kind.RESUME and not table.rests:
        raise RulesError("table.not_paused")
    if kind is Kind.RESUME and table.asleep:
        return []
    if kind is Kind.TERMS:
        possible_terms(table, target.terms)
    about = person_to_replace(table, user_id, target) if kind is Kind.REPLACE else None
    return motions.voters(table, user_id, away, about=about)


def people_passed_over(
    table: Table, user_id: int | None, kind: Kind, target: MotionTarget, asked: Collection[int]
) -> list[int]:
    """Players whom a motion of this person does not ask because they are away.

    Going back asks those whose moves it undoes, wherever they are, and nobody else.
    """
    if kind is Kind.UNDO or not asked:
        return []
    about = table.seats[target.seat].user_id if target.seat is not None else None
    return [person for person in motions.voters(table, user_id, about=about) if person not in asked]


def scope_of(
    live: LiveTable, log: Log, user_id: int | None, target: MotionTarget
) -> takebacks.UndoScope:
    """Plies that a motion to go back would undo. Raises RulesError."""
    takebacks.require_running(live.table)
    return takebacks.undo_scope(live, log, user_id, target.to)


def person_to_replace(table: Table, user_id: int | None, target: MotionTarget) -> int:
    """The person to replace, who is not the proposer. Raises RulesError."""
    occupant = seats.holder_of(table, -1 if target.seat is None else target.seat)
    if occupant.user_id is None or occupant.resigned or occupant.user_id == user_id:
        raise RulesError("table.no_such_seat")
    return occupant.user_id


# ---- what a motion does --------------------------------------------------------------------------


def step_of(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    """The step that carries out a motion and settles it. Raises RulesError if it is impossible."""
    after, change = STEPS[motion.kind](live, log, motion, at)
    settles = ((motion.id, Outcome.CARRIED),) if motion.id else ()
    return after, replace(change, settles=settles)


def _end(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    after, change = moves.broken_off(live)
    return after, replace(change, acts=(act(live.table, "ended", motion.by_id),))


def _go_back(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    scope = scope_of(live, log, motion.by_id, motion.target)
    seat = live.table.seat_of(motion.by_id or 0)
    quiet = not motion.votes
    after, change = takebacks.go_back(live, log, scope, seat, at=at, quiet=quiet)
    line = act(live.table, "undone", motion.by_id, n=len(scope.shown))
    return after, replace(change, acts=(line,))


def _pause(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    return seats.pause(live, motion.target.until, motion.by_id)


def _resume(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    return seats.resume(live, motion.by_id)


def _replace(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    seat = -1 if motion.target.seat is None else motion.target.seat
    return seats.replace_by_ai(live, seat, motion.by_id)


def _change_terms(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    return terms_step(live, log, motion.target.terms, motion.by_id)


STEPS: dict[Kind, Callable[[LiveTable, Log, Motion, str], seats.Step]] = {
    Kind.END: _end,
    Kind.UNDO: _go_back,
    Kind.PAUSE: _pause,
    Kind.RESUME: _resume,
    Kind.REPLACE: _replace,
    Kind.TERMS: _change_terms,
}
"""Function that carries out each kind of motion."""


# ---- outcomes ------------------------------------------------------------------------------------


def outcome_of(before: Table | None, live: LiveTable, log: Log, motion: Motion) -> Outcome | None:
    """Outcome of a motion at a table as it is now; None while it is undecided.

    `before` is the table before the step just made, if any.
    """
    table = live.table
    if table.status is not Status.LIVE:
        return Outcome.ENDED
    if motion.by_id not in table.humans():
        return Outcome.LEFT
    if is_stuck(live) and motion.kind is not Kind.END:
        return None
    if not can_be_carried(before, live, log, motion):
        return Outcome.OVERTAKEN
    outcome = motion.decision(table)
    if outcome is Outcome.CARRIED and not motion.people_asked(table):
        people = people_to_ask(live, log, motion.by_id, motion.kind, motion.target)
        return Outcome.OVERTAKEN if people else outcome
    return outcome


def is_stuck(live: LiveTable) -> bool:
    """Whether a running game has no position that today's rules can read."""
    return live.table.status is Status.LIVE and live.state is None


def can_be_carried(before: Table | None, live: LiveTable, log: Log, motion: Motion) -> bool:
    """Whether a motion can still be carried, and still means what the people asked were told."""
    try:
        if motion.kind is Kind.UNDO:
            return _goes_as_far(live, log, motion)
        step_of(live, log, motion, "")
    except RulesError:
        return False
    return not _changes_hands(before, live.table, motion.target)


def _goes_as_far(live: LiveTable, log: Log, motion: Motion) -> bool:
    """Whether going back undoes no more than the people asked were told. Raises RulesError."""
    if any(ply.ply > motion.target.plies and not ply.ai for ply in log):
        return False
    scope = scope_of(live, log, motion.by_id, motion.target)
    return motion.votes.keys() >= set(scope.people_concerned)


def _changes_hands(before: Table | None, table: Table, target: MotionTarget) -> bool:
    """Whether the seat that a motion is about has got another occupant."""
    if before is None or target.seat is None:
        return False
    return before.seats[target.seat].user_id != table.seats[target.seat].user_id


def log_after(log: Log, change: Change) -> list[Ply]:
    """The log of a table as it is once a change is saved."""
    undo = change.undo or Undo((), -1, "")
    marked = (replace(ply, undone=undo.at) if ply.ply in undo.plies else ply for ply in log)
    return [*marked, *change.plies]


class Count(msgspec.Struct, frozen=True):
    """Count of a table's open motions: rows that close failed ones, one to carry, the rest open.

    At most one is carried at a time: the others are counted again after its step.
    """

    written: Effects = Effects()
    to_carry: Motion | None = None
    open: tuple[Motion, ...] = ()


def count(before: Table | None, live: LiveTable, log: Log, motions: Sequence[Motion]) -> Count:
    """Count the open motions of a table after a step."""
    written, still_open, agreed = Effects(), list[Motion](), list[Motion]()
    for motion in motions:
        outcome = outcome_of(before, live, log, motion)
        if outcome is None:
            still_open.append(motion)
        elif outcome is Outcome.CARRIED:
            agreed.append(motion)
        else:
            is_same = not _changes_hands(before, live.table, motion.target)
            written = effects_with(written, settlement(live, log, motion, outcome, again=is_same))
    return Count(written, next(iter(agreed), None), (*agreed[1:], *still_open))


def settlement(
    live: LiveTable,
    log: Log,
    motion: Motion,
    outcome: Outcome,
    by: int | None = None,
    *,
    again: bool = True,
) -> Effects:
    """Rows that close a failed motion, and tell its proposer."""
    table = live.table
    if outcome is Outcome.REFUSED and by is None:
        by = next(
            (user for user in motion.people_asked(table) if motion.votes[user] is False), None
        )
    line = act(table, f"motion_{outcome}", by, kind=str(motion.kind))
    is_told = outcome in TOLD and motion.by_id in table.humans()
    again = again and outcome in ASKED_AGAIN and may_be_asked(live, log, motion)
    post = _notice(table, motion, outcome, line.by.name or "", again=again)
    return Effects(settles=((motion.id, outcome),), acts=(line,), posts=(post,) if is_told else ())


TOLD = (Outcome.REFUSED, Outcome.LAPSED, Outcome.OVERTAKEN)
"""Outcomes that a post tells the proposer.

They know of the others: they withdrew the motion or left, or the end of the game calls everybody.
"""
ASKED_AGAIN = (Outcome.LAPSED, Outcome.OVERTAKEN)
"""Outcomes after which the notice may offer to ask again."""


def _notice(table: Table, motion: Motion, outcome: Outcome, name: str, *, again: bool) -> Post:
    """The post that tells the proposer the outcome, with a button where they may ask again."""
    what = text(f"table.what_{motion.kind}", table.language)
    names = {"name": bold(name)} if outcome is Outcome.REFUSED else {}
    asking = [] if motion.by_id is None else [motion.by_id]
    post = announcements.notice(f"table.notice_{outcome}", asking, what=what, **names)
    return replace(post, payload={**post.payload, "again": motion.id}) if again else post


def may_be_asked(live: LiveTable, log: Log, motion: Motion) -> bool:
    """Whether the same motion could be proposed now."""
    if is_stuck(live) and motion.kind is not Kind.END:
        return False
    target = motion.target
    try:
        if motion.kind is Kind.UNDO and not target.point:
            takebacks.require_running(live.table)
            takebacks.undo_scope(live, log, motion.by_id, None)
        else:
            people_to_ask(live, log, motion.by_id, motion.kind, target)
    except RulesError:
        return False
    return True


def effects_with(written: W, more: Effects) -> W:
    """Effects with those of a motion added; a `Change` stays a `Change`."""
    return replace(
        written,
        posts=(*written.posts, *more.posts),
        acts=(*written.acts, *more.acts),
        settles=(*written.settles, *more.settles),
        votes=(*written.votes, *more.votes),
    )
