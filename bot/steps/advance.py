"""Saved moves: the position to choose them from, and what becomes of them with every step.

A move is made only if it is still what it was: legal, with the same at stake (`Game.line_later`),
and nothing has happened since that calls its seat. That is decided in the step that begins the
turn, so that the call of its post can wait or go out as always. The post looks the same in either
case: where a move is to come, it names the player but does not notify them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.steps import announcements, lines, prompts
from bot.steps.seats import Step
from bot.steps.visibility import visible_game
from bot.table.advance import ADVANCE, LeftMove, Stage
from bot.table.changes import Change, Effects, Ply
from bot.table.due import Due, Settled
from bot.table.live import LiveTable
from bot.table.post import BOARDS
from bot.table.seating import Occupant, Status, Table
from bot.table.stored_states import state_from_text, text_of_state
from rules.contract import IllegalMove, RulesError, Seat, line_notations, moves_of, read
from rules.notation import SEPARATOR
from rules.rng import Rng

PART = "table.left_part"
"""Code of the refusal to save less than a whole turn."""
CHANGED = "table.left_changed"
CALLED = "table.left_called"
UNDONE = "table.left_undone"
RESTED = "table.left_rested"
PLAYED = "table.left_played"
"""Reasons why a move was not made."""

Moment = Callable[[int, datetime | None], datetime]
"""When a move of a person is made whose turn has come and may have a deadline."""

# ---- the position that it is chosen from ---------------------------------------------------------


def table_ahead(live: LiveTable, seat: Seat) -> LiveTable | None:
    """The table as though the turn of a waiting seat began now; None where it cannot leave a move.

    It is only looked at, never saved. All that the seat cannot see is dealt anew: whatever is tried
    before the turn, and however often, no answer comes from the real deal. Where nobody but AI
    seats plays against a person, they do not wait long enough to leave one.
    """
    table = live.table
    if len(table.humans()) < 2 or table.seats[seat].is_played or seat in live.to_act:
        return None
    visible, _ = visible_game(live, seat)
    deal = live.game.redeal(visible.state, seat, Rng(live.luck("ahead")))
    state = live.game.turn_ahead(deal, seat)
    return None if state is None else replace(visible, state=state, turn=None, is_ahead=True)


def position(live: LiveTable, user_id: int, revision: int | None) -> tuple[LiveTable, Seat]:
    """The table for a person's next move, and their seat; out of turn, the table ahead.

    Raises RulesError as `prompts.playing_as` does, and IllegalMove where they can leave none.
    """
    seat = prompts.playing_as(live, user_id, revision)
    ahead = table_ahead(live, seat)
    return (live, prompts.acting(live, user_id, revision)) if ahead is None else (ahead, seat)


def moves_of_line(live: LiveTable, saved: LeftMove) -> list[str]:
    """Moves of a line in notation."""
    return moves_of(live.game, live.state, saved.seat, saved.line)


def left_move(live: LiveTable, ahead: LiveTable, seat: Seat, line: Sequence[str]) -> LeftMove:
    """A whole turn of a seat that waits, left on the position that it sees.

    Raises MoveRefused where a move is illegal now, and IllegalMove for less than a whole turn.
    """
    lines.check_line(ahead, seat, line)
    if any(map(live.game.gives_up, read(live.game, ahead.state, seat, line))):
        raise IllegalMove("table.left_gives_up")
    if not lines.is_whole_turn(ahead, seat, line):
        raise IllegalMove(PART, move=f"{SEPARATOR} ".join(line))
    (visible, _), user_id = visible_game(live, seat), live.table.seats[seat].user_id
    assert user_id is not None
    return LeftMove(
        seat=seat,
        user_id=user_id,
        line=SEPARATOR.join(line),
        stage=Stage.LEFT,
        state=text_of_state(live.game, visible.state),
        version=live.game.facts.version,
    )


def table_then(live: LiveTable, saved: LeftMove) -> LiveTable | None:
    """The table as it was when a move was left; None where today's rules cannot read it."""
    if saved.version != live.game.facts.version:
        return None
    state = state_from_text(live.game, saved.version, saved.state)
    then = live.game.turn_ahead(state, saved.seat)
    return None if then is None else replace(live, state=then, turn=None, is_ahead=True)


# ---- when its turn has come ----------------------------------------------------------------------


def line_to_make(live: LiveTable, saved: LeftMove) -> list[str] | None:
    """The moves of a left move as they are to be made now; None where they are not to be made.

    Nothing hidden from the seat decides that.
    """
    game, seat = live.game, saved.seat
    try:
        if (then := table_then(live, saved)) is None:
            return None
        then, deal = lines.lookalike(then, seat), lines.lookalike(live, seat)
        line = read(game, then.state, seat, moves_of_line(then, saved))
        later = game.line_later(then.state, deal.state, seat, line)
    except RulesError:
        return None
    if later is None:
        return None
    notations = line_notations(game, deal.state, seat, later)
    return notations if lines.is_whole_turn(live, seat, notations) else None


