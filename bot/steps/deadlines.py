"""Clocks of a table, and the late policy when one runs out: pure functions of a given time.

A clock runs while the game waits for a seat and other people play. It stops during a pause, while
an AI stands in, and, if the table's terms say so, while its person is away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.steps import announcements, seats
from bot.table.acts import act
from bot.table.changes import Change, Effects, Undo
from bot.table.due import Due, Settled
from bot.table.hours import Hours
from bot.table.live import LiveTable
from bot.table.negotiation import NewTerms
from bot.table.options import Late, Pace
from bot.table.pace import (
    LEAST,
    NOTHING,
    Counted,
    Time,
    clock_after_undo,
    clock_by_other_terms,
    clock_of_earlier_turn,
    new_turn,
    turn_over,
)
from bot.table.post import BOARDS, Post
from bot.table.preferences import Preferences
from bot.table.seating import Occupant, Status, Table
from rules.contract import Seat

TIME_UP = "time_up"
"""Kind of the due row; its subject is the seat."""

W = TypeVar("W", bound=Effects)
Count = Callable[[Time, Counted], Time]
AsPreferences = Callable[[int], Preferences]
Timed = tuple[Seat, Time | None]


def is_timed(table: Table) -> bool:
    """Whether turns at a table are timed: it has a pace, and other people wait for a turn."""
    return table.terms.pace is not Pace.NONE and len(table.humans()) > 1


class Deadline(msgspec.Struct, frozen=True):
    """When a seat's time is up, and what happens then."""

    until: datetime
    graces: int
    """Days of grace that its person still gets, one after the other."""
    then: Late
    """Late policy that applies after the last of them."""


def deadline(table: Table, seat: Seat) -> Deadline | None:
    """The deadline of a seat; None while its clock is stopped, and once its time is up."""
    time = table.seats[seat].time
    if time is None or time.until is None or time.late is not None:
        return None
    return Deadline(time.until, graces_left(table, time), table.terms.late)


def graces_left(table: Table, time: Time) -> int:
    """Days of grace that the person of a clock still gets."""
    return max(table.terms.excuses - time.excused, 0)


def with_clock_redrawn(written: W) -> W:
    """Effects that change clocks, with the order to redraw the posts that name a deadline.

    A new board post shows the new clocks by itself.
    """
    if not written.times or any(post.kind in BOARDS for post in written.posts):
        return written
    return written.plus(posts=[Post("clock")])


# ---- with every step -----------------------------------------------------------------------------


def schedule_clocks(
    after: LiveTable, change: Change, preferences: AsPreferences, now: datetime
) -> tuple[LiveTable, Change]:
    """The step with the clocks that it starts, stops or changes, and their deadlines.

    Where it changes the terms, each clock goes on by the new ones: `pace.clock_by_other_terms`.
    """
    table = after.table
    has_clocks = table.terms.pace is not Pace.NONE or change.terms is not None
    if table.status is not Status.LIVE or not has_clocks:
        return after, change
    times = [*_times(after, change, preferences, now)]
    other_times = {
        seat: (table.seats[seat], time) for seat, time in times if table.seats[seat].time != time
    }
    if not other_times and not change.seated:
        return after, change
    seated = change.seated or any(_is_late_no_longer(*times) for times in other_times.values())
    after = replace(after, table=table_with_clocks(table, times))
    change = replace(change, table=after.table, seated=seated).plus(
        times=[(seat, time) for seat, (_, time) in other_times.items()],
        due=[time_up(seat, time) for seat, time in times if time and time.until],
        settled=[Settled(TIME_UP, subject=str(s)) for s, t in times if not (t and t.until)],
    )
    return after, change


def _times(
    after: LiveTable, change: Change, preferences: AsPreferences, now: datetime
) -> Iterator[Timed]:
    table = after.table
    acting = after.game.to_act(after.state)
    ended = {ply.seat for ply in change.plies if ply.ends_turn}
    for seat, occupant in enumerate(table.seats):
        if occupant.user_id is None or occupant.resigned or table.terms.pace is Pace.NONE:
            yield seat, None
            continue
        time, own_preferences = occupant.time, preferences(occupant.user_id)
        counted = Counted.of(own_preferences, table.terms)
        if time and change.terms:
            time = _clock_by_other_terms(time, change.terms.terms, own_preferences, now)
        if time and change.undo:
            first, lent = min(change.undo.plies), _loan(change.undo, seat)
            time = clock_after_undo(time, counted, now, first=first, lent=lent)
        if time and time.begun and (seat in ended or seat not in acting):
            time = turn_over(time, counted, now)
        runs = seat in acting and not table.rests and not occupant.ai and is_timed(table)
        if runs and not (time and time.begun):
            time = _clock_of_turn(time, after, change.undo, seat, own_preferences.hours)
        if time is not None and (time.since is not None) is not (runs and time.late is None):
            time = time.run(counted, now) if time.since is None else time.stop(counted, now)
        yield seat, time


def _clock_by_other_terms(
    time: Time, terms: NewTerms, preferences: Preferences, now: datetime
) -> Time:
    """The clock of a seat by new terms; the same where they do not touch the time."""
    if not terms.touches_time():
        return time
    before = Counted.of(preferences, terms.before)
    after = Counted.of(preferences, terms.after)
    return clock_by_other_terms(time, terms.after, preferences.hours, before, after, now)


def _clock_of_turn(
    time: Time | None, after: LiveTable, undo: Undo | None, seat: Seat, hours: Hours
) -> Time:
    """The clock of a seat whose turn begins with this step."""
    if time is not None and undo is not None:
        return clock_of_earlier_turn(time, _loan(undo, seat))
    return new_turn(time, after.table.terms, hours, after.plies)


