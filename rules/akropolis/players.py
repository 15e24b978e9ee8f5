"""Players for AI seats: one plays at random, the others take the placement of the highest worth."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from operator import itemgetter

import msgspec

from rules.akropolis import legal, scoring, turn
from rules.akropolis.actions import Place
from rules.akropolis.pieces import (
    BARRACKS,
    BLANK,
    DISTRICT,
    GARDENS,
    MARKETS,
    PLAZA,
    QUARRY,
    STARS,
    TEMPLES,
    TILE_FACES,
    setup,
)
from rules.akropolis.state import City, State, cells_of
from rules.contract import Hex, Seat
from rules.hexgrid import hex_of
from rules.rng import Rng


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """Weights of a position beside its points; they shrink to zero towards the end of the game."""

    stars: float
    """A star: districts of its colour may still come."""
    districts: float = 0.0
    """A point of districts: stars of their colour may still come."""
    quarries: float
    """A quarry still to be covered."""
    room: float = 0.0
    """Upper sites: the root of their number, each counted as often as it has floors beneath."""
    height: float = 0.0
    """Each floor beneath the tile."""
    snug: float = 0.0
    """Each edge that the tile shares with the city: breaks ties, to the very end.

    So small that points come first. A city without holes and tongues has more upper sites: this
    rule alone is worth about 14 points.
    """


EASY = Weights(stars=0.7, quarries=0.4)
HARD = Weights(stars=6.0, districts=1.5, quarries=0.4, room=8.0, height=1.0, snug=0.2)


class Random:
    """Plays any legal action, all equally likely."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Place:
        return legal.sample(state, seat, rng)


class Weighing:
    """Takes the placement of the highest worth by its weights, without looking ahead."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def choose(self, state: State, seat: Seat, rng: Rng) -> Place:
        return best(state, seat, legal.affordable(state, seat), self._weights)


PLAYERS: dict[str, Random | Weighing] = {
    "random": Random(),
    "easy": Weighing(EASY),
    "hard": Weighing(HARD),
}
"""By name, weakest first."""


def suggest(state: State, seat: Seat, line: int) -> Place:
    """The best spot for a tile of the line. Raises IllegalMove when it cannot be taken."""
    refusal = legal.line_refusal(state, seat, line)
    if refusal is not None:
        raise refusal
    return best(state, seat, (line,))


def best(state: State, seat: Seat, lines: Iterable[int], weights: Weights = EASY) -> Place:
    """The best placement of the tiles at the indexes `lines`; the first of equals."""
    return place_from_idea(seat, max(ideas(state, seat, lines, weights), key=itemgetter(0)))


Idea = tuple[float, int, int, int]
"""A placement with its worth: worth, index in the line, site, and one of its three ways."""


def ideas(state: State, seat: Seat, lines: Iterable[int], weights: Weights) -> Iterator[Idea]:
    """All placements of the tiles at the indexes `lines`, each with its worth."""
    city, share = state.cities[seat], share_left(state)
    fits = [(line, way, *_fit(state.line[line], way)) for line in lines for way in range(3)]
    for site in city.sites:
        trial = Trial(city, site, share, weights)
        for line, way, colours, quarry_count in fits:
            worth = trial.worth(colours) + weights.quarries * share * quarry_count - line
            yield worth, line, site, way


def best_worths(
    state: State, seat: Seat, tiles: Iterable[int], weights: Weights
) -> dict[int, float]:
    """Worth of a seat's city by tile, with the tile where it fits best."""
    city, share = state.cities[seat], share_left(state)
    fits = [(tile, *_fit(tile, way)) for tile in tiles for way in range(3)]
    to_cover = weights.quarries * share
    best: dict[int, float] = {}
    for site in city.sites:
        trial = Trial(city, site, share, weights)
        for tile, colours, quarries in fits:
            worth = trial.worth(colours) + to_cover * quarries
            if worth > best.get(tile, -math.inf):
                best[tile] = worth
    base = city.stones + to_cover * len(city.showing[QUARRY])
    return {tile: worth + base for tile, worth in best.items()}


def place_from_idea(seat: Seat, idea: Idea) -> Place:
    """The action that makes a placement."""
    _, line, site, way = idea
    return Place(seat=seat, line=line, at=hex_of(cells_of(site)[way]), rot=(site & 1) + 2 * way)


def gains(
    state: State,
    seat: Seat,
    line: int,
    rotations: Container[int] = range(6),
    at: Hex | None = None,
) -> dict[Place, int]:
    """Points that each placement of a tile adds to the score of a seat, its price paid.

    They may be limited to some rotations, or to one anchor.
    """
    city = state.cities[seat]
    key = seat, line, state.line[line], city.stones, city.variants, tuple(city.tiles)
    points = _gains_kept.get(key)
    if points is None:
        points = _gains_everywhere(city, seat, line, state.line[line])
        _gains_kept[key] = points
        if len(_gains_kept) > KEPT:
            del _gains_kept[next(iter(_gains_kept))]
    return {
        place: gain
        for place, gain in points.items()
        if place.rot in rotations and at in (None, place.at)
    }


KEPT = 8
"""Cities and tiles whose gains are kept: several questions and presses ask for the same ones."""
_gains_kept: dict[tuple[object, ...], dict[Place, int]] = {}


