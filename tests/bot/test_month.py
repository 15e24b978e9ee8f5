"""A month of twelve tables: thirty people who sleep, travel, vanish; a bot that stops three times.

They use all that there is meanwhile. `-s` prints what has happened. The month belongs to a deep
run; an ordinary one sees its first days.
"""

from collections import Counter, defaultdict
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.service import commits
from bot.steps.reminders import EVERY, MOST, REMINDER
from bot.steps.spectators import FINISH, WATCH
from bot.table.advance import ADVANCE, LATEST, SOONEST, Stage
from bot.table.changes import Change, Via
from bot.table.encoding import stamp
from bot.table.options import Pace
from bot.table.pace import NOTHING
from bot.table.seating import Purpose, Status, people_with_seats
from bot.table.spectators import Calls
from rules import registry
from rules.notation import SEPARATOR
from rules.rng import Rng
from tests.bot.month import (
    AWAY,
    BEGAN,
    DOWN,
    END,
    HOUR,
    PEOPLE,
    SUBSTITUTE,
    SUMMER,
    TABLES,
    House,
    hours_of,
    people_at_tables,
)
from tests.bot.month_uses import FORGOTTEN, HIDDEN, MOVED_FOR, OTHER_TERMS, BusyMonth
from tests.bot.test_forgetting import naming
from tests.clock import StillClock
from tests.tier import deep

DAYS = 0.6
"""Length of an ordinary run."""


@pytest.fixture
async def play(file, monkeypatch):
    """Plays the month up to an instant."""
    luck = Rng(5)
    span = (LATEST - SOONEST) // timedelta(seconds=1)
    monkeypatch.setattr(commits, "delay", lambda: SOONEST + timedelta(seconds=luck.below(span)))
    house = House(file, StillClock(BEGAN))
    await house.start()

    async def until(end):
        month = BusyMonth(house, end)
        await month.play()
        return month

    try:
        yield until
    finally:
        await house.stop()


async def test_the_first_days_of_twelve_tables(play):
    """Each turn has its call and its reminders, and each due row is handled once."""
    month = await play(BEGAN + timedelta(days=DAYS))
    diary = month.house.diary
    diary.end_turns()
    assert check_calls(diary) > 30
    assert check_hours(diary) > 30
    assert check_reminders(diary) > 0
    check_handled_once(diary)
    check_clocks(diary)
    logs = [await month.house.services.reading.log(number) for number in TABLES]
    check_left_moves(month, dict(zip(TABLES, logs, strict=True)))


@deep
async def test_a_month_of_twelve_tables(play):
    month = await play(END)
    house, diary = month.house, month.house.diary
    tables = [await house.services.tables.get(number) for number in TABLES]
    assert {table.game for table in tables} == {*registry.games()}
    assert {person for group in people_at_tables() for person in group} == {*PEOPLE} - {SUBSTITUTE}
    assert [table.status for table in tables] == [Status.OVER] * 12
    assert diary.open == {}
    assert month.stops == []
    assert any(wait.began < SUMMER < wait.ended for wait in diary.turns)
    reminded, calls = check_reminders(diary), check_calls(diary)
    assert check_hours(diary) > 200
    assert any(len(wait.stretches) > 1 for wait in diary.turns)
    assert reminded > 50
    logs = [await house.services.reading.log(table.id) for table in tables]
    acts = [await house.services.reading.acts(table.id) for table in tables]
    moves = Counter(ply.via for log in logs for ply in log)
    codes = Counter(act.code for table in acts for act in table)
    assert {*codes} >= {"late_opened", "excused", "paused_until", "resumed", "offered", "taken"}
    assert moves[Via.LATE] > 5 < moves[Via.STAND_IN]
    assert month.taken
    assert codes["terms"] == len(OTHER_TERMS)
    assert codes["moved_for"] + codes["moved_for_ai"] == len(MOVED_FOR)
    assert moves[Via.FOR_OTHER] >= len(MOVED_FOR)
    kinds = check_handled_once(diary)
    assert kinds >= {REMINDER, ADVANCE, WATCH, "time_up", "back", "idle"}
    assert check_clocks(diary) == {"terms", "grace", "turn"}
    ends, waiting_moves = check_left_moves(month, dict(zip(TABLES, logs, strict=True)))
    for key, move in waiting_moves.items():
        assert is_away_once(move.user_id) or move.user_id == FORGOTTEN.user_id, (key, move)
    assert ends["made"] > 10 < ends["table.left_changed"] + ends["table.left_called"]
    assert ends["cancelled"] > 3
    guesses = await check_spectators(month, tables)
    await check_trials(month)
    assert {*month.exported} == {*TABLES}
    assert len(month.replays) > 100
    assert month.mentioned_later(FORGOTTEN.user_id, month.forgotten_at) == []
    assert naming(house.file, FORGOTTEN.name) == set()
    print(calls, "turns,", reminded, "reminders,", dict(codes), dict(moves))  # noqa: T201
    print(dict(ends), "left,", len(month.replays), "replays,", guesses, "guesses")  # noqa: T201


