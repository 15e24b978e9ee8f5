"""What may be seen: everything but the order of the cards that lie deeper in the deck."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.contract import Hex, Seat
from rules.magna_grecia import limits, markets, scoring
from rules.magna_grecia.land import AROUND, FACED, HEXES, SLOTS, VILLAGE_CELLS
from rules.magna_grecia.links import bits
from rules.magna_grecia.scoring import Final, Row
from rules.magna_grecia.state import (
    NOWHERE,
    GameOptions,
    State,
    city_id,
    place_id,
)
from rules.question import Option

__all__ = ["Final", "GameOptions", "Preview", "Row", "Step", "View", "view"]


class PlayerView(msgspec.Struct, frozen=True):
    """What a seat has in supply and in reserve, as in the JSON of a position."""

    seat: Seat
    color: str
    score: int
    roads: int
    cities: int
    reserve_roads: int
    reserve_cities: int
    markets: int


class RoadView(msgspec.Struct, frozen=True, gc=False):
    """A road tile, its sides ascending."""

    hex: Hex
    seat: Seat
    ends: tuple[int, int]


class CityView(msgspec.Struct, frozen=True):
    """A city, its oldest tile first (MG-74)."""

    id: str
    seat: Seat
    hexes: tuple[Hex, ...]


class OracleView(msgspec.Struct, frozen=True):
    """An oracle, the city it points to and whose that is (MG-80)."""

    hex: Hex
    city: str | None
    seat: Seat | None
    points_to: int | None
    """The side at which the chain of that city arrives (MG-87)."""


class MarketView(msgspec.Struct, frozen=True):
    """A market, and what it is worth now (MG-67, MG-68)."""

    seat: Seat
    hex: Hex
    sold: bool
    active: bool
    value: int


class PlaceView(msgspec.Struct, frozen=True):
    """A place and what is directly connected to it (MG-50 to MG-52)."""

    id: str
    hexes: tuple[Hex, ...]
    count: int
    neighbours: tuple[str, ...]


class CostView(msgspec.Struct, frozen=True):
    """What a market would cost in a place (MG-63)."""

    place: str
    hex: Hex
    cost: int


class Limits(msgspec.Struct, frozen=True):
    """What the card still allows in this turn (MG-18)."""

    roads: int
    cities: int
    draw: int


class Obligations(msgspec.Struct, frozen=True):
    """What must be done before anything but a city tile (MG-48)."""

    villages: tuple[Hex, ...]
    """Villages to cover (MG-46)."""
    unjoined: str | None
    """A city to join (MG-47)."""


class TurnView(msgspec.Struct, frozen=True):
    """What was done in this turn, as in the JSON of a position."""

    roads: int
    cities: int
    drawn: dict[str, int] | None
    founded: str | None
    unjoined: str | None
    market: str | None


class Spot(msgspec.Struct, frozen=True):
    """A hex where a step may be done."""

    hex: Hex
    gain: int | None
    """For a market, what it would bring now beyond its cost; for a sale, what it brings."""


class Spots(msgspec.Struct, frozen=True):
    """Where a seat may do a kind of step: drawn beside the question where."""

    seat: Seat
    spots: tuple[Spot, ...]


class View(msgspec.Struct, frozen=True):
    """All that anybody may see; the same for every seat and for spectators."""

    game: str
    options: GameOptions
    phase: str
    round: int
    card: str | None
    next_card: str | None
    """The card of the next round, once there is a first one (MG-15)."""
    deck_left: int
    unseen: tuple[str, ...]
    """Cards that lie deeper, by id: their order is hidden."""
    discard: tuple[str, ...]
    order: tuple[Seat, ...]
    turn_index: int
    to_move: Seat | None
    players: tuple[PlayerView, ...]
    oracles_left: int
    oracles: tuple[OracleView, ...]
    roads: tuple[RoadView, ...]
    cities: tuple[CityView, ...]
    markets: tuple[MarketView, ...]
    turn: TurnView | None
    final: Final | None
    places: tuple[PlaceView, ...]
    market_costs: tuple[CostView, ...]
    """For every village and city."""
    limits: Limits
    obligations: Obligations
    standing: tuple[Row, ...]
    """Everybody's points if the game ended now."""


class Step(msgspec.Struct, frozen=True):
    """One step of a candidate."""

    kind: str
    """`oracle`, `road`, `city`, `draw`, `market`, `sell` or `end`."""
    hex: Hex | None
    ends: tuple[int, int] | None


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate of one seat, a step or several of one turn, and what it would change."""

    seat: Seat
    notation: str
    kind: str
    """That of its steps; `turn` where they are of several kinds."""
    steps: tuple[Step, ...]
    causes: tuple[dict[str, Any], ...]
    """Its events, each with its name as `event`."""
    before: tuple[Row, ...]
    after: tuple[Row, ...]
    """Everybody's points before it and after it."""
    then: View
    """The table after it, before the turn ends."""
    undone: tuple[Option, ...]
    """Where it ends the turn: what is left that would be useful."""
    spots: tuple[Hex, ...]
    """Where its first step may be done instead, where it is of one kind."""


