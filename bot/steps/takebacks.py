"""Takebacks: how far to go back, the people concerned, and the table as it was.

The log keeps all plies: those taken back are marked, and the rest is replayed from the deal.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.steps import announcements
from bot.steps.moves import reveals, snapshot
from bot.steps.visibility import replay, standing, under_way
from bot.table.changes import Change, Ply, Undo
from bot.table.live import LiveTable
from bot.table.seating import Status, Table
from rules.contract import IllegalMove, Seat
from rules.log import LEAVES

REFEREE = -1
"""Stands for a seat where a referee, not a player, takes plies back."""


class UndoScope(msgspec.Struct, frozen=True):
    """Scope of going back to a point of the log: the plies undone, and the people concerned."""

    to: int
    """The last ply that stays; 0 for the deal."""
    plies: tuple[Ply, ...]
    """The standing plies after it, which are undone."""
    shown: tuple[Ply, ...]
    """Those of `plies` that are public."""
    movers: tuple[int, ...]
    """People other than the proposer whose moves are among `plies`."""
    others: tuple[int, ...]
    """All people who play, except the proposer."""

    @property
    def revealing(self) -> list[Ply]:
        """Public plies that revealed something hidden."""
        return [ply for ply in self.shown if reveals(ply)]

    @property
    def people_concerned(self) -> tuple[int, ...]:
        """People whose consent it needs: all others, if something was revealed; else the movers."""
        return self.others if any(map(reveals, self.plies)) else self.movers


def require_running(table: Table) -> None:
    """Refuse to go back unless the game goes on; once it is over, its seed is public."""
    if table.status is Status.OVER:
        raise IllegalMove("table.undo_over")
    table.require_going_on()


def undo_scope(
    live: LiveTable, log: Sequence[Ply], user_id: int | None, to: int | None
) -> UndoScope:
    """Scope of going back to after the ply `to`, or to before the last turn of a person.

    The target lies between two turns, never within one. Raises IllegalMove where nothing can be
    taken back, where a seat has left the game since, or where the rules have changed since.
    """
    table = live.table
    table.require(Status.LIVE)
    plies = standing(log)
    if to is None:
        to = start_of_own_turn(plies, seat_to_go_back(live, plies, user_id or 0))
    if to and to not in {ply.ply for ply in plies if ply.ends_turn}:
        raise IllegalMove("table.nothing_to_restart")
    gone = tuple(ply for ply in plies if ply.ply > to)
    if not gone:
        raise IllegalMove("table.nothing_to_restart")
    if any(ply.notation == LEAVES for ply in gone):
        raise IllegalMove("table.undo_left")
    if table.version != live.game.facts.version:
        raise IllegalMove("table.undo_other_rules")
    seats = {ply.seat for ply in gone if not ply.ai}
    people = tuple(person for person in table.players() if person != user_id)
    movers = {table.seats[seat].user_id for seat in seats}
    hidden = {ply.ply for ply in under_way(table, log)}
    return UndoScope(
        to=to,
        plies=gone,
        shown=tuple(ply for ply in gone if ply.ply not in hidden),
        movers=tuple(person for person in people if person in movers),
        others=people,
    )


def seat_to_go_back(live: LiveTable, log: Sequence[Ply], user_id: int) -> Seat:
    """The seat whose last turn a person takes back; in a sandbox, that of the newest turn."""
    if not live.table.belongs_to(user_id):
        return live.table.seat_of(user_id)
    seats = [ply.seat for ply in standing(log) if not ply.ai and ply.notation != LEAVES]
    return seats[-1] if seats else live.seat_of(user_id)


def start_of_own_turn(plies: Sequence[Ply], seat: Seat) -> int:
    """The last ply before the last turn in which the seat's person acted. Raises IllegalMove."""
    indices = [at for at, ply in enumerate(plies) if ply.seat == seat and not ply.ai]
    if not indices:
        raise IllegalMove("table.nothing_to_restart")
    return max((ply.ply for ply in plies[: indices[-1]] if ply.ends_turn), default=0)


def go_back(
    live: LiveTable,
    log: Sequence[Ply],
    scope: UndoScope,
    by: Seat,
    *,
    at: str,
    quiet: bool = False,
) -> tuple[LiveTable, Change]:
    """The table as it was, with a new revision, and posts that tell the others.

    The seats to act are mentioned unless `quiet`: then the person who went back is the one to act.
    """
    plies = [ply for ply in standing(log) if ply.ply <= scope.to]
    state = replay(live.game, live.deal(), plies)
    table = replace(live.table, revision=live.table.revision + 1)
    after = replace(live, table=table, state=state, turn=None)
    reverted = [replace(ply, undone=at, undone_by=by) for ply in scope.shown]
    board = announcements.board(after, reverted, known=after.to_act if quiet else ())
    hands = announcements.hand_posts(live.turn_begun.state, after)
    undo = Undo(tuple(ply.ply for ply in scope.plies), by, at)
    change = Change(table=table, snapshot=snapshot(after), posts=(board, *hands), undo=undo)
    return after, change
