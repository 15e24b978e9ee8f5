"""Actions on cards: play, activate, trigger, buy, banish, recover, destroy."""

from __future__ import annotations

from typing import Any

from rules.contract import Event, Seat
from rules.massalia import blows, effects
from rules.massalia.actions import Activate, Banish, Buy, Combo, Destroy, Play, Recover
from rules.massalia.state import Scout, State
from rules.massalia.telling import calling_event, event, revealing_event

Events = list[Event]


def play(state: State, seat: Seat, action: Play, events: Events) -> None:
    """Play a card; a scout enters play while there is room (MA-13, MA-47, MA-49)."""
    player, card = state.players[seat], state.box.card[action.card]
    player.hand.remove(action.card)
    is_scout = card.scout is not None and len(player.scouts) < state.box.setup.scouts_max
    if card.scout is not None and is_scout:
        player.scouts.append(Scout(action.card, card.scout.life, used=True))
    else:
        player.played.append(action.card)
    events.append(event("card_played", seat=seat, card=action.card, scout=is_scout))
    _note_family(state, card.family)
    if card.combo is not None:
        state.turn.combos.append(action.card)
    effects.follow(state, seat, action.card, card.effects, 1, events)


def _note_family(state: State, family: str | None) -> None:
    if family is not None and family not in state.turn.families:
        state.turn.families.append(family)


def activate(state: State, seat: Seat, action: Activate, events: Events) -> None:
    """Repeat a scout's printed effects, then add those of its activation (MA-48)."""
    card = state.box.card[action.card]
    assert card.scout is not None
    for scout in state.players[seat].scouts:
        if scout.card == action.card:
            scout.used = True
    events.append(event("scout_activated", seat=seat, card=action.card))
    _note_family(state, card.family)
    effects.follow(state, seat, action.card, card.effects, 1, events)
    activation = card.scout.activate
    if n := effects.times(state, seat, action.card, activation):
        effects.follow(state, seat, action.card, activation.effects, n, events)


def combo(state: State, seat: Seat, action: Combo, events: Events) -> None:
    """Trigger the combo of a played card, by its count now (MA-67)."""
    condition = state.box.card[action.card].combo
    assert condition is not None
    state.turn.combos.remove(action.card)
    n = effects.times(state, seat, action.card, condition)
    events.append(event("combo", seat=seat, card=action.card, times=n))
    effects.follow(state, seat, action.card, condition.effects, n, events)


def buy(state: State, seat: Seat, action: Buy, events: Events) -> None:
    """Pay, take the card onto the reserve, refill the river at once (MA-20 to MA-23)."""
    slot = state.river.index(action.card)
    state.turn.amber -= state.box.card[action.card].cost
    state.turn.bought = True
    state.players[seat].reserve.append(action.card)
    new_card = state.reinforcement.pop(0) if state.reinforcement else None
    state.river[slot] = new_card
    make_event = event if new_card is None else revealing_event
    events.append(make_event("bought", seat=seat, card=action.card, slot=slot, new_card=new_card))


def banish(state: State, seat: Seat, action: Banish, events: Events) -> None:
    """Send a card to the pantheon, for good (MA-65)."""
    player = state.players[seat]
    (player.hand if action.source == "hand" else player.reserve).remove(action.card)
    state.pantheon.append(action.card)
    effects.use(state, action.todo)
    args = {"seat": seat, "card": action.card, "from": action.source}
    events.append(event("banished", **args))


def recover(state: State, seat: Seat, action: Recover, events: Events) -> None:
    """Take a scout card from the reserve to the hand (MA-52)."""
    player = state.players[seat]
    player.reserve.remove(action.card)
    player.hand.append(action.card)
    effects.use(state, action.todo)
    events.append(event("recovered", seat=seat, card=action.card))


def destroy(state: State, seat: Seat, action: Destroy, events: Events) -> None:
    """Send an opponent's scout to the cemetery, whatever its life (MA-51)."""
    player = state.players[action.seat]
    [scout] = [scout for scout in player.scouts if scout.card == action.card]
    blows.lose_scout(player, scout)
    effects.use(state, action.todo)
    args: dict[str, Any] = {"card": action.card, "by": "destroy"}
    events.append(calling_event("scout_lost", seat, action.seat, seat=action.seat, **args))
