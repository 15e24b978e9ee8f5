"""Course of the game: the deal, oracles, the steps of a turn, rounds, the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from rules.codec import read, to_json
from rules.contract import BadOptions, Event, RulesError, Seat
from rules.magna_grecia import limits, markets, scoring
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Road, Sell
from rules.magna_grecia.land import CELLS, GREEN, HEXES, VILLAGE_AT, VILLAGE_CELLS
from rules.magna_grecia.links import bits
from rules.magna_grecia.pieces import (
    CARDS,
    CITY_TILES,
    DEFAULT_COLOURS,
    FIRST_CITIES,
    FIRST_ROADS,
    MARKETS,
    ORACLE_COUNTS,
    ROAD_TILES,
    ROUNDS,
    SEATS,
    STARTING_SCORES,
    Card,
    Colour,
)
from rules.magna_grecia.state import (
    FIRST_CITY,
    NOWHERE,
    GameOptions,
    Laid,
    Link,
    Player,
    State,
    Turn,
    city_id,
    place_id,
)
from rules.rng import SEED_BITS, Rng

SETUPS = ("players", "random")
"""Ways to place the oracles: by the players, or at random (MG-11)."""


def _event(name: str, args: dict[str, Any], reveals: bool = False) -> Event:
    return Event(f"magna_grecia.{name}", args, reveals=reveals)


# ---- the deal ---------------------------------------------------------------------------------


class _Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options as a caller may ask for them; without colours the usual ones apply."""

    oracle_setup: str = SETUPS[0]
    colors: tuple[str, ...] = ()


def read_options(
    seats: int, given: Mapping[str, Any] | None, refusal: type[RulesError] = BadOptions
) -> GameOptions:
    """Options in their standard form. Raises `refusal` when they do not make a game."""
    options = read(given or {}, _Given, refusal, "common.bad_options")
    if type(seats) is not int or seats not in SEATS:
        raise refusal("magna_grecia.bad_seats", rule="MG-1", seats=seats, most=max(SEATS))
    if options.oracle_setup not in SETUPS:
        raise refusal("magna_grecia.unknown_setup", rule="MG-11", setup=options.oracle_setup)
    colours = options.colors or tuple(DEFAULT_COLOURS[seats])
    is_known = set(colours) <= set(Colour) and len(set(colours)) == len(colours)
    if not is_known or len(colours) < seats:
        raise refusal("magna_grecia.bad_colors", rule="MG-5", colors=list(colours), n=seats)
    return GameOptions(options.oracle_setup, tuple(Colour(colour) for colour in colours[:seats]))


def new(seats: int, seed: int, options: Mapping[str, Any] | None = None) -> State:
    """Deal the first position (MG-10 to MG-13). Raises BadOptions."""
    game_options = read_options(seats, options)
    if type(seed) is not int or not 0 <= seed < 1 << SEED_BITS:
        raise BadOptions("common.bad_seed", bits=SEED_BITS)
    rng = Rng(seed)
    state = empty(seats, game_options)
    state.deck = _deck(rng)
    if game_options.oracle_setup == "random":
        wild = [village for village, cell in enumerate(VILLAGE_CELLS) if cell not in GREEN]
        rng.shuffle(wild)
        state.oracles = dict.fromkeys(sorted(wild[: state.oracles_left]), NOWHERE)
        state.oracles_left = 0
        _next_round(state, [])
    return state


def empty(seats: int, options: GameOptions) -> State:
    """The map before the first oracle, without a deck."""
    return State(
        options=options,
        phase="oracles",
        round=0,
        card=None,
        deck=[],
        discard=[],
        order=(),
        turn_index=0,
        to_move=0,
        players=[_player(STARTING_SCORES[seats]) for _ in range(seats)],
        oracles_left=ORACLE_COUNTS[seats],
        next_city=FIRST_CITY,
        starts=[set() for _ in range(seats)],
    )


def _player(score: int) -> Player:
    reserves = ROAD_TILES - FIRST_ROADS, CITY_TILES - FIRST_CITIES
    return Player(score, FIRST_ROADS, FIRST_CITIES, *reserves, MARKETS)


def _deck(rng: Rng) -> list[str]:
    """Three packs, each of one card of every border colour (MG-12)."""
    stacks = [[card.id for card in CARDS.values() if card.border == border] for border in Colour]
    for stack in stacks:
        rng.shuffle(stack)
    packs = [list(pack) for pack in zip(*stacks, strict=True)]
    for pack in packs:
        rng.shuffle(pack)
    return [card for pack in packs for card in pack]


