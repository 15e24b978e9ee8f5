"""Contradictions in a position that comes from outside (RULES.md, "State JSON")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.akropolis.pieces import TILES
from rules.akropolis.state import State


def contradictions(state: State) -> Iterator[str]:
    """Places where a position contradicts itself; its cities are legal, as they were rebuilt."""
    for tile, times in Counter(_tiles(state)).items():
        if times > 1 or tile not in TILES:
            yield f"tile {tile}"
    contradicting = {
        "cities": len(state.cities) != state.seats,
        "architect": (state.architect is None) != (state.options.solo is None),
        "chief": state.chief not in range(state.sides),
        "current": state.current not in ([None] if state.over else range(state.seats)),
        "line": not state.over and not state.line,
        "over": state.over and (len(state.line) > 1 or bool(state.stacks)),
    }
    yield from (path for path, is_wrong in contradicting.items() if is_wrong)


def _tiles(state: State) -> Iterator[int]:
    """Every tile, wherever it is."""
    yield from state.line
    for stack in state.stacks:
        yield from stack
    for city in state.cities:
        yield from (placed_tile.tile for placed_tile in city.tiles)
    if state.architect is not None:
        yield from state.architect.tiles
