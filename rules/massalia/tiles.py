"""What is done with tiles: draw, lay, move, turn over and remove them (MA-24, MA-60 to MA-63)."""

from __future__ import annotations

from typing import Any

from rules.contract import Event, Seat
from rules.massalia import effects, holding, supply
from rules.massalia.actions import DrawTile, Flip, MoveTile, Place, Remove
from rules.massalia.state import State, Tile
from rules.massalia.telling import event, struck

Events = list[Event]


def draw_tile(state: State, seat: Seat, action: DrawTile, events: Events) -> None:
    """One unit of a placement: a tile from the bag waits for its cell (MA-24)."""
    supply.draw_tile(state, seat, effects.use(state, action.todo), events)


def place(state: State, seat: Seat, action: Place, events: Events) -> None:
    """Lay the drawn tile; on a resource cell it acts, unless it covers one's own (MA-32)."""
    cell, drawn = state.box.land.index[action.cell], state.turn.tile
    assert drawn is not None
    state.turn.tile = None
    pile = state.board[cell]
    over = None if not pile else "own" if pile[-1].owner == seat else "enemy"
    acts = cell in state.box.land.resource and over != "own"
    told = {"cell": action.cell, "tile": drawn.kind, "over": over, "acts": acts}
    placed = event("tile_placed", seat=seat, **told)
    calls = (pile[-1].owner,) if over == "enemy" and cell in state.box.land.resource else ()
    events.append(Event(placed.code, placed.args, calls=calls))
    holding.set_pile(state, cell, (*pile, Tile(seat, drawn.kind, True)), events)
    if acts:
        holding.act(state, seat, cell)


def move(state: State, seat: Seat, action: MoveTile, events: Events) -> None:
    """The top tile of a cell onto the next one, as it lies (MA-60)."""
    index = state.box.land.index
    start, to = index[action.start], index[action.to]
    *below, tile = state.board[start]
    state.board[start], state.board[to] = tuple(below), (*state.board[to], tile)
    effects.use(state, action.todo)
    told = {"from": action.start, "to": action.to, "owner": tile.owner}
    events.append(event("tile_moved", **told))


def flip(state: State, seat: Seat, action: Flip, events: Events) -> None:
    """A tile is turned over; an own one that is turned up may act again (MA-61, MA-62)."""
    cell = state.box.land.index[action.cell]
    *below, tile = state.board[cell]
    effects.use(state, action.todo)
    told: dict[str, Any] = {"cell": action.cell, "owner": tile.owner, "up": not tile.up}
    events.append(struck("tile_flipped", seat, tile.owner, **told))
    holding.set_pile(state, cell, (*below, tile._replace(up=not tile.up)), events)
    is_own = tile.owner == seat and cell in state.box.land.resource
    if is_own and state.meets(seat, cell):
        holding.act(state, seat, cell)


def remove(state: State, seat: Seat, action: Remove, events: Events) -> None:
    """An opponent's top tile to its owner's losses (MA-63)."""
    effects.use(state, action.todo)
    take_off(state, seat, state.box.land.index[action.cell], "remove", events)


def take_off(state: State, seat: Seat, cell: int, by: str, events: Events) -> None:
    """The top tile of a cell leaves the board; the kind of a face-down one stays hidden."""
    *below, tile = state.board[cell]
    supply.lose_tile(state, tile)
    told: dict[str, Any] = {
        "cell": state.box.land.labels[cell],
        "owner": tile.owner,
        "tile": tile.kind if tile.up else None,
        "by": by,
    }
    events.append(struck("tile_removed", seat, tile.owner, **told))
    holding.set_pile(state, cell, tuple(below), events)
