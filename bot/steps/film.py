"""The pictures of a film: a finished game as everybody sees it after each turn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.steps.visibility import log_for, standing
from bot.table.changes import Ply
from bot.table.live import LiveTable
from bot.table.seating import Status
from rules.contract import RulesError
from rules.log import repeat_move


class Still(msgspec.Struct, frozen=True):
    """The table at the end of a turn, or as it was dealt."""

    turn: int
    """Number of the turn among all of them; 0 for the deal."""
    view: msgspec.Struct
    totals: tuple[int, ...]
    """Points of each seat."""
    plies: tuple[Ply, ...]
    """The moves of the turn."""


def stills(live: LiveTable, log: Sequence[Ply], most: int) -> list[Still]:
    """Stills of a finished game, at most `most`: of a long game some turns in between are left out.

    Raises `panel.no_past` where the rules have changed since.
    """
    live.table.require(Status.OVER)
    game, state = live.game, live.deal()
    if live.table.version != game.facts.version:
        raise RulesError("panel.no_past")
    turns = _turns(standing(log_for(live.table, log, None)))
    shown = _evenly(len(turns), most)
    stills, plies = list[Still](), tuple[Ply, ...]()
    for number in range(len(turns) + 1):
        if number:
            plies = turns[number - 1]
            for ply in plies:
                repeat_move(game, state, ply.seat, ply.notation)
        if number in shown:
            totals = tuple(score.total for score in game.scores(state))
            stills.append(Still(number, game.view(state, None), totals, plies))
    return stills


def _turns(plies: Sequence[Ply]) -> list[tuple[Ply, ...]]:
    """The plies of each turn; those after the last end of a turn, which ended the game, too."""
    turns, turn = list[tuple[Ply, ...]](), list[Ply]()
    for ply in plies:
        turn.append(ply)
        if ply.ends_turn:
            turns.append(tuple(turn))
            turn = []
    return [*turns, tuple(turn)] if turn else turns


def _evenly(last: int, most: int) -> set[int]:
    """Numbers from 0 to `last`, both included, evenly spaced, at most `most` of them."""
    if last < most:
        return set(range(last + 1))
    return {round(index * last / (most - 1)) for index in range(most)}
