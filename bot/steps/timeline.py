"""A game turn by turn: its public turns, their rounds, and the stops of somebody who replays it.

A place in a game is a number of turns: 0 is the deal, 3 the position after the third turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum, auto

from bot.steps.visibility import log_for, standing
from bot.table.changes import Ply
from bot.table.live import PastTurn
from bot.table.seating import Status, Table
from rules.contract import Seat


class Unit(StrEnum):
    """Distance between two stops of a replay."""

    TURN = auto()
    ROUND = auto()
    """A round, or in a game without rounds a lap of the table."""
    MINE = auto()
    """From one turn of the reader's seat to the next."""


class Goal(StrEnum):
    """Stop that a reader asks for, from the one shown."""

    FIRST = auto()
    BACK = auto()
    FORTH = auto()
    LAST = auto()
    AT = auto()
    """The stop that shows a ply."""


# ---- turns ---------------------------------------------------------------------------------------


def public_turns(table: Table, log: Sequence[Ply]) -> list[tuple[Ply, ...]]:
    """Plies of each public turn that stands, in order.

    A departure in the middle of another seat's turn ends a part of that turn.
    """
    turns, turn = list[tuple[Ply, ...]](), list[Ply]()
    for ply in standing(log_for(table, log, None)):
        turn.append(ply)
        if ply.ends_turn:
            turns.append(tuple(turn))
            turn = []
    return [*turns, tuple(turn)] if turn else turns


def laps_of(turns: Sequence[Sequence[Ply]]) -> list[int]:
    """Lap of each turn, from 1: a lap ends before a seat has its second turn in it."""
    laps, lap, seats = list[int](), 1, set[Seat]()
    for turn in turns:
        seat = turn[-1].seat
        if seat in seats:
            lap, seats = lap + 1, set()
        seats.add(seat)
        laps.append(lap)
    return laps


# ---- stops ---------------------------------------------------------------------------------------


def units_for(turns: Sequence[PastTurn], seat: Seat | None, seats: int) -> list[Unit]:
    """Units that make a difference: at a table for one, a turn is also a round."""
    if seats == 1 or not turns:
        return [Unit.TURN]
    has_own = any(turn.seat == seat for turn in turns)
    return [Unit.TURN, Unit.ROUND, *([Unit.MINE] if has_own else ())]


def stops(turns: Sequence[PastTurn], seat: Seat | None, unit: Unit) -> list[int]:
    """Places where a replay by this unit stops, in order; never empty."""
    numbers = range(1, len(turns) + 1)
    if unit is Unit.ROUND:
        last = len(turns)
        ends = [n for n in numbers if n == last or turns[n].round != turns[n - 1].round]
        return [0, *ends]
    if unit is Unit.MINE:
        return [n for n in numbers if turns[n - 1].seat == seat] or [len(turns)]
    return [0, *numbers]


def place_of(turns: Sequence[PastTurn], ply: int) -> tuple[int, bool]:
    """Place after a ply, or the nearest before it; and whether the ply ends a turn there is."""
    place = sum(turn.last <= ply for turn in turns)
    return place, ply == 0 or (place > 0 and turns[place - 1].last == ply)


def opening(table: Table, turns: Sequence[PastTurn], seat: Seat | None, user: int | None) -> int:
    """Stop that a replay opens with: the person's last turn or else the newest one.

    An AI may have played on for them since. A finished game is shown from its beginning.
    """
    if table.status is Status.OVER:
        return 0
    of_seat = [turn for turn in turns if turn.seat == seat]
    of_person = [turn for turn in of_seat if turn.plies[-1].by == user]
    return max((turn.number for turn in of_person or of_seat), default=len(turns))


def next_stop(
    turns: Sequence[PastTurn], seat: Seat | None, unit: Unit, goal: Goal, ply: int
) -> int:
    """Stop that a reader reaches from the stop at a ply; the same one where there is no other."""
    choices = stops(turns, seat, unit)
    place, is_there = place_of(turns, ply)
    match goal:
        case Goal.FIRST:
            return choices[0]
        case Goal.LAST:
            return choices[-1]
        case Goal.BACK:
            return _nearest(choices, lambda stop: stop < place + (not is_there), -1, choices[0])
        case Goal.FORTH:
            return _nearest(choices, lambda stop: stop > place, 0, choices[-1])
        case Goal.AT if unit is Unit.MINE:
            return _nearest(choices, lambda stop: stop <= place, -1, choices[0])
        case Goal.AT:
            return _nearest(choices, lambda stop: stop >= place, 0, choices[-1])


def _nearest(choices: Sequence[int], fits: Callable[[int], bool], which: int, instead: int) -> int:
    """The first (0) or last (-1) stop that fits, or another where none does."""
    fitting = [stop for stop in choices if fits(stop)]
    return fitting[which] if fitting else instead


def turns_shown(turns: Sequence[PastTurn], unit: Unit, place: int) -> Sequence[PastTurn]:
    """Turns that a stop shows: its own, or those of its round up to there; none at the deal."""
    if unit is not Unit.ROUND or place == 0:
        return turns[max(place - 1, 0) : place]
    number = turns[place - 1].round
    first = place
    while first > 1 and turns[first - 2].round == number:
        first -= 1
    return turns[first - 1 : place]
