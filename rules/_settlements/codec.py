"""A position as JSON and back (RULES.md, "State JSON")."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict

from rules._settlements.land import City, Land, Tile
from rules._settlements.pieces import STACKS, Ruleset
from rules._settlements.state import Built, Drawn, Mode, Outcome, Phase, Player, State, Turn
from rules.codec import Count, impossible, read, to_json
from rules.contract import BadPosition, Json, Seat
from rules.dealing import require_no_options
from rules.hexgrid import cell_of

Stacks = Annotated[tuple[tuple[int, ...], ...], msgspec.Meta(min_length=STACKS, max_length=STACKS)]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """JSON that rejects undocumented keys."""


class _Rng(_Strict, frozen=True):
    seed: Count = 0
    shuffles: Count = 0


class _Board(_Strict, frozen=True):
    tiles: tuple[Tile, ...] = ()
    cities: tuple[City, ...] = ()
    buildings: tuple[Built, ...] = ()


class _Player(_Strict, frozen=True):
    stacks: Stacks = ((),) * STACKS
    reserve: tuple[int, ...] = ()
    hand: dict[str, Count] = {}
    bonus: Count = 0


class _Extension(_Strict, frozen=True):
    tile: int


class _Turn(_Strict, frozen=True):
    seat: Seat = 0
    number: Count = 1
    phase: Phase | msgspec.UnsetType = msgspec.UNSET
    mode: Mode | None = None
    done: Count = 0
    extra: Count = 0
    drawn: Drawn | None = None
    extension: _Extension | None = None
    owed_cards: Count = 0
    cards_drawn: Count = 0


class _Position(_Strict, frozen=True, kw_only=True):
    """The JSON; counters, face-down pieces and other players may be left out."""

    game: str
    options: dict[str, Any] = {}
    rng: _Rng = _Rng()
    board: _Board = _Board()
    players: tuple[_Player, ...]
    deck: tuple[str, ...] = ()
    discard: dict[str, Count] = {}
    region_stack: tuple[int, ...] = ()
    bonus_supply: Count | msgspec.UnsetType = msgspec.UNSET
    turn: _Turn = _Turn()
    result: Outcome | None = None


# ---- writing ----------------------------------------------------------------------------------


def to_position(state: State) -> Json:
    """The documented JSON of a state."""
    land, rules = state.land, state.rules
    return {
        "game": rules.key,
        "options": {},
        "rng": {"seed": state.seed, "shuffles": state.shuffles},
        "board": to_json(_Board(land.tiles, land.cities, tuple(state.buildings))),
        "players": [_player_json(rules, player) for player in state.players],
        "deck": [rules.names[resource] for resource in state.deck],
        "discard": rules.by_name(state.discard),
        "region_stack": list(state.region_stack),
        "bonus_supply": state.bonus_supply,
        "turn": _turn_json(state.turn),
        "result": to_json(state.result),
    }


def _player_json(rules: Ruleset, player: Player) -> Json:
    return {
        "stacks": to_json(player.stacks),
        "reserve": list(player.reserve),
        "hand": rules.by_name(player.hand),
        "bonus": player.bonus,
    }


def _turn_json(turn: Turn) -> Json:
    extension = None if turn.extension is None else {"tile": turn.extension}
    return {**to_json(turn), "extension": extension}


# ---- reading ----------------------------------------------------------------------------------


def from_position(rules: Ruleset, obj: Json) -> State:
    """State from its JSON. Raises BadPosition where that has another form."""
    position = read(obj, _Position, BadPosition, "common.bad_position")
    if position.game != rules.key:
        raise impossible("game")
    require_no_options(position.options, BadPosition)
    state = State(
        rules=rules,
        seed=position.rng.seed,
        shuffles=position.rng.shuffles,
        land=Land(cities=position.board.cities),
        free={},
        buildings=[],
        players=[_player(rules, player) for player in position.players],
        deck=[rules.index[resource] for resource in position.deck],
        discard=rules.counts(position.discard),
        region_stack=position.region_stack,
        bonus_supply=_supply(rules, position),
        turn=_turn(position),
        result=position.result,
    )
    for tile in position.board.tiles:
        state.lay(tile)
    for building in position.board.buildings:
        state.place_building(building.seat, building.building, cell_of(building.hex))
    return state


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
    given = position.turn
    extension = None if given.extension is None else given.extension.tile
    turn = Turn(**(asdict(given) | {"phase": _phase(position), "extension": extension}))
    if turn.is_pending:
        turn.mode, turn.done = "draw", max(1, turn.done)
    return turn


def _phase(position: _Position) -> Phase:
    if position.turn.phase is not msgspec.UNSET:
        return position.turn.phase
    return "over" if position.result else "act"
