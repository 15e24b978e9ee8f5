"""Players for AI seats: one that plays anything, one that takes what counts most now."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from heapq import nlargest
from operator import itemgetter

from rules.akropolis import legal, scoring, turn
from rules.akropolis.actions import Place
from rules.akropolis.pieces import BLANK, DISTRICT, PLAZA, QUARRY, STARS, TILE_FACES, setup
from rules.akropolis.state import City, State, cells_of
from rules.contract import Seat
from rules.hexgrid import hex_of
from rules.rng import Rng

QUARRY_WORTH = 0.4
"""Points that a quarry still to be covered is worth at the start; nothing at the end."""
STAR_WORTH = 0.7
"""The same for a star: districts of its colour are still to come."""


class Random:
    """Any legal action, each as likely."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Place:
        return legal.sample(state, seat, rng)


class Greedy:
    """Takes most points and stones now; a little counts for plazas, and for quarries to cover."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Place:
        return best(state, seat, legal.affordable(state, seat))


PLAYERS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}
"""By name, weakest first."""


def suggest(state: State, seat: Seat, line: int) -> Place:
    """The best spot for one tile of the line. Raises IllegalMove when it cannot be taken."""
    refusal = legal.line_refused(state, seat, line)
    if refusal is not None:
        raise refusal
    return best(state, seat, (line,))


def best(state: State, seat: Seat, lines: Iterable[int]) -> Place:
    """The best placement of one of the tiles at `lines` in the line; the first of equals."""
    return placed(seat, max(judged(state, seat, lines), key=itemgetter(0)))


def several(state: State, seat: Seat, lines: Iterable[int], most: int) -> list[Place]:
    """At most so many of the best placements, the best first."""
    found = nlargest(most, judged(state, seat, lines), key=itemgetter(0))
    return [placed(seat, one) for one in found]


Idea = tuple[float, int, int, int]
"""A placement, and what it is worth: worth, index in the line, site, which of its three ways."""


def judged(state: State, seat: Seat, lines: Iterable[int]) -> Iterator[Idea]:
    """Every placement of the tiles at `lines`."""
    city, left = state.cities[seat], _share_left(state)
    fits = [(line, way, *_fit(state.line[line], way)) for line in lines for way in range(3)]
    for site in city.sites:
        trial = Trial(city, site, left)
        for line, way, shown, quarries in fits:
            worth = trial.worth(shown) + QUARRY_WORTH * left * quarries - line
            yield worth, line, site, way


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
            trial, cells = Trial(city, site, 0), cells_of(site)
            for rot, way, shown in wanted:
                place = Place(seat=seat, line=line, at=hex_of(cells[way]), rot=rot)
                found[place] = round(trial.worth(shown)) - before - line
    return found


def _share_left(state: State) -> float:
    """How much of the game is still to come, 1 .. 0."""
    return max(0.0, 1 - state.turn / setup(state.seats, state.options.length).turns)


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


class Trial:
    """A site of a city covered by a blank tile, to ask what each tile would be worth there.

    A colour's worth depends only on where its own hexes lie, so it is counted once for all the
    tiles and turns that put it on the same cells.
    """

    def __init__(self, city: City, site: int, left: float) -> None:
        self.city = city.clone()
        covered = turn.lay(self.city, BLANK, hex_of(site >> 1), site & 1)
        self.cells = cells_of(site)
        self.stars = [scoring.stars(self.city, colour) for colour in range(5)]
        self.star_worth = STAR_WORTH * left
        self.bare = [self._worth(colour, self.city.values[colour], 0) for colour in range(5)]
        self.known: dict[Shown, float] = {}
        gained = len(turn.quarries(covered))
        self.base = sum(self.bare) + gained * (1 - QUARRY_WORTH * left)

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
        return value * stars + self.star_worth * stars

    def _value(self, part: Shown) -> int:
        """What the districts of a colour are worth with its hexes on the site; then as before."""
        colour, districts, plazas = part
        own = self.city.showing[DISTRICT + colour], self.city.showing[PLAZA + colour]
        shown = [{self.cells[cell] for cell in cells} for cells in (districts, plazas)]
        for there, new in zip(own, shown, strict=True):
            there |= new
        value = scoring.value(self.city, colour, self.city.variants[colour])
        for there, new in zip(own, shown, strict=True):
            there -= new
        return value
