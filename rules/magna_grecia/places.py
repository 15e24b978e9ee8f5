"""Markets and oracles behind the points of a seat, and those that do not count (MG-60 to MG-91)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Hex, Seat
from rules.magna_grecia.notation import hex_token
from rules.magna_grecia.pieces import ORACLE_POINTS
from rules.magna_grecia.view import View
from rules.places import ScorePlace, ScorePlaces


def score_places(view: View, seat: Seat) -> ScorePlaces:
    """Places behind the score track, the markets and the oracles of a seat."""
    points = view.players[seat].score
    return {
        "track": (ScorePlace(code="magna_grecia.score_track", points=points, n=points),),
        "markets": tuple(_markets(view, seat)),
        "oracles": tuple(_oracles(view, seat)),
    }


def _markets(view: View, seat: Seat) -> Iterator[ScorePlace]:
    """Markets of a seat: one counts its connections while a city of the seat is joined (MG-67)."""
    for market in view.markets:
        if market.seat != seat:
            continue
        if market.value:
            yield _place("magna_grecia.score_market", market.hex, market.value)
        elif market.sold:
            yield _place("magna_grecia.score_market_sold", market.hex, counts=False)
        elif market.active:
            yield _place("magna_grecia.score_market_alone", market.hex, counts=False)
        else:
            yield _place("magna_grecia.score_market_idle", market.hex, counts=False)


def _oracles(view: View, seat: Seat) -> Iterator[ScorePlace]:
    """Oracles of the map: each counts for the owner of the city that it points to (MG-80)."""
    for oracle in view.oracles:
        if oracle.seat == seat:
            yield _place("magna_grecia.score_oracle", oracle.hex, ORACLE_POINTS)
        elif oracle.seat is None:
            yield _place("magna_grecia.score_oracle_free", oracle.hex, counts=False)
        else:
            yield _place("magna_grecia.score_oracle_others", oracle.hex, counts=False)


def _place(code: str, at: Hex, points: int = 0, *, counts: bool = True) -> ScorePlace:
    return ScorePlace(code=code, points=points, at=at, name=hex_token(at), counts=counts)
