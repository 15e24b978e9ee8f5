"""Moves that a referee makes for a player: marked in the log, named in the posts.

Pure functions. The position changes as by any move of the seat, so it can be taken back like one.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.steps import announcements
from bot.table.acts import Act, Who, act
from bot.table.changes import Change, Ply, Via
from bot.table.live import LiveTable, Turn
from bot.table.names import bold
from bot.table.post import Post
from bot.table.seating import Person
from rules.contract import RulesError, Seat

Made = tuple[LiveTable, Change, Turn]
"""A move that was made: the next table, the change that saves it, and the turn to show."""


def seat_to_move(live: LiveTable, by: int) -> Seat:
    """The first seat that a person has to move now, for the referee `by`. Raises RulesError."""
    table = live.table
    table.require_going_on()
    if by in table.humans():
        raise RulesError("table.not_referee")
    for seat in live.to_act:
        if announcements.users(live, [seat]):
            return seat
    raise RulesError("table.nobody_to_move_for")


def made_by(before: LiveTable, made: Made, by: Person) -> Made:
    """A move that the referee `by` has made, marked as theirs."""
    after, change, turn = made
    new = {ply.ply for ply in change.plies}
    plies = tuple(_marked(ply, by) for ply in change.plies)
    open_turn = after.turn and replace(
        after.turn,
        plies=tuple(_marked(ply, by) if ply.ply in new else ply for ply in after.turn.plies),
    )
    acts, posts = _acts(before, turn, by), change.posts
    if turn.last.ends_turn:
        posts = (_notice(before, turn, by), *posts)
    change = replace(change, plies=plies, posts=posts).plus(acts=acts)
    turn = replace(turn, plies=tuple(_marked(ply, by) for ply in turn.plies))
    return replace(after, turn=open_turn), change, turn


def _marked(ply: Ply, by: Person) -> Ply:
    return replace(ply, by=None if ply.ai else by.user_id, via=Via.FOR_OTHER)


def _acts(before: LiveTable, turn: Turn, by: Person) -> tuple[Act, ...]:
    """Line of the log, once a turn."""
    earlier = before.turn.plies if before.turn else ()
    if any(ply.via is Via.FOR_OTHER for ply in earlier):
        return ()
    code = "moved_for_ai" if turn.last.ai else "moved_for"
    about = before.table.seats[turn.seat].user_id
    return (act(before.table, code, Who(by.user_id, by.name), about),)


def _notice(before: LiveTable, turn: Turn, by: Person) -> Post:
    """The post that tells the player, and everybody, who has moved for them."""
    code = "table.notice_moved_for_ai" if turn.last.ai else "table.notice_moved_for"
    occupant = before.table.seats[turn.seat]
    people = [] if occupant.user_id is None else [occupant.user_id]
    return announcements.notice(code, people, name=bold(by.name), seat=bold(occupant.name))


def attempt(live: LiveTable, seat: Seat, by: Person) -> Act:
    """Line of the log about a typed move that cannot be made: nobody tries moves in secret."""
    about = live.table.seats[seat].user_id
    return act(live.table, "tried_for", Who(by.user_id, by.name), about)
