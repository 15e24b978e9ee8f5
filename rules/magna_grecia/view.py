"""The visible part of a position: everything but the order of the cards deep in the deck."""

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
from rules.unmet import Unmet

__all__ = ["Final", "GameOptions", "Preview", "Row", "Step", "View", "view"]


class PlayerView(msgspec.Struct, frozen=True):
    """Pieces of a seat in supply and in reserve, as in the JSON of a position."""

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
    """An oracle, the city it points to and the owner of that city (MG-80)."""

    hex: Hex
    city: str | None
    seat: Seat | None
    points_to: int | None
    """Side at which the chain of that city arrives (MG-87)."""


class MarketView(msgspec.Struct, frozen=True):
    """A market and its present value (MG-67, MG-68)."""

    seat: Seat
    hex: Hex
    sold: bool
    active: bool
    value: int


class PlaceView(msgspec.Struct, frozen=True):
    """A place and its direct connections (MG-50 to MG-52)."""

    id: str
    hexes: tuple[Hex, ...]
    count: int
    neighbours: tuple[str, ...]


class CostView(msgspec.Struct, frozen=True):
    """Cost of a market in a place (MG-63)."""

    place: str
    hex: Hex
    cost: int


class Limits(msgspec.Struct, frozen=True):
    """Tiles that the card still allows in this turn (MG-18)."""

    roads: int
    cities: int
    draw: int


class Obligations(msgspec.Struct, frozen=True):
    """Obligations to meet before anything but a city tile (MG-48)."""

    villages: tuple[Hex, ...]
    """Villages to cover (MG-46)."""
    unjoined: str | None
    """A city to join (MG-47)."""


class TurnView(msgspec.Struct, frozen=True):
    """Progress of this turn, as in the JSON of a position."""

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
    """Profit of a market now; proceeds of a sale."""


class Spots(msgspec.Struct, frozen=True):
    """Hexes where a seat may take a kind of step, drawn beside the question for the hex."""

    seat: Seat
    spots: tuple[Spot, ...]


class Openings(msgspec.Struct, frozen=True):
    """Hexes where each kind of step may be done now, drawn beside the question for the step."""

    roads: tuple[Hex, ...]
    cities: tuple[Hex, ...]
    markets: tuple[Hex, ...]
    sales: tuple[Hex, ...]


class View(msgspec.Struct, frozen=True):
    """View of the whole table; the same for every seat and for spectators."""

    game: str
    options: GameOptions
    phase: str
    round: int
    card: str | None
    next_card: str | None
    """The card of the next round, visible from the first round on (MG-15)."""
    deck_left: int
    unseen: tuple[str, ...]
    """Cards deeper in the deck, by id: their order is hidden."""
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
    """Accounts of all seats, as if the game ended now."""


class Step(msgspec.Struct, frozen=True):
    """One step of a move."""

    kind: str
    """`oracle`, `road`, `city`, `draw`, `market`, `sell` or `end`."""
    hex: Hex | None
    ends: tuple[int, int] | None


class Start(msgspec.Struct, frozen=True):
    """A green-bordered village on the coast, where every seat may found a city (MG-43)."""

    hex: Hex
    distance: int
    """Hexes from the village of an oracle."""


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """A move of one seat before it is made, of one or several steps, with its effects."""

    seat: Seat
    notation: str
    kind: str
    """Kind of its steps; `turn` where they are of several kinds."""
    steps: tuple[Step, ...]
    causes: tuple[dict[str, Any], ...]
    """Its events, each with its name as `event`."""
    before: tuple[Row, ...]
    after: tuple[Row, ...]
    """Accounts of all seats before and after it."""
    view_after: View
    """View after it, before the turn ends."""
    useful_options: tuple[Option, ...]
    """Useful actions that remain, if it ends the turn."""
    spots: tuple[Hex, ...]
    """Other hexes for its first step, where its steps are of one kind."""
    starts: tuple[Start, ...] = ()
    """The green-bordered villages nearest to the oracle that it places, the nearest first."""
    unmet: tuple[Unmet, ...] = ()
    """Reasons why its markets and roads count nothing yet."""


def view(state: State) -> View:
    """View of a state for everyone."""
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
    """Players with their pieces."""
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
    """Road tiles, in the order of placement."""
    tiles = []
    for cell, road in state.roads.items():
        first, second = bits(road & 0b111111)
        tiles.append(RoadView(HEXES[cell], road >> 6, (first, second)))
    return tuple(tiles)


def cities(state: State) -> tuple[CityView, ...]:
    """Cities, the oldest first."""
    return tuple(
        CityView(city_id(place), city.seat, hexes(state, place))
        for place, city in sorted(state.cities.items())
    )


def hexes(state: State, place: int) -> tuple[Hex, ...]:
    """Hexes that a place covers."""
    return tuple(HEXES[cell] for cell in state.cells_of(place))


def turn(state: State) -> TurnView | None:
    """Turn in progress, None outside the rounds."""
    if state.phase != "turns":
        return None
    progress = state.turn
    return TurnView(
        roads=progress.roads,
        cities=progress.cities,
        drawn={"roads": progress.drawn[0], "cities": progress.drawn[1]} if progress.drawn else None,
        founded=None if progress.founded is None else city_id(progress.founded),
        unjoined=None if progress.unjoined is None else city_id(progress.unjoined),
        market=progress.market,
    )


def limits_now(state: State) -> Limits:
    """Limits of the card; zero where no card is in force."""
    if state.phase != "turns":
        return Limits(0, 0, 0)
    return Limits(limits.roads_left(state), limits.cities_left(state), limits.draw_left(state))


def obligations(state: State) -> Obligations:
    """Obligations of the seat to move."""
    villages = tuple(HEXES[cell] for cell in sorted(state.turn.owed))
    unjoined = state.turn.unjoined
    return Obligations(villages, None if unjoined is None else city_id(unjoined))


def _oracle(state: State, village: int) -> OracleView:
    city, cell = state.oracles[village], VILLAGE_CELLS[village]
    if city == NOWHERE:
        return OracleView(HEXES[cell], None, None, None)
    return OracleView(HEXES[cell], city_id(city), state.owner(city), _arrival(state, cell, city))


def _arrival(state: State, cell: int, city: int) -> int:
    """First side of a cell at which a chain from a city arrives (MG-87)."""
    ends = state.network.ends
    return next(
        AROUND[cell].index(near)
        for near, slot in SLOTS[cell]
        if slot in ends and state.places[FACED[ends[slot]]] == city
    )


def _markets(state: State) -> tuple[MarketView, ...]:
    """Markets in the order of placement."""
    views = []
    for (seat, cell), sold in state.markets.items():
        stall = markets.Stall(seat, cell, sold)
        is_active = not sold and markets.is_active(state, seat, state.places[cell])
        views.append(MarketView(seat, HEXES[cell], sold, is_active, markets.value(state, stall)))
    return tuple(views)


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