# ---- reminders and calls -------------------------------------------------------------------------


def reminders(diary):
    """Instants at which somebody was reminded of each turn, by a post here or elsewhere."""
    posts = [
        (table, user, at)
        for number, reminder, at in diary.posts_of_kind(REMINDER)
        for user in reminder.notified_users
        for table in (number, *reminder.others)
    ]
    calls = defaultdict(list)
    for wait in lasting(diary):
        for table, user, at in posts:
            if (table, user) == (wait.table_id, wait.user) and wait.began < at <= wait.ended:
                calls[wait.table_id, wait.user, wait.began].append(at)
    return calls


def check_reminders(diary):
    """Each came once, when it was due, in active hours, and no other did; how many they were.

    Other terms begin the reminders of a turn anew.
    """
    calls = defaultdict(list)
    for wait in lasting(diary):
        ends = [*(stretch.start for stretch in wait.stretches[1:]), wait.ended]
        for stretch, end in zip(wait.stretches, ends, strict=True):
            instants = reminders_due(wait.user, stretch, end)
            assert all(is_awake(hours_of(wait.user), at) for at in instants)
            assert not any(is_away(wait.user, at) for at in instants)
            if instants:
                calls[wait.table_id, wait.user, wait.began] += instants
    assert reminders(diary) == calls
    return sum(map(len, calls.values()))


def check_hours(diary):
    """Nobody was notified at night or while away, of anything; how often people were notified."""
    calls = [(user, at) for post, at in diary.shown for user in post.payload.notified_users]
    for user, at in calls:
        assert is_awake(hours_of(user), at), (user, at)
        assert not is_away(user, at), (user, at)
    return len(calls)


def is_awake(hours, at):
    """Whether the clock on somebody's wall shows a time at which they may be called."""
    wall = at.astimezone(ZoneInfo(hours.zone))
    if wall.weekday() in hours.quiet_days:
        return False
    if hours.quiet_from is None:
        return True
    if hours.quiet_from < hours.quiet_to:
        return not hours.quiet_from <= wall.time() < hours.quiet_to
    return hours.quiet_to <= wall.time() < hours.quiet_from


def reminders_due(user, stretch, ended):
    """Instants of the reminders of a turn: after the table's time, or half of the clock's.

    Whoever is asleep or away when it begins is called when they are no longer, and so is whoever
    returns.
    """
    hours, instants, most = hours_of(user), [], MOST if stretch.first is not None else 1
    back = is_away(user, stretch.start)
    if back or hours.next_active(stretch.start) > stretch.start:
        at = hours.next_active(back or stretch.start)
    elif stretch.first is None:
        return []
    else:
        time = stretch.first if stretch.left is None else min(stretch.first, stretch.left / 2)
        at = hours.next_active(hours.instant_after(stretch.start, time))
    while len(instants) < most:
        at = next((end for start, end in DOWN if start <= at < end), at)
        back = is_away(user, at)
        if back or hours.next_active(at) > at:
            at = hours.next_active(back or at)
            continue
        if at > ended:
            break
        instants.append(at.astimezone(BEGAN.tzinfo))
        at = hours.next_active(at + EVERY)
    return instants


