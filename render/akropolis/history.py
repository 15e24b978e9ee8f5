"""What a view tells about the moves that led to it: who moved last, and what it brought."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.akropolis import scoring, turn
from rules.akropolis.state import Architect, GameOptions, State
from rules.akropolis.view import CityView, View, last_laid
from rules.contract import Seat


def last_move(view: View) -> frozenset[tuple[Seat, int]]:
    """What the last move put on the table."""
    newest = last_laid(view)
    return frozenset({newest} if newest else ())


def points_gained(view: View, seat: Seat, lit: Collection[tuple[Seat, int]]) -> int | None:
    """What the lit tiles changed in the points of a seat's districts; None where none is lit."""
    mine = sorted(index for owner, index in lit if owner == seat)
    if not mine:
        return None
    city = view.cities[seat]
    before = msgspec.structs.replace(city, tiles=city.tiles[: mine[0]])
    now = sum(part.points for part in city.score.districts.values())
    return now - district_points(before, view.options)


def district_points(city: CityView, options: GameOptions) -> int:
    """Points of a city's districts, stones left out."""
    built = turn.found(0, options)
    for laid in city.tiles:
        turn.lay(built, laid.tile, laid.at, laid.rot)
    return scoring.city_score(built).total


def running_totals(view: View) -> list[int]:
    """The architect's points after each of his tiles, stones left out (AK-95)."""
    if view.architect is None:
        return []
    his = view.architect.tiles
    state = turn.new(1, 0, msgspec.to_builtins(view.options))
    return [_his_points(state, his[:count]) for count in range(1, len(his) + 1)]


def _his_points(state: State, tiles: Sequence[int]) -> int:
    state.architect = Architect(0, list(tiles))
    return scoring.architect_score(state).total
