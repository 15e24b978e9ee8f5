"""A position as JSON, and what makes a position impossible (RULES.md, "State JSON")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from rules.codec import read, to_json
from rules.contract import BadPosition, Hex, Json, Seat
from rules.graph import groups
from rules.magna_grecia import limits, scoring, turn, view
from rules.magna_grecia.land import AROUND, CELLS, GREEN, HEXES, OFF, VILLAGE_AT, VILLAGE_CELLS
from rules.magna_grecia.links import MOST_PLACES, arrivals
from rules.magna_grecia.pieces import (
    CARDS,
    CITY_TILES,
    FIRST_CITIES,
    FIRST_ROADS,
    MARKETS,
    ORACLE_COUNTS,
    ROAD_TILES,
    ROUNDS,
    SEATS,
    SHAPES,
    STARTING_SCORES,
)
from rules.magna_grecia.scoring import Final
from rules.magna_grecia.state import (
    FIRST_CITY,
    NOWHERE,
    City,
    GameOptions,
    Phase,
    Player,
    State,
    Trade,
    Turn,
    city_id,
)

_Unset = msgspec.UnsetType
_UNSET = msgspec.UNSET
T = TypeVar("T")

MOST_POINTS = 9999
"""No game gets near it."""
_CITY_ID = re.compile("c([1-9][0-9]{0,2})", re.ASCII)


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """JSON without a key that is not documented."""


class _Player(_Told, frozen=True, kw_only=True):
    """What is left out is as at the start, less what lies on the map."""

    seat: Seat | _Unset = _UNSET
    color: str | _Unset = _UNSET
    score: int | _Unset = _UNSET
    roads: int | _Unset = _UNSET
    cities: int | _Unset = _UNSET
    reserve_roads: int | _Unset = _UNSET
    reserve_cities: int | _Unset = _UNSET
    markets: int | _Unset = _UNSET


class _Oracle(_Told, frozen=True):
    hex: Hex
    city: str | _Unset | None = _UNSET
    """Left out: the city that it would turn to."""


class _Road(_Told, frozen=True):
    hex: Hex
    seat: Seat
    ends: tuple[int, int]


class _City(_Told, frozen=True):
    id: str
    seat: Seat
    hexes: tuple[Hex, ...]


class _Market(_Told, frozen=True):
    seat: Seat
    hex: Hex
    sold: bool = False


class _Drawn(_Told, frozen=True):
    roads: int
    cities: int


class _Turn(_Told, frozen=True):
    roads: int = 0
    cities: int = 0
    drawn: _Drawn | None = None
    founded: str | None = None
    unjoined: str | None = None
    market: Trade | None = None


class _Position(_Told, frozen=True, kw_only=True):
    """The JSON; most of it may be left out of a small position."""

    game: str
    options: dict[str, Any] = {}
    phase: Phase = "turns"
    round: int | _Unset = _UNSET
    card: str | None = None
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    order: tuple[Seat, ...] | _Unset = _UNSET
    turn_index: int = 0
    to_move: Seat | _Unset | None = _UNSET
    players: tuple[_Player, ...]
    oracles_left: int | _Unset = _UNSET
    oracles: tuple[_Oracle, ...] = ()
    roads: tuple[_Road, ...] = ()
    cities: tuple[_City, ...] = ()
    next_city: int | _Unset = _UNSET
    markets: tuple[_Market, ...] = ()
    turn: _Turn | None = None
    final: Final | None = None


# ---- writing ----------------------------------------------------------------------------------


def to_position(state: State) -> Json:
    """The documented JSON of a state."""
    return {
        "game": "magna_grecia",
        "options": to_json(state.options),
        "phase": state.phase,
        "round": state.round,
        "card": state.card,
        "deck": list(state.deck),
        "discard": list(state.discard),
        "order": list(state.order),
        "turn_index": state.turn_index,
        "to_move": state.to_move,
        "players": to_json(view.players(state)),
        "oracles_left": state.oracles_left,
        "oracles": [
            {"hex": list(HEXES[VILLAGE_CELLS[village]]), "city": _id(city)}
            for village, city in state.oracles.items()
        ],
        "roads": to_json(view.roads(state)),
        "cities": to_json(view.cities(state)),
        "next_city": state.next_city - FIRST_CITY + 1,
        "markets": [
            {"seat": seat, "hex": list(HEXES[cell]), "sold": sold}
            for (seat, cell), sold in state.markets.items()
        ],
        "turn": to_json(view.turn(state)),
        "final": to_json(scoring.final(state)) if state.phase == "over" else None,
    }


def _id(city: int) -> str | None:
    return None if city == NOWHERE else city_id(city)


# ---- reading ----------------------------------------------------------------------------------


def from_position(obj: Json) -> State:
    """The state of a JSON. Raises BadPosition when it contradicts itself or the rules."""
    told = read(obj, _Position, BadPosition, "common.bad_position")
    if told.game != "magna_grecia":
        raise BadPosition("magna_grecia.position_other_game", game=told.game)
    if len(told.players) not in SEATS:
        raise _impossible("players")
    options = turn.read_options(len(told.players), _options(told), BadPosition)
    _refuse_first(_contradictions(told, options))
    state = _without_map(told, options)
    _put_on_map(state, told)
    _refuse_first(_wrong_on_map(state, told))
    return state


def _impossible(path: str) -> BadPosition:
    return BadPosition("magna_grecia.position_impossible", path=path)


_Findings = Iterator[tuple[str, bool]]
"""Field by field, whether it contradicts the rest."""


def _refuse_first(findings: _Findings) -> None:
    for path, wrong in findings:
        if wrong:
            raise _impossible(path)


def _options(told: _Position) -> dict[str, Any]:
    """The options; players that all name their colours need not name them there again."""
    colours = [player.color for player in told.players if player.color is not _UNSET]
    if "colors" in told.options or len(colours) < len(told.players):
        return told.options
    return told.options | {"colors": colours}


def _without_map(told: _Position, options: GameOptions) -> State:
    """Everything that does not lie on the map."""
    state = turn.empty(len(told.players), options)
    state.phase, state.round, state.card = told.phase, _round(told), told.card
    state.deck, state.discard = list(told.deck), list(told.discard)
    state.order, state.turn_index = _order(told, options), told.turn_index
    state.to_move = _to_move(told, state)
    state.players = [_player(told, seat) for seat in range(len(told.players))]
    state.oracles_left = _oracles_left(told)
    state.turn = _turn(told.turn or _Turn())
    return state


def _or(told: T | _Unset, usual: T) -> T:
    """What is told, or else the usual."""
    return usual if isinstance(told, _Unset) else told


def _round(told: _Position) -> int:
    return _or(told.round, {"oracles": 0, "turns": 1, "over": ROUNDS}[told.phase])


def _order(told: _Position, options: GameOptions) -> tuple[Seat, ...]:
    usual = () if told.card is None else turn.seat_order(CARDS[told.card], options)
    return _or(told.order, usual)


def _to_move(told: _Position, state: State) -> Seat | None:
    if told.to_move is not _UNSET or told.phase == "over":
        return _or(told.to_move, None)
    if told.phase == "oracles":
        return len(told.oracles) % len(told.players)
    return state.order[told.turn_index]


def _oracles_left(told: _Position) -> int:
    missing = ORACLE_COUNTS[len(told.players)] - len(told.oracles)
    return _or(told.oracles_left, missing if told.phase == "oracles" else 0)


def _player(told: _Position, seat: Seat) -> Player:
    """What is told of a seat; what is not is as at the start, or what the map leaves."""
    own = told.players[seat]
    roads = sum(road.seat == seat for road in told.roads)
    cities = sum(len(city.hexes) for city in told.cities if city.seat == seat)
    markets = sum(market.seat == seat for market in told.markets)
    own_roads = _or(own.roads, max(0, min(FIRST_ROADS, ROAD_TILES - roads)))
    own_cities = _or(own.cities, max(0, min(FIRST_CITIES, CITY_TILES - cities)))
    return Player(
        score=_or(own.score, STARTING_SCORES[len(told.players)]),
        roads=own_roads,
        cities=own_cities,
        reserve_roads=_or(own.reserve_roads, max(0, ROAD_TILES - roads - own_roads)),
        reserve_cities=_or(own.reserve_cities, max(0, CITY_TILES - cities - own_cities)),
        markets=_or(own.markets, max(0, MARKETS - markets)),
    )


def _turn(told: _Turn) -> Turn:
    return Turn(
        roads=told.roads,
        cities=told.cities,
        drawn=(told.drawn.roads, told.drawn.cities) if told.drawn else None,
        founded=_place(told.founded),
        unjoined=_place(told.unjoined),
        market=told.market,
    )


def _place(name: str | None) -> int | None:
    """The place of a city by its id."""
    found = _CITY_ID.fullmatch(name or "")
    return FIRST_CITY + int(found[1]) - 1 if found else None


def _put_on_map(state: State, told: _Position) -> None:
    """Cities and oracles, then roads, which join them; then where the oracles point to."""
    for city in told.cities:
        place = _place(city.id)
        assert place is not None
        state.cities[place] = City(city.seat, tuple(CELLS[at] for at in city.hexes))
        for at in city.hexes:
            state.places[CELLS[at]] = place
    state.next_city = FIRST_CITY + _next_city(told) - 1
    for oracle in told.oracles:
        state.oracles[VILLAGE_AT[CELLS[oracle.hex]]] = NOWHERE
    for road in told.roads:
        one, two = sorted(road.ends)
        state.lay_road(road.seat, CELLS[road.hex], (one, two))
    for built in state.cities.values():
        for cell in built.cells:
            state.open_to_all(cell)
    for oracle in told.oracles:
        _turn_oracle(state, oracle)
    for market in told.markets:
        state.markets[market.seat, CELLS[market.hex]] = market.sold
    if state.to_move is not None:
        state.turn.owed = frozenset(_owed(state, state.to_move))


def _turn_oracle(state: State, told: _Oracle) -> None:
    village = VILLAGE_AT[CELLS[told.hex]]
    if told.city is _UNSET:
        state.oracles[village] = turn.favourite(state, village, NOWHERE)
    elif (place := _place(_or(told.city, None))) is not None:
        state.oracles[village] = place


def _next_city(told: _Position) -> int:
    numbers = [(_place(city.id) or FIRST_CITY) - FIRST_CITY + 1 for city in told.cities]
    return _or(told.next_city, max(numbers, default=0) + 1)


def _owed(state: State, seat: Seat) -> Iterator[int]:
    """The uncovered villages beside cities of a seat (MG-46)."""
    for city in state.cities.values():
        if city.seat == seat:
            for cell in city.cells:
                yield from limits.villages_beside(state, cell)


# ---- contradictions, before anything is put on the map ----------------------------------------


def _contradictions(told: _Position, options: GameOptions) -> _Findings:
    yield from _wrong_cards(told)
    yield from _wrong_clock(told, options)
    for seat, player in enumerate(told.players):
        yield from _wrong_player(told, seat, player, options)
    yield from _wrong_oracles(told)
    yield from _wrong_roads(told)
    yield from _wrong_cities(told)
    yield from _wrong_markets(told)
    yield from _wrong_turn(told)


def _wrong_cards(told: _Position) -> _Findings:
    yield "card", (told.card is None) is (told.phase == "turns")
    yield "card", told.card is not None and told.card not in CARDS
    for name, pile in (("deck", told.deck), ("discard", told.discard)):
        for index, card in enumerate(pile):
            yield f"{name}[{index}]", card not in CARDS
    every = Counter([*told.deck, *told.discard, *([told.card] if told.card else [])])
    yield "deck", any(times > 1 for times in every.values())
    yield "deck", told.phase == "over" and bool(told.deck)


def _wrong_clock(told: _Position, options: GameOptions) -> _Findings:
    """Round, order and seat to move."""
    now, order, seats = _round(told), _order(told, options), range(len(told.players))
    yield "round", not (now == 0 if told.phase == "oracles" else 1 <= now <= ROUNDS)
    usual = () if told.card is None else turn.seat_order(CARDS[told.card], options)
    yield "order", order != usual
    yield "turn_index", not 0 <= told.turn_index < max(1, len(order))
    yield "turn_index", told.phase != "turns" and told.turn_index > 0
    if told.to_move is _UNSET:
        return
    yield "to_move", (told.to_move is None) is not (told.phase == "over")
    yield "to_move", told.to_move is not None and told.to_move not in seats
    yield "to_move", told.phase == "turns" and told.to_move != order[told.turn_index]


def _wrong_player(told: _Position, seat: Seat, player: _Player, options: GameOptions) -> _Findings:
    path, own = f"players[{seat}]", _player(told, seat)
    yield f"{path}.seat", _or(player.seat, seat) != seat
    yield f"{path}.color", _or(player.color, options.colors[seat]) != options.colors[seat]
    for name in ("score", "roads", "cities", "reserve_roads", "reserve_cities", "markets"):
        yield f"{path}.{name}", not 0 <= getattr(own, name) <= MOST_POINTS
    roads = sum(road.seat == seat for road in told.roads)
    cities = sum(len(city.hexes) for city in told.cities if city.seat == seat)
    markets = sum(market.seat == seat for market in told.markets)
    yield f"{path}.roads", roads + own.roads + own.reserve_roads > ROAD_TILES
    yield f"{path}.cities", cities + own.cities + own.reserve_cities > CITY_TILES
    yield f"{path}.markets", markets + own.markets > MARKETS


def _wrong_oracles(told: _Position) -> _Findings:
    wild = {HEXES[cell] for cell in VILLAGE_CELLS if cell not in GREEN}
    left = _oracles_left(told)
    for index, oracle in enumerate(told.oracles):
        yield f"oracles[{index}].hex", oracle.hex not in wild
        yield f"oracles[{index}].city", _is_no_city(_or(oracle.city, None), told)
    yield "oracles", len({oracle.hex for oracle in told.oracles}) < len(told.oracles)
    yield "oracles_left", (left > 0) is not (told.phase == "oracles")
    yield "oracles_left", left + len(told.oracles) > len(wild)


def _is_no_city(name: str | None, told: _Position) -> bool:
    return name is not None and name not in {city.id for city in told.cities}


def _wrong_roads(told: _Position) -> _Findings:
    yield "roads", told.phase == "oracles" and bool(told.roads)
    seats = range(len(told.players))
    for index, road in enumerate(told.roads):
        path, cell = f"roads[{index}]", CELLS.get(road.hex, OFF)
        yield f"{path}.hex", cell == OFF or cell in VILLAGE_AT
        yield f"{path}.seat", road.seat not in seats
        yield f"{path}.ends", tuple(sorted(road.ends)) not in SHAPES
    yield "roads", len({road.hex for road in told.roads}) < len(told.roads)


def _wrong_cities(told: _Position) -> _Findings:
    yield "cities", told.phase == "oracles" and bool(told.cities)
    taken = {oracle.hex for oracle in told.oracles} | {road.hex for road in told.roads}
    for index, city in enumerate(told.cities):
        path = f"cities[{index}]"
        place = _place(city.id)
        yield f"{path}.id", place is None or place >= MOST_PLACES
        yield f"{path}.seat", city.seat not in range(len(told.players))
        yield f"{path}.hexes", not city.hexes or not CELLS.keys() >= set(city.hexes)
        yield f"{path}.hexes", len(set(city.hexes)) < len(city.hexes)
        yield f"{path}.hexes", len(groups([CELLS[at] for at in city.hexes], _around)) > 1
        yield f"{path}.hexes", not taken.isdisjoint(city.hexes)
        taken.update(city.hexes)
    yield "cities", len({city.id for city in told.cities}) < len(told.cities)
    numbers = [(_place(city.id) or 0) - FIRST_CITY + 1 for city in told.cities]
    yield (
        "next_city",
        not max(numbers, default=0) < _next_city(told) <= MOST_PLACES - FIRST_CITY + 1,
    )


def _around(cell: int) -> tuple[int, ...]:
    return AROUND[cell]


def _wrong_markets(told: _Position) -> _Findings:
    yield "markets", told.phase == "oracles" and bool(told.markets)
    oracles = {oracle.hex for oracle in told.oracles}
    villages = {HEXES[cell] for cell in VILLAGE_CELLS} - oracles
    places = {at: city.id for city in told.cities for at in city.hexes}
    stands: list[tuple[Seat, Any]] = []
    for index, market in enumerate(told.markets):
        path = f"markets[{index}]"
        yield f"{path}.seat", market.seat not in range(len(told.players))
        yield f"{path}.hex", market.hex not in places and market.hex not in villages
        stands.append((market.seat, places.get(market.hex, market.hex)))
    yield "markets", len(set(stands)) < len(stands)


def _wrong_turn(told: _Position) -> _Findings:
    """What was done in a turn that is none, or that no card allows (MG-18)."""
    yield "turn", told.turn is not None and told.phase != "turns"
    if told.turn is None or told.card is None:
        return
    now, card = told.turn, CARDS[told.card]
    alone = 0 if now.roads and now.cities else 1
    yield "turn.roads", not 0 <= now.roads <= card.roads[alone]
    yield "turn.cities", not 0 <= now.cities <= card.cities[alone]
    if now.drawn is not None:
        least = min(now.drawn.roads, now.drawn.cities)
        most = card.supply[0 if now.roads or now.cities else 1]
        yield "turn.drawn", least < 0 or not 1 <= now.drawn.roads + now.drawn.cities <= most
        yield "turn.drawn", bool(now.roads and now.cities)
        yield "turn.drawn", now.roads > card.roads[0] or now.cities > card.cities[0]
    founded, unjoined = _place(now.founded), _place(now.unjoined)
    next_city = FIRST_CITY + _next_city(told) - 1
    yield "turn.founded", now.founded is not None and (founded or next_city) >= next_city
    yield "turn.founded", now.founded is not None and not now.cities
    yield "turn.unjoined", now.unjoined is not None and unjoined != founded
    yield "turn.unjoined", _is_no_city(now.unjoined, told)


# ---- contradictions that show on the map ------------------------------------------------------


def _wrong_on_map(state: State, told: _Position) -> _Findings:
    for index, road in enumerate(told.roads):
        met = arrivals(state.roads, CELLS[road.hex])
        joined = [who for side, who in met if side in road.ends]
        yield f"roads[{index}]", any(who != road.seat for who in joined)
    for index, city in enumerate(told.cities):
        place = _place(city.id)
        touched = {state.places[cell] for at in city.hexes for cell in _around(CELLS[at])}
        others = {each for each in touched if each >= FIRST_CITY and each != place}
        yield f"cities[{index}].hexes", bool(others or touched & state.oracles.keys())
    for index, (oracle, points) in enumerate(state.oracles.items()):
        near = state.network.near[oracle]
        yield f"oracles[{index}].city", points != NOWHERE and not near >> points & 1
    yield from _wrong_obligations(state)
    yield "final", told.final is not None and told.phase != "over"
    yield "final", told.final is not None and told.final != scoring.final(state)


def _wrong_obligations(state: State) -> _Findings:
    """There are none but in a turn with city tiles, and they can be met (MG-46 to MG-49)."""
    for seat in range(len(state.players)):
        owes = bool(set(_owed(state, seat)))
        yield "cities", owes and (seat != state.to_move or not state.turn.cities)
    if state.phase != "turns" or not state.turn.must_go_on:
        return
    now, mover = state.turn, state.to_move
    assert mover is not None
    if now.unjoined is not None:
        city = state.cities[now.unjoined]
        joined = any(limits.joins(state, mover, cell) for cell in city.cells)
        yield "turn.unjoined", city.seat != mover or joined
    yield "turn", bool(now.drawn or now.market)
    yield "turn", not limits.can_meet_all(state, mover)