def is_away(user, at):
    """Return of somebody who is away; None for somebody who is there."""
    days = AWAY.get(PEOPLE[user - 100])
    if days is None:
        return None
    first, last = (BEGAN + day * timedelta(days=1) for day in days)
    return last if first <= at < last else None


def check_calls(diary):
    """Everybody was called to each of their turns, once; how many they were."""
    calls = defaultdict(list)
    for kind in ("open", "board", "again"):
        for number, call, at in diary.posts_of_kind(kind):
            for user in call.mention:
                calls[number, user].append(at)
    for wait in lasting(diary):
        called = [at for at in calls[wait.table_id, wait.user] if wait.began <= at < wait.ended]
        assert len(called) == 1, (wait, called)
    return len(lasting(diary))


def lasting(diary):
    """The turns but for their steps that were made in one instant."""
    return [wait for wait in diary.turns if wait.began < wait.ended]


# ---- dues and clocks -----------------------------------------------------------------------------


def check_handled_once(diary):
    """Refuse a due row that was handled twice; the kinds of those that were handled."""
    rows = Counter(
        (due.kind, due.table_id, due.person_id, due.subject, due.at) for due, _ in diary.handled
    )
    assert max(rows.values()) == 1
    return {kind for kind, *_ in rows}


def check_clocks(diary):
    """Require that a clock grows only with a turn that begins, a day of grace, or other terms.

    The reasons for which clocks have grown.
    """
    grown = Counter()
    for table, seat, before, after, written in diary.clocks:
        growth = after.left - before.left
        if growth <= NOTHING:
            continue
        reasons = {
            "terms": isinstance(written, Change) and written.terms is not None,
            "grace": after.excused == before.excused + 1,
            "turn": len(after.gifts) == len(before.gifts) + 1,
        }
        assert any(reasons.values()), (table.id, seat, before, after)
        grown.update(name for name, is_reason in reasons.items() if is_reason)
        if reasons["turn"] and table.terms.pace is Pace.BANK:
            assert growth <= table.terms.increment * HOUR
            assert after.left <= table.terms.cap * HOUR
    return {*grown}


# ---- saved moves ---------------------------------------------------------------------------------


def check_left_moves(month, logs):
    """Each was made at the moment that was due, or was not made for a reason; how many of each.

    None outlasts the next turn of its seat. The moves that still wait are returned as well.
    """
    diary = month.house.diary
    moments = {
        (due.table_id, int(due.subject), at) for due, at in diary.handled if due.kind == ADVANCE
    }
    ends, waiting_moves, left_at = Counter(), {}, {}
    for number, move, written, at in diary.left_moves:
        key = number, move.seat
        match move.stage:
            case Stage.LEFT:
                left_at[key] = stamp(at)
            case Stage.DUE:
                between = (ply for ply in logs[number] if left_at[key] < ply.at <= stamp(at))
                assert all(ply.seat != move.seat for ply in between)
                assert waiting_moves[key].stage is Stage.LEFT
                dues = [due for due in written.due if due.kind == ADVANCE]
                assert str(move.seat) in {due.subject for due in dues}
            case Stage.DROPPED:
                assert move.reason
                ends[move.reason] += 1
            case Stage.GONE:
                end = end_of_move(month, key, waiting_moves[key], written, at)
                if end == "made":
                    moments.remove((*key, at))
                ends[end] += 1
        waiting_moves[key] = move
    assert moments == set()
    still_waiting = (Stage.LEFT, Stage.DUE)
    return ends, {key: move for key, move in waiting_moves.items() if move.stage in still_waiting}


