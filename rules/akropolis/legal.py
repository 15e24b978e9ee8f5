"""Legality: the sites of a city, and the first rule that an action breaks.

Legality does not depend on the tile: a legal site takes any tile in three ways (AK-39).
`City.sites` holds the legal ones; a laid tile changes only those in its reach: `renew_sites`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from rules.akropolis.actions import FARTHEST, Place
from rules.akropolis.notation import anchor_token
from rules.akropolis.state import SHAPES, City, State, cells_of, footprint, site_of
from rules.contract import Hex, IllegalMove, Seat
from rules.hexgrid import AROUND, WIDTH, cell_of, hex_of
from rules.rng import Rng

Reach = tuple[tuple[int, int, int, int], ...]
"""Sites around a site: number and three cells, all relative to it."""


class Placement(msgspec.Struct, frozen=True, gc=False):
    """One way to lay any tile in a city, and the level it gets (AK-30)."""

    at: Hex
    rot: int
    level: int


def _sites_with(cells: set[int]) -> set[int]:
    """Every site that has one of `cells`."""
    return {
        2 * (cell - offset) + shape
        for cell in cells
        for shape, offsets in enumerate(SHAPES)
        for offset in offsets
    }


def _reach(sites: set[int]) -> Reach:
    reach = []
    for site in sorted(sites):
        a, b, c = cells_of(site)
        reach.append((site, a, b, c))
    return tuple(reach)


def _rim(shape: int) -> set[int]:
    """The nine cells around a site of `shape` at cell 0."""
    cells = set(SHAPES[shape])
    return {near for cell in cells for near in AROUND[cell]} - cells


_TOUCHING = tuple(_reach(_sites_with(set(SHAPES[shape])) - {shape}) for shape in (0, 1))
"""By shape: the twelve other sites that share a cell with a site."""
_BESIDE = tuple(
    _reach(_sites_with(_rim(shape)) - _sites_with(set(SHAPES[shape]))) for shape in (0, 1)
)
"""By shape: the sites that touch a site without sharing a cell."""
_NEAR = tuple((*SHAPES[shape], *sorted(_rim(shape))) for shape in (0, 1))
"""By shape: the cells of a site, and those around it."""


def _by_index(shape: int) -> Reach:
    """The touching sites of a shape, with the indexes of their cells in `_NEAR`."""
    place = _NEAR[shape].index
    return tuple((site, place(a), place(b), place(c)) for site, a, b, c in _TOUCHING[shape])


def _near_first(shape: int) -> Reach:
    """The sites beside a shape, with their cells around it first: most of these are built."""
    reach = []
    for site, *cells in _BESIDE[shape]:
        a, b, c = sorted(cells, key=lambda cell: cell not in _NEAR[shape])
        reach.append((site, a, b, c))
    return tuple(reach)


_TOUCHING_BY_INDEX = tuple(map(_by_index, (0, 1)))
_BESIDE_NEAR_FIRST = tuple(map(_near_first, (0, 1)))
_ANCHORS = tuple(
    tuple((offset, shape + 2 * turn) for turn, offset in enumerate(offsets))
    for shape, offsets in enumerate(SHAPES)
)
"""By shape: the three ways to lay a tile on a site, as (anchor cell, rotation)."""


def first_sites(city: City) -> dict[int, int]:
    """The legal sites of a city that is a start tile: all that touch it (AK-39)."""
    touching = {near for cell in city.levels for near in AROUND[cell]}
    return {
        site: 1
        for site in sorted(_sites_with(touching))
        if not city.levels.keys() & set(cells_of(site))
    }


def renew_sites(city: City, site: int) -> None:
    """Bring `city.sites` up to date after a tile was laid on `site`."""
    levels, pieces, sites = city.levels, city.pieces, city.sites
    shape, first = site & 1, site >> 1
    origin, cells = 2 * first, [first + offset for offset in _NEAR[shape]]
    heights = list(map(levels.get, cells))
    del sites[site]
    for number, a, b, c in _TOUCHING_BY_INDEX[shape]:
        level = heights[a]
        # level cells that show more than one tile (AK-31, AK-33, AK-35)
        if (
            level
            and heights[b] == level
            and heights[c] == level
            and not pieces[cells[a]] == pieces[cells[b]] == pieces[cells[c]]
        ):
            sites[number + origin] = level + 1
        else:
            sites.pop(number + origin, None)
    if heights[0] != 1:
        return
    for number, a, b, c in _BESIDE_NEAR_FIRST[shape]:
        number += origin
        if number not in sites and not (
            first + a in levels or first + b in levels or first + c in levels
        ):
            sites[number] = 1


# ---- placing ----------------------------------------------------------------------------------


def placement_refusal(city: City, at: Hex, rot: int) -> IllegalMove | None:
    """The first rule that a tile at `at`, `rot` breaks, or None (AK-23, AK-31 to AK-35)."""
    if not 0 <= rot <= 5:
        return IllegalMove("akropolis.bad_rotation", rule="AK-23", rot=rot)
    if max(abs(at[0]), abs(at[1])) > FARTHEST:
        return IllegalMove("akropolis.not_adjacent", rule="AK-32", at=anchor_token(at))
    if site_of(at, rot) in city.sites:
        return None
    cells = [cell_of(at) for at in footprint(at, rot)]
    heights = [city.levels.get(cell, 0) for cell in cells]
    if len(set(heights)) > 1:
        return IllegalMove("akropolis.uneven", rule="AK-31", heights=heights)
    if heights[0] == 0:
        return IllegalMove("akropolis.not_adjacent", rule="AK-32", at=anchor_token(at))
    return IllegalMove("akropolis.single_tile", rule="AK-35", level=heights[0] + 1)


@lru_cache(maxsize=1 << 14)
def ways(site: int, level: int) -> tuple[tuple[int, Placement], ...]:
    """The three ways to lay a tile on a site (AK-39), each with its rank by (q, r, rot)."""
    first, anchors = site >> 1, _ANCHORS[site & 1]
    laid = [Placement(hex_of(first + offset), rot, level) for offset, rot in anchors]
    return tuple((8 * (way.at[0] * WIDTH + way.at[1]) + way.rot, way) for way in laid)


def placements(city: City) -> list[Placement]:
    """Every legal placement, the same for any tile, sorted by (q, r, rot)."""
    ranked: list[tuple[int, Placement]] = []
    for site, level in city.sites.items():
        ranked += ways(site, level)
    ranked.sort()
    return [way for _, way in ranked]


def sites(city: City) -> dict[tuple[Hex, Hex, Hex], int]:
    """Every legal site, its three hexes clockwise, with the level a tile would get there."""
    return {
        (hex_of(a), hex_of(b), hex_of(c)): level
        for site, level in sorted(city.sites.items())
        for a, b, c in [cells_of(site)]
    }


def common_edges(city: City, site: int) -> int:
    """Number of edges that a site shares with built cells around it: how snug it is."""
    cells = cells_of(site)
    return sum(near in city.levels and near not in cells for cell in cells for near in AROUND[cell])


# ---- whole actions ----------------------------------------------------------------------------


def affordable(state: State, seat: Seat) -> range:
    """The indexes of the line that `seat` can pay (AK-21)."""
    return range(min(len(state.line), state.cities[seat].stones + 1))


def line_refusal(state: State, seat: Seat, line: int) -> IllegalMove | None:
    """Refusal of the tile at index `line`, or None when `seat` may take it (AK-20, AK-21)."""
    count, stones = len(state.line), state.cities[seat].stones
    if not 0 <= line < count:
        return IllegalMove("akropolis.bad_line_index", rule="AK-20", place=line + 1, n=count)
    if line > stones:
        return IllegalMove(
            "akropolis.too_expensive", rule="AK-21", price=line, stones=stones, n=line
        )
    return None


def why_not(state: State, seat: Seat, action: Place) -> IllegalMove | None:
    """The first rule that `action` breaks, or None; the turn is checked elsewhere."""
    return line_refusal(state, seat, action.line) or placement_refusal(
        state.cities[seat], action.at, action.rot
    )


def legal_actions(state: State, seat: Seat) -> Iterator[Place]:
    """Every legal action, by index of the line, then by (q, r, rot)."""
    if seat != state.current:
        return
    everywhere = placements(state.cities[seat])
    for line in affordable(state, seat):
        for place in everywhere:
            yield Place(seat=seat, line=line, at=place.at, rot=place.rot)


def sample(state: State, seat: Seat, rng: Rng) -> Place:
    """A random legal action, all equally likely; drawn without listing them."""
    sites = state.cities[seat].sites
    lines = len(affordable(state, seat))
    index, line = divmod(rng.below(3 * lines * len(sites)), lines)
    index, way = divmod(index, 3)
    site = list(sites)[index]
    offset, rot = _ANCHORS[site & 1][way]
    return Place(seat=seat, line=line, at=hex_of((site >> 1) + offset), rot=rot)
