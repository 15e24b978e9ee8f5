"""Steps of a game: pure functions, no clock, no Discord.

Every step takes a `LiveTable` and returns the next one with the `Change` that saves it. The old one
stays unchanged, so a failed save leaves nothing to undo.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from bot.steps import announcements
from bot.steps.visibility import replay
from bot.table.changes import Change, Ply, Snapshot, Undo, Via
from bot.table.live import LiveTable, OpenTurn, Turn
from bot.table.names import bold
from bot.table.post import Post
from bot.table.seating import Occupant, Status, Table
from bot.table.stored_states import text_of_state
from rules.contract import Game, IllegalMove, Result, Seat, SeatScore, play
from rules.seats import seat_draw

# ---- a move --------------------------------------------------------------------------------------


def move(
    live: LiveTable,
    seat: Seat,
    action: Any,
    *,
    at: str,
    ai: bool,
    late: bool = False,
) -> tuple[LiveTable, Change, Turn]:
    """The table after a move, the change that saves it, and the turn to show. Raises IllegalMove.

    `late` says that an AI makes the move because its person is late.
    """
    after, ply = apply_move(live, seat, action, at=at, ai=ai, late=late)
    return commit_moves(live, after, (ply,))


def apply_move(
    live: LiveTable,
    seat: Seat,
    action: Any,
    *,
    at: str,
    ai: bool = False,
    late: bool = False,
) -> tuple[LiveTable, Ply]:
    """The table after a move that is not saved yet, and the ply as its player may read it.

    Raises IllegalMove.
    """
    notation = live.game.notation(live.state, seat, action)
    state, events = play(live.game, live.state, seat, action)
    result = rank_resigned_last(live.game.result(state), live.table)
    ends_turn = result is not None or not live.game.mid_turn(state)
    visible = tuple(event for event in events if event.only in (None, seat))
    ply = Ply(
        live.plies + 1,
        seat,
        notation,
        visible,
        at,
        ai,
        ends_turn,
        points=(points(live.game, live.state, seat), points(live.game, state, seat)),
        by=None if ai else live.table.seats[seat].user_id,
        via=via(live.table.seats[seat], ai=ai, late=late),
    )
    table = replace(live.table, status=Status.OVER if result else Status.LIVE)
    turn = None if ends_turn else extend_turn(live, ply)
    return LiveTable(table, live.secret, state, ply.ply, result, turn, live.is_ahead), ply


def via(occupant: Occupant, *, ai: bool, late: bool) -> Via | None:
    """How an AI made a ply for the occupant of a seat; None where the occupant made it."""
    if late:
        return Via.LATE
    return Via.STAND_IN if ai and occupant.user_id is not None else None


def points(game: Game[Any, Any, Any], state: Any, seat: Seat) -> int:
    """Points that a seat would have if the game ended now."""
    total: int = game.scores(state)[seat].total
    return total


def commit_moves(
    before: LiveTable, after: LiveTable, plies: Sequence[Ply]
) -> tuple[LiveTable, Change, Turn]:
    """The table after moves of one turn, the change that saves them, and the turn to show.

    The revision grows by one, however many moves the line has.
    """
    table = replace(after.table, revision=before.table.revision + 1)
    after, last = replace(after, table=table), plies[-1]
    turn = extend_turn(before, *plies)
    change = Change(
        table=table,
        plies=tuple(map(public, plies)),
        snapshot=snapshot(after),
        posts=posts_of(before, after, turn) if last.ends_turn else (),
        lingers=announcements.AI_TURN_PATIENCE if last.ai and not last.ends_turn else 0.0,
        result=after.result,
    )
    return after, change, turn_of(after, plies)


def extend_turn(before: LiveTable, *plies: Ply) -> OpenTurn:
    """The turn under way with these plies added, or a new turn that begins with them."""
    turn = before.turn or OpenTurn(before.state, ())
    return OpenTurn(turn.start_state, (*turn.plies, *map(public, plies)))


def public(ply: Ply) -> Ply:
    """A ply with only its public events."""
    return replace(ply, events=tuple(event for event in ply.events if event.only is None))


def posts_of(before: LiveTable, after: LiveTable, turn: OpenTurn) -> tuple[Post, ...]:
    """Posts after a turn: who is out, board, scoreboard, changed hands; at the end other ones."""
    out = announcements.eliminations(after, turn.plies)
    on_time = _with_turn_over(after, turn.seat)
    board = announcements.board(on_time, turn.plies, known=set(before.to_act) - {turn.seat})
    if after.result:
        return *out, board, *end_posts(after)
    began = turn.start_state
    scores = announcements.scoreboard(began, after)
    return *out, board, *scores, *announcements.hand_posts(began, after, turn.plies)


def _with_turn_over(after: LiveTable, seat: Seat) -> LiveTable:
    """The table as it is once its clocks are counted: a seat whose turn was late has a new one."""
    occupants = list(after.table.seats)
    if (time := occupants[seat].time) is not None and time.late is not None:
        occupants[seat] = replace(occupants[seat], time=replace(time, late=None))
    return replace(after, table=replace(after.table, seats=tuple(occupants)))


def end_posts(after: LiveTable, left: Sequence[Seat] = ()) -> tuple[Post, ...]:
    """Posts after the last board: poster, all hands including those of seats `left`, lobby."""
    hands = announcements.hands(after, [*announcements.people(after), *left])
    return Post("poster"), *hands, announcements.lobby_post(after.table)


def turn_of(after: LiveTable, plies: Sequence[Ply]) -> Turn:
    """The turn that these plies belong to, as their player may see it."""
    last = plies[-1]
    return Turn(
        table=after.table,
        seat=last.seat,
        plies=tuple(plies),
        to_act=after.to_act,
        goes_on=last.seat in after.to_act and not last.ends_turn,
        result=after.result,
        view=after.game.view(after.state, last.seat),
    )


def snapshot(live: LiveTable) -> Snapshot:
    """The position as it is stored."""
    game, turn = live.game, live.turn
    return Snapshot(
        state=text_of_state(game, live.state),
        began=text_of_state(game, turn.start_state) if turn else None,
        version=game.facts.version,
        plies=live.plies,
    )


# ---- a turn taken back ---------------------------------------------------------------------------


def retractable(live: LiveTable) -> int:
    """Number of plies of the turn under way that may be taken back: those after the last reveal."""
    plies = live.turn.plies if live.turn else ()
    return len(list(takewhile(lambda ply: not reveals(ply), reversed(plies))))


def reveals(ply: Ply) -> bool:
    """Whether a ply revealed something hidden."""
    return any(event.reveals for event in ply.events)


def take_back(live: LiveTable, count: int | None, *, at: str) -> tuple[LiveTable, Change]:
    """Take back the last `count` plies of the turn under way, or as many as allowed.

    No other player has seen them, so nothing is posted. Raises IllegalMove where fewer, or none,
    may be taken back.
    """
    turn, limit = live.turn, retractable(live)
    if turn is None:
        raise IllegalMove("table.nothing_to_restart")
    if limit == 0 or limit < (count or 0):
        raise IllegalMove("table.already_revealed")
    plies = turn.plies[: -(count or limit)]
    table = replace(live.table, revision=live.table.revision + 1)
    state = replay(live.game, turn.start_state, plies)
    after = replace(
        live, table=table, state=state, turn=OpenTurn(turn.start_state, plies) if plies else None
    )
    undo = Undo(tuple(ply.ply for ply in turn.plies[len(plies) :]), turn.seat, at)
    return after, Change(table=table, snapshot=snapshot(after), undo=undo)


# ---- the start, the end, and leaving before it ---------------------------------------------------


def deal(live: LiveTable) -> tuple[LiveTable, Change]:
    """Begin the game: the seat draw and the deal follow from the secret fixed at the opening."""
    table, version = assign_seats(live), live.game.facts.version
    table = replace(table, status=Status.LIVE, revision=table.revision + 1, version=version)
    after = LiveTable(table, live.secret, live.deal(), 0, None)
    hands = announcements.hands(after, announcements.people(after))
    posts = (announcements.opening(after), announcements.lobby_post(table), *hands)
    return after, Change(table=table, seated=True, snapshot=snapshot(after), posts=posts)


def assign_seats(live: LiveTable) -> Table:
    """The table with its final seats, drawn by lot if the host chose that."""
    table = live.table
    if not table.drawn:
        return table
    order = seat_draw(live.secret.seed, live.secret.salt, len(table.seats))
    return replace(table, seats=tuple(table.seats[joined] for joined in order))


def people_to_agree(table: Table, user_id: int) -> list[int]:
    """The other people who still play and so have to agree to cancel a running game."""
    people = table.humans() if table.status is Status.LIVE else []
    return [person for person in people if person != user_id]


def cancel(live: LiveTable, by: int | None) -> tuple[LiveTable, Change]:
    """Close a lobby or cancel a game; `by` is None for a lobby that closes itself."""
    live.table.require(Status.LOBBY, *([] if by is None else [Status.LIVE]))
    is_live = live.table.status is Status.LIVE
    return close(live, *([end_notice(live.table, by)] if is_live and by else []))


def end_notice(table: Table, by: int) -> Post:
    """Post that says who has cancelled a game: a person at the table, by name, or a moderator."""
    names = [occupant.name for occupant in table.seats if occupant.user_id == by]
    if names:
        return announcements.notice(
            "table.notice_cancelled", people_to_agree(table, by), name=bold(names[0])
        )
    return announcements.notice("table.notice_cancelled_by_moderator", table.humans())


def broken_off(live: LiveTable) -> tuple[LiveTable, Change]:
    """End a running game by agreement of its players."""
    live.table.require(Status.LIVE)
    return close(live, announcements.notice("table.notice_agreed", live.table.humans()))


def close(live: LiveTable, *posts: Post) -> tuple[LiveTable, Change]:
    """The table closed without a result."""
    table = live.table
    table = replace(table, status=Status.CANCELLED, revision=table.revision + 1)
    change = Change(table=table, posts=(announcements.lobby_post(table), *posts))
    return replace(live, table=table, turn=None), change


def rank_resigned_last(result: Result | None, table: Table) -> Result | None:
    """The result with resigned seats ranked behind all others."""
    if result is None or not any(occupant.resigned for occupant in table.seats):
        return result
    return rank(result, table.seats, result.ranks)


def result_by_points(live: LiveTable, table: Table) -> Result:
    """The result, by the points so far, of a game that ends because people left."""
    scores: tuple[SeatScore, ...] = live.game.scores(live.state)
    code = "table.end_given_up" if len(table.seats) == 1 else "table.end_resigned"
    result = Result((), (), scores, code)
    return rank(result, table.seats, [-score.total for score in scores])


def rank(result: Result, seats: Sequence[Occupant], order: Sequence[int]) -> Result:
    """`result` with ranks by `order` (lowest first), and resigned seats behind the others."""
    keys = [(occupant.resigned, place) for occupant, place in zip(seats, order, strict=True)]
    ranks = tuple(1 + sum(rival < key for rival in keys) for key in keys)
    winners = tuple(
        seat for seat, occupant in enumerate(seats) if ranks[seat] == 1 and not occupant.resigned
    )
    return replace(result, ranks=ranks, winners=winners)
