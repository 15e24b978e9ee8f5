"""Seats of a running game: paused, offered, taken, played by a stand-in.

Pure steps, like those of `moves`: each returns the next table with the change that saves it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.steps import announcements
from bot.table.acts import Act, Who, act
from bot.table.changes import Change
from bot.table.due import Due, Settled
from bot.table.live import Playing
from bot.table.names import bold
from bot.table.post import Post
from bot.table.seating import NotSeated, Person, SeatHolder, Status, Table, replace_seats, stand_in
from rules.contract import RulesError, Seat

Step = tuple[Playing, Change]
"""The next table, and how it is saved."""


def seat_step(playing: Playing, table: Table, *posts: Post, acts: tuple[Act, ...] = ()) -> Step:
    """A step that changes who plays, or whether: one revision further."""
    table = replace(table, revision=playing.table.revision + 1)
    change = Change(table=table, seated=True, posts=posts, acts=acts)
    return replace(playing, table=table), change


# ---- a pause -------------------------------------------------------------------------------------


def pause(playing: Playing, until: str | None, by: int | Who | None) -> Step:
    """The game rests: nobody has to act, no AI moves."""
    table = playing.table
    table.require_going_on()
    code = "paused_until" if until else "paused"
    day: dict[str, Any] = {"until": moment(until)} if until else {}
    notice = announcements.notice(f"table.notice_{code}", table.players(), **day)
    resting = replace(table, paused=True, resumes_at=until)
    after, change = seat_step(playing, resting, notice, acts=(act(table, code, by, **day),))
    ends = [Due(kind="pause", at=datetime.fromisoformat(until))] if until else []
    return after, replace(change, due=tuple(ends))


def moment(at: str) -> str:
    """A moment as Discord shows it, to each reader in their own time and language."""
    return f"<t:{int(datetime.fromisoformat(at).timestamp())}:f>"


def resume(playing: Playing, by: int | Who | None) -> Step:
    """The game goes on: whoever has to act is called again."""
    table = playing.table
    table.require(Status.LIVE)
    if table.asleep:
        return wake_step(playing, by)
    if not table.paused:
        raise RulesError("table.not_paused")
    after, change = seat_step(playing, replace(table, paused=False, resumes_at=None))
    posts = (announcements.notice("table.notice_resumed"), announcements.board_repost(after))
    acts = (act(table, "resumed", by),)
    return after, replace(change, posts=posts, acts=acts, settled=(Settled("pause"),))


# ---- asleep, and awake again ---------------------------------------------------------------------


def sleep_step(playing: Playing, days: int) -> Step:
    """Step that lets a game sleep which nobody has come to for so many days."""
    table = playing.table
    notice = announcements.sleeps(days)
    return seat_step(
        playing, replace(table, asleep=True), notice, acts=(act(table, "asleep", None),)
    )


def wake_step(playing: Playing, by: int | Who | None) -> Step:
    """Step that wakes a game up: it stands as it stood, whoever has to act is called again."""
    table = playing.table
    after, change = seat_step(playing, replace(table, asleep=False))
    return after, _news_of_life(after, change, act(table, "awake", by))


def continuation_step(playing: Playing, by: int) -> Step:
    """Step of somebody who says that a game goes on: whoever has to act is called again."""
    after, change = seat_step(playing, playing.table)
    return after, _news_of_life(after, change, act(playing.table, "kept_going", by))


def _news_of_life(after: Playing, change: Change, line: Act) -> Change:
    """The change with a line that names who has come, and with the board."""
    notice = announcements.notice(f"table.notice_{line.code}", name=bold(line.by.name or ""))
    return replace(change, posts=(notice, announcements.board_repost(after)), acts=(line,))


# ---- who plays -----------------------------------------------------------------------------------


def holder_of(table: Table, seat: Seat) -> SeatHolder:
    """Occupant of a seat. Raises `table.no_such_seat`."""
    if not 0 <= seat < len(table.seats):
        raise RulesError("table.no_such_seat")
    return table.seats[seat]


def replace_occupant(table: Table, seat: Seat, holder: SeatHolder) -> Table:
    """The table with another holder of a seat."""
    return replace(table, seats=(*table.seats[:seat], holder, *table.seats[seat + 1 :]))


def let_ai_stand_in(playing: Playing, user_id: int) -> Step:
    """An AI plays for somebody until they come back."""
    table = playing.table
    table.require(Status.LIVE)
    seat = table.seat_of(user_id)
    if table.seats[seat].stands_in:
        raise RulesError("table.stands_in_already")
    if table.players() == [user_id]:
        raise RulesError("table.nobody_left")
    holder = replace(table.seats[seat], ai=stand_in(table.game))
    people = [person for person in table.players() if person != user_id]
    notice = announcements.notice("table.notice_stood_in", people, name=bold(holder.name))
    return seat_step(
        playing,
        replace_occupant(table, seat, holder),
        notice,
        acts=(act(table, "stood_in", user_id),),
    )


def come_back(playing: Playing, user_id: int) -> Step:
    """Somebody for whom an AI played does so again, in the same turn if it is theirs."""
    table = playing.table
    table.require(Status.LIVE)
    seat = table.seat_of(user_id)
    if not table.seats[seat].stands_in:
        raise RulesError("table.not_away")
    holder = replace(table.seats[seat], ai=None, offered=False)
    occupant = replace(replace_occupant(table, seat, holder), asleep=False)
    notice = announcements.notice("table.notice_back", name=bold(holder.name))
    return seat_step(playing, occupant, notice, acts=(act(table, "back", user_id),))


def offer_seat(playing: Playing, seat: Seat, by: int | Who | None, *, stands_in: bool) -> Step:
    """Offer a seat to anybody; until it is taken its occupant plays on, or an AI for them."""
    table = playing.table
    table.require(Status.LIVE)
    holder = holder_of(table, seat)
    if holder.user_id is None:
        raise RulesError("table.no_such_seat")
    if holder.offered and (holder.ai or not stands_in):
        raise RulesError("table.offered_already")
    ai = stand_in(table.game) if stands_in and holder.ai is None else holder.ai
    step = replace_occupant(table, seat, replace(holder, ai=ai, offered=True))
    post = Post("offer", {"seat": seat, "revision": table.revision + 1})
    about = holder.user_id if by != holder.user_id else None
    return seat_step(playing, step, post, acts=(act(table, "offered", by, about),))


def take_seat(playing: Playing, seat: Seat, person: Person, *old_hand: Post) -> Step:
    """Somebody else plays a seat that was offered, with all that it holds."""
    table = playing.table
    table.require(Status.LIVE)
    before = holder_of(table, seat)
    if not before.offered:
        raise RulesError("table.seat_taken")
    if person.user_id in table.humans():
        raise RulesError("table.already_seated")
    if any(occupant.user_id == person.user_id for occupant in table.seats if occupant != before):
        raise RulesError("table.resigned_before")
    holder = SeatHolder(person.user_id, person.name)
    step = replace(replace_seats(table, replace_occupant(table, seat, holder).seats), asleep=False)
    names: dict[str, Any] = {"name": bold(person.name), "old": bold(before.name)}
    notice = announcements.notice("table.notice_taken", **names)
    entry = act(table, "taken", Who(person.user_id, person.name), before.user_id)
    after, change = seat_step(playing, step, notice, *old_hand, acts=(entry,))
    hands = announcements.hands(after, [seat])
    call = [announcements.board_repost(after)] if seat in after.to_act and not table.paused else []
    return after, replace(change, posts=(*change.posts, *hands, *call))


def replace_by_ai(playing: Playing, seat: Seat, by: int | Who | None) -> Step:
    """An AI plays for somebody whom the others wait for in vain, and their seat is offered."""
    holder = holder_of(playing.table, seat)
    if holder.user_id not in playing.table.humans():
        raise NotSeated("table.no_such_seat")
    return offer_seat(playing, seat, by, stands_in=True)
