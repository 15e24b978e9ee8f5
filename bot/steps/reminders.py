"""Reminders of a turn: pure functions, no clock, no Discord.

The first reminder comes some time after the turn begins, the others a day apart, all within the
person's active hours. After the last one the table is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum, auto

from msgspec.structs import replace

from bot.steps import announcements
from bot.steps.deadlines import deadline
from bot.table.changes import Change, Effects, Ping
from bot.table.due import Due, Settled
from bot.table.encoding import stamp
from bot.table.hours import zone_of
from bot.table.live import LiveTable
from bot.table.options import FIRST_REMINDER
from bot.table.payloads import Way
from bot.table.post import Post, retirement
from bot.table.preferences import Preferences
from bot.table.seating import Purpose, Status, Table

REMINDER = "reminder"
"""Kind of the due row, and of the message."""
WAITS = "waits"
"""Kind of the message that tells the others that a player does not move."""
FULL = "full"
"""Kind of the message that calls the host of a full lobby."""
NOTICE = "notice"
"""Kind of a line at the table that mentions people; it is never out of date."""
GRACE = "grace"
"""Kind of the message that tells a player of a day of grace."""
OF_A_TURN = (REMINDER, WAITS, GRACE)
"""Kinds of messages that belong to a turn: `of_turn`."""
OFFER = "offer"
"""Kind of the message that offers a seat; the seat follows after a colon."""
EVERY = timedelta(days=1)
"""Time between two reminders."""
MOST = 5
"""Number of reminders of one turn."""
OTHERS = "others"
"""Payload key of a reminder: the other tables that the last one listed."""
CALLED = "called"
"""Payload key of a reminder that another table's has made: only the next one is planned."""
HOUR = timedelta(hours=1)
EVENING, MORNING = time(18), time(8)
"""Local times of a reminder that a player puts off to the evening or to the next morning."""
NIGHT_ENDS = time(5)
"""Local time before which the next morning is that of the same date."""


class Snooze(StrEnum):
    """Choice of a player who wants their reminder later."""

    HOUR = auto()
    EVENING = auto()
    MORNING = auto()


def offers(table: Table) -> list[tuple[str, int]]:
    """The kind of message and the person for each seat on offer."""
    seats_in_play = enumerate(table.seats if table.status is Status.LIVE else ())
    return [
        (offer(seat), occupant.user_id)
        for seat, occupant in seats_in_play
        if occupant.offered and occupant.user_id
    ]


def offer(seat: int) -> str:
    """Kind of the message that offers this seat."""
    return f"{OFFER}:{seat}"


def of_turn(kind: str, turn: int | None) -> str:
    """Kind of a message that goes with its turn, which began after this number of plies."""
    return kind if turn is None else f"{kind}:{turn}"


def closing_post(table: Table, ping: Ping) -> Post:
    """Post that retires an outdated message; a line to the table stays, without its buttons.

    Beside the scoreboard in the channel of a thread nothing stays of an offer.
    """
    kind, _, seat = ping.kind.partition(":")
    place, message = ping.channel_id, ping.message_id
    is_beside_thread = table.in_thread and place == table.channel_id
    if kind != OFFER or is_beside_thread:
        return retirement(place, message, Way.BARE if kind == WAITS else Way.DELETE)
    taken = table.status is Status.LIVE and table.seats[int(seat)].user_id != ping.user_id
    return retirement(place, message, Way.OFFER, seat=int(seat), taken=taken)


def people_awaited(live: LiveTable | None) -> frozenset[int]:
    """The people for whom a game waits; empty for a lesson, before the begin and after the end."""
    if live is None or live.table.status is not Status.LIVE:
        return frozenset()
    if live.table.purpose is Purpose.LESSON:
        return frozenset()
    return frozenset(announcements.users(live, live.to_act))


def schedule_reminders(
    before: LiveTable | None,
    after: LiveTable,
    change: Change,
    preferences: Callable[[int], Preferences],
    now: datetime,
) -> Change:
    """The change with reminders for turns that begin; reminders of turns that end are settled.

    A ply in the middle of a turn restarts the reminders of its player; new terms restart all.
    """
    if change.terms is not None:
        return _with_reminders_anew(after, change, change.terms.since, preferences, now)
    waits, waited = people_awaited(after), people_awaited(before)
    moved = {after.table.seats[ply.seat].user_id for ply in change.plies}
    begins = [user for user in waits if user not in waited or user in moved]
    firsts = (first(after.table, user, preferences(user), now) for user in sorted(begins))
    over = [Settled(REMINDER, user) for user in sorted(waited - waits)]
    return change.plus(due=filter(None, firsts), settled=over)


