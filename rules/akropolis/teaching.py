"""Consequences of a move that one can point at: sites, stones, stars, districts."""

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
    """Gains and costs of a tile for its seat; it changes nothing for the other seats."""
    [action] = line
    before, after = state.cities[seat], state.cities[seat].clone()
    covered = turn.lay(after, state.line[action.line], action.at, action.rot)
    stones = ("stones",)
    site, upstairs = site_of(action.at, action.rot), after.tiles[-1].level - 1
    changes = [
        *_places(before, after),
        Consequence("height", upstairs, AHEAD),
        Consequence("to_cover", len(_to_cover(after)) - len(_to_cover(before)), AHEAD),
        Consequence("snug", legal.common_edges(before, site), () if upstairs else AHEAD),
        Consequence("quarries", len(turn.quarries(covered)), stones),
        Consequence("price", -action.line, stones),
        *_districts(before, after),
    ]
    return [change for change in changes if change.amount]


def _places(before: City, after: City) -> Iterator[Consequence]:
    """Change in the number of upper sites for the next tiles, the highest level first."""
    sites_before, sites_after = Counter(before.sites.values()), Counter(after.sites.values())
    for level in sorted({*sites_before, *sites_after} - {1}, reverse=True):
        yield Consequence(
            "places", sites_after[level] - sites_before[level], AHEAD, {"level": level}
        )


def _to_cover(city: City) -> set[int]:
    """The quarries that a next tile may cover."""
    upper = (site for site, level in city.sites.items() if level > 1)
    return city.showing[QUARRY].intersection(cell for site in upper for cell in cells_of(site))


def _districts(before: City, after: City) -> Iterator[Consequence]:
    """Groups of houses that become one; then by colour the stars, and the districts that count."""
    yield Consequence("joins", _merger_size(before, after), (Colour.HOUSES,))
    counts_before, counts_after = _scoring_counts(before), _scoring_counts(after)
    for colour, name in enumerate(map(str, Colour)):
        subject = {"colour": name}
        stars = scoring.stars(after, colour) - scoring.stars(before, colour)
        yield Consequence("stars", stars, (name,), subject)
        yield Consequence("counts", counts_after[colour] - counts_before[colour], (name,), subject)


def _scoring_counts(city: City) -> Counter[int]:
    """Number of districts of each colour that satisfy their condition."""
    return Counter(city.faces[cell_of(at)] - DISTRICT for at in scoring.scoring_hexes(city))


def _merger_size(before: City, after: City) -> int:
    """Number of groups of houses that have become one; 0 when none has met another."""
    groups_before = groups(before.showing[DISTRICT + HOUSES], AROUND.__getitem__)
    groups_after = groups(after.showing[DISTRICT + HOUSES], AROUND.__getitem__)
    merger_size = max(
        (
            sum(not group.isdisjoint(previous) for previous in groups_before)
            for group in groups_after
        ),
        default=0,
    )
    return merger_size if merger_size > 1 else 0
