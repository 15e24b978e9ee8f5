"""Points: the worth of each colour, lakes, the architect, the end (AK-50 to AK-99).

A city keeps `values`, the worth of each colour, up to date; the functions that compute them look
only at its `levels`, `showing` and `lakes`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from rules.akropolis.pieces import (
    ARCHITECTS,
    BARRACKS,
    DISTRICT,
    GARDENS,
    HOUSES,
    MARKETS,
    PLAZA,
    QUARRY,
    STARS,
    START,
    TEMPLES,
    TILE_FACES,
    Colour,
    face_index,
)
from rules.akropolis.state import SHAPES, City, PlacedTile, State, bare_city
from rules.contract import Hex, Result, Seat, SeatScore
from rules.graph import largest_groups
from rules.hexgrid import AROUND, hex_of


class DistrictScore(msgspec.Struct, frozen=True, gc=False):
    """One colour of one city: `points` = `value` (after variants) × `stars` (AK-54)."""

    value: int
    stars: int
    points: int


class CityScore(msgspec.Struct, frozen=True, gc=False):
    """All five colours by name, and the stones."""

    districts: dict[str, DistrictScore]
    stones: int
    total: int


class ArchitectScore(msgspec.Struct, frozen=True):
    """Score of the architect: as a city's, with the points of Metagenes' quarries (AK-95)."""

    districts: dict[str, DistrictScore]
    quarry_points: int
    stones: int
    total: int


class Built(Protocol):
    """An object with tiles in the order of placement: a city, or the view of one."""

    @property
    def tiles(self) -> Sequence[PlacedTile]: ...


# ---- outer space and lakes --------------------------------------------------------------------


def _rim(shape: int) -> tuple[int, ...]:
    """The nine cells around a site of `shape` at cell 0, in a ring."""
    inner = set(SHAPES[shape])
    outer = {near for cell in inner for near in AROUND[cell]} - inner
    way = [min(outer)]
    while len(way) < len(outer):
        way.append(next(near for near in AROUND[way[-1]] if near in outer and near not in way))
    return tuple(way)


_RIMS = (_rim(0), _rim(1))


def renew_lakes(city: City, site: int) -> None:
    """Bring `city.lakes` up to date after a tile was laid on the table on `site`.

    The city is connected, so a tile divides the outer space exactly when the empty cells around
    the tile form more than one run.
    """
    first = site >> 1
    if first in city.lakes:
        city.lakes.difference_update(first + cell for cell in SHAPES[site & 1])
        return
    levels, runs, was_built = city.levels, [], first + _RIMS[site & 1][-1] in city.levels
    for cell in _RIMS[site & 1]:
        is_built = first + cell in levels
        if was_built and not is_built:
            runs.append(first + cell)
        was_built = is_built
    if len(runs) > 1:
        for cell in runs:
            city.lakes |= lake_around(city, cell)


def lake_around(city: City, cell: int) -> set[int]:
    """The lake around an empty cell; empty when the cell is outer space (AK-51, AK-52)."""
    lake, todo = {cell}, [cell]
    lowest, highest = city.span
    while todo:
        for near in AROUND[todo.pop()]:
            if near in city.levels or near in lake:
                continue
            if not lowest < near < highest:
                return set()
            lake.add(near)
            todo.append(near)
    return lake


def _is_on_edge(city: City, cell: int) -> bool:
    """Whether one of the six neighbours is outer space."""
    levels, lakes = city.levels, city.lakes
    return any(near not in levels and near not in lakes for near in AROUND[cell])


def _outer(city: City, cell: int) -> int:
    """Number of the six neighbours that are outer space."""
    levels, lakes = city.levels, city.lakes
    return len([near for near in AROUND[cell] if near not in levels and near not in lakes])


Cells = Collection[int]


# ---- which districts score --------------------------------------------------------------------


def _houses(city: City) -> Cells:
    """The largest group of houses; of equally large ones the most valuable (AK-60)."""
    largest = largest_groups(city.showing[DISTRICT + HOUSES], AROUND.__getitem__)
    return largest[0] if len(largest) == 1 else _most_valuable(city, largest)


def _most_valuable(city: City, clusters: Sequence[Cells]) -> Cells:
    return max(clusters, key=lambda group: _sum(city, group), default=())


def _markets(city: City) -> Cells:
    """The markets without another market beside them (AK-61)."""
    markets = city.showing[DISTRICT + MARKETS]
    return [cell for cell in markets if markets.isdisjoint(AROUND[cell])]


def _barracks(city: City) -> Cells:
    """The barracks on the edge of the city (AK-62)."""
    is_built, lakes = city.levels.__contains__, city.lakes
    return [
        cell
        for cell in city.showing[DISTRICT + BARRACKS]
        if not all(map(is_built, AROUND[cell])) and (not lakes or _is_on_edge(city, cell))
    ]


def _temples(city: City) -> Cells:
    """The temples that are surrounded (AK-63)."""
    is_built = city.levels.__contains__
    return [cell for cell in city.showing[DISTRICT + TEMPLES] if all(map(is_built, AROUND[cell]))]


def _gardens(city: City) -> Cells:
    """All gardens (AK-64)."""
    return city.showing[DISTRICT + GARDENS]


_SCORING: tuple[Callable[[City], Cells], ...] = (
    _houses,
    _markets,
    _barracks,
    _temples,
    _gardens,
)


# ---- which of them count double ---------------------------------------------------------------

HOUSES_DOUBLED_FROM = 10
OUTER_DOUBLED_FROM = 3


def _houses_doubled(city: City, scoring: Cells) -> Cells:
    """The whole group of houses when it is worth 10 or more (AK-70)."""
    return scoring if _sum(city, scoring) >= HOUSES_DOUBLED_FROM else ()


def _markets_doubled(city: City, scoring: Cells) -> Cells:
    """The markets beside a market plaza (AK-71)."""
    plazas = city.showing[PLAZA + MARKETS]
    return [cell for cell in scoring if not plazas.isdisjoint(AROUND[cell])]


def _barracks_doubled(city: City, scoring: Cells) -> Cells:
    """The barracks with three or four neighbours of outer space (AK-72)."""
    return [cell for cell in scoring if _outer(city, cell) >= OUTER_DOUBLED_FROM]


def _temples_doubled(city: City, scoring: Cells) -> Cells:
    """The temples above level 1 (AK-73)."""
    return [cell for cell in scoring if city.levels[cell] > 1]


def _gardens_doubled(city: City, scoring: Cells) -> Cells:
    """The gardens beside a lake (AK-74)."""
    return [cell for cell in scoring if not city.lakes.isdisjoint(AROUND[cell])]


_DOUBLED: tuple[Callable[[City, Cells], Cells], ...] = (
    _houses_doubled,
    _markets_doubled,
    _barracks_doubled,
    _temples_doubled,
    _gardens_doubled,
)


# ---- the score of a city ----------------------------------------------------------------------


def _sum(city: City, cells: Cells) -> int:
    """Sum of the values of districts, which are their levels (AK-53)."""
    levels = city.levels
    return sum([levels[cell] for cell in cells])


def value(city: City, colour: int, variant: bool) -> int:
    """Value of the districts of a colour, before stars."""
    if not city.showing[DISTRICT + colour]:
        return 0
    scoring = _SCORING[colour](city)
    worth = _sum(city, scoring)
    return worth + _sum(city, _DOUBLED[colour](city, scoring)) if variant else worth


def renew_values(city: City, colours: Iterable[int]) -> None:
    """Bring `city.values` up to date for colours that may have changed."""
    for colour in colours:
        city.values[colour] = value(city, colour, city.variants[colour])


def _beside(city: City) -> set[int]:
    """The empty cells that touch the city."""
    return {near for cell in city.levels for near in AROUND[cell]} - city.levels.keys()


def city_with_lakes(city: Built) -> City:
    """The city of some tiles, with its lakes."""
    full_city = bare_city(city.tiles)
    for cell in _beside(full_city):
        full_city.lakes |= lake_around(full_city, cell)
    return full_city


def scoring_hexes(city: Built) -> set[Hex]:
    """The hexes of all districts that satisfy their condition (AK-60 to AK-64)."""
    full_city = city_with_lakes(city)
    return {hex_of(cell) for scoring in _SCORING for cell in scoring(full_city)}


def counting(city: City, colour: int, variant: bool) -> tuple[Cells, Cells]:
    """Districts of a colour that satisfy their condition, and those of them that count double."""
    cells = _SCORING[colour](city)
    return cells, _DOUBLED[colour](city, cells) if variant else ()


def stars(city: City, colour: int) -> int:
    """The stars of the visible plazas of a colour (AK-54)."""
    return STARS[colour] * len(city.showing[PLAZA + colour])


def total(city: City) -> int:
    """All points of a city (AK-55)."""
    return city.stones + sum([city.values[colour] * stars(city, colour) for colour in range(5)])


def score_json(city: City, values: Sequence[int] | None = None) -> dict[str, Any]:
    """Score of a city as JSON; `values` by colour where they are not those of its game."""
    districts = {}
    points, showing = city.stones, city.showing
    for (colour, stars_each, plaza), worth in zip(_PLAZAS, values or city.values, strict=True):
        stars = stars_each * len(showing[plaza])
        product = worth * stars
        districts[colour] = {"value": worth, "stars": stars, "points": product}
        points += product
    return {"districts": districts, "stones": city.stones, "total": points}


_NAMES = tuple(str(colour) for colour in Colour)
_PLAZAS = tuple(zip(_NAMES, STARS, range(PLAZA, PLAZA + len(_NAMES)), strict=True))
"""By colour: its name, the stars of its plaza, and the face of that."""


def city_score(city: City, variants: Collection[str] | None = None) -> CityScore:
    """Score of a city: as its game is played, or with any `variants`."""
    if variants is None:
        return msgspec.convert(score_json(city), CityScore)
    values = [value(city, i, colour in variants) for i, colour in enumerate(_NAMES)]
    return msgspec.convert(score_json(city, values), CityScore)


# ---- the Illustrious Architect ----------------------------------------------------------------


def architect_score(state: State) -> ArchitectScore:
    """Score of the architect: every district counts, at his difficulty's level (AK-95 to AK-98)."""
    assert state.architect is not None
    assert state.options.solo is not None
    rules = ARCHITECTS[state.options.solo]
    faces = [face for tile in state.architect.tiles for face in TILE_FACES[tile]]
    faces += [face_index(start) for start in START]
    districts = {
        colour: _his_colour(faces, i, rules.level_value, colour in state.options.variants)
        for i, colour in enumerate(_NAMES)
    }
    quarries = rules.quarry_points * faces.count(QUARRY)
    points = quarries + sum(part.points for part in districts.values())
    stones = state.architect.stones
    return ArchitectScore(districts, quarries, stones, points + stones)


