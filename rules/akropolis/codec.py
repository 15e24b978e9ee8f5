"""A position as JSON and back (RULES.md, "State JSON")."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.akropolis import turn
from rules.akropolis.pieces import VERSION
from rules.akropolis.state import Architect, City, GameOptions, PlacedTile, State, site_of
from rules.codec import Count, impossible, read, to_json
from rules.contract import BadPosition, Json, Seat


class _City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stones: Count
    tiles: tuple[PlacedTile, ...] = ()


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The JSON; counters and face-down tiles may be left out of a small position."""

    game: Literal["akropolis"]
    version: int = VERSION
    options: dict[str, Any] = {}
    seats: int
    over: bool = False
    turn: int = 0
    round: int = 1
    chief: Seat = 0
    current: Seat | msgspec.UnsetType | None = msgspec.UNSET
    line: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...] = ()
    cities: tuple[_City, ...]
    architect: Architect | None = None


def to_position(state: State) -> Json:
    """The documented JSON of a state."""
    return to_json(
        _Position(
            game="akropolis",
            options=msgspec.to_builtins(state.options),
            seats=state.seats,
            over=state.over,
            turn=state.turn,
            round=state.round,
            chief=state.chief,
            current=state.current,
            line=tuple(state.line),
            stacks=tuple(state.stacks),
            cities=tuple(_City(city.stones, tuple(city.tiles)) for city in state.cities),
            architect=state.architect,
        )
    )


def from_position(obj: Json) -> State:
    """State from its JSON. Raises BadPosition where that has another form, or no such cities."""
    position = read(obj, _Position, BadPosition, "common.bad_position")
    if position.version != VERSION:
        raise impossible("version")
    options = turn.read_options(position.seats, position.options, BadPosition)
    return State(
        options=options,
        seats=position.seats,
        over=position.over,
        turn=position.turn,
        round=position.round,
        chief=position.chief,
        current=_current(position),
        line=list(position.line),
        stacks=list(position.stacks),
        cities=[_rebuilt(seat, city, options) for seat, city in enumerate(position.cities)],
        architect=position.architect,
    )


def _current(position: _Position) -> Seat | None:
    if position.current is not msgspec.UNSET:
        return position.current
    return None if position.over else position.turn % position.seats


def _rebuilt(seat: Seat, given: _City, options: GameOptions) -> City:
    """Lay the tiles of a city again, one after the other, under the rules of placement."""
    city = turn.new_city(given.stones, options)
    for index, placed_tile in enumerate(given.tiles):
        if city.sites.get(site_of(placed_tile.at, placed_tile.rot)) != placed_tile.level:
            raise impossible(f"cities[{seat}].tiles[{index}]")
        turn.lay(city, placed_tile.tile, placed_tile.at, placed_tile.rot)
    return city
