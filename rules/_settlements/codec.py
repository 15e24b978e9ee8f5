"""A position as JSON, and the checks that find it impossible (RULES.md, "State JSON")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from rules._settlements.actions import FARTHEST
from rules._settlements.land import City, Land, Tile, region_symbols
from rules._settlements.pieces import BASE_STACK, STACKS, Ruleset
from rules._settlements.state import Drawn, Mode, Outcome, Phase, Player, Reason, State, Turn
from rules.codec import read, to_json
from rules.contract import BadPosition, Json, Seat
from rules.dealing import require_no_options
from rules.hexgrid import cell_of
from rules.rng import SEED_BITS

MOST_SHUFFLES = 1 << 32
"""Limit of shuffles; no game gets near it."""
ROOM = 99
"""Steps that the map can still grow in one direction, with all remaining regions."""


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """JSON that rejects undocumented keys."""


class _Rng(_Told, frozen=True):
    seed: int = 0
    shuffles: int = 0


class _Tile(_Told, frozen=True):
    tile: int
    at: tuple[int, int]
    rot: int = 0


class _City(_Told, frozen=True):
    id: str
    at: tuple[int, int]


class _Built(_Told, frozen=True):
    hex: tuple[int, int]
    seat: Seat
    building: int


class _Board(_Told, frozen=True):
    tiles: tuple[_Tile, ...] = ()
    cities: tuple[_City, ...] = ()
    buildings: tuple[_Built, ...] = ()


class _Player(_Told, frozen=True):
    stacks: tuple[tuple[int, ...], ...] = ((),) * STACKS
    reserve: tuple[int, ...] = ()
    hand: dict[str, int] = {}
    bonus: int = 0


class _Drawn(_Told, frozen=True):
    building: int
    stack: int


class _Extension(_Told, frozen=True):
    tile: int


class _Turn(_Told, frozen=True):
    seat: Seat = 0
    number: int = 1
    phase: Phase | msgspec.UnsetType = msgspec.UNSET
    mode: Mode | None = None
    done: int = 0
    extra: int = 0
    drawn: _Drawn | None = None
    extension: _Extension | None = None
    owed_cards: int = 0
    cards_drawn: int = 0


class _Result(_Told, frozen=True):
    winner: Seat
    reasons: tuple[Reason, ...]


class _Position(_Told, frozen=True, kw_only=True):
    """The JSON; counters, face-down pieces and other players may be left out."""

    game: str
    options: dict[str, Any] = {}
    rng: _Rng = _Rng()
    board: _Board = _Board()
    players: tuple[_Player, ...]
    deck: tuple[str, ...] = ()
    discard: dict[str, int] = {}
    region_stack: tuple[int, ...] = ()
    bonus_supply: int | msgspec.UnsetType = msgspec.UNSET
    turn: _Turn = _Turn()
    result: _Result | None = None


# ---- writing ----------------------------------------------------------------------------------


def to_position(state: State) -> Json:
    """The documented JSON of a state."""
    land, names = state.land, state.rules.names
    position = _Position(
        game=state.rules.key,
        rng=_Rng(seed=state.seed, shuffles=state.shuffles),
        board=_Board(
            tiles=tuple(_Tile(tile=t.tile, at=t.at, rot=t.rot) for t in land.tiles),
            cities=tuple(_City(id=city.id, at=city.at) for city in land.cities),
            buildings=tuple(
                _Built(hex=b.hex, seat=b.seat, building=b.building) for b in state.buildings
            ),
        ),
        players=tuple(_player_form(state, player) for player in state.players),
        deck=tuple(names[resource] for resource in state.deck),
        discard=state.rules.by_name(state.discard),
        region_stack=state.region_stack,
        bonus_supply=state.bonus_supply,
        turn=_turn_form(state.turn),
        result=_result_form(state.result),
    )
    return to_json(position)


def _player_form(state: State, player: Player) -> _Player:
    return _Player(
        stacks=tuple(player.stacks),
        reserve=tuple(player.reserve),
        hand=state.rules.by_name(player.hand),
        bonus=player.bonus,
    )


def _turn_form(turn: Turn) -> _Turn:
    revealed, tile = turn.drawn, turn.extension
    return _Turn(
        seat=turn.seat,
        number=turn.number,
        phase=turn.phase,
        mode=turn.mode,
        done=turn.done,
        extra=turn.extra,
        drawn=_Drawn(building=revealed.building, stack=revealed.stack) if revealed else None,
        extension=None if tile is None else _Extension(tile=tile),
        owed_cards=turn.owed_cards,
        cards_drawn=turn.cards_drawn,
    )


def _result_form(result: Outcome | None) -> _Result | None:
    return _Result(winner=result.winner, reasons=result.reasons) if result else None


# ---- reading ----------------------------------------------------------------------------------


def from_position(rules: Ruleset, obj: Json) -> State:
    """State from its JSON. Raises BadPosition when it contradicts itself or the rules."""
    position = read(obj, _Position, BadPosition, "common.bad_position")
    if position.game != rules.key:
        raise BadPosition(rules.code("position_other_game"), game=position.game)
    require_no_options(position.options, BadPosition)
    for path, is_wrong in _contradictions(rules, position):
        if is_wrong:
            raise _impossible(rules, path)
    _check_tiles(rules, position)
    state = _without_map(rules, position)
    _lay(state, position.board)
    _place_buildings(state, position.board)
    return state


def _impossible(rules: Ruleset, path: str) -> BadPosition:
    return BadPosition(rules.code("position_impossible"), path=path)


def _without_map(rules: Ruleset, position: _Position) -> State:
    result, index = position.result, rules.index
    return State(
        rules=rules,
        seed=position.rng.seed,
        shuffles=position.rng.shuffles,
        land=Land(cities=tuple(City(city.id, city.at) for city in position.board.cities)),
        free={},
        buildings=[],
        players=[_player(rules, player) for player in position.players],
        deck=[index[resource] for resource in position.deck],
        discard=rules.counts(position.discard),
        region_stack=position.region_stack,
        bonus_supply=_supply(rules, position),
        turn=_turn(position),
        result=Outcome(result.winner, result.reasons) if result else None,
    )


def _player(rules: Ruleset, given: _Player) -> Player:
    return Player(
        stacks=list(given.stacks),
        reserve=sorted(given.reserve),
        hand=rules.counts(given.hand),
        bonus=given.bonus,
    )


def _supply(rules: Ruleset, position: _Position) -> int:
    """Workers or amphorae in the supply, computed unless they are given."""
    if position.bonus_supply is not msgspec.UNSET:
        return position.bonus_supply
    return rules.bonus_tokens - sum(player.bonus for player in position.players)


def _turn(position: _Position) -> Turn:
    """Turn from its JSON; a pending building or region implies at least one draw."""
    turn, revealed = position.turn, position.turn.drawn
    is_pending = revealed is not None or turn.extension is not None
    return Turn(
        seat=turn.seat,
        number=turn.number,
        phase=_phase(position),
        mode="draw" if is_pending else turn.mode,
        done=max(1, turn.done) if is_pending else turn.done,
        extra=turn.extra,
        drawn=Drawn(revealed.building, revealed.stack) if revealed else None,
        extension=turn.extension.tile if turn.extension else None,
        owed_cards=turn.owed_cards,
        cards_drawn=turn.cards_drawn,
    )


def _phase(position: _Position) -> Phase:
    if position.turn.phase is not msgspec.UNSET:
        return position.turn.phase
    return "over" if position.result else "act"


def _lay(state: State, board: _Board) -> None:
    """Lay the regions again; they may be apart, but must not overlap each other or a city."""
    for index, placed_tile in enumerate(board.tiles):
        tile = Tile(placed_tile.tile, placed_tile.at, placed_tile.rot)
        cells = dict(region_symbols(state.rules, tile))
        if cells.keys() & (state.land.symbols.keys() | state.land.holy.keys()):
            raise _misplacement(state, f"board.tiles[{index}]")
        state.lay(tile)


def _place_buildings(state: State, board: _Board) -> None:
    """Put the buildings on the map again, one after the other."""
    for index, placed_building in enumerate(board.buildings):
        if cell_of(placed_building.hex) not in state.free:
            raise _misplacement(state, f"board.buildings[{index}]")
        state.place_building(
            placed_building.seat, placed_building.building, cell_of(placed_building.hex)
        )


def _misplacement(state: State, path: str) -> BadPosition:
    return BadPosition(state.rules.code("position_misplaced"), path=path)


# ---- contradictions ---------------------------------------------------------------------------

_Findings = Iterator[tuple[str, bool]]
"""By field, whether it contradicts the rest."""


def _contradictions(rules: Ruleset, position: _Position) -> _Findings:
    yield "rng.seed", not 0 <= position.rng.seed < 1 << SEED_BITS
    yield "rng.shuffles", not 0 <= position.rng.shuffles < MOST_SHUFFLES
    yield "players", not 1 <= len(position.players) <= max(rules.seats)
    yield from _wrong_board(rules, position)
    for seat, player in enumerate(position.players):
        yield from _wrong_player(rules, player, f"players[{seat}]")
    yield from _wrong_turn(rules, position)
    yield from _wrong_cards(rules, position)
    for seat in range(len(position.players)):
        kinds = Counter(_buildings_of(position, seat))
        yield f"players[{seat}]", any(n > rules.buildings[b].copies for b, n in kinds.items())
    supply = _supply(rules, position)
    in_hands = sum(player.bonus for player in position.players)
    yield "bonus_supply", supply < 0 or supply + in_hands > rules.bonus_tokens
    yield from _wrong_result(position)


def _is_far(at: tuple[int, int]) -> bool:
    return max(map(abs, at)) > FARTHEST - ROOM


def _wrong_board(rules: Ruleset, position: _Position) -> _Findings:
    board = position.board
    for index, tile in enumerate(board.tiles):
        yield f"board.tiles[{index}].rot", not 0 <= tile.rot <= 5
        yield f"board.tiles[{index}].at", _is_far(tile.at)
    for index, city in enumerate(board.cities):
        yield f"board.cities[{index}].id", city.id not in rules.cities
        yield f"board.cities[{index}].at", _is_far(city.at)
    yield "board.cities", len({city.id for city in board.cities}) < len(board.cities)
    yield "board.cities", len({city.at for city in board.cities}) < len(board.cities)
    for index, placed_building in enumerate(board.buildings):
        path = f"board.buildings[{index}]"
        yield f"{path}.hex", _is_far(placed_building.hex)
        yield f"{path}.seat", not 0 <= placed_building.seat < len(position.players)
        yield f"{path}.building", placed_building.building not in rules.buildings


def _wrong_player(rules: Ruleset, player: _Player, path: str) -> _Findings:
    yield f"{path}.stacks", len(player.stacks) != STACKS
    for index, stack in enumerate(player.stacks):
        kinds = [rules.buildings.get(number) for number in stack]
        is_base = index == BASE_STACK
        yield f"{path}.stacks[{index}]", any(k is None or k.base != is_base for k in kinds)
    yield f"{path}.reserve", not set(player.reserve) <= rules.buildings.keys()
    yield f"{path}.hand", _are_wrong(rules, player.hand)
    yield f"{path}.bonus", player.bonus < 0


def _are_wrong(rules: Ruleset, cards: dict[str, int]) -> bool:
    return not cards.keys() <= rules.index.keys() or min(cards.values(), default=0) < 0


def _wrong_turn(rules: Ruleset, position: _Position) -> _Findings:
    given, turn = position.turn, _turn(position)
    yield "turn.seat", not 0 <= turn.seat < len(position.players)
    yield "turn.number", turn.number < 1
    for name in ("done", "extra", "owed_cards", "cards_drawn"):
        yield f"turn.{name}", getattr(turn, name) < 0
    yield "turn.mode", (turn.mode is None) != (turn.done == 0)
    yield "turn.mode", turn.is_pending and given.mode == "build"
    flags = rules.flags
    limit = flags.draw_actions if turn.mode == "draw" else flags.build_actions
    yield "turn.done", turn.done > limit + turn.extra
    if turn.drawn is not None:
        yield from _wrong_drawn(rules, turn.drawn)
    yield "turn.extension", turn.drawn is not None and turn.extension is not None
    yield "turn.phase", turn.phase != "act" and turn.is_pending
    yield "turn.phase", turn.phase == "cards" and position.players[turn.seat].bonus == 0


def _wrong_drawn(rules: Ruleset, drawn: Drawn) -> _Findings:
    kind = rules.buildings.get(drawn.building)
    yield "turn.drawn.building", kind is None
    yield "turn.drawn.stack", not 0 <= drawn.stack < STACKS
    is_base = drawn.stack == BASE_STACK
    yield "turn.drawn.stack", kind is not None and kind.base != is_base


def _wrong_cards(rules: Ruleset, position: _Position) -> _Findings:
    yield "discard", _are_wrong(rules, position.discard)
    for index, resource in enumerate(position.deck):
        yield f"deck[{index}]", resource not in rules.index
    cards = Counter(position.deck)
    for pile in (position.discard, *(player.hand for player in position.players)):
        cards.update(pile)
    for resource, total in zip(rules.index, rules.deck, strict=True):
        yield f"deck ({resource})", cards[resource] > total


def _wrong_result(position: _Position) -> _Findings:
    result = position.result
    yield "turn.phase", (_phase(position) == "over") != (result is not None)
    if result is not None:
        yield "result.winner", not 0 <= result.winner < len(position.players)
        yield "result.reasons", not result.reasons
        yield "result.reasons", len(set(result.reasons)) < len(result.reasons)


def _buildings_of(position: _Position, seat: Seat) -> Iterator[int]:
    """The buildings of a seat, wherever they are."""
    player, turn = position.players[seat], position.turn
    for stack in player.stacks:
        yield from stack
    yield from player.reserve
    yield from (
        placed_building.building
        for placed_building in position.board.buildings
        if placed_building.seat == seat
    )
    if turn.seat == seat and turn.drawn is not None:
        yield turn.drawn.building


def _check_tiles(rules: Ruleset, position: _Position) -> None:
    """Refuse regions that do not exist or appear twice."""
    for tile, times in Counter(_regions(position)).items():
        if tile not in rules.regions:
            raise BadPosition(
                rules.code("position_unknown_tile"), tile=tile, most=len(rules.regions)
            )
        if times > 1:
            raise BadPosition(rules.code("position_double_tile"), tile=tile)


def _regions(position: _Position) -> Iterator[int]:
    yield from (placed_tile.tile for placed_tile in position.board.tiles)
    yield from position.region_stack
    if position.turn.extension is not None:
        yield position.turn.extension.tile
