"""Contradictions in a position that comes from outside (RULES.md, "State JSON")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules._settlements.pieces import BASE_STACK, SEVEN
from rules._settlements.state import State
from rules.contract import Seat
from rules.hexgrid import cell_of, hex_of


def contradictions(state: State) -> Iterator[str]:
    """Places where a position contradicts itself or the contents of the box."""
    if state.turn.seat not in range(len(state.players)):
        yield "turn.seat"
    yield from _wrong_map(state)
    yield from _wrong_buildings(state)
    yield from _wrong_supplies(state)
    yield from _wrong_turn(state)


def _wrong_map(state: State) -> Iterator[str]:
    """Regions there twice, overlapping or too far away, cities there twice or on each other."""
    land, rules = state.land, state.rules
    regions = [*(tile.tile for tile in land.tiles), *state.region_stack]
    if state.turn.extension is not None:
        regions.append(state.turn.extension)
    if len(set(regions)) < len(regions) or not rules.regions.keys() >= set(regions):
        yield "region_stack"
    is_near = all(hex_of(cell_of(tile.at)) == tile.at for tile in land.tiles)
    if len(land.symbols) < SEVEN * len(land.tiles) or not is_near:
        yield "board.tiles"
    cities = {city.id for city in land.cities} & rules.cities.keys()
    places = land.holy.keys() - land.symbols.keys()
    if not len(cities) == len(places) == len(land.cities):
        yield "board.cities"


def _wrong_buildings(state: State) -> Iterator[str]:
    """Buildings that do not exist, more of them than there are, and those in a wrong stack."""
    kinds, drawn = state.rules.buildings, state.turn.drawn
    for seat in range(len(state.players)):
        for building, count in Counter(_buildings_of(state, seat)).items():
            if building not in kinds or count > kinds[building].copies:
                yield f"players[{seat}]: {building}"
    stacks = [stack for player in state.players for stack in enumerate(player.stacks)]
    if drawn is not None:
        stacks.append((drawn.stack, (drawn.building,)))
    for index, stack in stacks:
        if any(kinds[building].base != (index == BASE_STACK) for building in stack):
            yield f"stacks[{index}]"


def _buildings_of(state: State, seat: Seat) -> Iterator[int]:
    """Buildings of a seat, wherever they are."""
    player, turn = state.players[seat], state.turn
    for stack in player.stacks:
        yield from stack
    yield from player.reserve
    yield from player.buildings.values()
    if turn.seat == seat and turn.drawn is not None:
        yield turn.drawn.building


def _wrong_supplies(state: State) -> Iterator[str]:
    """Cards and bonuses of which there are more than in the box."""
    rules, players = state.rules, state.players
    in_hands = [sum(counts) for counts in zip(*(player.hand for player in players), strict=True)]
    for resource, total in enumerate(rules.deck):
        cards = state.deck.count(resource) + state.discard[resource] + in_hands[resource]
        if cards > total:
            yield f"deck: {rules.names[resource]}"
    if state.bonus_supply + sum(player.bonus for player in players) > rules.bonus_tokens:
        yield "bonus_supply"


def _wrong_turn(state: State) -> Iterator[str]:
    """Counts and phases of a turn that do not go together, and an end without a result."""
    turn, result = state.turn, state.result
    actions_left = state.actions_left
    contradicting = {
        "turn.mode": (turn.mode is None) != (turn.done == 0),
        "turn.done": actions_left is not None and actions_left < 0,
        "turn.extension": turn.drawn is not None and turn.extension is not None,
        "turn.phase": turn.is_pending and turn.phase != "act",
        "turn.phase: cards": turn.phase == "cards" and not state.players[turn.seat].bonus,
        "result": (turn.phase == "over") != (result is not None),
        "result.winner": result is not None and result.winner not in range(len(state.players)),
        "result.reasons": result is not None and not result.reasons,
    }
    yield from (path for path, is_wrong in contradicting.items() if is_wrong)
