"""Actions on tiles: draw, lay, move, turn over and remove them (MA-24, MA-60 to MA-63)."""

from __future__ import annotations

from typing import Any

from rules.contract import Event, Seat
from rules.massalia import effects, holding, supply
from rules.massalia.actions import DrawTile, Flip, MoveTile, Place, Remove
from rules.massalia.state import State, Tile
from rules.massalia.telling import calling_event, event

Events = list[Event]


def draw_tile(state: State, seat: Seat, action: DrawTile, events: Events) -> None:
    """Draw a tile for one unit of a placement; it waits for its cell (MA-24)."""
    supply.draw_tile(state, seat, effects.use(state, action.todo), events)


def place(state: State, seat: Seat, action: Place, events: Events) -> None:
    """Lay the drawn tile; on a resource cell it acts, unless it covers an own tile (MA-32)."""
    cell, tile = state.box.land.index[action.cell], state.turn.tile
    assert tile is not None
    state.turn.tile = None
    pile = state.board[cell]
    over = None if not pile else "own" if pile[-1].owner == seat else "enemy"
    acts = cell in state.box.land.resource and over != "own"
    args: dict[str, Any] = {"cell": action.cell, "tile": tile.kind, "over": over, "acts": acts}
    if ready := _ready_cells(state, seat, cell):
        args["ready"] = ready
    placement = event("tile_placed", seat=seat, **args)
    calls = (pile[-1].owner,) if over == "enemy" and cell in state.box.land.resource else ()
    events.append(Event(placement.code, placement.args, calls=calls))
    holding.replace_pile(state, cell, (*pile, Tile(seat, tile.kind, True)), events)
    if acts:
        holding.act(state, seat, cell)


def _ready_cells(state: State, seat: Seat, cell: int) -> list[str]:
    """Resource cells of which a tile on `cell` is the last marked neighbour that is needed."""
    top, land = state.top(cell), state.box.land
    if top is not None and top.up and top.owner == seat:
        return []
    return [
        land.labels[resource.cell]
        for resource in land.touching[cell]
        if cell != resource.cell and state.marks(seat, resource.cell) == resource.need - 1
    ]


def move(state: State, seat: Seat, action: MoveTile, events: Events) -> None:
    """Move the top tile of a cell onto the next one, as it lies (MA-60)."""
    index = state.box.land.index
    start, to = index[action.start], index[action.to]
    *below, tile = state.board[start]
    state.board[start], state.board[to] = tuple(below), (*state.board[to], tile)
    effects.use(state, action.todo)
    args = {"from": action.start, "to": action.to, "owner": tile.owner}
    events.append(event("tile_moved", **args))


def flip(state: State, seat: Seat, action: Flip, events: Events) -> None:
    """Turn a tile over; an own one that is turned up may act again (MA-61, MA-62)."""
    cell = state.box.land.index[action.cell]
    *below, tile = state.board[cell]
    effects.use(state, action.todo)
    args: dict[str, Any] = {"cell": action.cell, "owner": tile.owner, "up": not tile.up}
    events.append(calling_event("tile_flipped", seat, tile.owner, **args))
    holding.replace_pile(state, cell, (*below, tile._replace(up=not tile.up)), events)
    is_own = tile.owner == seat and cell in state.box.land.resource
    if is_own and state.meets(seat, cell):
        holding.act(state, seat, cell)


def remove(state: State, seat: Seat, action: Remove, events: Events) -> None:
    """Remove an opponent's top tile to its owner's losses (MA-63)."""
    effects.use(state, action.todo)
    take_off(state, seat, state.box.land.index[action.cell], "remove", events)


def take_off(state: State, seat: Seat, cell: int, by: str, events: Events) -> None:
    """Take the top tile of a cell off the board; the kind of a face-down one stays hidden."""
    *below, tile = state.board[cell]
    supply.lose_tile(state, tile)
    args: dict[str, Any] = {
        "cell": state.box.land.labels[cell],
        "owner": tile.owner,
        "tile": tile.kind if tile.up else None,
        "by": by,
    }
    events.append(calling_event("tile_removed", seat, tile.owner, **args))
    holding.replace_pile(state, cell, tuple(below), events)