def opening(state: State) -> list[Event]:
    """Events of the oracles placed at random, and of the first round after them."""
    placements = [_event("oracle_placed", {"seat": None, "hex": _hex(at)}) for at in state.oracles]
    return [*placements, _round_started(state)] if state.phase == "turns" else []


def redeal(state: State, rng: Rng) -> State:
    """The same position with the hidden cards in another possible order (MG-12, MG-15).

    Each pack keeps its border colours, which can be known by counting.
    """
    after = state.clone()
    visible = 1 if state.phase == "turns" else 0
    hidden = state.deck[visible:]
    borders = _random_borders(hidden, rng)
    cards: dict[Colour, list[str]] = defaultdict(list)
    for card in hidden:
        cards[CARDS[card].border].append(card)
    for border in sorted(cards):
        rng.redeal(cards[border])
    after.deck = [*state.deck[:visible], *(cards[border].pop() for border in borders)]
    return after


def _random_borders(hidden: list[str], rng: Rng) -> list[Colour]:
    """Border colours of the hidden cards, pack by pack, each in another order."""
    borders = [CARDS[card].border for card in hidden]
    last = len(borders)
    while last > 0:
        first = max(0, last - len(Colour))
        pack = borders[first:last]
        rng.redeal(pack)
        borders[first:last] = pack
        last = first
    return borders


def seat_order(card: Card, options: GameOptions) -> tuple[Seat, ...]:
    """Seats in the order of a card; colours without a player are skipped (MG-17, MG-19)."""
    colours = options.colors
    return tuple(colours.index(colour) for colour in card.order if colour in colours)


# ---- names ------------------------------------------------------------------------------------


def _hex(place: int) -> list[int]:
    """Hex of a village."""
    return list(HEXES[VILLAGE_CELLS[place]])


# ---- steps ------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Action) -> list[Event]:
    """Carry out a legal action of the seat whose turn it is."""
    events: list[Event] = []
    _DO[type(action)](state, seat, action, events)
    return events


def apply_openly(state: State, seat: Seat, action: Action) -> list[Event]:
    """Carry out a legal action without what it would reveal: the card of a new round."""
    events: list[Event] = []
    if isinstance(action, Oracle):
        _place_oracle(state, seat, action, events)
    elif not isinstance(action, End):
        _DO[type(action)](state, seat, action, events)
    return events


def _oracle(state: State, seat: Seat, action: Oracle, events: list[Event]) -> None:
    """Place an oracle; after the last one begin the first round (MG-13)."""
    _place_oracle(state, seat, action, events)
    if not state.oracles_left:
        _next_round(state, events)


def _place_oracle(state: State, seat: Seat, action: Oracle, events: list[Event]) -> None:
    """Place an oracle and pass the turn (MG-11)."""
    state.oracles[VILLAGE_AT[CELLS[action.hex]]] = NOWHERE
    state.oracles_left -= 1
    events.append(_event("oracle_placed", {"seat": seat, "hex": list(action.hex)}))
    state.to_move = (seat + 1) % len(state.players)


def _road(state: State, seat: Seat, action: Road, events: list[Event]) -> None:
    """Place a road tile, which costs nothing (MG-30)."""
    first, second = sorted(action.ends)
    state.players[seat].roads -= 1
    state.turn.roads += 1
    links = state.lay_road(seat, CELLS[action.hex], (first, second))
    args = {"seat": seat, "hex": list(action.hex), "ends": [first, second]}
    events.append(_event("road_placed", args))
    losses = _turn_oracles(state, links, events)
    changes = [change for link in links for change in markets.gains(state, *link)]
    _aftermath(state, Aftermath({}, losses, changes), events)


def _city(state: State, seat: Seat, action: City, events: list[Event]) -> None:
    """Place a city tile for a point; it founds, expands or merges (MG-40, MG-42, MG-73)."""
    player, cell = state.players[seat], CELLS[action.hex]
    player.cities -= 1
    player.score -= 1
    state.turn.cities += 1
    values, own_cities = markets.values(state), state.own_cities_beside(seat, cell)
    is_new, oldest_hexes = not own_cities, _oldest(state, own_cities)
    joins = limits.joins(state, seat, cell)
    placement = state.lay_city(seat, cell)
    _note_obligations(state, cell, placement.place, is_new, joins)
    args = {"seat": seat, "city": city_id(placement.place), "hex": list(action.hex)}
    if is_new:
        events.append(_event("city_founded", args))
        _free_market(state, seat, cell, events)
    else:
        args["village"] = placement.village != NOWHERE
        events.append(_event("city_expanded", args))
        _complete_merger(state, placement, events)
    losses = _turn_oracles(state, placement.links, events)
    changes = markets.changes(values, markets.values(state))
    _aftermath(state, Aftermath(oldest_hexes, losses, changes), events)


