"""A position as JSON, and what makes a position impossible (RULES.md, "State JSON")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

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
    DEFAULT_COLOURS,
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


def _or[T](told: T | _Unset, usual: T) -> T:
    return usual if isinstance(told, _Unset) else told
