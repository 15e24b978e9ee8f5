"""Who may be notified now: the one gate that every post that names a person passes.

A person is notified in their active hours, and at any hour for a while after they have pressed
something; nobody is while they are away (`Preferences.next_call`). Otherwise a post only names
them. If the game waits for them, or a question does, they are called as soon as they may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.steps import announcements
from bot.steps.reminders import reminder
from bot.table.due import Due
from bot.table.motions import Motion
from bot.table.post import Delivery, Post, notified
from bot.table.seating import Status, Table

CALL = "call"
"""Kind of the due row that repeats a question to a person; its subject is the kind of the post."""
TURNS = ("open", "board", "reminder", "grace")
"""Kinds of posts that call people to act. Those that repeat one find their reminder planned."""
QUESTIONS = ("ask", "full")
"""Kinds of posts that people have to answer."""

NextCall = Callable[[int, datetime], datetime]
"""First moment from a given one on at which a person may be notified."""


def through_gate(
    delivery: Delivery, next_call: NextCall, now: datetime
) -> tuple[Delivery, Sequence[Due]]:
    """The delivery, quiet for those who may not be notified now, and the rows that call them."""
    payload = delivery.payload
    later = {user: at for user in notified(payload) if (at := next_call(user, now)) > now}
    if not later:
        return delivery, ()
    quiet = [*payload.get("quiet", ()), *later]
    dues = [due for user, at in later.items() for due in _calls(delivery, user, at, now)]
    return replace(delivery, payload={**payload, "quiet": quiet}), dues


def _calls(delivery: Delivery, user: int, at: datetime, now: datetime) -> Sequence[Due]:
    """The row that calls a person later; none where nobody waits for them."""
    if user not in delivery.payload.get("mention", ()):
        return ()
    if delivery.kind in TURNS:
        return (reminder(user, at, 0, now),)
    if delivery.kind in QUESTIONS:
        motion = {"motion": delivery.payload["motion"]} if "motion" in delivery.payload else {}
        return (Due(kind=CALL, at=at, person_id=user, subject=delivery.kind, payload=motion),)
    return ()


def repeated_question(table: Table, user: int, motion: Motion | None) -> Post | None:
    """The line that calls a person to a `motion`, or to start their lobby; None if not needed."""
    if motion is not None:
        is_open = motion.outcome is None and motion.votes.get(user, False) is None
        return announcements.open_question(table, user, motion) if is_open else None
    is_full = table.status is Status.LOBBY and len(table.seats) == table.size
    return announcements.full_still(table) if is_full and table.host_id == user else None