def _gains_everywhere(city: City, seat: Seat, line: int, tile: int) -> dict[Place, int]:
    """Points that each placement of a tile adds to the score of a city."""
    before = scoring.city_score(city).total - city.stones
    fits = [(way, *_fit(tile, way)) for way in range(3)]
    points: dict[Place, int] = {}
    for site in city.sites:
        anchors, trial = [hex_of(cell) for cell in cells_of(site)], Trial(city, site, 0, EASY)
        for way, colours, _ in fits:
            place = Place(seat=seat, line=line, at=anchors[way], rot=(site & 1) + 2 * way)
            points[place] = round(trial.worth(colours)) - before - line
    return points


def share_left(state: State) -> float:
    """Share of the game that is still to come, 1 .. 0."""
    return max(0.0, 1 - state.turn / setup(state.seats, state.options.length).turns)


def room(city: City) -> int:
    """The upper sites, each counted as often as it has floors beneath."""
    return sum([level - 1 for level in city.sites.values()])


ColourCells = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A colour of a tile, with the cells of a site, 0 .. 2, that show its districts and its plazas."""


def _fit(tile: int, way: int) -> tuple[tuple[ColourCells, ...], int]:
    """The colours of a tile whose first hex lies on cell `way` of a site, and its quarries."""
    faces = [TILE_FACES[tile][(cell - way) % 3] for cell in range(3)]
    colours = tuple(
        (colour, _cells(faces, DISTRICT + colour), _cells(faces, PLAZA + colour))
        for colour in range(5)
        if DISTRICT + colour in faces or PLAZA + colour in faces
    )
    return colours, faces.count(QUARRY)


def _cells(faces: list[int], face: int) -> tuple[int, ...]:
    return tuple(cell for cell, shown_face in enumerate(faces) if shown_face == face)


EACH_BY_ITSELF = (BARRACKS, TEMPLES, GARDENS)
"""The colours whose districts count independently of each other (AK-62 to AK-64)."""
NEED_PLAZAS = (MARKETS,)
"""The colours whose districts may be worth more beside a plaza, in their variant (AK-71)."""


class Trial:
    """A site of a city under a blank tile, to try each tile there.

    The worth of a colour depends only on the cells of its own hexes, so it is counted once for all
    tiles and rotations that put it on the same cells.
    """

    def __init__(self, city: City, site: int, share: float, weights: Weights) -> None:
        self.city = city.clone()
        covered = turn.lay(self.city, BLANK, hex_of(site >> 1), site & 1)
        self.cells = cells_of(site)
        self.stars = [scoring.stars(self.city, colour) for colour in range(5)]
        self.to_come = weights.stars * share, weights.districts * share
        self.bare = [self._worth(colour, self.city.values[colour], 0) for colour in range(5)]
        self.known: dict[ColourCells, float] = {}
        # the same cells and lakes, with all faces hidden
        self.alone = replace(self.city, showing=tuple([set() for _ in self.city.showing]))
        stones_gained = len(turn.quarries(covered))
        self.base = sum(self.bare) + stones_gained * (1 - weights.quarries * share)
        self.base += share * self._prospects(weights)
        self.base += weights.snug * legal.common_edges(city, site)

    def _prospects(self, weights: Weights) -> float:
        """Worth of the city's height and upper sites, as weighted at the start."""
        beneath = self.city.levels[self.cells[0]] - 1
        return weights.height * beneath + weights.room * math.sqrt(room(self.city))

    def worth(self, colours: tuple[ColourCells, ...]) -> float:
        """Points and prospects of the city with these colours on the site."""
        return self.base + sum([self._gain(part) for part in colours])

    def _gain(self, part: ColourCells) -> float:
        """Worth that a colour gains over the blank tile."""
        if part not in self.known:
            colour, _, plazas = part
            after = self._worth(colour, self._value(part), len(plazas))
            self.known[part] = after - self.bare[colour]
        return self.known[part]

    def _worth(self, colour: int, value: int, plazas: int) -> float:
        stars = self.stars[colour] + plazas * STARS[colour]
        districts_to_come, stars_to_come = self.to_come
        return (value + districts_to_come) * (stars + stars_to_come)

    def _value(self, part: ColourCells) -> int:
        """Value of a colour's districts with its hexes on the site; the city is left unchanged."""
        colour, districts, _ = part
        worth = self.city.values[colour]
        if not districts and not (colour in NEED_PLAZAS and self.city.variants[colour]):
            return worth
        if colour in EACH_BY_ITSELF:
            return worth + self._value_with(self.alone, part)
        return self._value_with(self.city, part)

    def _value_with(self, city: City, part: ColourCells) -> int:
        """Value of a colour's districts in a city together with those of the site."""
        colour, districts, plazas = part
        showing = city.showing[DISTRICT + colour], city.showing[PLAZA + colour]
        added = [{self.cells[cell] for cell in cells} for cells in (districts, plazas)]
        for cells_showing, new_cells in zip(showing, added, strict=True):
            cells_showing |= new_cells
        value = scoring.value(city, colour, city.variants[colour])
        for cells_showing, new_cells in zip(showing, added, strict=True):
            cells_showing -= new_cells
        return value
