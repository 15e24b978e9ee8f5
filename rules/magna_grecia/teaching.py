"""What a turn does that one can point at: oracles, connections, markets, points to spend."""

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
    """What the steps of a turn bring a seat and cost it, before the turn ends."""
    if state.phase != "turns":
        return []
    after = state.clone()
    for action in line:
        if not isinstance(action, End):
            turn.apply(after, seat, action)
    found = [
        *_oracles(state, after, seat),
        *_markets(state, after, seat),
        *_joined(state, after, seat),
        *_founded(state, after, seat),
        *_reached(state, after, seat),
        *_rivals(state, after, seat),
        *_supplies(state, after, seat),
    ]
    return [one for one in found if one.amount]


def _hex(cell: int) -> list[int]:
    return list(HEXES[cell])


def _oracles(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """The oracles that turn to a city of the seat or away from it, and whose they were."""
    for oracle, city in before.oracles.items():
        was, now = before.owner(city), after.owner(after.oracles[oracle])
        change, other = (now == seat) - (was == seat), was if now == seat else now
        parts = ("points",) if other is None else ("points", "rivals")
        about = {"hex": _hex(VILLAGE_CELLS[oracle])}
        yield Consequence("oracle", change * ORACLE_POINTS, parts, about, {"other": other})


def _markets(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """What the markets of the seat are worth more or less, the most first; which one it sells."""
    was, now = markets.values(before), markets.values(after)
    own = sorted({cell for who, cell in {*was, *now} if who == seat})
    changed = {cell: now.get((seat, cell), 0) - was.get((seat, cell), 0) for cell in own}
    for cell in sorted(own, key=lambda cell: -abs(changed[cell])):
        about, value = {"hex": _hex(cell)}, now.get((seat, cell), 0)
        if after.markets.get((seat, cell)):
            yield Consequence("sells", -changed[cell], ("purse",), about)
            yield Consequence("sold", changed[cell], ("to_come",), about)
        elif (seat, cell) in was:
            yield Consequence("market", changed[cell], POINTS, about, {"now": value})
        else:
            yield Consequence("opens", changed[cell], POINTS, about)


# ---- connections ---------------------------------------------------------------------------------


def _joined(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """The places that were not joined before; first those where the seat trades or has a city."""
    places = sorted({place for place in after.places if place != NOWHERE})
    new = [
        pair
        for pair in combinations(places, 2)
        if after.network.near[pair[0]] >> pair[1] & 1 and not _were_joined(before, after, pair)
    ]
    for pair in sorted(new, key=lambda pair: -sum(_is_own(after, seat, one) for one in pair)):
        named = [_named(after, place) for place in pair]
        yield Consequence("joins", 1, POINTS, {"places": named})


def _were_joined(before: State, after: State, pair: tuple[int, int]) -> bool:
    """Whether any places that have become these two were joined."""
    one, other = ({before.places[cell] for cell in after.cells_of(place)} for place in pair)
    near = before.network.near
    return any(near[here] >> there & 1 for here in one - {NOWHERE} for there in other - {NOWHERE})


def _is_own(state: State, seat: Seat, place: int) -> bool:
    stall = markets.stall_of(state, seat, place)
    return state.owner(place) == seat or (stall is not None and not stall.sold)


def _named(state: State, place: int) -> str:
    """A place by its id; a city by the label of its oldest hex."""
    if place < FIRST_CITY:
        return place_id(state, place)
    return f"city:{LABELS[state.cells_of(place)[0]]}"


# ---- cities, points, tiles -----------------------------------------------------------------------


def _founded(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    for place, city in after.cities.items():
        if place not in before.cities and city.seat == seat:
            yield Consequence("founds", 1, ("to_come",), {"hex": _hex(city.cells[0])})


def _reached(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """The villages that roads of the seat reach now, and may become cities later."""
    known = set(limits.sites(before, seat))
    for cell in limits.sites(after, seat):
        if cell not in known:
            yield Consequence("reaches", 1, ("sites",), {"hex": _hex(cell)})


def _rivals(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """What each of the others loses or gains, if the game ended now; the most first."""
    lost = {
        who: scoring.row(before, who).total - scoring.row(after, who).total
        for who in range(len(before.players))
        if who != seat
    }
    for who in sorted(lost, key=lambda who: -abs(lost[who])):
        yield Consequence("rival", lost[who], ("rivals",), {"seat": who})


def _supplies(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """The points that the seat has to spend, the tiles that it draws and those that it lays."""
    was, now = before.players[seat], after.players[seat]
    yield Consequence("purse", now.score - was.score, ("purse",))
    drawn = was.reserve_roads - now.reserve_roads, was.reserve_cities - now.reserve_cities
    laid = was.roads + drawn[0] - now.roads, was.cities + drawn[1] - now.cities
    yield Consequence("draws", sum(drawn), ("supply",), {}, _tiles(drawn))
    yield Consequence("lays", -sum(laid), ("supply",), {}, _tiles(laid))


def _tiles(counts: tuple[int, int]) -> dict[str, int]:
    return dict(zip(("roads", "cities"), counts, strict=True))