def end_of_move(month, key, move, written, at):
    """End of a move that is gone: made, cancelled, or overtaken by something else."""
    number, seat = key
    if not isinstance(written, Change):
        assert (number, seat, at) in month.cancelled
        return "cancelled"
    plies = [ply for ply in written.plies if ply.seat == seat]
    if move.stage is Stage.DUE and written.done is not None:
        assert {(ply.by, ply.ai, ply.via) for ply in plies} == {(move.user_id, False, None)}
        assert len(plies) == len(move.line.split(SEPARATOR))
        return "made"
    occupant = written.table.seats[seat]
    is_gone = written.table.status is not Status.LIVE or occupant.user_id != move.user_id
    assert plies or is_gone or occupant.resigned, (key, move, written)
    return "played" if plies else "over"


def is_away_once(user):
    """Whether somebody is away at some time of the month, and then loses what they have left."""
    return PEOPLE[user - 100] in AWAY


# ---- spectators ----------------------------------------------------------------------------------


async def check_spectators(month, tables):
    """Guesses are told once, each round and end calls each spectator once; how many have guessed.

    Nobody is called at night.
    """
    services, diary, count = month.house.services, month.house.diary, 0
    for table in tables:
        seated = people_with_seats(table)
        look = await services.reading.look(table.id, None)
        guesses = {
            user: seat
            for (number, user), seat in month.guesses.items()
            if number == table.id and user not in {*seated, FORGOTTEN.user_id}
        }
        right = [user for user, seat in guesses.items() if seat in look.result.winners]
        numbers = await services.spectators.right_guesses(table, look.result.winners)
        assert numbers[0] == len(right)
        assert {*numbers[1]} == {*right} - {HIDDEN.user_id}
        assert numbers[2] == len(guesses)
        ends = [
            (post, at) for number, post, at in diary.posts_of_kind(FINISH) if number == table.id
        ]
        assert bool(guesses) <= sum(not post.late for post, _ in ends) <= 1
        called = Counter(user for post, _ in ends for user in post.mention)
        watchers = {
            user: calls
            for (number, user), calls in month.watchers.items()
            if number == table.id and user not in {*seated, FORGOTTEN.user_id}
        }
        assert called == dict.fromkeys(watchers, 1)
        rounds = [
            (post, at) for number, post, at in diary.posts_of_kind(WATCH) if number == table.id
        ]
        for user, calls in watchers.items():
            of_user = [post for post, _ in rounds if user in post.mention]
            on_time = [post.round for post in of_user if not post.late]
            assert on_time == sorted({*on_time})
            assert bool(of_user) is (calls is Calls.ROUND), (table.id, user)
        for post, at in (*rounds, *ends):
            assert all(is_awake(hours_of(user), at) for user in post.mention)
        count += len(guesses)
    assert count > 15
    assert month.closed_guesses > 0
    return count


# ---- sandboxes and lessons -----------------------------------------------------------------------


async def check_trials(month):
    """Each is closed by now, has called nobody, and one lesson was learnt to its end."""
    services, diary = month.house.services, month.house.diary
    trials = [*month.lessons.values(), *month.sandboxes]
    assert len(month.lessons) == 2 < len(month.sandboxes)
    for number in trials:
        table = await services.tables.get(number)
        assert table.purpose is not Purpose.GAME
        assert table.status is Status.CANCELLED
        assert await services.reading.log(number)
        kinds = {entry.kind for entry, _ in diary.shown if entry.table_id == number}
        assert not kinds & {REMINDER, WATCH, FINISH, "next", "waits"}
    progress = await services.lessons.progress(month.lessons["akropolis"])
    assert progress.step is None
    progress = await services.lessons.progress(month.lessons["attika"])
    assert progress.number == 2
