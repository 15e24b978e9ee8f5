"""Games without a step for long: one last question, then they sleep until a player comes back.

Pure functions, no clock, no Discord. Every step of a game rewrites the due row.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.steps import announcements, reminders, sandboxes, seats
from bot.table.acts import act
from bot.table.changes import Change, Effects
from bot.table.due import Due, Settled
from bot.table.live import LiveTable
from bot.table.preferences import Preferences
from bot.table.seating import Status, Table

IDLE = "idle"
"""Kind of the due row."""
QUIET = timedelta(days=60)
"""Time without a step after which the players are asked whether a game goes on."""
ANSWER = timedelta(days=7)
"""Time that they have to answer, or to move."""
ASKED = "asked"
"""Payload key that marks that they were asked."""


def with_question(
    before: LiveTable | None,
    after: LiveTable,
    change: Change,
    preferences: Callable[[int], Preferences],
    now: datetime,
) -> Change:
    """The change with the due row for the question that follows if no step comes before."""
    table = after.table
    if table.status is not Status.LIVE:
        return change
    if table.asleep:
        return change.plus(settled=[Settled(IDLE)])
    return change.plus(due=[Due(kind=IDLE, at=_end_of_quiet(table, now))])


def _end_of_quiet(table: Table, now: datetime) -> datetime:
    """Moment at which the players are asked; the time up to a pause's set end does not count.

    A sandbox is closed at that moment.
    """
    if table.is_sandbox:
        return now + sandboxes.QUIET
    return (datetime.fromisoformat(table.resumes_at) if table.resumes_at else now) + QUIET


def is_asked(due: Due) -> bool:
    """Whether a due row says that the players were asked and have not answered."""
    return due.kind == IDLE and ASKED in due.payload


def outcome(live: LiveTable, due: Due, now: datetime) -> Effects | seats.Step | None:
    """The question whether a quiet game goes on; after it, the step that lets the game sleep."""
    table = live.table
    if table.status is not Status.LIVE or table.asleep:
        return None
    if is_asked(due):
        return seats.sleep_step(live, (QUIET + ANSWER).days)
    question = announcements.goes_on(table.humans(), days=QUIET.days, rest=ANSWER.days)
    lapses = Due(kind=IDLE, at=now + ANSWER, payload={ASKED: True})
    line = act(table, "idle", None, days=QUIET.days)
    return Effects(posts=(question,), due=(lapses,), acts=(line,))


def continuation_step(
    live: LiveTable, by: int, preferences: Callable[[int], Preferences], now: datetime
) -> seats.Step:
    """Step by a player who says that a game goes on; reminders to the people to act restart."""
    after, change = seats.continuation_step(live, by)
    users = sorted(reminders.people_awaited(after))
    dues = (reminders.first(after.table, user, preferences(user), now) for user in users)
    return after, replace(change, due=tuple(due for due in dues if due is not None))


def wake_step_to_act(live: LiveTable, user_id: int) -> seats.Step | None:
    """Step that wakes a sleeping game for a person who then has to act, or None."""
    table = live.table
    if table.status is not Status.LIVE or not table.asleep or user_id not in table.humans():
        return None
    after, change = seats.wake_step(live, user_id)
    return (after, change) if table.seat_of(user_id) in after.to_act else None
