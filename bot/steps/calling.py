"""Who may be notified now: the one gate that every post that names a person passes.

A person is notified in their active hours, and at any hour for a while after they have pressed
something; nobody is while they are away (`Preferences.next_call`). Otherwise a post only names
them. If the game waits for them, or a question does, they are called as soon as they may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.steps import announcements, idle
from bot.steps.reminders import reminder
from bot.table import payloads
from bot.table.due import Due
from bot.table.motions import Motion
from bot.table.post import Delivery, Post
from bot.table.seating import Status, Table

CALL = "call"
"""Kind of the due row that repeats a question; its subject is which, with the id of a motion."""
TURNS = ("open", "board", "reminder", "grace")
"""Kinds of posts that call people to act. Those that repeat one find their reminder planned."""

NextCall = Callable[[int, datetime], datetime]
"""First moment from a given one on at which a person may be notified."""


def through_gate(
    delivery: Delivery, next_call: NextCall, now: datetime
) -> tuple[Delivery, Sequence[Due]]:
    """The delivery, quiet for those who may not be notified now, and the rows that call them."""
    users = delivery.payload.notified_users
    moments = {user: at for user in users if (at := next_call(user, now)) > now}
    if not moments:
        return delivery, ()
    dues = [due for user, at in moments.items() for due in _calls(delivery, user, at, now)]
    return replace(delivery, payload=delivery.payload.quiet_for(moments)), dues


def _calls(delivery: Delivery, user: int, at: datetime, now: datetime) -> Sequence[Due]:
    """The row that calls a person later; none where nobody waits for them."""
    payload, about = delivery.payload, dict[str, Any]()
    match payload:
        case _ if delivery.kind in TURNS and user in payload.mention:
            return (reminder(user, at, 0, now),)
        case _ if delivery.kind == "full":
            subject = "full"
        case payloads.AboutMotion() if user in payload.mention:
            subject, about = f"ask:{payload.motion}", {"motion": payload.motion}
        case payloads.Notice(code=announcements.GOES_ON) if user in payload.concerns:
            subject, about = idle.IDLE, {"args": payload.args}
        case _:
            return ()
    return (Due(kind=CALL, at=at, person_id=user, subject=subject, payload=about),)


def repeated_question(
    table: Table, due: Due, user: int, motion: Motion | None, planned: Sequence[Due]
) -> Post | None:
    """The line that puts a question to a person once more; None if it needs them no longer.

    It is about a `motion`, about an idle game, as the `planned` rows of the table say, or calls the
    host of a full lobby to start.
    """
    match due.subject.partition(":")[0]:
        case "ask" if motion and motion.outcome is None and motion.votes.get(user, False) is None:
            return announcements.open_question(table, user, motion)
        case idle.IDLE if any(map(idle.is_asked, planned)):
            return announcements.goes_on([user], **due.payload["args"])
        case "full" if table.status is Status.LOBBY and len(table.seats) == table.size:
            is_host = table.host_id == user
            return announcements.notice("table.notice_full", [user]) if is_host else None
    return None