def _loan(undo: Undo, seat: Seat) -> timedelta:
    """Least time of a turn that begins again; none for the seat that took plies back."""
    return NOTHING if undo.seat == seat else LEAST


def _is_late_no_longer(before: Occupant, time: Time | None) -> bool:
    """Whether a late player has moved, or has time again, so that their seat is no longer open."""
    was_open = before.time is not None and before.time.late is Late.SEAT
    return was_open and (time is None or time.late is None)


def table_with_clocks(table: Table, times: Iterable[Timed]) -> Table:
    """The table with new clocks; a seat offered because of lateness is closed once it is over."""
    seats = list(table.seats)
    for seat, time in times:
        offered = seats[seat].offered and not _is_late_no_longer(seats[seat], time)
        seats[seat] = replace(seats[seat], time=time, offered=offered)
    return replace(table, seats=tuple(seats))


def time_up(seat: Seat, time: Time) -> Due:
    """The due row for the end of a seat's running clock."""
    assert time.until is not None
    return Due(kind=TIME_UP, at=time.until, subject=str(seat))


# ---- when a person's hours change ----------------------------------------------------------------


def recount(
    live: LiveTable, user_id: int, preferences: Preferences, counts: Count
) -> Effects | None:
    """The clocks of a person counted anew, and their deadlines; None where none of theirs runs."""
    table = live.table
    counted = Counted.of(preferences, table.terms)
    running = [
        (seat, counts(occupant.time, counted))
        for seat, occupant in enumerate(table.seats)
        if occupant.user_id == user_id and occupant.time and occupant.time.since
    ]
    if not running:
        return None
    return Effects(
        times=tuple(running), due=tuple(time_up(*running_time) for running_time in running)
    )


def clocks_after_stop(
    table: Table, preferences: AsPreferences, stopped: datetime, now: datetime
) -> Effects | None:
    """The running clocks of a table, for which the time since the bot `stopped` does not count.

    None where no clock runs.
    """
    times = []
    for seat, occupant in enumerate(table.seats):
        time, user_id = occupant.time, occupant.user_id
        if time is None or time.since is None or user_id is None:
            continue
        counted = Counted.of(preferences(user_id), table.terms)
        before = max(stopped, time.since)
        time = time.stop(counted, before).run(counted, now)
        times.append((seat, time.during_absence(counted, now - before)))
    if not times:
        return None
    dues = tuple(time_up(seat, time) for seat, time in times)
    return with_clock_redrawn(Effects(times=tuple(times), due=dues))


# ---- when the time is up -------------------------------------------------------------------------


def on_due(
    live: LiveTable, due: Due, preferences: AsPreferences, now: datetime
) -> Effects | tuple[LiveTable, Change] | None:
    """Apply the late policy to a seat whose time is up, unless it has time or an extra day left."""
    table, seat = live.table, int(due.subject)
    occupant = table.seats[seat]
    time = occupant.time
    if time is None or time.since is None or occupant.user_id is None:
        return None
    counted = Counted.of(preferences(occupant.user_id), table.terms)
    time = time.foreseen(counted)
    if time.until is not None and time.until > now:
        return Effects(times=((seat, time),), due=(replace(time_up(seat, time), at=time.until),))
    if graces_left(table, time):
        return _grant_day(live, seat, time.excuse(counted, now))
    late = replace(time.stop(counted, now), left=NOTHING, late=table.terms.late)
    return LATE[table.terms.late](live, seat, late)


def _grant_day(live: LiveTable, seat: Seat, time: Time) -> Effects:
    """Grant one more day; tell the player its end, and what happens then."""
    assert time.until is not None
    table, until = live.table, seats.moment(time.until.isoformat())
    post = announcements.extra_day_notice(live, seat)
    line = act(table, "excused", table.seats[seat].user_id, until=until)
    due = (time_up(seat, time),)
    return Effects(posts=(post,), times=((seat, time),), due=due, acts=(line,))


def _notify_others(live: LiveTable, seat: Seat, time: Time) -> Effects:
    """Tell the others once that the seat is late, and what they can do."""
    user = live.table.seats[seat].user_id
    people = [person for person in live.table.players() if person != user]
    post = announcements.late_notice(live, seat, "table.notice_late", people)
    return Effects(posts=(post,), times=((seat, time),))


def _let_ai_play(live: LiveTable, seat: Seat, time: Time) -> tuple[LiveTable, Change]:
    """Let an AI play this turn, or the rest of it."""
    table = replace(table_with_clocks(live.table, [(seat, time)]), revision=live.table.revision + 1)
    return replace(live, table=table), Change(table=table, times=((seat, time),))


def _open_seat(live: LiveTable, seat: Seat, time: Time) -> Effects | tuple[LiveTable, Change]:
    """Offer the seat to everybody; a seat that its player has offered stays offered."""
    post = announcements.open_to_all(live, seat)
    if live.table.seats[seat].offered:
        return Effects(posts=(post,), times=((seat, replace(time, late=Late.REMIND)),))
    late = replace(live, table=table_with_clocks(live.table, [(seat, time)]))
    after, change = seats.offer_seat(late, seat, None, stands_in=False)
    line = act(after.table, "late_opened", None, after.table.seats[seat].user_id)
    posts, times = (post, *change.posts), ((seat, time),)
    return after, replace(change, posts=posts, times=times, acts=(line,))


LATE: dict[Late, Callable[[LiveTable, Seat, Time], Effects | tuple[LiveTable, Change]]] = {
    Late.REMIND: _notify_others,
    Late.AI: _let_ai_play,
    Late.SEAT: _open_seat,
}
"""Handler of each late policy."""
