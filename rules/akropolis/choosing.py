"""Choosing an action step by step: the next question, a preview, and the alternatives to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.akropolis import legal, places, players, scoring, turn
from rules.akropolis.actions import Place
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
from rules.akropolis.state import City, State
from rules.akropolis.view import Preview, Spot, city_view
from rules.contract import BadNotation, Hex, IllegalMove, Seat
from rules.hexgrid import FLAT, distance, nearest
from rules.notation import LONGEST
from rules.question import Beside, CellOf, OneOf, Option

SNUG_FROM = 3
"""Number of shared edges from which a spot on the table counts as snug."""
UPPER, SNUG, OPEN = range(3)
GROUPS = ("akropolis.group_upper", "akropolis.group_snug", "akropolis.group_open")


# ---- the next question ------------------------------------------------------------------------


def ask(state: State, seat: Seat, tokens: Sequence[str]) -> OneOf | None:
    """Next question of tile, anchor and rotation; None when `tokens` are a whole legal action.

    Once the tile is chosen, its spot is suggested; the pad changes it.
    """
    if len(tokens) > 3:
        raise BadNotation("akropolis.bad_notation", text=" ".join(tokens)[:LONGEST])
    if not tokens:
        tiles, site = _tiles(state, seat), Beside("site", None)
        return OneOf(code="akropolis.ask_tile", options=tiles, beside=site)
    line = read_tile(tokens[0])
    _raise(legal.line_refusal(state, seat, line))
    city = state.cities[seat]
    if len(tokens) == 1:
        options = _anchor_options(city, players.gains(state, seat, line))
        return CellOf(code="akropolis.ask_anchor", options=options, suggests=True)
    at = read_anchor(tokens[1])
    if len(tokens) == 2:
        options = _rotation_options(city, at, players.gains(state, seat, line, at=at))
        return OneOf(code="akropolis.ask_rotation", options=options, suggests=True)
    _raise(legal.placement_refusal(city, at, read_rotation(tokens[2])))
    return None


def _raise(refusal: IllegalMove | None) -> None:
    if refusal is not None:
        raise refusal


def _tiles(state: State, seat: Seat) -> tuple[Option, ...]:
    return tuple(
        Option(
            tile_token(line),
            "akropolis.option_tile",
            {"place": line + 1, "code": TILES[state.line[line]].code, "price": line, "n": line},
        )
        for line in legal.affordable(state, seat)
    )


def _anchor_options(city: City, gains: Mapping[Place, int]) -> tuple[Option, ...]:
    """Anchors: level 2 and up first, then snug spots, then the rest; each by points gained."""
    best: dict[Hex, int] = {}
    for place, gain in gains.items():
        best[place.at] = max(gain, best.get(place.at, gain))
    spots = sorted(
        _spots_by_rank(city, range(6)), key=lambda ranked: (ranked[0], -best[ranked[1].at])
    )
    return tuple(_anchor_option(group, spot, best[spot.at]) for group, spot in spots)


def _anchor_option(group: int, spot: Spot, gain: int) -> Option:
    args = {"q": spot.at[0], "r": spot.at[1], "level": spot.level, "gain": gain}
    return Option(
        anchor_token(spot.at), "akropolis.option_anchor", args, GROUPS[group], brings=gain
    )


def _rotation_options(city: City, at: Hex, gains: Mapping[Place, int]) -> tuple[Option, ...]:
    """Rotations with which the tile lies at `at`, those that bring most points first."""
    brings = {place.rot: gain for place, gain in gains.items()}
    if not brings:
        _raise(legal.placement_refusal(city, at, 0))
    return tuple(
        Option(
            rotation_token(rot),
            "akropolis.option_rotation",
            {"rot": rot, "degrees": 60 * rot, "gain": brings[rot]},
            brings=brings[rot],
        )
        for rot in sorted(brings, key=lambda rot: (-brings[rot], rot))
    )


# ---- spots ------------------------------------------------------------------------------------


def _spots_by_rank(city: City, rotations: Iterable[int]) -> list[tuple[int, Spot]]:
    """Each anchor once, with its group; the best spots first."""
    best: dict[Hex, tuple[int, int, int]] = {}
    for site, level in city.sites.items():
        rank = _rank(level, legal.common_edges(city, site))
        for _, way in legal.ways(site, level):
            if way.rot in rotations:
                best[way.at] = min(rank, best.get(way.at, rank))
    ordered = sorted((rank, at) for at, rank in best.items())
    return [(rank[0], Spot(at, -rank[1])) for rank, at in ordered]


def _rank(level: int, edges: int) -> tuple[int, int, int]:
    """Sort key: group, then the higher level, then the more shared edges."""
    if level > 1:
        return UPPER, -level, 0
    return (SNUG if edges >= SNUG_FROM else OPEN), -level, -edges


def _anchors(city: City, rotation: int) -> list[Hex]:
    """Cells where a tile may be anchored at one rotation."""
    placements = (way for site in city.sites.items() for _, way in legal.ways(*site))
    return [way.at for way in placements if way.rot == rotation]


# ---- the preview ------------------------------------------------------------------------------


def preview(state: State, seat: Seat, action: Place) -> Preview:
    """The city after the move; unchanged but for the price where the tile does not fit."""
    _raise(legal.line_refusal(state, seat, action.line))
    city, before = state.cities[seat].clone(), state.cities[seat]
    city.stones -= action.line
    tile, covered = state.line[action.line], []
    fits = legal.placement_refusal(city, action.at, action.rot) is None
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
        spots=tuple(spot for _, spot in _spots_by_rank(before, (action.rot,))),
        unmet=places.unmet(city) if fits else (),
    )


# ---- other moves to preview --------------------------------------------------------------------


def elsewhere(state: State, seat: Seat, action: Place) -> OneOf:
    """The spots of the tile at its rotation, numbered as in the picture of the preview."""
    spots = _spots_by_rank(state.cities[seat], (action.rot,))
    gains = players.gains(state, seat, action.line, (action.rot,))
    places = [_place_at(action, seat, spot.at, action.rot) for _, spot in spots]
    options = tuple(
        _spot(place, spot, number, gains[place])
        for number, (place, (_, spot)) in enumerate(zip(places, spots, strict=True), 1)
    )
    return OneOf(code="akropolis.ask_anchor", options=options)


def _spot(action: Place, spot: Spot, number: int, gain: int) -> Option:
    at = anchor_token(spot.at)
    args = {"number": number, "at": at, "level": spot.level, "gain": gain}
    group = "akropolis.spots_higher" if spot.level > 1 else "akropolis.spots_ground"
    return Option(notation(action), "akropolis.spot", args, group)


# ---- the pad ----------------------------------------------------------------------------------


def variations(state: State, seat: Seat, action: Place) -> dict[str, Place]:
    """The nearest spot in each direction at this rotation, and the next rotations."""
    city = state.cities[seat]
    ways = nearest(action.at, _anchors(city, action.rot), FLAT)
    moves = {name: _place_at(action, seat, at, action.rot) for name, at in ways.items()}
    for name, turns in (("cw", 1), ("ccw", -1)):
        rot = (action.rot + turns) % 6
        at = min(_anchors(city, rot), key=lambda at: (distance(action.at, at), at))
        moves[name] = _place_at(action, seat, at, rot)
    return moves


def _place_at(action: Place, seat: Seat, at: Hex, rot: int) -> Place:
    return Place(seat=seat, line=action.line, at=at, rot=rot)
