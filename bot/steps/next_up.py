"""Private notice to the next player, if they wish it: once, and for as long as it is true."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace

from bot.steps import announcements
from bot.table.changes import Change, Effects
from bot.table.due import Due, Settled
from bot.table.live import Playing
from bot.table.preferences import Habits
from bot.table.seating import Status

NEXT = "next"
"""The kind of what is due, and of the message."""


def next_up(playing: Playing | None) -> int | None:
    """The person whose turn follows; nobody where an AI is to move, or comes next."""
    if playing is None or playing.table.status is not Status.LIVE:
        return None
    if len(playing.to_act) != 1 or not announcements.users(playing, playing.to_act):
        return None
    follows = playing.game.next_seat(playing.state, *playing.to_act)
    people = [] if follows is None else announcements.users(playing, [follows])
    return people[0] if people else None


def schedule_notice(
    before: Playing | None,
    after: Playing,
    change: Change,
    habits: Callable[[int], Habits],
    now: datetime,
) -> Change:
    """The change, with the news for who has become next; who has just moved knows it."""
    if not any(habits(user).next_up for user in after.table.humans()):
        return change
    was, user = next_up(before), next_up(after)
    if user == was:
        return change
    settled = () if was is None else (Settled(NEXT, was),)
    moved = {after.table.seats[ply.seat].user_id for ply in change.plies}
    due = []
    if user is not None and user not in moved and habits(user).next_up:
        due = [Due(kind=NEXT, at=habits(user).hours.next_active(now), person_id=user)]
    return replace(change, due=(*change.due, *due), settled=(*change.settled, *settled))


def on_due(playing: Playing, due: Due, habits: Habits, now: datetime) -> Effects | None:
    """Effects when its moment has come: none, where it is no longer true or wanted."""
    user = due.person_id
    if user is None or user != next_up(playing) or not habits.next_up or habits.is_away(now):
        return None
    awake = habits.hours.next_active(now)
    if awake > now:
        return Effects(due=(replace(due, at=awake),))
    return Effects(posts=(announcements.next_up(user),))