def _his_colour(faces: Sequence[int], colour: int, level: int, variant: bool) -> DistrictScore:
    districts, plazas = faces.count(DISTRICT + colour), faces.count(PLAZA + colour)
    twice = _his_doubled(colour, districts, plazas, level) if variant else 0
    worth, stars = (districts + twice) * level, plazas * STARS[colour]
    return DistrictScore(worth, stars, worth * stars)


MARKETS_DOUBLED_PER_PLAZA = 3


def _his_doubled(colour: int, districts: int, plazas: int, level: int) -> int:
    """Number of the architect's districts of a colour that the variant doubles (AK-98)."""
    if colour == HOUSES:
        return districts if districts * level >= HOUSES_DOUBLED_FROM else 0
    if colour == MARKETS:
        return min(MARKETS_DOUBLED_PER_PLAZA * plazas, districts)
    if colour == TEMPLES:
        return districts if level > 1 else 0
    return districts


# ---- the end ----------------------------------------------------------------------------------


def seat_score(score: CityScore) -> SeatScore:
    """Points by source: the five colours and the stones."""
    parts = {colour: part.points for colour, part in score.districts.items()}
    return SeatScore(score.total, parts | {"stones": score.stones})


def winners(state: State) -> tuple[Seat, ...]:
    """The winning seats; in solo seat 0 or none (AK-80, AK-99)."""
    standing = _standing(state)
    if state.architect is not None:
        architects_score = (architect_score(state).total, state.architect.stones)
        return (0,) if standing[0] > architects_score else ()
    return tuple(seat for seat, score in enumerate(standing) if score == max(standing))


def _standing(state: State) -> list[tuple[int, int]]:
    """Points and stones by seat, which decide in this order."""
    return [(total(city), city.stones) for city in state.cities]


def result(state: State) -> Result | None:
    """Result of the game, or None before its end (AK-42)."""
    if not state.over:
        return None
    standing, best = _standing(state), winners(state)
    ranks = tuple(1 + sum(rival > score for rival in standing) for score in standing)
    return Result(
        ranks=ranks if best else (2,),
        winners=best,
        scores=tuple(seat_score(city_score(city)) for city in state.cities),
        reason=_reason(state, best),
        details=_details(state, best),
    )


def _reason(state: State, best: Sequence[Seat]) -> str:
    if state.architect is None:
        return "akropolis.end_stacks_empty"
    return "akropolis.end_architect_beaten" if best else "akropolis.end_architect_unbeaten"


def _details(state: State, best: Sequence[Seat]) -> dict[str, Any]:
    """The result JSON of RULES.md."""
    scores = [score_json(city) for city in state.cities]
    if state.architect is None:
        return {"scores": scores, "winners": list(best)}
    architects_json = msgspec.to_builtins(architect_score(state))
    return {"scores": scores, "architect": architects_json, "player_wins": bool(best)}
