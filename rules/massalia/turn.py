"""Every change of a position: an action, or a player who leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Seat
from rules.massalia import blows, cards, ending, tiles, waiting
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Banish,
    Buy,
    Combo,
    Concede,
    Destroy,
    Drain,
    DrawTile,
    End,
    Fire,
    Flip,
    MoveTile,
    Place,
    Play,
    Recover,
    Remove,
)
from rules.massalia.state import State

Events = list[Event]


def apply(state: State, seat: Seat, action: Action) -> Events:
    """Carry out a legal action of the seat to move, and all that follows without a choice."""
    events: Events = []
    state.turn.began = True
    _DO[type(action)](state, seat, action, events)
    waiting.settle(state, events)
    return events


def leave(state: State, seat: Seat) -> Events:
    """Remove a player who leaves the table, in turn or out of it (MA-74)."""
    events: Events = []
    if state.phase == "over" or state.players[seat].out:
        return events
    blows.eliminate(state, seat, "leave", events)
    if seat == state.seat:
        ending.pass_on(state, events)
    waiting.settle(state, events)
    return events


_DO: dict[type[Action], Callable[[State, Seat, Any, Events], None]] = {
    Play: cards.play,
    Activate: cards.activate,
    Combo: cards.combo,
    Buy: cards.buy,
    DrawTile: tiles.draw_tile,
    Place: tiles.place,
    MoveTile: tiles.move,
    Flip: tiles.flip,
    Remove: tiles.remove,
    Banish: cards.banish,
    Recover: cards.recover,
    Destroy: cards.destroy,
    Attack: waiting.attack,
    Drain: waiting.drain,
    Fire: waiting.fire,
    End: ending.end,
    Concede: ending.concede,
}
