"""Holders of the resource cells: every change of a pile, and its effect on morale (MA-57)."""

from __future__ import annotations

from rules.contract import Event, Seat
from rules.massalia.state import Blaze, Pile, State, Strike, Thirst
from rules.massalia.telling import event

Events = list[Event]


def replace_pile(state: State, cell: int, pile: Pile, events: Events) -> None:
    """Replace the tiles of a cell; a change of its holder changes morale (MA-57)."""
    if cell not in state.box.land.resource:
        state.board[cell] = pile
        return
    before = state.holder(cell)
    state.board[cell] = pile
    after = state.holder(cell)
    if before == after:
        return
    label = state.box.land.labels[cell]
    events.append(event("hold", **{"cell": label, "from": before, "to": after}))
    worth = state.box.land.resource[cell].morale
    for seat, change in ((before, -worth), (after, worth)):
        if seat is not None:
            _change_morale(state, seat, change, events)


def morale(state: State, seat: Seat) -> int:
    """Sum of the morale of the cells that a seat holds (MA-57)."""
    resources = state.box.land.resources
    return sum(resource.morale for resource in resources if state.holder(resource.cell) == seat)


def _change_morale(state: State, seat: Seat, change: int, events: Events) -> None:
    player = state.players[seat]
    if player.out:
        return
    before = player.morale
    player.morale = max(0, before + change)
    events.append(event("morale", **{"seat": seat, "from": before, "to": player.morale}))


def act(state: State, seat: Seat, cell: int) -> None:
    """Let the tile on a resource cell act: its effect enters the queue (MA-35 to MA-38)."""
    land, tile = state.box.land, state.board[cell][-1]
    data, source = state.box.tile[tile.kind], land.labels[cell]
    if data.kind == "life":
        state.turn.queue.append(Strike(data.life * land.resource[cell].value, source))
    elif data.kind == "fire":
        state.turn.queue.append(Blaze(cell))
    else:
        state.turn.queue.append(Thirst(data.kind, source))


def burnable(state: State, seat: Seat, cell: int) -> list[int]:
    """Cells with an opponent's top tile that a fire on the cell reaches (MA-37)."""
    return [
        near
        for near in state.box.land.within[cell]
        if (pile := state.board[near]) and pile[-1].owner != seat
    ]
