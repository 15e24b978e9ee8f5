"""A market in a village that a road joins to a city of its owner, and the same one without it."""

from __future__ import annotations

from rules.lesson import Scene
from rules.magna_grecia import markets, turn
from rules.magna_grecia.land import BY_LABEL, HEXES
from rules.magna_grecia.notation import parse
from rules.magna_grecia.view import view

CITY, VILLAGE = "A2", "C4"
"""A green village, which becomes a city, and a village near it with the market."""
ROADS = ("R A3 SE-W", "R B3 SE-NW", "R D4 SE-NW")
"""Roads from one to the other, and on to the next place."""


def scenes() -> tuple[Scene, ...]:
    """The market with the road, and the same one without it."""
    return (_scene("joined", ROADS), _scene("idle", ()))


def _scene(name: str, roads: tuple[str, ...]) -> Scene:
    state = turn.new(2, 0, {"oracle_setup": "random"})
    seat, cell = state.order[0], BY_LABEL[VILLAGE]
    for move in (f"C {CITY}", *roads, f"M {VILLAGE}"):
        turn.apply(state, seat, parse(move))
    worth = markets.value(state, markets.Stall(seat, cell, sold=False))
    marked = HEXES[BY_LABEL[CITY]], HEXES[cell]
    return Scene(name, view(state), marked, {"n": worth})
