"""A resource cell that is ready, and the same one with a life tile that strikes from it."""

from __future__ import annotations

from rules.lesson import Scene
from rules.massalia import deal
from rules.massalia.pieces import BOX
from rules.massalia.state import Tile
from rules.massalia.view import view

LIFE = "L2"
"""The tile that strikes: its life is 2."""
MARK = "FH"
"""A tile beside the cell: there its kind does not matter."""


def scenes() -> tuple[Scene, ...]:
    """The cell before and after the tile is laid on it."""
    land, state = BOX.land, deal.new(BOX, 2, 0, None)
    resource = min(land.resources, key=lambda resource: (resource.need, -resource.value))
    for near in resource.marked[: resource.need]:
        state.board[near] = (Tile(0, MARK, True),)
    cell, ready = land.labels[resource.cell], view(state, None)
    state.board[resource.cell] = (Tile(0, LIFE, True),)
    life, value = BOX.tile[LIFE].life, resource.value
    blow = {"life": life, "value": value, "n": life * value}
    return (
        Scene("ready", ready, (cell,), {"n": resource.need}),
        Scene("strike", view(state, None), (cell,), blow),
    )
