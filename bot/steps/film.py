"""The pictures of a film: a finished game as everybody sees it after each turn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.steps.timeline import public_turns
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


def require_film(live: LiveTable) -> None:
    """Refuse the film of a game that is not over, or whose rules have changed since."""
    live.table.require(Status.OVER)
    if live.table.version != live.game.facts.version:
        raise RulesError("panel.no_past")


def stills(live: LiveTable, log: Sequence[Ply], most: int) -> list[Still]:
    """Stills of a finished game, at most `most`: of a long game some turns in between are left out.

    Raises RulesError where there can be no film.
    """
    require_film(live)
    game, state = live.game, live.deal()
    turns = public_turns(live.table, log)
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


def _evenly(last: int, most: int) -> set[int]:
    """Numbers from 0 to `last`, both included, evenly spaced, at most `most` of them."""
    if last < most:
        return set(range(last + 1))
    return {round(index * last / (most - 1)) for index in range(most)}
