"""A position as JSON, and what makes a position impossible (RULES.md, "State JSON")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from rules._settlements import turn
from rules._settlements.actions import FARTHEST
from rules._settlements.land import City, Land, Tile, region_symbols
from rules._settlements.pieces import BASE_STACK, STACKS, Ruleset
from rules._settlements.state import Drawn, Mode, Outcome, Phase, Player, Reason, State, Turn
from rules.codec import read, to_json
from rules.contract import BadPosition, Json, Seat
from rules.hexgrid import cell_of
from rules.rng import SEED_BITS

MOST_SHUFFLES = 1 << 32
"""No game gets near it."""
ROOM = 99
"""Steps that the map can still grow in one direction, with all the regions there are."""


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """JSON without a key that is not documented."""


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
    """The JSON; counters, what lies face down and other players may be left out."""

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
    told = _Position(
        game=state.rules.key,
        rng=_Rng(seed=state.seed, shuffles=state.shuffles),
        board=_Board(
            tiles=tuple(_Tile(tile=t.tile, at=t.at, rot=t.rot) for t in land.tiles),
            cities=tuple(_City(id=city.id, at=city.at) for city in land.cities),
            buildings=tuple(
                _Built(hex=b.hex, seat=b.seat, building=b.building) for b in state.buildings
            ),
        ),
        players=tuple(_told_player(state, player) for player in state.players),
        deck=tuple(names[resource] for resource in state.deck),
        discard=state.rules.by_name(state.discard),
        region_stack=state.region_stack,
        bonus_supply=state.bonus_supply,
        turn=_told_turn(state.turn),
        result=_told_result(state.result),
    )
    return to_json(told)


def _told_player(state: State, player: Player) -> _Player:
    return _Player(
        stacks=tuple(player.stacks),
        reserve=tuple(player.reserve),
        hand=state.rules.by_name(player.hand),
        bonus=player.bonus,
    )


def _told_turn(told: Turn) -> _Turn:
    drawn, tile = told.drawn, told.extension
    return _Turn(
        seat=told.seat,
        number=told.number,
        phase=told.phase,
        mode=told.mode,
        done=told.done,
        extra=told.extra,
        drawn=_Drawn(building=drawn.building, stack=drawn.stack) if drawn else None,
        extension=None if tile is None else _Extension(tile=tile),
        owed_cards=told.owed_cards,
        cards_drawn=told.cards_drawn,
    )


def _told_result(ended: Outcome | None) -> _Result | None:
    return _Result(winner=ended.winner, reasons=ended.reasons) if ended else None


# ---- reading ----------------------------------------------------------------------------------


def from_position(rules: Ruleset, obj: Json) -> State:
    """The state of a JSON. Raises BadPosition when it contradicts itself or the rules."""
    told = read(obj, _Position, BadPosition, "common.bad_position")
    if told.game != rules.key:
        raise BadPosition(rules.code("position_other_game"), game=told.game)
    turn.check_options(told.options, BadPosition)
    for path, wrong in _contradictions(rules, told):
        if wrong:
            raise _impossible(rules, path)
    _check_tiles(rules, told)
    state = _without_map(rules, told)
    _lay(state, told.board)
    _put(state, told.board)
    return state


def _impossible(rules: Ruleset, path: str) -> BadPosition:
    return BadPosition(rules.code("position_impossible"), path=path)


def _without_map(rules: Ruleset, told: _Position) -> State:
    ended, index = told.result, rules.index
    return State(
        rules=rules,
        seed=told.rng.seed,
        shuffles=told.rng.shuffles,
        land=Land(cities=tuple(City(city.id, city.at) for city in told.board.cities)),
        free={},
        buildings=[],
        players=[_player(rules, player) for player in told.players],
        deck=[index[resource] for resource in told.deck],
        discard=rules.counts(told.discard),
        region_stack=told.region_stack,
        bonus_supply=_supply(rules, told),
        turn=_turn(told),
        result=Outcome(ended.winner, ended.reasons) if ended else None,
    )


def _player(rules: Ruleset, told: _Player) -> Player:
    return Player(
        stacks=list(told.stacks),
        reserve=sorted(told.reserve),
        hand=rules.counts(told.hand),
        bonus=told.bonus,
    )


def _supply(rules: Ruleset, told: _Position) -> int:
    """What is left of the workers or amphorae, unless it is told."""
    if told.bonus_supply is not msgspec.UNSET:
        return told.bonus_supply
    return rules.bonus_tokens - sum(player.bonus for player in told.players)


def _turn(told: _Position) -> Turn:
    """The turn; what is pending makes it one of draws, and at least one was done."""
    now, drawn = told.turn, told.turn.drawn
    is_pending = drawn is not None or now.extension is not None
    return Turn(
        seat=now.seat,
        number=now.number,
        phase=_phase(told),
        mode="draw" if is_pending else now.mode,
        done=max(1, now.done) if is_pending else now.done,
        extra=now.extra,
        drawn=Drawn(drawn.building, drawn.stack) if drawn else None,
        extension=now.extension.tile if now.extension else None,
        owed_cards=now.owed_cards,
        cards_drawn=now.cards_drawn,
    )


def _phase(told: _Position) -> Phase:
    if told.turn.phase is not msgspec.UNSET:
        return told.turn.phase
    return "over" if told.result else "act"


def _lay(state: State, board: _Board) -> None:
    """Lay the regions again; they may lie apart, but neither on each other nor on a city."""
    for index, told in enumerate(board.tiles):
        tile = Tile(told.tile, told.at, told.rot)
        cells = dict(region_symbols(state.rules, tile))
        if cells.keys() & (state.land.symbols.keys() | state.land.holy.keys()):
            raise _misplaced(state, f"board.tiles[{index}]")
        state.lay(tile)


def _put(state: State, board: _Board) -> None:
    """Put the buildings on the map again, one after the other."""
    for index, told in enumerate(board.buildings):
        if cell_of(told.hex) not in state.free:
            raise _misplaced(state, f"board.buildings[{index}]")
        state.put(told.seat, told.building, cell_of(told.hex))


def _misplaced(state: State, path: str) -> BadPosition:
    return BadPosition(state.rules.code("position_misplaced"), path=path)


# ---- contradictions ---------------------------------------------------------------------------

_Findings = Iterator[tuple[str, bool]]
"""Field by field, whether it contradicts the rest."""


def _contradictions(rules: Ruleset, told: _Position) -> _Findings:
    yield "rng.seed", not 0 <= told.rng.seed < 1 << SEED_BITS
    yield "rng.shuffles", not 0 <= told.rng.shuffles < MOST_SHUFFLES
    yield "players", not 1 <= len(told.players) <= max(rules.seats)
    yield from _wrong_board(rules, told)
    for seat, player in enumerate(told.players):
        yield from _wrong_player(rules, player, f"players[{seat}]")
    yield from _wrong_turn(rules, told)
    yield from _wrong_cards(rules, told)
    for seat in range(len(told.players)):
        kinds = Counter(_buildings_of(told, seat))
        yield f"players[{seat}]", any(n > rules.buildings[b].copies for b, n in kinds.items())
    supply = _supply(rules, told)
    held = sum(player.bonus for player in told.players)
    yield "bonus_supply", supply < 0 or supply + held > rules.bonus_tokens
    yield from _wrong_result(told)


def _is_far(at: tuple[int, int]) -> bool:
    return max(map(abs, at)) > FARTHEST - ROOM


def _wrong_board(rules: Ruleset, told: _Position) -> _Findings:
    board = told.board
    for index, tile in enumerate(board.tiles):
        yield f"board.tiles[{index}].rot", not 0 <= tile.rot <= 5
        yield f"board.tiles[{index}].at", _is_far(tile.at)
    for index, city in enumerate(board.cities):
        yield f"board.cities[{index}].id", city.id not in rules.cities
        yield f"board.cities[{index}].at", _is_far(city.at)
    yield "board.cities", len({city.id for city in board.cities}) < len(board.cities)
    yield "board.cities", len({city.at for city in board.cities}) < len(board.cities)
    for index, built in enumerate(board.buildings):
        path = f"board.buildings[{index}]"
        yield f"{path}.hex", _is_far(built.hex)
        yield f"{path}.seat", not 0 <= built.seat < len(told.players)
        yield f"{path}.building", built.building not in rules.buildings


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


def _wrong_turn(rules: Ruleset, told: _Position) -> _Findings:
    now, turn = told.turn, _turn(told)
    yield "turn.seat", not 0 <= turn.seat < len(told.players)
    yield "turn.number", turn.number < 1
    for name in ("done", "extra", "owed_cards", "cards_drawn"):
        yield f"turn.{name}", getattr(turn, name) < 0
    yield "turn.mode", (turn.mode is None) != (turn.done == 0)
    yield "turn.mode", turn.is_pending and now.mode == "build"
    flags = rules.flags
    most = flags.draw_actions if turn.mode == "draw" else flags.build_actions
    yield "turn.done", turn.done > most + turn.extra
    if turn.drawn is not None:
        yield from _wrong_drawn(rules, turn.drawn)
    yield "turn.extension", turn.drawn is not None and turn.extension is not None
    yield "turn.phase", turn.phase != "act" and turn.is_pending
    yield "turn.phase", turn.phase == "cards" and told.players[turn.seat].bonus == 0


def _wrong_drawn(rules: Ruleset, drawn: Drawn) -> _Findings:
    kind = rules.buildings.get(drawn.building)
    yield "turn.drawn.building", kind is None
    yield "turn.drawn.stack", not 0 <= drawn.stack < STACKS
    is_base = drawn.stack == BASE_STACK
    yield "turn.drawn.stack", kind is not None and kind.base != is_base


def _wrong_cards(rules: Ruleset, told: _Position) -> _Findings:
    yield "discard", _are_wrong(rules, told.discard)
    for index, resource in enumerate(told.deck):
        yield f"deck[{index}]", resource not in rules.index
    cards = Counter(told.deck)
    for held in (told.discard, *(player.hand for player in told.players)):
        cards.update(held)
    for resource, most in zip(rules.index, rules.deck, strict=True):
        yield f"deck ({resource})", cards[resource] > most


def _wrong_result(told: _Position) -> _Findings:
    ended = told.result
    yield "turn.phase", (_phase(told) == "over") != (ended is not None)
    if ended is not None:
        yield "result.winner", not 0 <= ended.winner < len(told.players)
        yield "result.reasons", not ended.reasons
        yield "result.reasons", len(set(ended.reasons)) < len(ended.reasons)


def _buildings_of(told: _Position, seat: Seat) -> Iterator[int]:
    """All that a seat has of its thirty."""
    player, now = told.players[seat], told.turn
    for stack in player.stacks:
        yield from stack
    yield from player.reserve
    yield from (built.building for built in told.board.buildings if built.seat == seat)
    if now.seat == seat and now.drawn is not None:
        yield now.drawn.building


def _check_tiles(rules: Ruleset, told: _Position) -> None:
    """Every region exists, and once only."""
    for tile, times in Counter(_regions(told)).items():
        if tile not in rules.regions:
            raise BadPosition(
                rules.code("position_unknown_tile"), tile=tile, most=len(rules.regions)
            )
        if times > 1:
            raise BadPosition(rules.code("position_double_tile"), tile=tile)


def _regions(told: _Position) -> Iterator[int]:
    yield from (laid.tile for laid in told.board.tiles)
    yield from told.region_stack
    if told.turn.extension is not None:
        yield told.turn.extension.tile
