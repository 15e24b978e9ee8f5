"""Districts and plazas behind the points of a city, and those that do not count (AK-50 to 74)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.akropolis import scoring
from rules.akropolis.pieces import DISTRICT, PLAZA, Colour
from rules.akropolis.state import City, footprint
from rules.akropolis.view import CityView, View, surface
from rules.contract import Hex, Seat
from rules.hexgrid import hex_of
from rules.places import ScorePlace, ScorePlaces
from rules.unmet import Unmet


class Reasons(NamedTuple):
    """Reasons for which a district of a colour counts, counts twice, or does not."""

    counts: str
    twice: str
    idle: str


REASONS = (
    Reasons(
        "akropolis.score_houses", "akropolis.score_houses_twice", "akropolis.score_houses_idle"
    ),
    Reasons(
        "akropolis.score_markets", "akropolis.score_markets_twice", "akropolis.score_markets_idle"
    ),
    Reasons(
        "akropolis.score_barracks",
        "akropolis.score_barracks_twice",
        "akropolis.score_barracks_idle",
    ),
    Reasons(
        "akropolis.score_temples", "akropolis.score_temples_twice", "akropolis.score_temples_idle"
    ),
    Reasons("akropolis.score_gardens", "akropolis.score_gardens_twice", ""),
)
"""By colour; every garden counts (AK-64)."""


def score_places(view: View, seat: Seat) -> ScorePlaces:
    """Places of a city behind its five colours and its stones."""
    city = scoring.city_with_lakes(view.cities[seat])
    colours = {
        str(name): tuple(_colour(city, colour, name in view.options.variants))
        for colour, name in enumerate(Colour)
    }
    return colours | {"stones": tuple(_stones(view.cities[seat]))}


def unmet(city: City) -> tuple[Unmet, ...]:
    """Reasons why districts and plazas of the newest tile count nothing yet, each once."""
    newest = city.tiles[-1]
    hexes, reasons = footprint(newest.at, newest.rot), dict[tuple[str, str], Unmet]()
    for colour, name in enumerate(Colour):
        for place in _colour(city, colour, variant=False):
            is_idle_plaza = place.code == "akropolis.score_plaza" and not city.values[colour]
            if place.at in hexes and (is_idle_plaza or not place.counts):
                code = "akropolis.unmet_plaza" if is_idle_plaza else place.code
                reasons[code, str(name)] = Unmet(code=code, args={"colour": str(name)})
    return tuple(reasons.values())


def _colour(city: City, colour: int, variant: bool) -> Iterator[ScorePlace]:
    """Districts of a colour, each with its points, then its plazas."""
    stars, reasons = scoring.stars(city, colour), REASONS[colour]
    scoring_cells, doubled_cells = scoring.counting(city, colour, variant)
    for cell in sorted(city.showing[DISTRICT + colour], key=hex_of):
        if cell not in scoring_cells:
            yield _place(reasons.idle, hex_of(cell), counts=False)
        elif not stars:
            yield _place("akropolis.score_no_plaza", hex_of(cell), counts=False)
        elif cell in doubled_cells:
            yield _place(reasons.twice, hex_of(cell), 2 * city.levels[cell] * stars)
        else:
            yield _place(reasons.counts, hex_of(cell), city.levels[cell] * stars)
    for cell in sorted(city.showing[PLAZA + colour], key=hex_of):
        yield _place("akropolis.score_plaza", hex_of(cell))


def _stones(city: CityView) -> Iterator[ScorePlace]:
    """Stones of a city, and the quarries that bring none before they are covered (AK-38)."""
    yield ScorePlace(code="akropolis.score_stones", points=city.stones, n=city.stones)
    for at, cell in sorted(surface(city).items()):
        if cell.kind == "quarry":
            yield _place("akropolis.score_quarry", at, counts=False)


def _place(code: str, at: Hex, points: int = 0, *, counts: bool = True) -> ScorePlace:
    name = f"{at[0]},{at[1]}"
    return ScorePlace(code=code, points=points, at=at, name=name, counts=counts)