def _with_reminders_anew(
    after: LiveTable,
    change: Change,
    since: datetime,
    preferences: Callable[[int], Preferences],
    now: datetime,
) -> Change:
    """The change with other reminders for the turns under way, which began at `since`."""
    users = sorted(people_awaited(after))
    dues = {user: first(after.table, user, preferences(user), now) for user in users}
    began = [
        replace(due, payload={**due.payload, "began": stamp(since)}) for due in dues.values() if due
    ]
    none = [Settled(REMINDER, user) for user, due in dues.items() if due is None]
    return change.plus(due=began, settled=none)


def first(table: Table, user_id: int, preferences: Preferences, began: datetime) -> Due | None:
    """The first reminder of a turn that `began` then; None where person and table want none.

    With a clock, it comes no later than half of the time that is left. Who may not be called when
    the turn begins is called by it as soon as they may be.
    """
    awake = preferences.next_call(began)
    span = preferences.first_reminder or FIRST_REMINDER[table.terms.reminder]
    if awake > began:
        return reminder(user_id, awake, 0 if span is None else 1, began)
    if span is None:
        return None
    time = table.seats[table.seat_of(user_id)].time
    if time is not None and time.since is not None:
        span = min(span, time.left / 2)
    at = preferences.hours.next_active(preferences.hours.instant_after(began, span))
    return reminder(user_id, at, 1, began)


def reminder(user_id: int, at: datetime, number: int, began: datetime) -> Due:
    """The due row of the reminder with this number; 0 is a call that no other reminder follows."""
    payload = {"number": number, "began": stamp(began)}
    return Due(kind=REMINDER, at=at, person_id=user_id, payload=payload)


def on_due(
    live: LiveTable, due: Due, preferences: Preferences, now: datetime, others: Collection[Due] = ()
) -> Effects | None:
    """Effects of a due reminder: it is posted or postponed; None where it is not needed.

    One post reminds its person of the `others` that are due as well, at other tables.
    """
    user = due.person_id
    if user is None or user not in people_awaited(live):
        return None
    awake = preferences.next_call(now)
    if awake > now:
        return Effects(due=(replace(due, at=awake),))
    number, began = due.payload["number"], datetime.fromisoformat(due.payload["began"])
    if number > MOST:
        people = [person for person in live.table.humans() if person != user]
        late, code = live.table.seat_of(user), "table.notice_waits"
        post = announcements.late_notice(live, late, code, people, n=MOST)
        return Effects(posts=(post,)) if people else None
    later = preferences.hours.next_active(now + EVERY)
    dues = [reminder(user, later, number + 1, began)] if number else []
    if CALLED in due.payload:
        return Effects(due=tuple(dues))
    tables = [other.table_id for other in others if other.table_id is not None]
    if tables:
        dues = [replace(due, payload={**due.payload, OTHERS: tables}) for due in dues]
    dues += (replace(other, payload={**other.payload, CALLED: True}) for other in others)
    return Effects(posts=(announcements.reminder(live, user, began, tables),), due=tuple(dues))


def to_join(due: Due, others: Iterable[Due]) -> list[Due]:
    """Those of a person's due reminders that one post can make with `due`, at other tables."""
    return [
        other
        for other in others
        if other.id != due.id and other.payload["number"] <= MOST and CALLED not in other.payload
    ]


def after_absence(
    table: Table, due: Due, preferences: Preferences, now: datetime, *, early: bool
) -> Due:
    """A person's reminder after their absence: they are called on the day of their return.

    If they end the absence `early`, they have as long as at the beginning of a turn.
    """
    anew = first(table, due.person_id or 0, preferences, now) if early else None
    return replace(due, at=min(due.at, anew.at if anew else preferences.next_call(now)))


def snooze_moments(
    live: LiveTable, user_id: int, preferences: Preferences, now: datetime
) -> dict[Snooze, datetime]:
    """Moments to which a person may put off their reminder, in their own hours and zone.

    None is later than an hour before their time is up, and no two are the same.
    """
    limit = deadline(live.table, live.table.seat_of(user_id))
    moments = dict[Snooze, datetime]()
    for choice, wanted in _wanted_moments(preferences, now):
        moment = preferences.hours.next_active(wanted)
        in_time = limit is None or moment <= limit.until - HOUR
        if in_time and moment not in moments.values():
            moments[choice] = moment
    return moments


def _wanted_moments(preferences: Preferences, now: datetime) -> Iterator[tuple[Snooze, datetime]]:
    """Each choice and its moment, whatever the person's hours; the evening only before it."""
    local = now.astimezone(zone_of(preferences.hours.zone))
    evening = datetime.combine(local, EVENING, local.tzinfo)
    day = local if local.time() < NIGHT_ENDS else local + timedelta(days=1)
    yield Snooze.HOUR, now + HOUR
    if evening > local + HOUR:
        yield Snooze.EVENING, evening.astimezone(UTC)
    yield Snooze.MORNING, datetime.combine(day, MORNING, local.tzinfo).astimezone(UTC)