def outcome(live: LiveTable, saved: LeftMove, at: datetime, stamped: str) -> Effects | Step | None:
    """The left move as a step of the game, or a call to its player where it no longer can be one.

    None where it is not its turn at this moment.
    """
    seat = saved.seat
    if seat not in live.to_act or live.turn is not None:
        return None
    line = line_to_make(live, saved)
    if line is None:
        call = announcements.reminder(live, saved.user_id, at)
        return Effects(posts=(call,), left_moves=(dropped(saved, CHANGED),))
    after, change, turn = lines.step(live, seat, line, at=stamped)
    if turn.goes_on:
        call = announcements.reminder(after, saved.user_id, at)
        change = change.plus(posts=[call])
    return after, change


# ---- with every step -----------------------------------------------------------------------------


def with_left_moves(
    before: LiveTable | None,
    after: LiveTable,
    change: Change,
    left_moves: Sequence[LeftMove],
    moment: Moment,
) -> Change:
    """The change with what becomes of the moves left at the table."""
    turn = public_plies(before, change)
    undone = takes_back_in_public(before, change)
    movers = {ply.seat for ply in change.plies}
    for saved in left_moves:
        following = next_stage(after, saved, turn, undone=undone)
        if saved.seat in movers and saved.stage is not Stage.DROPPED:  # made, or another one begun
            following = replace(saved, stage=Stage.GONE)
        if following == saved:
            continue
        if saved.stage is Stage.DUE:
            change = change.plus(settled=[Settled(ADVANCE, saved.user_id, str(saved.seat))])
        change = change.plus(left_moves=[following])
        if following.stage is Stage.DUE:
            change = with_due(after.table, change, following, moment)
    return change


def next_stage(after: LiveTable, saved: LeftMove, turn: Sequence[Ply], *, undone: bool) -> LeftMove:
    """A left move after a step that has ended a `turn`, or that has ended none."""
    table, seat = after.table, saved.seat
    occupant = table.seats[seat] if seat < len(table.seats) else None
    if table.status is not Status.LIVE or occupant is None or not holds(occupant, saved):
        return replace(saved, stage=Stage.GONE)
    if any(ply.seat == seat for ply in turn):
        return replace(saved, stage=Stage.GONE)
    if saved.stage is Stage.DROPPED:
        return saved
    if reason := reason_to_drop(after, saved, turn, undone=undone):
        return dropped(saved, reason)
    if saved.stage is Stage.DUE or seat not in after.to_act or after.turn is not None:
        return saved
    if line_to_make(after, saved) is None:
        return dropped(saved, CHANGED)
    return replace(saved, stage=Stage.DUE)


def holds(occupant: Occupant, saved: LeftMove) -> bool:
    """Whether a seat is still held by the person who left the move."""
    return occupant.user_id == saved.user_id and not occupant.resigned


def reason_to_drop(
    after: LiveTable, saved: LeftMove, turn: Sequence[Ply], *, undone: bool
) -> str | None:
    """Reason not to make a move that has nothing to do with the move itself, if any."""
    if undone:
        return UNDONE
    if after.table.rests:
        return RESTED
    if after.table.seats[saved.seat].is_played:
        return PLAYED
    if any(saved.seat in announcements.seats_called(ply) for ply in turn):
        return CALLED
    return None


def dropped(saved: LeftMove, reason: str) -> LeftMove:
    """A move that is not made for a reason."""
    return replace(saved, stage=Stage.DROPPED, reason=reason)


def public_plies(before: LiveTable | None, change: Change) -> Sequence[Ply]:
    """Plies of the turn that a step ends; () where it ends none, as nobody has seen them yet."""
    if not change.plies or not change.plies[-1].ends_turn:
        return ()
    earlier = before.turn.plies if before and before.turn else ()
    return (*earlier, *change.plies)


def takes_back_in_public(before: LiveTable | None, change: Change) -> bool:
    """Whether a step takes back plies of which others have seen the end."""
    if change.undo is None:
        return False
    under_way = {ply.ply for ply in before.turn.plies} if before and before.turn else set[int]()
    return not under_way.issuperset(change.undo.plies)


def with_due(table: Table, change: Change, saved: LeftMove, moment: Moment) -> Change:
    """The change with the row that makes a move, and with posts that do not notify its player."""
    time = table.seats[saved.seat].time
    at = moment(saved.user_id, time.until if time else None)
    due = Due(kind=ADVANCE, at=at, person_id=saved.user_id, subject=str(saved.seat))
    posts = tuple(
        post.quiet_for([saved.user_id]) if post.kind in BOARDS else post for post in change.posts
    )
    return replace(change, posts=posts).plus(due=[due])


def after_change(left_moves: Sequence[LeftMove], change: Change) -> list[LeftMove]:
    """The moves left at a table after a change."""
    stages: dict[Any, LeftMove] = {saved.seat: saved for saved in left_moves}
    stages |= {saved.seat: saved for saved in change.left_moves}
    return [saved for saved in stages.values() if saved.stage is not Stage.GONE]
