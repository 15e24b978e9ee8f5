"""The JSON of a position, field by field, and the defaults of a small one."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from rules.codec import Count
from rules.contract import Hex, Seat
from rules.hexgrid import Sixth
from rules.magna_grecia.pieces import (
    CITY_TILES,
    FIRST_CITIES,
    FIRST_ROADS,
    MARKETS,
    ROAD_TILES,
    STARTING_SCORES,
)
from rules.magna_grecia.scoring import Final
from rules.magna_grecia.state import FIRST_CITY, Phase, Player, Trade

Unset = msgspec.UnsetType
UNSET = msgspec.UNSET
T = TypeVar("T")

CityId = Annotated[str, msgspec.Meta(pattern="^c[1-9][0-9]{0,2}$")]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """JSON that rejects undocumented keys."""


class PlayerForm(Strict, frozen=True, kw_only=True):
    """A player; fields left out are as at the start, less the pieces on the map."""

    seat: Seat | Unset = UNSET
    color: str | Unset = UNSET
    score: Count | Unset = UNSET
    roads: Count | Unset = UNSET
    cities: Count | Unset = UNSET
    reserve_roads: Count | Unset = UNSET
    reserve_cities: Count | Unset = UNSET
    markets: Count | Unset = UNSET


class OracleForm(Strict, frozen=True):
    """An oracle."""

    hex: Hex
    city: CityId | Unset | None = UNSET
    """Left out: the city that it would point to."""


class RoadForm(Strict, frozen=True):
    """A road tile."""

    hex: Hex
    seat: Seat
    ends: tuple[Sixth, Sixth]


class CityForm(Strict, frozen=True):
    """A city, its oldest tile first."""

    id: CityId
    seat: Seat
    hexes: tuple[Hex, ...]


class MarketForm(Strict, frozen=True):
    """A market, on any hex of its place."""

    seat: Seat
    hex: Hex
    sold: bool = False


class DrawnForm(Strict, frozen=True):
    """Tiles drawn in this turn."""

    roads: Count
    cities: Count


class TurnForm(Strict, frozen=True):
    """The turn under way."""

    roads: Count = 0
    cities: Count = 0
    drawn: DrawnForm | None = None
    founded: CityId | None = None
    unjoined: CityId | None = None
    market: Trade | None = None


class PositionForm(Strict, frozen=True, kw_only=True):
    """The JSON; most of it may be left out of a small position.

    `order`, `oracles_left` and `final` follow from the rest, and are not read.
    """

    game: Literal["magna_grecia"]
    options: dict[str, Any] = {}
    phase: Phase = "turns"
    round: int | Unset = UNSET
    card: str | None = None
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    order: tuple[Seat, ...] = ()
    turn_index: Count = 0
    to_move: Seat | Unset | None = UNSET
    players: tuple[PlayerForm, ...]
    oracles_left: Count = 0
    oracles: tuple[OracleForm, ...] = ()
    roads: tuple[RoadForm, ...] = ()
    cities: tuple[CityForm, ...] = ()
    next_city: Count | Unset = UNSET
    markets: tuple[MarketForm, ...] = ()
    turn: TurnForm | None = None
    final: Final | None = None


# ---- defaults ----------------------------------------------------------------------------------


def or_usual(given: T | Unset, default: T) -> T:
    """The given value, or else the default."""
    return default if isinstance(given, Unset) else given


def player_of(form: PositionForm, seat: Seat) -> Player:
    """Player of a seat; by default as at the start, less the pieces on the map."""
    given = form.players[seat]
    roads = sum(road.seat == seat for road in form.roads)
    cities = sum(len(city.hexes) for city in form.cities if city.seat == seat)
    markets = sum(market.seat == seat for market in form.markets)
    own_roads = or_usual(given.roads, max(0, min(FIRST_ROADS, ROAD_TILES - roads)))
    own_cities = or_usual(given.cities, max(0, min(FIRST_CITIES, CITY_TILES - cities)))
    return Player(
        score=or_usual(given.score, STARTING_SCORES[len(form.players)]),
        roads=own_roads,
        cities=own_cities,
        reserve_roads=or_usual(given.reserve_roads, max(0, ROAD_TILES - roads - own_roads)),
        reserve_cities=or_usual(given.reserve_cities, max(0, CITY_TILES - cities - own_cities)),
        markets=or_usual(given.markets, max(0, MARKETS - markets)),
    )


def place_of(name: str) -> int:
    """Place of a city by its id."""
    return FIRST_CITY + int(name[1:]) - 1


def options_of(form: PositionForm) -> dict[str, Any]:
    """Options; where every player names a colour, the options need not."""
    colours = [player.color for player in form.players if player.color is not UNSET]
    if "colors" in form.options or len(colours) < len(form.players):
        return form.options
    return form.options | {"colors": colours}
