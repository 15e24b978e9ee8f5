"""The two ways to win: a chain from one great city to another, and all thirty buildings."""

from __future__ import annotations

from itertools import combinations

from rules._settlements import turn
from rules._settlements.links import reach
from rules._settlements.pieces import Ruleset
from rules._settlements.state import State
from rules._settlements.view import view
from rules.hexgrid import cell_of, hex_of
from rules.lesson import Scene


def scenes(rules: Ruleset) -> tuple[Scene, ...]:
    """A shortest chain between two cities, and a board on which everything is built."""
    linked, built = (turn.new(rules, seats, 0, None) for seats in (2, 4))
    chain = _shortest_chain(linked)
    for building, cell in zip(_buildings(linked), chain, strict=False):
        linked.place_building(0, building, cell)
    marked = tuple(map(hex_of, chain))
    link = Scene("link", view(linked, None), marked, {"n": len(chain)})
    buildings = _buildings(built)
    for building, cell in zip(buildings, [*built.free], strict=False):
        built.place_building(0, building, cell)
    built.players[0].stacks = [()] * len(built.players[0].stacks)
    built.players[0].reserve = []
    return link, Scene("all", view(built, None), (), {"n": len(buildings)})


def _buildings(state: State) -> list[int]:
    """All buildings of the first seat."""
    player = state.players[0]
    return sorted([*player.reserve, *(number for stack in player.stacks for number in stack)])


def _shortest_chain(state: State) -> tuple[int, ...]:
    """Cells of a chain that links two cities with the fewest buildings."""
    chains = []
    for start, goal in combinations([cell_of(city.at) for city in state.land.cities], 2):
        reached = reach(start, (), state.free)
        end = reached.nearest(goal)
        if end is not None:
            chains.append(reached.way(end))
    return min(chains, key=len)
