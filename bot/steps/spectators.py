"""Calls of spectators at each round and at the end: pure functions, no clock, no Discord.

A step that begins a round or ends the game calls them with it. Whoever is away, or has quiet
hours, is called once these are over, with the news of then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.steps.announcements import SCORES_PATIENCE, round_at
from bot.steps.timeline import public_turns
from bot.table import payloads
from bot.table.changes import Change, Effects, Ply
from bot.table.due import Due, Settled
from bot.table.live import LiveTable
from bot.table.post import Post
from bot.table.preferences import Preferences
from bot.table.seating import Status, Table, people_with_seats
from bot.table.spectators import Calls, Guessing

WATCH = "watch"
"""Kind of the due row, and of the message at a round."""
FINISH = "finish"
"""Kind of the message at the end, which follows the last board and the poster."""
ENDED = (Status.OVER, Status.CANCELLED)


# ---- the calls -----------------------------------------------------------------------------------


def news_of_step(
    before: LiveTable | None, after: LiveTable, change: Change
) -> payloads.News | None:
    """News for the spectators of a step, if any."""
    if after.table.status in ENDED:
        was_over = before is not None and before.table.status in ENDED
        return None if was_over else payloads.News(over=True)
    if before is None or not _ends_turn(before, change):
        return None
    number = round_number(after)
    is_new = number and number != _number_before(before)
    return payloads.News(round=number) if is_new else None


def _ends_turn(before: LiveTable, change: Change) -> bool:
    """Whether a step begins the game, or makes a whole turn public."""
    is_begun = before.table.status is Status.LOBBY and change.table.status is Status.LIVE
    return is_begun or bool(change.plies and change.plies[-1].ends_turn)


def _number_before(before: LiveTable) -> int | None:
    """Number of the round before the turn under way."""
    if before.table.status is not Status.LIVE:
        return None
    return _number_at(before, before.turn_begun.state)


def round_number(live: LiveTable) -> int | None:
    """Number of the round, or of the lap of the table in a game without rounds.

    0 before the first; None where the game counts neither, or cannot go on.
    """
    return _number_at(live, live.turn_begun.state)


def _number_at(live: LiveTable, state: Any) -> int | None:
    number = None if state is None else round_at(live, state)
    return number if number is None or live.game.facts.rounds else number + 1


def with_calls(
    after: LiveTable,
    change: Change,
    news: payloads.News,
    calls: Mapping[int, Calls],
    preferences: Callable[[int], Preferences],
    now: datetime,
    *,
    has_guesses: bool = False,
) -> Change:
    """The change with a post that calls the spectators, and due rows for those called later."""
    users = users_to_call(after.table, calls, news)
    moments = {user: preferences(user).next_call(now) for user in users}
    awake = [user for user, at in moments.items() if at <= now]
    dues = [
        Due(kind=WATCH, at=at, person_id=user) for user, at in moments.items() if user not in awake
    ]
    needed = bool(awake) or (news.over and has_guesses)
    post = _post(news, awake, 0.0 if news.over else SCORES_PATIENCE)
    settled = [Settled(WATCH, user) for user in awake]
    return change.plus(posts=[post] if needed else [], due=dues, settled=settled)


def _post(news: payloads.News, users: list[int], delay: float = 0.0) -> Post:
    return Post(FINISH if news.over else WATCH, replace(news, mention=users), delay)


def users_to_call(table: Table, calls: Mapping[int, Calls], news: payloads.News) -> list[int]:
    """Spectators whom the news concern; whoever has taken a seat since is none."""
    return [
        user
        for user, moment in calls.items()
        if user not in table.humans() and (news.over or moment is Calls.ROUND)
    ]


def on_due(
    live: LiveTable,
    due: Due,
    calls: Mapping[int, Calls],
    preferences: Preferences,
    now: datetime,
) -> Effects | None:
    """Effects of a call that was put off; None where it is no longer wanted."""
    user, is_over = due.person_id, live.table.status in ENDED
    number = None if is_over else round_number(live)
    news = payloads.News(round=number, over=is_over, late=True)
    wants = is_over or user in users_to_call(live.table, calls, news)
    if user is None or not wants or not (is_over or number):
        return None
    at = preferences.next_call(now)
    if at > now:
        return Effects(due=(replace(due, at=at),))
    return Effects(posts=(_post(news, [user]),))


def ping_kind(live: LiveTable) -> str:
    """Kind of the message that calls spectators now; one of another kind is out of date."""
    is_over = live.table.status in ENDED
    return f"{WATCH}:{'over' if is_over else round_number(live)}"


# ---- who wins? -----------------------------------------------------------------------------------


def guessing(live: LiveTable, log: Sequence[Ply]) -> Guessing:
    """The question who wins: it closes at half-time.

    Half-time is after half of the turns that such a game usually has (`Game.turns`); where that is
    unknown, after a turn of each seat.
    """
    seats, options = len(live.table.seats), live.table.options
    length = live.game.turns(seats, options)
    last = seats if length is None else max(1, length.usual // 2)
    turns = len(public_turns(live.table, log))
    is_open = live.table.status is Status.LIVE and seats > 1 and turns < last
    return Guessing(is_open, turns, last)


def right_guesses(
    table: Table, guesses: Mapping[int, int], winners: Sequence[int]
) -> tuple[list[int], int]:
    """People whose guess was right, and the number of all who have guessed.

    Whoever has had a seat since does not count.
    """
    seated = people_with_seats(table)
    counted = {user: seat for user, seat in guesses.items() if user not in seated}
    return [user for user, seat in counted.items() if seat in winners], len(counted)
