"""Course of the game: the deal, a turn, the refill, the architect's reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from rules.akropolis import legal, scoring
from rules.akropolis.actions import Place
from rules.akropolis.pieces import (
    ARCHITECTS,
    BARRACKS,
    FACES,
    GARDENS,
    MARKETS,
    PLAZA,
    QUARRY,
    SETUPS,
    SOLO_STONES,
    STARTING_STONES,
    TEMPLES,
    TILE_FACES,
    USUAL_ARCHITECT,
    Colour,
    in_play,
    setup,
)
from rules.akropolis.state import (
    Architect,
    City,
    GameOptions,
    PlacedTile,
    State,
    bare_city,
    footprint,
    site_of,
)
from rules.codec import read, to_json
from rules.contract import BadOptions, Event, Hex, RulesError, Seat
from rules.dealing import require_seed
from rules.hexgrid import STEPS, cell_of, hex_of
from rules.rng import Rng

MOST_SEATS = len(STARTING_STONES)


# ---- the deal ---------------------------------------------------------------------------------


class _GivenOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options as a caller may ask for them; any order of variants."""

    length: str = "standard"
    variants: tuple[str, ...] = ()
    solo: str | None = None


def read_options(
    seats: int, given: Mapping[str, Any] | None, refusal: type[RulesError] = BadOptions
) -> GameOptions:
    """Options in their standard form; solo without an architect is against the usual one.

    Raises `refusal` when they do not make a game.
    """
    options = read(given or {}, _GivenOptions, refusal, "common.bad_options")
    if options.solo is None and seats == 1:
        options = msgspec.structs.replace(options, solo=USUAL_ARCHITECT)
    if options.length not in SETUPS:
        raise refusal("akropolis.unknown_length", length=options.length)
    for variant in options.variants:
        if variant not in list(Colour):
            raise refusal("akropolis.unknown_variant", variant=variant)
    if options.solo is not None and options.solo not in ARCHITECTS:
        raise refusal("akropolis.unknown_architect", architect=options.solo)
    _check_seats(seats, options, refusal)
    variants = tuple(str(colour) for colour in Colour if colour in options.variants)
    return GameOptions(options.length, variants, options.solo)


def _check_seats(seats: int, options: _GivenOptions, refusal: type[RulesError]) -> None:
    if type(seats) is not int or not 1 <= seats <= MOST_SEATS:
        raise refusal("akropolis.bad_seats", rule="AK-1", seats=seats, most=MOST_SEATS)
    if options.solo is not None and seats > 1:
        raise refusal("akropolis.solo_is_for_one", rule="AK-90", seats=seats)
    if max(seats, 2) not in SETUPS[options.length]:
        raise refusal("akropolis.no_long_game", rule="AK-3", seats=seats)


def new(seats: int, seed: int, options: Mapping[str, Any] | None = None) -> State:
    """Deal the first position (AK-1 to AK-10). Raises BadOptions."""
    game_options = read_options(seats, options)
    require_seed(seed)
    numbers = setup(seats, game_options.length)
    tiles = in_play(seats, game_options.length)
    Rng(seed).shuffle(tiles)
    size = numbers.stack_size
    return State(
        options=game_options,
        seats=seats,
        over=False,
        turn=0,
        round=1,
        chief=0,
        current=0,
        line=tiles[: numbers.line],
        stacks=[tuple(tiles[at : at + size]) for at in range(numbers.line, len(tiles), size)],
        cities=[new_city(STARTING_STONES[seat], game_options) for seat in range(seats)],
        architect=Architect(SOLO_STONES.architect, []) if game_options.solo else None,
    )


def opening(state: State) -> list[Event]:
    """Event that shows everything face up after the deal."""
    args = {
        "seats": state.seats,
        "options": to_json(state.options),
        "line": list(state.line),
        "stones": [city.stones for city in state.cities],
    }
    return [Event("akropolis.game_started", args)]


def _first_city() -> City:
    city = bare_city(())
    city.sites = legal.first_sites(city)
    return city


_FIRST_CITY = _first_city()