def _note_obligations(state: State, cell: int, place: int, is_new: bool, joins: bool) -> None:
    """Record the obligations that must be met before phase 2 may end (MG-46, MG-47)."""
    turn = state.turn
    turn.owed = turn.owed.union(limits.villages_beside(state, cell)) - {cell}
    if is_new:
        turn.founded = place
        turn.unjoined = None if joins else place
    elif joins and turn.unjoined == place:
        turn.unjoined = None


def _free_market(state: State, seat: Seat, cell: int, events: list[Event]) -> None:
    """Place the market of a new city, unless the seat has one there or none left (MG-44)."""
    if state.players[seat].markets and (seat, cell) not in state.markets:
        _place_market(state, seat, cell, 0, events)


def _place_market(state: State, seat: Seat, cell: int, cost: int, events: list[Event]) -> None:
    state.players[seat].markets -= 1
    state.markets[seat, cell] = False
    args = {
        "seat": seat,
        "hex": list(HEXES[cell]),
        "cost": cost,
        "free": not cost,
        "active": markets.is_active(state, seat, state.places[cell]),
    }
    events.append(_event("market_placed", args))


def _complete_merger(state: State, placement: Laid, events: list[Event]) -> None:
    """Move oracles to the merged city, and remove second markets (MG-75, MG-76, MG-85)."""
    if placement.absorbed:
        absorbed = [city_id(place) for place in placement.absorbed]
        args = {"city": city_id(placement.place), "absorbed": absorbed}
        events.append(_event("cities_merged", args))
        for oracle, city in state.oracles.items():
            if city in placement.absorbed:
                state.oracles[oracle] = placement.place
    if placement.absorbed or placement.village != NOWHERE:
        for stall in markets.surplus(state, placement.place):
            del state.markets[stall.seat, stall.cell]
            state.players[stall.seat].markets += 1
            removal = {"seat": stall.seat, "hex": list(HEXES[stall.cell]), "sold": stall.sold}
            events.append(_event("market_removed", removal))


def _turn_oracles(state: State, links: Iterable[Link], events: list[Event]) -> list[Lost]:
    """Report new direct connections, and turn the oracles that follow them (MG-51, MG-83).

    Returns each oracle that a seat has lost, with the seat.
    """
    losses = []
    for link in links:
        place_ids = [place_id(state, place) for place in sorted(link)]
        events.append(_event("connected", {"places": place_ids}))
    for oracle, city in state.oracles.items():
        target = favourite(state, oracle, city)
        if target != city:
            state.oracles[oracle] = target
            loser = state.owner(city)
            if loser is not None:
                losses.append((oracle, loser))
            args = {
                "hex": _hex(oracle),
                "from": None if city == NOWHERE else city_id(city),
                "to": city_id(target),
                "seat": state.cities[target].seat,
            }
            events.append(_event("oracle_turned", args))
    return losses


Lost = tuple[int, Seat]
"""An oracle, and the seat that controlled it before."""


class Aftermath(NamedTuple):
    """Results of an action that its other events do not contain, for texts about them."""

    called: dict[str, list[int]]
    """Oldest hex of cities that existed before, by their ids."""
    lost: list[Lost]
    worth: list[markets.Change]


def _aftermath(state: State, after: Aftermath, events: list[Event]) -> None:
    """Report the cities that events mention, lost oracles, and changed values of markets."""
    args: dict[str, Any] = {}
    if cities := after.called | _oldest(state, _cities_in(events)):
        args["cities"] = cities
    if after.lost:
        args["lost"] = [{"hex": _hex(oracle), "seat": seat} for oracle, seat in after.lost]
    if after.worth:
        args["markets"] = [
            {
                "seat": change.seat,
                "hex": list(HEXES[change.cell]),
                "was": change.old,
                "now": change.new,
            }
            for change in after.worth
        ]
    if args:
        events.append(_event("aftermath", args))


