"""The queue: entries with a choice, and entries without one (MA-15, MA-38, MA-39, MA-59)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Event, Seat
from rules.massalia import blows, holding, supply, tiles
from rules.massalia.actions import Attack, Drain, Fire
from rules.massalia.state import Blaze, State, Strike, Thirst, Turn
from rules.massalia.telling import event

Events = list[Event]


def settle(state: State, events: Events) -> None:
    """Resolve morale attacks and all entries that need no choice (MA-38, MA-39, MA-59)."""
    while state.phase == "play":
        _check_morale(state)
        queue = state.turn.queue
        if not queue or not _resolves_itself(state, state.seat, events):
            break
    else:
        state.turn = Turn()


def _check_morale(state: State) -> None:
    """Queue an attack when a threshold of morale is reached for the first time (MA-58)."""
    player = state.players[state.seat]
    for number, threshold in enumerate(state.box.morale_thresholds):
        if player.morale >= threshold.at and not player.morale_hit[number]:
            player.morale_hit[number] = True
            state.turn.queue.append(Strike(threshold.attack, f"morale{threshold.at}"))


def _resolves_itself(state: State, seat: Seat, events: Events) -> bool:
    """Resolve the head of the queue if there is no choice (MA-39); return whether it was done."""
    head = state.turn.queue[0]
    if isinstance(head, Blaze):
        if holding.burnable(state, seat, head.cell):
            return False
        state.turn.queue.pop(0)
        return True
    targets = state.opponents(seat)
    if len(targets) != 1:
        return False
    if isinstance(head, Strike):
        _strike(state, seat, ((targets[0], head.n),), events)
    else:
        _thirst(state, seat, targets[0], events)
    return True


def attack(state: State, seat: Seat, action: Attack, events: Events) -> None:
    """Resolve an attack as shared out by the action (MA-40)."""
    _strike(state, seat, action.split, events)


def _strike(state: State, seat: Seat, split: Iterable[tuple[Seat, int]], events: Events) -> None:
    """Resolve the attack at the head of the queue (MA-40)."""
    head = state.turn.queue.pop(0)
    assert isinstance(head, Strike)
    if head.source.startswith("morale"):
        args = {"threshold": int(head.source.removeprefix("morale")), "n": head.n}
        events.append(event("morale_attack", seat=seat, **args))
    blows.attack(state, seat, head.source, split, events)


def drain(state: State, seat: Seat, action: Drain, events: Events) -> None:
    """Resolve a drain as chosen by the action (MA-36)."""
    _thirst(state, seat, action.seat, events)


def _thirst(state: State, seat: Seat, target: Seat, events: Events) -> None:
    """Take a point of water or fish from an opponent (MA-36)."""
    head = state.turn.queue.pop(0)
    assert isinstance(head, Thirst)
    supply.change_gauge(state, target, head.gauge, -1, seat, events)


def fire(state: State, seat: Seat, action: Fire, events: Events) -> None:
    """Burn opponents' tiles around the fire, all at once (MA-37)."""
    head = state.turn.queue.pop(0)
    assert isinstance(head, Blaze)
    label = state.box.land.labels[head.cell]
    events.append(event("fire", seat=seat, cell=label, cells=list(action.cells)))
    for cell_label in action.cells:
        tiles.take_off(state, seat, state.box.land.index[cell_label], "fire", events)
