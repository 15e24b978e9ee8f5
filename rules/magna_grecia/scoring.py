"""Points: what everybody would have if the game ended now, the end, ranks and ties (MG-90..93)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.codec import to_json
from rules.contract import Result, Seat, SeatScore
from rules.magna_grecia import markets
from rules.magna_grecia.pieces import ORACLE_POINTS
from rules.magna_grecia.state import State


class Row(msgspec.Struct, frozen=True):
    """The final account of a seat, as in the JSON of a position."""

    seat: Seat
    before: int
    """On the score track."""
    markets: int
    oracles: int
    total: int
    reserve: int
    """Tiles in the reserve: the first tie-breaker (MG-93)."""
    unplaced: int
    """Tiles in reserve and supply: the second one."""


class Final(msgspec.Struct, frozen=True):
    """How the game ended, as in the JSON of a position."""

    rows: tuple[Row, ...]
    winners: tuple[Seat, ...]


def controlled(state: State, seat: Seat) -> int:
    """The oracles that point to a city of the seat (MG-80)."""
    return sum(state.owner(city) == seat for city in state.oracles.values())


def row(state: State, seat: Seat) -> Row:
    """What the seat would have if the game ended now (MG-91)."""
    player = state.players[seat]
    worth, oracles = markets.total_value(state, seat), ORACLE_POINTS * controlled(state, seat)
    reserve = player.reserve_roads + player.reserve_cities
    return Row(
        seat=seat,
        before=player.score,
        markets=worth,
        oracles=oracles,
        total=player.score + worth + oracles,
        reserve=reserve,
        unplaced=reserve + player.roads + player.cities,
    )


def totals(state: State) -> list[int]:
    """What each seat would have if the game ended now, all found at once."""
    points = [player.score for player in state.players]
    for (seat, _), worth in markets.values(state).items():
        points[seat] += worth
    for city in state.oracles.values():
        if (owner := state.owner(city)) is not None:
            points[owner] += ORACLE_POINTS
    return points


def final(state: State) -> Final:
    """The account if the game ended now: most points, then the tie-breakers (MG-92, MG-93)."""
    rows = tuple(row(state, seat) for seat in range(len(state.players)))
    best = max(map(_standing, rows))
    return Final(rows, tuple(each.seat for each in rows if _standing(each) == best))


def _standing(each: Row) -> tuple[int, int, int]:
    return each.total, each.reserve, each.unplaced


def changes(told: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[Seat, int]:
    """By how much events have changed the points of each seat, as if the game ended now.

    They are given by their names and what they tell.
    """
    points: dict[Seat, int] = defaultdict(int)
    for name, args in told:
        if name in ("city_founded", "city_expanded"):
            points[args["seat"]] -= 1
        elif name == "market_placed":
            points[args["seat"]] -= args["cost"]
        elif name == "oracle_turned":
            points[args["seat"]] += ORACLE_POINTS
        elif name == "aftermath":
            for one in args.get("lost", ()):
                points[one["seat"]] -= ORACLE_POINTS
            for market in args.get("markets", ()):
                points[market["seat"]] += market["now"] - market["was"]
    return {seat: change for seat, change in sorted(points.items()) if change}


def seat_score(state: State, seat: Seat) -> SeatScore:
    """Points now, by source."""
    account = row(state, seat)
    parts = {"track": account.before, "markets": account.markets, "oracles": account.oracles}
    return SeatScore(account.total, parts)


def result(state: State) -> Result | None:
    """How the game ended, or None while it runs (MG-90)."""
    if state.phase != "over":
        return None
    ended = final(state)
    standing = [_standing(each) for each in ended.rows]
    return Result(
        ranks=tuple(1 + sum(other > own for other in standing) for own in standing),
        winners=ended.winners,
        scores=tuple(seat_score(state, each.seat) for each in ended.rows),
        reason="magna_grecia.end_rounds",
        details=to_json(ended),
    )