def view(state: State) -> View:
    """What everybody sees."""
    is_on = state.phase == "turns"
    hidden = state.deck[1:] if is_on else state.deck
    return View(
        game="magna_grecia",
        options=state.options,
        phase=state.phase,
        round=state.round,
        card=state.card,
        next_card=state.deck[0] if is_on and state.deck else None,
        deck_left=len(state.deck),
        unseen=tuple(sorted(hidden)),
        discard=tuple(state.discard),
        order=state.order,
        turn_index=state.turn_index,
        to_move=state.to_move,
        players=players(state),
        oracles_left=state.oracles_left,
        oracles=tuple(_oracle(state, village) for village in state.oracles),
        roads=roads(state),
        cities=cities(state),
        markets=_markets(state),
        turn=turn(state),
        final=scoring.final(state) if state.phase == "over" else None,
        places=_places(state),
        market_costs=_costs(state),
        limits=limits_now(state),
        obligations=obligations(state),
        standing=scoring.final(state).rows,
    )


def players(state: State) -> tuple[PlayerView, ...]:
    """What everybody has."""
    return tuple(
        PlayerView(
            seat=seat,
            color=state.options.colors[seat],
            score=player.score,
            roads=player.roads,
            cities=player.cities,
            reserve_roads=player.reserve_roads,
            reserve_cities=player.reserve_cities,
            markets=player.markets,
        )
        for seat, player in enumerate(state.players)
    )


def roads(state: State) -> tuple[RoadView, ...]:
    """Every road tile, in the order of placement."""
    tiles = []
    for cell, road in state.roads.items():
        one, two = bits(road & 0b111111)
        tiles.append(RoadView(HEXES[cell], road >> 6, (one, two)))
    return tuple(tiles)


def cities(state: State) -> tuple[CityView, ...]:
    """Every city, the oldest first."""
    return tuple(
        CityView(city_id(place), city.seat, hexes(state, place))
        for place, city in sorted(state.cities.items())
    )


def hexes(state: State, place: int) -> tuple[Hex, ...]:
    """The hexes that a place covers."""
    return tuple(HEXES[cell] for cell in state.cells_of(place))


def turn(state: State) -> TurnView | None:
    """The turn under way, None outside the rounds."""
    if state.phase != "turns":
        return None
    now = state.turn
    return TurnView(
        roads=now.roads,
        cities=now.cities,
        drawn={"roads": now.drawn[0], "cities": now.drawn[1]} if now.drawn else None,
        founded=None if now.founded is None else city_id(now.founded),
        unjoined=None if now.unjoined is None else city_id(now.unjoined),
        market=now.market,
    )


def limits_now(state: State) -> Limits:
    """What the card still allows; nothing where no card is in force."""
    if state.phase != "turns":
        return Limits(0, 0, 0)
    return Limits(limits.roads_left(state), limits.cities_left(state), limits.draw_left(state))


def obligations(state: State) -> Obligations:
    """What the seat to move owes."""
    villages = tuple(HEXES[cell] for cell in sorted(state.turn.owed))
    unjoined = state.turn.unjoined
    return Obligations(villages, None if unjoined is None else city_id(unjoined))


def _oracle(state: State, village: int) -> OracleView:
    city, cell = state.oracles[village], VILLAGE_CELLS[village]
    if city == NOWHERE:
        return OracleView(HEXES[cell], None, None, None)
    return OracleView(HEXES[cell], city_id(city), state.owner(city), _arrival(state, cell, city))


def _arrival(state: State, cell: int, city: int) -> int:
    """The first side of a cell at which a chain from a city arrives (MG-87)."""
    ends = state.network.ends
    return next(
        AROUND[cell].index(near)
        for near, slot in SLOTS[cell]
        if slot in ends and state.places[FACED[ends[slot]]] == city
    )


def _markets(state: State) -> tuple[MarketView, ...]:
    """In the order of placement."""
    seen = []
    for (seat, cell), sold in state.markets.items():
        stall = markets.Stall(seat, cell, sold)
        active = not sold and markets.is_active(state, seat, state.places[cell])
        seen.append(MarketView(seat, HEXES[cell], sold, active, markets.value(state, stall)))
    return tuple(seen)


def all_places(state: State) -> list[int]:
    """Villages and oracles that are not covered, then cities (MG-50)."""
    uncovered = [at for at, cell in enumerate(VILLAGE_CELLS) if state.places[cell] == at]
    return uncovered + sorted(state.cities)


def _places(state: State) -> tuple[PlaceView, ...]:
    network = state.network
    return tuple(
        PlaceView(
            id=place_id(state, place),
            hexes=hexes(state, place),
            count=network.count(place),
            neighbours=tuple(place_id(state, near) for near in bits(network.near[place])),
        )
        for place in all_places(state)
    )


def _costs(state: State) -> tuple[CostView, ...]:
    return tuple(
        CostView(place_id(state, place), hexes(state, place)[0], markets.cost(state, place))
        for place in markets.trading_places(state)
    )
