"""What a tile does to a city that one can point at: places, stones, stars, districts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.akropolis import legal, scoring, turn
from rules.akropolis.actions import Place
from rules.akropolis.pieces import DISTRICT, HOUSES, QUARRY, Colour
from rules.akropolis.state import City, State, cells_of, site_of
from rules.consequence import Consequence
from rules.contract import Seat
from rules.graph import groups
from rules.hexgrid import AROUND, cell_of

AHEAD = ("ahead",)


def consequences(state: State, seat: Seat, line: Sequence[Place]) -> list[Consequence]:
    """What the tile of a seat brings and costs it; of the others it changes nothing."""
    [action] = line
    before, after = state.cities[seat], state.cities[seat].clone()
    covered = turn.lay(after, state.line[action.line], action.at, action.rot)
    stones = ("stones",)
    site, upstairs = site_of(action.at, action.rot), after.tiles[-1].level - 1
    found = [
        *_places(before, after),
        Consequence("height", upstairs, AHEAD),
        Consequence("to_cover", len(_to_cover(after)) - len(_to_cover(before)), AHEAD),
        Consequence("snug", legal.shared_edges(before, site), () if upstairs else AHEAD),
        Consequence("quarries", len(turn.quarries(covered)), stones),
        Consequence("price", -action.line, stones),
        *_districts(before, after),
    ]
    return [one for one in found if one.amount]


def _places(before: City, after: City) -> Iterator[Consequence]:
    """How many more places there are upstairs for the next tiles, or fewer; the highest first."""
    was, now = Counter(before.sites.values()), Counter(after.sites.values())
    for level in sorted({*was, *now} - {1}, reverse=True):
        yield Consequence("places", now[level] - was[level], AHEAD, {"level": level})


def _to_cover(city: City) -> set[int]:
    """The quarries on which some next tile may lie."""
    upper = (site for site, level in city.sites.items() if level > 1)
    return city.showing[QUARRY].intersection(cell for site in upper for cell in cells_of(site))


def _districts(before: City, after: City) -> Iterator[Consequence]:
    """Groups of houses that become one; then by colour the stars, and the districts that count."""
    yield Consequence("joins", _joined(before, after), (Colour.HOUSES,))
    was, now = _counted(before), _counted(after)
    for colour, name in enumerate(map(str, Colour)):
        about = {"colour": name}
        stars = scoring.stars(after, colour) - scoring.stars(before, colour)
        yield Consequence("stars", stars, (name,), about)
        yield Consequence("counts", now[colour] - was[colour], (name,), about)


def _counted(city: City) -> Counter[int]:
    """How many districts of each colour satisfy their condition."""
    return Counter(city.faces[cell_of(at)] - DISTRICT for at in scoring.counted(city))


def _joined(before: City, after: City) -> int:
    """How many groups of houses have become one; 0 where none has met another."""
    was = groups(before.showing[DISTRICT + HOUSES], AROUND.__getitem__)
    now = groups(after.showing[DISTRICT + HOUSES], AROUND.__getitem__)
    met = max((sum(not group.isdisjoint(one) for one in was) for group in now), default=0)
    return met if met > 1 else 0
