"""Choosing an action bit by bit: the next tokens, what a candidate would do, where a pad leads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.akropolis import legal, scoring, turn
from rules.akropolis.actions import Place
from rules.akropolis.legal import Placement
from rules.akropolis.notation import (
    anchor_token,
    notation,
    read_anchor,
    read_rotation,
    read_tile,
    rotation_token,
    tile_token,
)
from rules.akropolis.pieces import FACES, PLAZA, TILES
from rules.akropolis.state import City, State, site_of
from rules.akropolis.view import Preview, Spot, city_view
from rules.contract import BadNotation, Hex, IllegalMove, Option, Seat
from rules.hexgrid import DIRECTIONS, distance

SNUG_FROM = 3
"""Shared edges from which a spot on the table counts as snug."""
UPPER, SNUG, OPEN = range(3)
GROUPS = ("akropolis.group_upper", "akropolis.group_snug", "akropolis.group_open")


# ---- the next token ---------------------------------------------------------------------------


def options(state: State, seat: Seat, tokens: Sequence[str]) -> list[Option]:
    """Tiles, then anchors, then rotations; [] when `tokens` are a whole legal action."""
    if len(tokens) > 3:
        raise BadNotation("akropolis.bad_notation", text=" ".join(tokens)[:80])
    if not tokens:
        return _tile_options(state, seat)
    line = read_tile(tokens[0])
    _raise(legal.line_refused(state, seat, line))
    city = state.cities[seat]
    if len(tokens) == 1:
        return _anchor_options(city)
    at = read_anchor(tokens[1])
    if len(tokens) == 2:
        return _rotation_options(city, at)
    _raise(legal.placement_refused(city, at, read_rotation(tokens[2])))
    return []


def _raise(refusal: IllegalMove | None) -> None:
    if refusal is not None:
        raise refusal


def _tile_options(state: State, seat: Seat) -> list[Option]:
    return [
        Option(
            tile_token(line),
            "akropolis.option_tile",
            {"place": line + 1, "code": TILES[state.line[line]].code, "price": line, "n": line},
        )
        for line in legal.affordable(state, seat)
    ]


def _anchor_options(city: City) -> list[Option]:
    """Level 2 and up first, then snug spots, then the rest."""
    return [
        Option(
            anchor_token(spot.at),
            "akropolis.option_anchor",
            {"q": spot.at[0], "r": spot.at[1], "level": spot.level},
            GROUPS[group],
        )
        for group, spot in _ranked(city, legal.placements(city))
    ]


def _rotation_options(city: City, at: Hex) -> list[Option]:
    found = [
        Option(rotation_token(rot), "akropolis.option_rotation", {"rot": rot, "degrees": 60 * rot})
        for rot in range(6)
        if legal.placement_refused(city, at, rot) is None
    ]
    if not found:
        _raise(legal.placement_refused(city, at, 0))
    return found


# ---- spots ------------------------------------------------------------------------------------


def _ranked(city: City, placements: Iterable[Placement]) -> list[tuple[int, Spot]]:
    """Every anchor once, with its group; the best spots first."""
    best: dict[Hex, tuple[int, int, int]] = {}
    for place in placements:
        edges = legal.shared_edges(city, site_of(place.at, place.rot))
        rank = _rank(place.level, edges)
        best[place.at] = min(rank, best.get(place.at, rank))
    return [
        (rank[0], Spot(at, -rank[1]))
        for at, rank in sorted(best.items(), key=lambda item: (item[1], item[0]))
    ]


def _rank(level: int, edges: int) -> tuple[int, int, int]:
    """Group, then the higher level, then the more shared edges."""
    if level > 1:
        return UPPER, -level, 0
    return (SNUG if edges >= SNUG_FROM else OPEN), -level, -edges


def _at_rotation(city: City, rot: int) -> list[Placement]:
    return [place for place in legal.placements(city) if place.rot == rot]


# ---- a candidate ------------------------------------------------------------------------------


def preview(state: State, seat: Seat, action: Place) -> Preview:
    """What the city would become; unchanged but for the price where the tile cannot lie."""
    _raise(legal.line_refused(state, seat, action.line))
    city, before = state.cities[seat].clone(), state.cities[seat]
    city.stones -= action.line
    tile, covered = state.line[action.line], []
    fits = legal.placement_refused(city, action.at, action.rot) is None
    if fits:
        covered = turn.lay(city, tile, action.at, action.rot)
    gain = len(turn.quarries(covered))
    city.stones += gain
    return Preview(
        seat=seat,
        notation=notation(action),
        line=action.line,
        tile=tile,
        at=action.at,
        rot=action.rot,
        level=city.tiles[-1].level if fits else 0,
        price=action.line,
        gain=gain,
        city=city_view(city),
        before=scoring.city_score(before),
        plazas_covered=tuple(str(FACES[face].colour) for _, face in covered if face >= PLAZA),
        spots=tuple(spot for _, spot in _ranked(before, _at_rotation(before, action.rot))),
    )


# ---- the pad ----------------------------------------------------------------------------------

_SECTORS = dict(zip(("se", "s", "sw", "nw", "n", "ne"), DIRECTIONS, strict=True))
"""The six ways of a flat-top board on screen."""


def variations(state: State, seat: Seat, action: Place) -> dict[str, Place]:
    """The nearest spot in each direction at this rotation, and the next rotations."""
    city = state.cities[seat]
    spots = [place.at for place in _at_rotation(city, action.rot) if place.at != action.at]
    found = {}
    for name, way in _SECTORS.items():
        within = [at for at in spots if _leads(way, action.at, at)]
        if within:
            at = min(within, key=lambda at: (distance(action.at, at), at))
            found[name] = _moved(action, seat, at, action.rot)
    for name, turns in (("cw", 1), ("ccw", -1)):
        rot = (action.rot + turns) % 6
        spots = [place.at for place in _at_rotation(city, rot)]
        at = min(spots, key=lambda at: (distance(action.at, at), at))
        found[name] = _moved(action, seat, at, rot)
    return found


def _moved(action: Place, seat: Seat, at: Hex, rot: int) -> Place:
    return Place(seat=seat, line=action.line, at=at, rot=rot)


def _leads(way: Hex, start: Hex, at: Hex) -> bool:
    """Whether `at` lies in the 60° sector around direction `way`, seen from `start`."""
    offset = at[0] - start[0], at[1] - start[1]
    return _along(offset, way) == max(_along(offset, other) for other in DIRECTIONS)


def _along(offset: Hex, way: Hex) -> int:
    """Twice the scalar product of two hexes as vectors on the board."""
    (q, r), (a, b) = offset, way
    return 2 * q * a + 2 * r * b + q * b + r * a
