"""Tiles and points of the last moves, and the architect's running total."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.akropolis import scoring, turn
from rules.akropolis.state import Architect, GameOptions, State
from rules.akropolis.view import CityView, View
from rules.contract import Event, Seat

Highlights = Mapping[Seat, tuple[int, ...]]
"""Tiles to be lit, by seat: indices into the tiles of its city."""


def new_tiles(view: View, news: Iterable[Event]) -> Highlights:
    """Tiles that the news have put into each city and that lie there."""
    tiles = {event.args["tile"] for event in news if event.name == "tile_placed"}
    return {
        seat: tuple(index for index, placed in enumerate(city.tiles) if placed.tile in tiles)
        for seat, city in enumerate(view.cities)
    }


def new_architect_tiles(news: Iterable[Event]) -> set[int]:
    """Tiles that the architect has taken in the news (AK-94)."""
    return {event.args["tile"] for event in news if event.name == "architect_took"}


def points_gained(view: View, seat: Seat, lit: Highlights, news: Iterable[Event]) -> int | None:
    """Points that the news brought a seat, stones included as in its total; None if none is lit."""
    if not lit[seat]:
        return None
    city = view.cities[seat]
    before = msgspec.structs.replace(city, tiles=city.tiles[: lit[seat][0]])
    after = sum(part.points for part in city.score.districts.values())
    return after - district_points(before, view.options) + _stones_gained(seat, news)


def _stones_gained(seat: Seat, news: Iterable[Event]) -> int:
    """Stones that a seat took from quarries, less those that it paid."""
    signs = {"stones_gained": 1, "stones_paid": -1}
    own = (event for event in news if event.args.get("seat") == seat)
    return sum(signs.get(event.name, 0) * event.args.get("amount", 0) for event in own)


def district_points(city: CityView, options: GameOptions) -> int:
    """Points of a city's districts, stones left out."""
    built = turn.new_city(0, options)
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