def _cities_in(events: Iterable[Event]) -> Iterator[int]:
    """Cities that connections and oracles mention."""
    for event in events:
        ids = (*event.args.get("places", ()), event.args.get("from"), event.args.get("to"))
        for place_name in ids:
            kind, _, number = (place_name or "").rpartition("c")
            if number.isdigit() and kind in ("", "city:"):
                yield FIRST_CITY + int(number) - 1


def _oldest(state: State, places: Iterable[int]) -> dict[str, list[int]]:
    """Oldest hex of each city among some places, which is its name for people."""
    return {
        city_id(place): list(HEXES[state.cells_of(place)[0]])
        for place in places
        if place in state.cities
    }


def favourite(state: State, oracle: int, city: int) -> int:
    """City to which an oracle points, having pointed to `city` before (MG-81, MG-82, MG-84)."""
    network = state.network
    highest = -1 if city == NOWHERE else network.count(city)
    for place in bits(network.near[oracle] >> FIRST_CITY):
        count = network.count(FIRST_CITY + place)
        if count > highest:
            city, highest = FIRST_CITY + place, count
    return city


def _draw(state: State, seat: Seat, action: Draw, events: list[Event]) -> None:
    """Move tiles from the reserve to the supply (MG-21)."""
    player = state.players[seat]
    player.reserve_roads -= action.roads
    player.reserve_cities -= action.cities
    player.roads += action.roads
    player.cities += action.cities
    state.turn.drawn = action.roads, action.cities
    events.append(_event("drew", {"seat": seat, "roads": action.roads, "cities": action.cities}))


def _market(state: State, seat: Seat, action: Market, events: list[Event]) -> None:
    """Build a market for points (MG-61 to MG-66)."""
    place = state.places[CELLS[action.hex]]
    cost = markets.cost(state, place)
    state.players[seat].score -= cost
    state.turn.market = "built"
    cell = state.cells_of(place)[0]
    _place_market(state, seat, cell, cost, events)
    value = markets.value(state, markets.Stall(seat, cell, sold=False))
    changes = [markets.Change(seat, cell, 0, value)] if value else []
    _aftermath(state, Aftermath({}, [], changes), events)


def _sell(state: State, seat: Seat, action: Sell, events: list[Event]) -> None:
    """Sell a market for points and lay it down (MG-70, MG-71)."""
    stall = markets.stall_of(state, seat, state.places[CELLS[action.hex]])
    assert stall is not None
    value = markets.value(state, stall)
    state.players[seat].score += value
    state.markets[seat, stall.cell] = True
    state.turn.market = "sold"
    args = {"seat": seat, "hex": list(HEXES[stall.cell]), "value": value}
    events.append(_event("market_sold", args))


# ---- rounds -----------------------------------------------------------------------------------


def _end(state: State, seat: Seat, _action: End, events: list[Event]) -> None:
    """Pass on to the next seat, the next round, or the end (MG-17, MG-23, MG-90)."""
    events.append(_event("turn_ended", {"seat": seat}))
    state.turn = Turn()
    state.turn_index += 1
    if state.turn_index < len(state.order):
        state.to_move = state.order[state.turn_index]
        return
    assert state.card is not None
    state.discard.append(state.card)
    if state.round < ROUNDS and state.deck:
        _next_round(state, events)
    else:
        _end_game(state, events)


def _next_round(state: State, events: list[Event]) -> None:
    """Begin a round: the top card comes into force, the next one becomes visible (MG-15)."""
    state.phase = "turns"
    state.round += 1
    state.card = state.deck.pop(0)
    state.order = seat_order(state.in_force, state.options)
    state.turn_index, state.to_move = 0, state.order[0]
    events.append(_round_started(state))


def _round_started(state: State) -> Event:
    args = {"round": state.round, "card": state.card, "order": list(state.order)}
    return _event("round_started", args, reveals=state.round == 1 or bool(state.deck))


def _end_game(state: State, events: list[Event]) -> None:
    """End the game (MG-90)."""
    state.phase, state.card, state.to_move = "over", None, None
    state.order, state.turn_index = (), 0
    events.append(_event("game_over", to_json(scoring.final(state))))


_DO: dict[type[Action], Callable[[State, Seat, Any, list[Event]], None]] = {
    Oracle: _oracle,
    Road: _road,
    City: _city,
    Draw: _draw,
    Market: _market,
    Sell: _sell,
    End: _end,
}