def new_city(stones: int, options: GameOptions) -> City:
    """A city that is a start tile (AK-6)."""
    city = _FIRST_CITY.clone()
    city.stones = stones
    city.variants = tuple([colour in options.variants for colour in Colour])
    return city


# ---- laying a tile ----------------------------------------------------------------------------

Covered = list[tuple[int, int]]
"""The hexes under a tile, as (cell, face)."""

_COLOURS_OF: tuple[tuple[int, ...], ...] = (
    (),
    *((colour,) for colour in range(5)),
    *((MARKETS,) if colour == MARKETS else () for colour in range(5)),
)
"""By face: the colours whose worth it may change; none for a quarry and most plazas (AK-71)."""
_COLOURS_OF_TILE = [
    {colour for face in faces for colour in _COLOURS_OF[face]} for faces in TILE_FACES
]
_MIND_THE_EDGE = (BARRACKS, TEMPLES)
"""Colours whose worth depends on which cells around them are empty; with variants, gardens too."""


def lay(city: City, tile: int, at: Hex, rot: int) -> Covered:
    """Lay a tile on a legal site and update all that depends on it; no stones move."""
    first = cell_of(at)
    level, piece = city.levels.get(first, 0) + 1, len(city.tiles) + 1
    covered: Covered = []
    changed = _COLOURS_OF_TILE[tile].copy()
    cells = (first, first + STEPS[rot], first + STEPS[(rot + 1) % 6])
    for cell, face in zip(cells, TILE_FACES[tile], strict=True):
        beneath = city.cover(cell, face, level, piece)
        if beneath is not None:
            covered.append((cell, beneath))
            changed.update(_COLOURS_OF[beneath])
    city.tiles.append(PlacedTile(tile, at, rot, level))
    city.score = None
    if level == 1:
        changed.update(_MIND_THE_EDGE)
        if city.variants[GARDENS]:
            changed.add(GARDENS)
        city.span = min(city.span[0], *cells), max(city.span[1], *cells)
        scoring.renew_lakes(city, site_of(at, rot))
    legal.renew_sites(city, site_of(at, rot))
    scoring.renew_values(city, changed)
    return covered


def quarries(covered: Covered) -> list[int]:
    """The covered cells that were quarries: one stone each (AK-38)."""
    return [cell for cell, face in covered if face == QUARRY]


def redeal(state: State, rng: Rng) -> State:
    """The same position with the tiles of the stacks in another order."""
    after = state.clone()
    hidden = [tile for stack in state.stacks for tile in stack]
    rng.redeal(hidden)
    tiles = iter(hidden)
    after.stacks = [tuple(islice(tiles, len(stack))) for stack in state.stacks]
    return after


# ---- a turn -----------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Place) -> list[Event]:
    """Play the whole turn of `seat`, in solo the architect's reply too (AK-20, AK-100)."""
    city = state.cities[seat]
    before = _score(city)
    tile = state.line.pop(action.line)
    events = _pay(state, seat, tile, action.line)
    events += _build(city, seat, tile, action)
    if (after := _score(city)) != before:
        args = {"seat": seat, "before": before, "after": after}
        events.append(Event("akropolis.score_changed", args))
    _end_turn(state, events)
    if state.architect is not None and not state.over:
        events.append(_architect_takes(state.line, state.architect))
        _end_turn(state, events)
    return events


def _score(city: City) -> dict[str, Any]:
    """Score of a city as JSON, from its last turn where nothing has changed since."""
    if city.score is None or city.score["stones"] != city.stones:
        city.score = scoring.score_json(city)
    return city.score


def _pay(state: State, seat: Seat, tile: int, price: int) -> list[Event]:
    """Pay the price of a tile to the supply, in solo to the architect (AK-21, AK-92)."""
    tile_args = {"seat": seat, "tile": tile, "line": price, "price": price}
    events = [Event("akropolis.tile_taken", tile_args)]
    if price:
        state.cities[seat].stones -= price
        receiver = "supply" if state.architect is None else "architect"
        payment_args = {"seat": seat, "amount": price, "to": receiver}
        events.append(Event("akropolis.stones_paid", payment_args))
    if state.architect is not None:
        state.architect.stones += price
    return events


