"""A position as JSON and back (RULES.md, "State JSON")."""

from __future__ import annotations

from rules.codec import impossible, read, to_json
from rules.contract import BadPosition, Json, Seat
from rules.magna_grecia import limits, scoring, turn, view
from rules.magna_grecia.form import (
    UNSET,
    OracleForm,
    PositionForm,
    TurnForm,
    options_of,
    or_usual,
    place_of,
    player_of,
)
from rules.magna_grecia.land import CELLS, HEXES, VILLAGE_AT, VILLAGE_CELLS
from rules.magna_grecia.pieces import CARDS, ORACLE_COUNTS, ROUNDS
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, City, GameOptions, State, Turn, city_id

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
    """State from its JSON. Raises BadPosition where that has another form."""
    form = read(obj, PositionForm, BadPosition, "common.bad_position")
    options = turn.read_options(len(form.players), options_of(form), BadPosition)
    state = _without_map(form, options)
    _fill_map(state, form)
    return state


def _without_map(form: PositionForm, options: GameOptions) -> State:
    """The state without the pieces on the map."""
    seats = len(form.players)
    state = turn.empty(seats, options)
    state.phase, state.card, state.turn_index = form.phase, form.card, form.turn_index
    state.round = or_usual(form.round, {"oracles": 0, "turns": 1, "over": ROUNDS}[form.phase])
    state.deck, state.discard = list(form.deck), list(form.discard)
    state.order = turn.seat_order(CARDS[form.card], options) if form.card is not None else ()
    state.to_move = _to_move(form, state)
    state.players = [player_of(form, seat) for seat in range(seats)]
    missing_oracles = ORACLE_COUNTS[seats] - len(form.oracles)
    state.oracles_left = missing_oracles if form.phase == "oracles" else 0
    state.turn = _turn(form.turn or TurnForm())
    return state


def _to_move(form: PositionForm, state: State) -> Seat | None:
    if form.to_move is not UNSET or form.phase == "over":
        return or_usual(form.to_move, None)
    if form.phase == "oracles":
        return len(form.oracles) % len(form.players)
    return state.order[form.turn_index]


def _turn(form: TurnForm) -> Turn:
    return Turn(
        roads=form.roads,
        cities=form.cities,
        drawn=(form.drawn.roads, form.drawn.cities) if form.drawn else None,
        founded=None if form.founded is None else place_of(form.founded),
        unjoined=None if form.unjoined is None else place_of(form.unjoined),
        market=form.market,
    )


def _fill_map(state: State, form: PositionForm) -> None:
    """Put cities and oracles on the map, then roads, which join them; then turn the oracles."""
    for city in form.cities:
        place = place_of(city.id)
        state.cities[place] = City(city.seat, tuple(CELLS[at] for at in city.hexes))
        for at in city.hexes:
            state.places[CELLS[at]] = place
    state.next_city = max((FIRST_CITY - 1, *state.cities)) + 1
    if form.next_city is not UNSET:
        state.next_city = FIRST_CITY + form.next_city - 1
    for oracle in form.oracles:
        state.oracles[VILLAGE_AT[CELLS[oracle.hex]]] = NOWHERE
    _lay_roads(state, form)
    for placed in state.cities.values():
        for cell in placed.cells:
            state.open_to_all(cell)
    for oracle in form.oracles:
        _turn_oracle(state, oracle)
    for market in form.markets:
        state.markets[market.seat, CELLS[market.hex]] = market.sold
    if state.to_move is not None:
        state.turn.owed = frozenset(limits.villages_to_cover(state, state.to_move))


def _lay_roads(state: State, form: PositionForm) -> None:
    for index, road in enumerate(form.roads):
        if not state.is_free(CELLS[road.hex]):
            raise impossible(f"roads[{index}]")
        first, second = sorted(road.ends)
        state.lay_road(road.seat, CELLS[road.hex], (first, second))


def _turn_oracle(state: State, form: OracleForm) -> None:
    village = VILLAGE_AT[CELLS[form.hex]]
    if form.city is UNSET:
        state.oracles[village] = turn.favourite(state, village, NOWHERE)
    elif form.city is not None:
        state.oracles[village] = place_of(form.city)
