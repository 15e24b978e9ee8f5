"""Points: the account at any time, the end of the game, ranks and ties (MG-90..93)."""

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
    """Points on the score track."""
    markets: int
    oracles: int
    total: int
    reserve: int
    """Tiles in the reserve: the first tie-breaker (MG-93)."""
    unplaced: int
    """Tiles in reserve and supply: the second tie-breaker."""


class Final(msgspec.Struct, frozen=True):
    """Final account of all seats, as in the JSON of a position."""

    rows: tuple[Row, ...]
    winners: tuple[Seat, ...]


def oracle_count(state: State, seat: Seat) -> int:
    """Number of oracles that point to a city of the seat (MG-80)."""
    return sum(state.owner(city) == seat for city in state.oracles.values())


def row(state: State, seat: Seat) -> Row:
    """Account of a seat, as if the game ended now (MG-91)."""
    player = state.players[seat]
    worth, oracles = markets.total_value(state, seat), ORACLE_POINTS * oracle_count(state, seat)
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
    """Total of each seat, as if the game ended now; faster than single accounts."""
    points = [player.score for player in state.players]
    for (seat, _), worth in markets.values(state).items():
        points[seat] += worth
    for city in state.oracles.values():
        if (owner := state.owner(city)) is not None:
            points[owner] += ORACLE_POINTS
    return points


def final(state: State) -> Final:
    """Account of all seats, as if the game ended now, with its winners (MG-92, MG-93)."""
    rows = tuple(row(state, seat) for seat in range(len(state.players)))
    best = max(map(_standing, rows))
    return Final(rows, tuple(account.seat for account in rows if _standing(account) == best))


def _standing(account: Row) -> tuple[int, int, int]:
    return account.total, account.reserve, account.unplaced


def changes(events: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[Seat, int]:
    """Changes of the seats' points by events, as if the game ended now.

    The events are given as pairs of name and arguments.
    """
    points: dict[Seat, int] = defaultdict(int)
    for name, args in events:
        if name in ("city_founded", "city_expanded"):
            points[args["seat"]] -= 1
        elif name == "market_placed":
            points[args["seat"]] -= args["cost"]
        elif name == "oracle_turned":
            points[args["seat"]] += ORACLE_POINTS
        elif name == "aftermath":
            for loss in args.get("lost", ()):
                points[loss["seat"]] -= ORACLE_POINTS
            for market in args.get("markets", ()):
                points[market["seat"]] += market["now"] - market["was"]
    return {seat: change for seat, change in sorted(points.items()) if change}


def seat_score(state: State, seat: Seat) -> SeatScore:
    """Score of a seat now, by source."""
    account = row(state, seat)
    parts = {"track": account.before, "markets": account.markets, "oracles": account.oracles}
    return SeatScore(account.total, parts)


def result(state: State) -> Result | None:
    """Result of the game, or None before its end (MG-90)."""
    if state.phase != "over":
        return None
    account = final(state)
    standing = [_standing(account_row) for account_row in account.rows]
    return Result(
        ranks=tuple(1 + sum(rival > score for rival in standing) for score in standing),
        winners=account.winners,
        scores=tuple(seat_score(state, account_row.seat) for account_row in account.rows),
        reason="magna_grecia.end_rounds",
        details=to_json(account),
    )
