"""Players for AI seats: one that plays anything, others that take what they weigh highest."""

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
from rules.contract import Seat
from rules.hexgrid import hex_of
from rules.rng import Rng


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What counts beside the points of now, in points at the start; at the end only points do."""

    stars: float
    """A star: districts of its colour are still to come."""
    districts: float = 0.0
    """A point of districts: stars of their colour are still to come."""
    quarries: float
    """A quarry still to be covered."""
    room: float = 0.0
    """Places upstairs: the root of how many there are, each as often as it has floors beneath."""
    height: float = 0.0
    """Each floor beneath the tile."""
    snug: float = 0.0
    """Each edge that the tile shares with the city: ties go to the snuggest place, to the very end.

    So little that points come first. A city without holes and tongues has more places upstairs:
    this rule alone is worth about 14 points.
    """


EASY = Weights(stars=0.7, quarries=0.4)
HARD = Weights(stars=6.0, districts=1.5, quarries=0.4, room=8.0, height=1.0, snug=0.2)


class Random:
    """Any legal action, each as likely."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Place:
        return legal.sample(state, seat, rng)


class Weighing:
    """Takes what is worth most by its weights, without a look ahead."""

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
    """The best spot for one tile of the line. Raises IllegalMove when it cannot be taken."""
    refusal = legal.line_refused(state, seat, line)
    if refusal is not None:
        raise refusal
    return best(state, seat, (line,))


def best(state: State, seat: Seat, lines: Iterable[int], weights: Weights = EASY) -> Place:
    """The best placement of one of the tiles at `lines` in the line; the first of equals."""
    return placed(seat, max(judged(state, seat, lines, weights), key=itemgetter(0)))


Idea = tuple[float, int, int, int]
"""A placement, and what it is worth: worth, index in the line, site, which of its three ways."""


def judged(state: State, seat: Seat, lines: Iterable[int], weights: Weights) -> Iterator[Idea]:
    """Every placement of the tiles at `lines`."""
    city, left = state.cities[seat], share_left(state)
    fits = [(line, way, *_fit(state.line[line], way)) for line in lines for way in range(3)]
    for site in city.sites:
        trial = Trial(city, site, left, weights)
        for line, way, shown, quarries in fits:
            worth = trial.worth(shown) + weights.quarries * left * quarries - line
            yield worth, line, site, way


def fitted(state: State, seat: Seat, tiles: Iterable[int], weights: Weights) -> dict[int, float]:
    """What the city of a seat would be worth with each of some tiles, where it fits best."""
    city, left = state.cities[seat], share_left(state)
    fits = [(tile, *_fit(tile, way)) for tile in tiles for way in range(3)]
    to_cover = weights.quarries * left
    best: dict[int, float] = {}
    for site in city.sites:
        trial = Trial(city, site, left, weights)
        for tile, shown, quarries in fits:
            worth = trial.worth(shown) + to_cover * quarries
            if worth > best.get(tile, -math.inf):
                best[tile] = worth
    there = city.stones + to_cover * len(city.showing[QUARRY])
    return {tile: worth + there for tile, worth in best.items()}


def placed(seat: Seat, idea: Idea) -> Place:
    """A placement as an action."""
    _, line, site, way = idea
    return Place(seat=seat, line=line, at=hex_of(cells_of(site)[way]), rot=(site & 1) + 2 * way)


def gains(
    state: State, seat: Seat, line: int, rotations: Container[int] = range(6)
) -> dict[Place, int]:
    """By how many points placements of a tile change the score of a seat, its price paid."""
    city = state.cities[seat]
    before = scoring.city_score(city).total - city.stones
    fits = [(way, *_fit(state.line[line], way)) for way in range(3)]
    found: dict[Place, int] = {}
    for site in city.sites:
        turned = [((site & 1) + 2 * way, way, shown) for way, shown, _ in fits]
        if wanted := [one for one in turned if one[0] in rotations]:
            trial, cells = Trial(city, site, 0, EASY), cells_of(site)
            for rot, way, shown in wanted:
                place = Place(seat=seat, line=line, at=hex_of(cells[way]), rot=rot)
                found[place] = round(trial.worth(shown)) - before - line
    return found


