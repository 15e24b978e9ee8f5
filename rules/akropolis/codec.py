"""A position as JSON, and what makes a position impossible (RULES.md, "State JSON")."""

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
    """The JSON; counters and what lies face down may be left out of a small position."""

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
    his = state.architect
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
            architect=_Architect(his.stones, tuple(his.tiles)) if his else None,
        )
    )


def from_position(obj: Json) -> State:
    """The state of a JSON. Raises BadPosition when it contradicts itself or the rules."""
    told = read(obj, _Position, BadPosition, "common.bad_position")
    if told.game != "akropolis" or told.version != VERSION:
        raise BadPosition("akropolis.position_other_game", game=told.game, version=told.version)
    options = turn.read_options(told.seats, told.options, BadPosition)
    _check_counts(told, options)
    _check_tiles(told)
    his = told.architect
    return State(
        options=options,
        seats=told.seats,
        over=told.over,
        turn=told.turn,
        round=told.round,
        chief=told.chief,
        current=_current(told),
        line=list(told.line),
        stacks=list(told.stacks),
        cities=[_rebuilt(seat, city, options) for seat, city in enumerate(told.cities)],
        architect=Architect(his.stones, list(his.tiles)) if his else None,
    )


def _current(told: _Position) -> Seat | None:
    if told.current is not msgspec.UNSET:
        return told.current
    return None if told.over else told.turn % told.seats


def _check_counts(told: _Position, options: GameOptions) -> None:
    """Everything that can be counted without looking at a tile."""
    for path, wrong in _miscounts(told, options):
        if wrong:
            raise BadPosition("akropolis.position_impossible", path=path)


def _miscounts(told: _Position, options: GameOptions) -> Iterator[tuple[str, bool]]:
    """Field by field, whether it contradicts the rest."""
    current = _current(told)
    yield "cities", len(told.cities) != told.seats
    yield "architect", (told.architect is None) != (options.solo is None)
    yield "turn", told.turn < 0
    yield "round", told.round < 1
    yield "chief", not 0 <= told.chief < max(told.seats, 2)
    yield "over", told.over and (len(told.line) > 1 or bool(told.stacks))
    yield "line", len(told.line) > LONGEST_LINE or not (told.line or told.over)
    yield "stacks", not all(0 < len(stack) <= LARGEST_STACK for stack in told.stacks)
    yield "current", (current is None) != told.over
    yield "current", current is not None and not 0 <= current < told.seats
    for seat, city in enumerate(told.cities):
        yield f"cities[{seat}].stones", city.stones < 0
    yield "architect.stones", told.architect is not None and told.architect.stones < 0


def _check_tiles(told: _Position) -> None:
    """Every tile exists, and once only."""
    found = Counter(_ids(told))
    for tile, times in found.items():
        if tile not in TILES:
            raise BadPosition("akropolis.position_unknown_tile", tile=tile, most=len(TILES))
        if times > 1:
            raise BadPosition("akropolis.position_double_tile", tile=tile)


def _ids(told: _Position) -> Iterator[int]:
    yield from told.line
    for stack in told.stacks:
        yield from stack
    for city in told.cities:
        yield from (laid.tile for laid in city.tiles)
    if told.architect is not None:
        yield from told.architect.tiles


def _rebuilt(seat: Seat, told: _City, options: GameOptions) -> City:
    """Lay the tiles of a city again, one after the other, under the rules of placement."""
    city = turn.found(told.stones, options)
    for index, laid in enumerate(told.tiles):
        path = f"cities[{seat}].tiles[{index}]"
        refused = legal.placement_refused(city, laid.at, laid.rot)
        if refused is not None:
            raise BadPosition(
                "akropolis.position_misplaced",
                path=path,
                tile=laid.tile,
                reason=refused.code,
                rule=refused.details["rule"],
            )
        turn.lay(city, laid.tile, laid.at, laid.rot)
        level = city.tiles[-1].level
        if level != laid.level:
            raise BadPosition("akropolis.position_wrong_level", path=path, level=level)
    return city
