"""Consequences of a turn that one can point at: oracles, connections, markets, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.consequence import Consequence
from rules.contract import Seat
from rules.magna_grecia import limits, markets, scoring, turn
from rules.magna_grecia.actions import Action, End
from rules.magna_grecia.land import HEXES, LABELS, VILLAGE_CELLS
from rules.magna_grecia.pieces import ORACLE_POINTS
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, State, place_id

POINTS = ("points", "to_come")


def consequences(state: State, seat: Seat, line: Sequence[Action]) -> list[Consequence]:
    """Gains and costs of the steps of a turn for its seat, before the turn ends."""
    if state.phase != "turns":
        return []
    after = state.clone()
    for action in line:
        if not isinstance(action, End):
            turn.apply(after, seat, action)
    changes = [
        *_oracles(state, after, seat),
        *_markets(state, after, seat),
        *_connections(state, after, seat),
        *_new_cities(state, after, seat),
        *_new_sites(state, after, seat),
        *_rivals(state, after, seat),
        *_supplies(state, after, seat),
    ]
    return [change for change in changes if change.amount]


def _hex(cell: int) -> list[int]:
    return list(HEXES[cell])


def _oracles(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Oracles that turn to a city of the seat or away from it, with the other owner."""
    for oracle, city in before.oracles.items():
        owner_before, owner_after = before.owner(city), after.owner(after.oracles[oracle])
        change, other_owner = (
            (owner_after == seat) - (owner_before == seat),
            owner_before if owner_after == seat else owner_after,
        )
        parts = ("points",) if other_owner is None else ("points", "rivals")
        subject = {"hex": _hex(VILLAGE_CELLS[oracle])}
        yield Consequence("oracle", change * ORACLE_POINTS, parts, subject, {"other": other_owner})


def _markets(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Changes in value of the seat's markets, the largest first, and the market that it sells."""
    values_before, values_after = markets.values(before), markets.values(after)
    cells = sorted({cell for owner, cell in {*values_before, *values_after} if owner == seat})
    change = {
        cell: values_after.get((seat, cell), 0) - values_before.get((seat, cell), 0)
        for cell in cells
    }
    for cell in sorted(cells, key=lambda cell: -abs(change[cell])):
        subject, value = {"hex": _hex(cell)}, values_after.get((seat, cell), 0)
        if after.markets.get((seat, cell)):
            yield Consequence("sells", -change[cell], ("purse",), subject)
            yield Consequence("sold", change[cell], ("to_come",), subject)
        elif (seat, cell) in values_before:
            yield Consequence("market", change[cell], POINTS, subject, {"now": value})
        else:
            yield Consequence("opens", change[cell], POINTS, subject)


# ---- connections ---------------------------------------------------------------------------------


def _connections(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Places that become joined; first those where the seat has a market or a city."""
    places = sorted({place for place in after.places if place != NOWHERE})
    new_pairs = [
        pair
        for pair in combinations(places, 2)
        if after.network.near[pair[0]] >> pair[1] & 1 and not _were_joined(before, after, pair)
    ]
    for pair in sorted(
        new_pairs, key=lambda pair: -sum(_is_own(after, seat, place) for place in pair)
    ):
        names = [_place_name(after, place) for place in pair]
        yield Consequence("joins", 1, POINTS, {"places": names})


def _were_joined(before: State, after: State, pair: tuple[int, int]) -> bool:
    """Whether any places that have become these two were joined."""
    places_a, places_b = ({before.places[cell] for cell in after.cells_of(place)} for place in pair)
    near = before.network.near
    return any(near[a] >> b & 1 for a in places_a - {NOWHERE} for b in places_b - {NOWHERE})


def _is_own(state: State, seat: Seat, place: int) -> bool:
    stall = markets.stall_of(state, seat, place)
    return state.owner(place) == seat or (stall is not None and not stall.sold)


def _place_name(state: State, place: int) -> str:
    """Id of a place; for a city the label of its oldest hex."""
    if place < FIRST_CITY:
        return place_id(state, place)
    return f"city:{LABELS[state.cells_of(place)[0]]}"


# ---- cities, points, tiles -----------------------------------------------------------------------


def _new_cities(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    for place, city in after.cities.items():
        if place not in before.cities and city.seat == seat:
            yield Consequence("founds", 1, ("to_come",), {"hex": _hex(city.cells[0])})


def _new_sites(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Villages that roads of the seat reach now, where it may found cities later."""
    sites_before = set(limits.sites(before, seat))
    for cell in limits.sites(after, seat):
        if cell not in sites_before:
            yield Consequence("reaches", 1, ("sites",), {"hex": _hex(cell)})


def _rivals(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Points that each other seat loses or gains, as if the game ended now; the most first."""
    losses = {
        rival: scoring.row(before, rival).total - scoring.row(after, rival).total
        for rival in range(len(before.players))
        if rival != seat
    }
    for rival in sorted(losses, key=lambda rival: -abs(losses[rival])):
        yield Consequence("rival", losses[rival], ("rivals",), {"seat": rival})


def _supplies(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Points that the seat has to spend, tiles that it draws and tiles that it lays."""
    player_before, player_after = before.players[seat], after.players[seat]
    yield Consequence("purse", player_after.score - player_before.score, ("purse",))
    tiles_drawn = (
        player_before.reserve_roads - player_after.reserve_roads,
        player_before.reserve_cities - player_after.reserve_cities,
    )
    tiles_laid = (
        player_before.roads + tiles_drawn[0] - player_after.roads,
        player_before.cities + tiles_drawn[1] - player_after.cities,
    )
    yield Consequence("draws", sum(tiles_drawn), ("supply",), {}, _tiles(tiles_drawn))
    yield Consequence("lays", -sum(tiles_laid), ("supply",), {}, _tiles(tiles_laid))


def _tiles(counts: tuple[int, int]) -> dict[str, int]:
    return dict(zip(("roads", "cities"), counts, strict=True))