def share_left(state: State) -> float:
    """How much of the game is still to come, 1 .. 0."""
    return max(0.0, 1 - state.turn / setup(state.seats, state.options.length).turns)


def room(city: City) -> int:
    """The places upstairs, each as often as it has floors beneath."""
    return sum([level - 1 for level in city.sites.values()])


Shown = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A colour of a tile: which of the three cells of a site show its districts, which its plazas."""


def _fit(tile: int, way: int) -> tuple[tuple[Shown, ...], int]:
    """The colours of a tile whose first hex lies on cell `way` of a site, and its quarries."""
    faces = [TILE_FACES[tile][(cell - way) % 3] for cell in range(3)]
    shown = tuple(
        (colour, _cells(faces, DISTRICT + colour), _cells(faces, PLAZA + colour))
        for colour in range(5)
        if DISTRICT + colour in faces or PLAZA + colour in faces
    )
    return shown, faces.count(QUARRY)


def _cells(faces: list[int], face: int) -> tuple[int, ...]:
    return tuple(cell for cell, seen in enumerate(faces) if seen == face)


EACH_BY_ITSELF = (BARRACKS, TEMPLES, GARDENS)
"""The colours of which each district counts whatever others there are (AK-62 to AK-64)."""
NEED_PLAZAS = (MARKETS,)
"""The colours whose districts may be worth more beside a plaza, in their variant (AK-71)."""


class Trial:
    """A site of a city covered by a blank tile, to ask what each tile would be worth there.

    A colour's worth depends only on where its own hexes lie, so it is counted once for all the
    tiles and turns that put it on the same cells.
    """

    def __init__(self, city: City, site: int, left: float, weights: Weights) -> None:
        self.city = city.clone()
        covered = turn.lay(self.city, BLANK, hex_of(site >> 1), site & 1)
        self.cells = cells_of(site)
        self.stars = [scoring.stars(self.city, colour) for colour in range(5)]
        self.to_come = weights.stars * left, weights.districts * left
        self.bare = [self._worth(colour, self.city.values[colour], 0) for colour in range(5)]
        self.known: dict[Shown, float] = {}
        # the same cells and lakes, without anything that they show
        self.alone = replace(self.city, showing=tuple([set() for _ in self.city.showing]))
        gained = len(turn.quarries(covered))
        self.base = sum(self.bare) + gained * (1 - weights.quarries * left)
        self.base += left * self._prospects(weights)
        self.base += weights.snug * legal.shared_edges(city, site)

    def _prospects(self, weights: Weights) -> float:
        """What the height of the city is worth at the start."""
        beneath = self.city.levels[self.cells[0]] - 1
        return weights.height * beneath + weights.room * math.sqrt(room(self.city))

    def worth(self, shown: tuple[Shown, ...]) -> float:
        """Points and prospects of the city with these colours on the site."""
        return self.base + sum([self._gain(part) for part in shown])

    def _gain(self, part: Shown) -> float:
        """How much more one colour is worth than with the blank tile."""
        if part not in self.known:
            colour, _, plazas = part
            after = self._worth(colour, self._value(part), len(plazas))
            self.known[part] = after - self.bare[colour]
        return self.known[part]

    def _worth(self, colour: int, value: int, plazas: int) -> float:
        stars = self.stars[colour] + plazas * STARS[colour]
        districts_to_come, stars_to_come = self.to_come
        return (value + districts_to_come) * (stars + stars_to_come)

    def _value(self, part: Shown) -> int:
        """What the districts of a colour are worth with its hexes on the site; then as before."""
        colour, districts, _ = part
        worth = self.city.values[colour]
        if not districts and not (colour in NEED_PLAZAS and self.city.variants[colour]):
            return worth
        if colour in EACH_BY_ITSELF:
            return worth + self._shown(self.alone, part)
        return self._shown(self.city, part)

    def _shown(self, city: City, part: Shown) -> int:
        """What the districts of a colour in a city are worth with those of the site."""
        colour, districts, plazas = part
        own = city.showing[DISTRICT + colour], city.showing[PLAZA + colour]
        shown = [{self.cells[cell] for cell in cells} for cells in (districts, plazas)]
        for there, new in zip(own, shown, strict=True):
            there |= new
        value = scoring.value(city, colour, city.variants[colour])
        for there, new in zip(own, shown, strict=True):
            there -= new
        return value
