"""Going back in a game: how far, whom that concerns, and the table as it was.

Nothing leaves the log: what is taken back is marked, and the rest is played again from the deal.
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
"""In the place of a seat: it was not a player who took it back."""


class UndoScope(msgspec.Struct, frozen=True):
    """Scope of going back to a point of the log: the plies it undoes, and who is concerned."""

    to: int
    """The last ply that stays; 0 for the deal."""
    plies: tuple[Ply, ...]
    """What stands of the log behind it: all that is undone."""
    shown: tuple[Ply, ...]
    """Those of them that everybody knows of."""
    movers: tuple[int, ...]
    """The people, but for who asks, whose moves are among them."""
    others: tuple[int, ...]
    """All people who play, but for who asks."""

    @property
    def revealing(self) -> list[Ply]:
        """Plies that have revealed something hidden."""
        return [ply for ply in self.shown if reveals(ply)]

    @property
    def people_concerned(self) -> tuple[int, ...]:
        """People whose consent it needs: all, if something was revealed; else the movers."""
        return self.others if any(map(reveals, self.plies)) else self.movers


def require_running(table: Table) -> None:
    """Refuse to go back where nothing goes on; the seed of a game that is over is public."""
    if table.status is Status.OVER:
        raise IllegalMove("table.undo_over")
    table.require_going_on()


def undo_scope(
    live: LiveTable, log: Sequence[Ply], user_id: int | None, to: int | None
) -> UndoScope:
    """Scope of going back to behind the ply `to`, or to before my own last turn.

    One goes back to between two turns, never into the middle of one. Raises IllegalMove where there
    is nothing to take back, or where the rules have changed since.
    """
    table = live.table
    table.require(Status.LIVE)
    plies = standing(log)
    if to is None:
        to = start_of_own_turn(plies, table.seat_of(user_id or 0))
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


def start_of_own_turn(plies: Sequence[Ply], seat: Seat) -> int:
    """The last ply before the turn in which a seat acted last. Raises IllegalMove."""
    indices = [at for at, ply in enumerate(plies) if ply.seat == seat and not ply.ai]
    if not indices:
        raise IllegalMove("table.nothing_to_restart")
    return max((ply.ply for ply in plies[: indices[-1]] if ply.ends_turn), default=0)


def go_back(
    live: LiveTable,
    log: Sequence[Ply],
    reached: UndoScope,
    by: Seat,
    *,
    at: str,
    quiet: bool = False,
) -> tuple[LiveTable, Change]:
    """The table as it was, one revision further; the others had seen it, so they are told.

    Whoever has to act is called, unless it is `quiet`: then it is they who went back.
    """
    plies = [ply for ply in standing(log) if ply.ply <= reached.to]
    state = replay(live.game, live.deal(), plies)
    table = replace(live.table, revision=live.table.revision + 1)
    after = replace(live, table=table, state=state, turn=None)
    reverted = [replace(ply, undone=at) for ply in reached.shown]
    board = announcements.board(after, reverted, known=after.to_act if quiet else ())
    hands = announcements.hand_posts(live.turn.start_state if live.turn else live.state, after)
    undo = Undo(tuple(ply.ply for ply in reached.plies), by, at)
    change = Change(table=table, snapshot=snapshot(after), posts=(board, *hands), undo=undo)
    return after, change
