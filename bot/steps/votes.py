"""Motions at a table as it is now: their outcomes, and the step of one that is carried.

Pure functions, no clock, no Discord. After every step the open motions of a table are counted: the
step is saved with the outcomes of those that are decided or can no longer be carried.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.i18n import text
from bot.steps import seats
from bot.steps.motion_kinds import KINDS, Log
from bot.table import payloads
from bot.table.acts import act
from bot.table.changes import Change, Effects, Ply, Undo
from bot.table.live import LiveTable
from bot.table.motions import Motion, MotionTarget, Outcome
from bot.table.names import bold
from bot.table.post import Post
from bot.table.seating import Status, Table
from rules.contract import RulesError


def step_of(live: LiveTable, log: Log, motion: Motion, at: str) -> seats.Step:
    """The step that carries out a motion and settles it. Raises RulesError if it is impossible."""
    after, change = KINDS[motion.kind].step(live, log, motion, at)
    settles = ((motion.id, Outcome.CARRIED),) if motion.id else ()
    return after, replace(change, settles=settles)


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
    if waits_for_position(live, motion):
        return None
    if not can_be_carried(before, live, log, motion):
        return Outcome.OVERTAKEN
    outcome = motion.decision(table)
    if outcome is Outcome.CARRIED and not motion.people_asked(table):
        people = KINDS[motion.kind].people_to_ask(live, log, motion)
        return Outcome.OVERTAKEN if people else outcome
    return outcome


def waits_for_position(live: LiveTable, motion: Motion) -> bool:
    """Whether a motion has to wait until the position of a stuck game can be read again."""
    is_stuck = live.table.status is Status.LIVE and live.state is None
    return is_stuck and KINDS[motion.kind].needs_position


def can_be_carried(before: Table | None, live: LiveTable, log: Log, motion: Motion) -> bool:
    """Whether a motion can still be carried, and still means what the people asked were told."""
    try:
        KINDS[motion.kind].require_same_meaning(live, log, motion)
    except RulesError:
        return False
    return not _changes_hands(before, live.table, motion.target)


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
            written = written.with_effects(settlement(live, log, motion, outcome, again=is_same))
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
    return Post(
        "notice",
        payloads.Notice(
            code=f"table.notice_{outcome}",
            args={"what": what, **names},
            concerns=asking,
            again=motion.id if again else None,
        ),
    )


def may_be_asked(live: LiveTable, log: Log, motion: Motion) -> bool:
    """Whether the same motion could be proposed now."""
    if waits_for_position(live, motion):
        return False
    kind = KINDS[motion.kind]
    try:
        target = kind.complete_target(live, log, motion.by_id, motion.target)
        kind.people_to_ask(live, log, replace(motion, target=target))
    except RulesError:
        return False
    return True
