"""Seats of a running game: paused, offered, taken, played by a stand-in.

Pure steps, like those of `moves`: each returns the next table and the change that saves it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.steps import announcements
from bot.table import payloads
from bot.table.acts import Act, Who, act
from bot.table.changes import Change
from bot.table.due import Due, Settled
from bot.table.live import LiveTable
from bot.table.names import bold
from bot.table.post import Post
from bot.table.seating import NotSeated, Occupant, Person, Status, Table, replace_seats, stand_in
from rules.contract import RulesError, Seat

PAUSE = "pause"
"""Kind of the due row that ends a pause."""
Step = tuple[LiveTable, Change]
"""The next table, and the change that saves it."""


def seat_step(live: LiveTable, table: Table, *posts: Post, acts: tuple[Act, ...] = ()) -> Step:
    """A step that changes seats, or whether the game rests; the revision grows by one."""
    table = replace(table, revision=live.table.revision + 1)
    change = Change(table=table, seated=True, posts=posts, acts=acts)
    return replace(live, table=table), change


# ---- a pause -------------------------------------------------------------------------------------


def pause(live: LiveTable, until: str | None, by: int | Who | None) -> Step:
    """Pause the game: no seat has to act, and no AI moves."""
    table = live.table
    table.require_going_on()
    code = "paused_until" if until else "paused"
    day: dict[str, Any] = {"until": moment(until)} if until else {}
    notice = announcements.notice(f"table.notice_{code}", table.players(), **day)
    resting = replace(table, paused=True, resumes_at=until)
    after, change = seat_step(live, resting, notice, acts=(act(table, code, by, **day),))
    ends = [Due(kind=PAUSE, at=datetime.fromisoformat(until))] if until else []
    return after, replace(change, due=tuple(ends))


def moment(at: str) -> str:
    """A moment as Discord shows it, to each reader in their own time and language."""
    return f"<t:{int(datetime.fromisoformat(at).timestamp())}:f>"


def resume(live: LiveTable, by: int | Who | None) -> Step:
    """Resume the game; the people who have to act are called again."""
    table = live.table
    table.require(Status.LIVE)
    if table.asleep:
        return wake_step(live, by)
    if not table.paused:
        raise RulesError("table.not_paused")
    after, change = seat_step(live, replace(table, paused=False, resumes_at=None))
    posts = (announcements.notice("table.notice_resumed"), announcements.board_repost(after))
    acts = (act(table, "resumed", by),)
    return after, replace(change, posts=posts, acts=acts, settled=(Settled(PAUSE),))


# ---- sleep ---------------------------------------------------------------------------------------


def sleep_step(live: LiveTable, days: int) -> Step:
    """Step that lets a game sleep after `days` without a step."""
    table = live.table
    notice = announcements.sleeps(days)
    return seat_step(live, replace(table, asleep=True), notice, acts=(act(table, "asleep", None),))


def wake_step(live: LiveTable, by: int | Who | None) -> Step:
    """Step that wakes a game: its position is unchanged, the people to act are called again."""
    table = live.table
    after, change = seat_step(live, replace(table, asleep=False))
    return after, _news_of_life(after, change, act(table, "awake", by))


def continuation_step(live: LiveTable, by: int) -> Step:
    """Step by a player who says that a game goes on; the people to act are called again."""
    after, change = seat_step(live, live.table)
    return after, _news_of_life(after, change, act(live.table, "kept_going", by))


def _news_of_life(after: LiveTable, change: Change, line: Act) -> Change:
    """The change with a notice that names the player who has come, and with the board."""
    notice = announcements.notice(f"table.notice_{line.code}", name=bold(line.by.name or ""))
    return replace(change, posts=(notice, announcements.board_repost(after)), acts=(line,))


# ---- who plays -----------------------------------------------------------------------------------


def holder_of(table: Table, seat: Seat) -> Occupant:
    """Occupant of a seat. Raises `table.no_such_seat`."""
    if not 0 <= seat < len(table.seats):
        raise RulesError("table.no_such_seat")
    return table.seats[seat]


def replace_occupant(table: Table, seat: Seat, occupant: Occupant) -> Table:
    """The table with another occupant of a seat."""
    return replace(table, seats=(*table.seats[:seat], occupant, *table.seats[seat + 1 :]))


def let_ai_stand_in(live: LiveTable, user_id: int) -> Step:
    """Let an AI play for a person until they come back."""
    table = live.table
    table.require(Status.LIVE)
    seat = table.seat_of(user_id)
    if table.seats[seat].stands_in:
        raise RulesError("table.stands_in_already")
    if table.players() == [user_id]:
        raise table.refusal("table.nobody_left")
    occupant = replace(table.seats[seat], ai=stand_in(table.game))
    people = [person for person in table.players() if person != user_id]
    notice = announcements.notice("table.notice_stood_in", people, name=bold(occupant.name))
    return seat_step(
        live,
        replace_occupant(table, seat, occupant),
        notice,
        acts=(act(table, "stood_in", user_id),),
    )


def come_back(live: LiveTable, user_id: int) -> Step:
    """End the stand-in of an AI: the person plays again, even in the turn under way."""
    table = live.table
    table.require(Status.LIVE)
    seat = table.seat_of(user_id)
    if not table.seats[seat].stands_in:
        raise RulesError("table.not_away")
    occupant = replace(table.seats[seat], ai=None, offered=False)
    awake = replace(replace_occupant(table, seat, occupant), asleep=False)
    notice = announcements.notice("table.notice_back", name=bold(occupant.name))
    return seat_step(live, awake, notice, acts=(act(table, "back", user_id),))


def offer_seat(live: LiveTable, seat: Seat, by: int | Who | None, *, stands_in: bool) -> Step:
    """Offer a seat to everybody; until it is taken, its occupant or an AI for them plays on."""
    table = live.table
    table.require(Status.LIVE)
    occupant = holder_of(table, seat)
    if occupant.user_id is None:
        raise RulesError("table.no_such_seat")
    if occupant.offered and (occupant.ai or not stands_in):
        raise RulesError("table.offered_already")
    ai = stand_in(table.game) if stands_in and occupant.ai is None else occupant.ai
    step = replace_occupant(table, seat, replace(occupant, ai=ai, offered=True))
    post = Post("offer", payloads.AboutSeat(seat=seat))
    about = occupant.user_id if by != occupant.user_id else None
    return seat_step(live, step, post, acts=(act(table, "offered", by, about),))


def take_seat(live: LiveTable, seat: Seat, person: Person, *old_hand: Post) -> Step:
    """Give an offered seat, with everything it holds, to another person."""
    table = live.table
    table.require(Status.LIVE)
    before = holder_of(table, seat)
    if not before.offered:
        raise RulesError("table.seat_taken")
    if person.user_id in table.humans():
        raise RulesError("table.already_seated")
    if any(occupant.user_id == person.user_id for occupant in table.seats if occupant != before):
        raise RulesError("table.resigned_before")
    occupant = Occupant(person.user_id, person.name)
    step = replace(
        replace_seats(table, replace_occupant(table, seat, occupant).seats), asleep=False
    )
    names: dict[str, Any] = {"name": bold(person.name), "old": bold(before.name)}
    notice = announcements.notice("table.notice_taken", **names)
    entry = act(table, "taken", Who(person.user_id, person.name), before.user_id)
    after, change = seat_step(live, step, notice, *old_hand, acts=(entry,))
    hands = announcements.hands(after, [seat])
    call = [announcements.board_repost(after)] if seat in after.to_act and not table.paused else []
    return after, change.plus(posts=[*hands, *call, Post("rename")])


def replace_by_ai(live: LiveTable, seat: Seat, by: int | Who | None) -> Step:
    """Let an AI play for a person who does not move, and offer their seat."""
    occupant = holder_of(live.table, seat)
    if occupant.user_id not in live.table.humans():
        raise NotSeated("table.no_such_seat")
    return offer_seat(live, seat, by, stands_in=True)
