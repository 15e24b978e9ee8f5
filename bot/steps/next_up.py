"""Private notice to the next player, if they want it: sent once, and only while it is true."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from msgspec.structs import replace

from bot.steps import announcements
from bot.table.advance import LeftMove, Stage
from bot.table.changes import Change, Effects
from bot.table.due import Due, Settled
from bot.table.live import LiveTable
from bot.table.payloads import Payload
from bot.table.post import Post
from bot.table.preferences import Preferences
from bot.table.seating import Status

NEXT = "next"
"""Kind of the due row and of the message."""


def next_up(live: LiveTable | None) -> int | None:
    """The person whose turn is next; None where an AI has to act, or comes next."""
    if live is None or live.table.status is not Status.LIVE:
        return None
    if len(live.to_act) != 1 or not announcements.users(live, live.to_act):
        return None
    follows = live.game.next_seat(live.state, *live.to_act)
    people = [] if follows is None else announcements.users(live, [follows])
    return people[0] if people else None


def schedule_notice(
    before: LiveTable | None,
    after: LiveTable,
    change: Change,
    preferences: Callable[[int], Preferences],
    now: datetime,
) -> Change:
    """The change with the notice to the new next player, unless they have just moved themselves."""
    if not any(preferences(user).next_up for user in after.table.humans()):
        return change
    was, user = next_up(before), next_up(after)
    if user == was:
        return change
    settled = [] if was is None else [Settled(NEXT, was)]
    moved = {after.table.seats[ply.seat].user_id for ply in change.plies}
    due = []
    if user is not None and user not in moved and preferences(user).next_up:
        due = [Due(kind=NEXT, at=preferences(user).next_call(now), person_id=user)]
    return change.plus(due=due, settled=settled)


def on_due(
    live: LiveTable,
    due: Due,
    preferences: Preferences,
    now: datetime,
    left_moves: Collection[LeftMove] = (),
) -> Effects | None:
    """Effects of a due notice; None where it is no longer true or wanted.

    Who has saved a move for their turn need not come.
    """
    user = due.person_id
    if user is None or user != next_up(live) or not preferences.next_up or preferences.is_away(now):
        return None
    if any((saved.user_id, saved.stage) == (user, Stage.LEFT) for saved in left_moves):
        return None
    awake = preferences.next_call(now)
    if awake > now:
        return Effects(due=(replace(due, at=awake),))
    return Effects(posts=(Post("next", Payload(mention=[user])),))
