"""Resignation from a running game: the game goes on without the person, or it ends.

Where the game has a rule for it (`Facts.leaving`), the resignation is a ply of the log, in turn or
out of turn; elsewhere an AI plays on. Like every step, it takes a `LiveTable` and returns the next
one with the `Change` that saves it.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.steps import announcements
from bot.steps.moves import (
    end_posts,
    people_to_agree,
    public,
    rank_resigned_last,
    result_by_points,
    snapshot,
)
from bot.table.changes import Change, Ply
from bot.table.live import LiveTable
from bot.table.names import bold
from bot.table.post import Post
from bot.table.seating import Status, Table, replace_seats, stand_in
from rules.contract import Result, Seat
from rules.log import LEAVES, leave_table


def resign(live: LiveTable, user_id: int, *, at: str) -> tuple[LiveTable, Change]:
    """Give up a person's seat."""
    seat = live.table.seat_of(user_id)
    live.table.require(Status.LIVE)
    if live.game.facts.leaving:
        return leave_seat(live, seat, user_id, at=at)
    if ends_if_left(live.table, user_id):
        return end_by_resignation(live, without(live.table, seat), seat)
    table = without(live.table, seat, ai=stand_in(live.table.game))
    name = bold(table.seats[seat].name)
    notice = announcements.notice("table.notice_stand_in", table.humans(), name=name)
    posts = (notice, *announcements.hands(live, [seat]))
    return replace(live, table=table), Change(table=table, seated=True, posts=posts)


def without(table: Table, seat: Seat, *, ai: str | None = None) -> Table:
    """The table with a seat marked as resigned; an AI may play it."""
    occupant = replace(table.seats[seat], ai=ai, resigned=True)
    seats = (*table.seats[:seat], occupant, *table.seats[seat + 1 :])
    return replace(replace_seats(table, seats), revision=table.revision + 1)


def ends_if_left(table: Table, user_id: int) -> bool:
    """Whether a person's resignation ends the game: one other seat at most, or no other person."""
    return len(table.seats) <= 2 or not people_to_agree(table, user_id)


# ---- by the game's own rule ----------------------------------------------------------------------


def leave_seat(live: LiveTable, seat: Seat, user_id: int, *, at: str) -> tuple[LiveTable, Change]:
    """Let a seat leave by the rule of its game; the others play on without it.

    The board post shows the table as it is then, including the plies of a turn under way, which can
    no longer be taken back.
    """
    game, state, table = live.game, live.state.clone(), without(live.table, seat)
    events = tuple(leave_table(game, state, seat))
    ply = public(Ply(live.plies + 1, seat, LEAVES, events, at, ai=False, by=user_id))
    after = LiveTable(
        table, live.secret, state, ply.ply, rank_resigned_last(game.result(state), table)
    )
    if after.result is None and not people_to_agree(live.table, user_id):
        after = replace(after, result=result_by_points(after, table))
    if after.result is not None:
        after = replace(after, table=replace(table, status=Status.OVER))
    change = Change(
        table=after.table,
        seated=True,
        plies=(ply,),
        snapshot=snapshot(after),
        posts=posts_of(live, after, ply),
        result=after.result,
    )
    return after, change


def posts_of(before: LiveTable, after: LiveTable, ply: Ply) -> tuple[Post, ...]:
    """Posts after a departure: the board with the turn under way, and the changed hands."""
    plies = (*(before.turn.plies if before.turn else ()), ply)
    board = announcements.board(after, plies, known=before.to_act)
    if after.result is not None:
        return board, *end_posts(after, [ply.seat])
    began = before.turn_begun.state
    return (
        board,
        *announcements.hands(after, [ply.seat]),
        *announcements.hand_posts(began, after),
    )


# ---- the end of the game -------------------------------------------------------------------------


def end_by_resignation(live: LiveTable, table: Table, seat: Seat) -> tuple[LiveTable, Change]:
    """End the game, because without `seat` no opponent is left."""
    result: Result = result_by_points(live, table)
    table = replace(table, status=Status.OVER)
    after = replace(live, table=table, result=result, turn=None)
    posts = (
        announcements.notice("table.notice_resigned", name=bold(table.seats[seat].name)),
        announcements.board(after, live.turn.plies if live.turn else ()),
        *end_posts(after, [seat]),
    )
    return after, Change(table=table, seated=True, posts=posts, result=result)
