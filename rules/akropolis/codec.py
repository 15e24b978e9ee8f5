"""A position as JSON, and the checks that find it impossible (RULES.md, "State JSON")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.akropolis import legal, turn
from rules.akropolis.pieces import TILES, VERSION
from rules.akropolis.state import Architect, City, GameOptions, PlacedTile, State
from rules.codec import read, to_json
from rules.contract import BadPosition, Json, Seat

LONGEST_LINE, LARGEST_STACK = 6, 5


class _City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stones: int
    tiles: tuple[PlacedTile, ...] = ()


class _Architect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stones: int
    tiles: tuple[int, ...] = ()


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The JSON; counters and face-down tiles may be left out of a small position."""

    game: str
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
    architect: _Architect | None = None


def to_position(state: State) -> Json:
    """The documented JSON of a state."""
    architect = state.architect
    return to_json(
        _Position(
            game="akropolis",
            version=VERSION,
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
            architect=_Architect(architect.stones, tuple(architect.tiles)) if architect else None,
        )
    )


def from_position(obj: Json) -> State:
    """State from its JSON. Raises BadPosition when it contradicts itself or the rules."""
    position = read(obj, _Position, BadPosition, "common.bad_position")
    if position.game != "akropolis" or position.version != VERSION:
        raise BadPosition(
            "akropolis.position_other_game", game=position.game, version=position.version
        )
    options = turn.read_options(position.seats, position.options, BadPosition)
    _check_counts(position, options)
    _check_tiles(position)
    architect = position.architect
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
        architect=Architect(architect.stones, list(architect.tiles)) if architect else None,
    )


def _current(position: _Position) -> Seat | None:
    if position.current is not msgspec.UNSET:
        return position.current
    return None if position.over else position.turn % position.seats


def _check_counts(position: _Position, options: GameOptions) -> None:
    """Refuse counters that contradict each other, without looking at a tile."""
    for path, wrong in _miscounts(position, options):
        if wrong:
            raise BadPosition("akropolis.position_impossible", path=path)


def _miscounts(position: _Position, options: GameOptions) -> Iterator[tuple[str, bool]]:
    """By field, whether it contradicts the rest."""
    current = _current(position)
    yield "cities", len(position.cities) != position.seats
    yield "architect", (position.architect is None) != (options.solo is None)
    yield "turn", position.turn < 0
    yield "round", position.round < 1
    yield "chief", not 0 <= position.chief < max(position.seats, 2)
    yield "over", position.over and (len(position.line) > 1 or bool(position.stacks))
    yield "line", len(position.line) > LONGEST_LINE or not (position.line or position.over)
    yield "stacks", not all(0 < len(stack) <= LARGEST_STACK for stack in position.stacks)
    yield "current", (current is None) != position.over
    yield "current", current is not None and not 0 <= current < position.seats
    for seat, city in enumerate(position.cities):
        yield f"cities[{seat}].stones", city.stones < 0
    yield "architect.stones", position.architect is not None and position.architect.stones < 0


def _check_tiles(position: _Position) -> None:
    """Refuse tiles that do not exist or appear twice."""
    for tile, times in Counter(_ids(position)).items():
        if tile not in TILES:
            raise BadPosition("akropolis.position_unknown_tile", tile=tile, most=len(TILES))
        if times > 1:
            raise BadPosition("akropolis.position_double_tile", tile=tile)


def _ids(position: _Position) -> Iterator[int]:
    yield from position.line
    for stack in position.stacks:
        yield from stack
    for city in position.cities:
        yield from (placed_tile.tile for placed_tile in city.tiles)
    if position.architect is not None:
        yield from position.architect.tiles


def _rebuilt(seat: Seat, given: _City, options: GameOptions) -> City:
    """Lay the tiles of a city again, one after the other, under the rules of placement."""
    city = turn.new_city(given.stones, options)
    for index, placed_tile in enumerate(given.tiles):
        path = f"cities[{seat}].tiles[{index}]"
        refusal = legal.placement_refusal(city, placed_tile.at, placed_tile.rot)
        if refusal is not None:
            raise BadPosition(
                "akropolis.position_misplaced",
                path=path,
                tile=placed_tile.tile,
                reason=refusal.code,
                rule=refusal.details["rule"],
            )
        turn.lay(city, placed_tile.tile, placed_tile.at, placed_tile.rot)
        level = city.tiles[-1].level
        if level != placed_tile.level:
            raise BadPosition("akropolis.position_wrong_level", path=path, level=level)
    return city