def _build(city: City, seat: Seat, tile: int, action: Place) -> list[Event]:
    """Lay the tile and take the stones of the quarries it covers (AK-38)."""
    covered = lay(city, tile, action.at, action.rot)
    events = [_tile_placed(seat, city.tiles[-1], covered)]
    if quarry_cells := quarries(covered):
        city.stones += len(quarry_cells)
        cells = [_json_of(cell) for cell in quarry_cells]
        events.append(
            Event(
                "akropolis.stones_gained",
                {"seat": seat, "amount": len(quarry_cells), "cells": cells},
            )
        )
    for cell, face in covered:
        if face >= PLAZA:
            events.append(_plaza_covered(seat, cell, face))
    return events


def _json_of(cell: int) -> list[int]:
    return list(hex_of(cell))


def _tile_placed(seat: Seat, placed_tile: PlacedTile, covered: Covered) -> Event:
    return Event(
        "akropolis.tile_placed",
        {
            "seat": seat,
            "tile": placed_tile.tile,
            "at": list(placed_tile.at),
            "rot": placed_tile.rot,
            "level": placed_tile.level,
            "cells": [list(at) for at in footprint(placed_tile.at, placed_tile.rot)],
            "covered": [
                {"cell": _json_of(cell), "hex": _FACES_JSON[face]} for cell, face in covered
            ],
        },
    )


_FACES_JSON = [to_json(face) for face in FACES]


def _plaza_covered(seat: Seat, cell: int, face: int) -> Event:
    colour, stars = _FACES_JSON[face]["colour"], FACES[face].stars
    return Event(
        "akropolis.plaza_covered",
        {"seat": seat, "cell": _json_of(cell), "colour": colour, "stars": stars},
    )


def _architect_takes(line: list[int], architect: Architect) -> Event:
    """Play the architect's turn: he takes a tile, pays the supply and keeps it (AK-93, AK-94)."""
    index, reason = architects_choice(line, architect.stones)
    tile = line.pop(index)
    architect.stones -= index
    architect.tiles.append(tile)
    return Event(
        "akropolis.architect_took", {"tile": tile, "line": index, "price": index, "reason": reason}
    )


def architects_choice(line: Sequence[int], stones: int) -> tuple[int, str]:
    """Index of his tile, and the reason: the cheapest plaza, if he can pay it (AK-93)."""
    for index, tile in enumerate(line):
        if max(TILE_FACES[tile]) >= PLAZA:
            return (index, "plaza") if index <= stones else (0, "plaza too expensive")
    return 0, "no plaza in the line"


def _end_turn(state: State, events: list[Event]) -> None:
    """Pass the turn on; with one tile left refill the line or end the game (AK-40 to AK-42)."""
    state.turn += 1
    if state.architect is None:
        state.current = ((state.current or 0) + 1) % state.seats
    if len(state.line) > 1:
        return
    if state.stacks:
        _refill(state, events)
    else:
        _end_game(state, events)


def _refill(state: State, events: list[Event]) -> None:
    """Open the next stack behind the last tile; pass the Chief Architect on (AK-40)."""
    stack = state.stacks.pop(0)
    first_tile = state.line[0] if state.line else None
    state.line.extend(stack)
    state.round += 1
    state.chief = (state.chief + 1) % state.sides
    events.append(
        Event(
            "akropolis.line_refilled",
            {"kept": first_tile, "tiles": list(stack), "stacks": len(state.stacks)},
            reveals=True,
        )
    )
    events.append(Event("akropolis.chief_moved", {"seat": state.chief}))
    if not state.stacks:
        events.append(Event("akropolis.last_round", {"round": state.round}))


def _end_game(state: State, events: list[Event]) -> None:
    """End the game; the last tile is never played (AK-42)."""
    state.over, state.current = True, None
    result = scoring.result(state)
    assert result is not None
    last_tile = state.line[0] if state.line else None
    events.append(Event("akropolis.game_over", {"result": result.details, "tile": last_tile}))
