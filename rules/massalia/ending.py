"""End of a turn and begin of the next: reserve, fatigue, a new hand, the next seat (MA-16)."""

from __future__ import annotations

from rules.contract import Event, Seat
from rules.massalia import blows, supply
from rules.massalia.actions import Concede, End
from rules.massalia.state import State, Turn
from rules.massalia.telling import event, turn_started

Events = list[Event]


def end(state: State, seat: Seat, _action: End, events: Events) -> None:
    """End the turn: cards to the reserve, siege fatigue, a new hand, the next seat (MA-16)."""
    player = state.players[seat]
    player.reserve += player.played
    player.reserve += player.hand
    player.played, player.hand = [], []
    for scout in player.scouts:
        scout.used = False
    _tire(state, seat, events)
    if state.phase == "over":
        return
    if not state.players[seat].out:
        supply.draw_cards(state, seat, state.box.setup.hand, events)
    events.append(event("turn_ended", seat=seat))
    pass_on(state, events)


def _tire(state: State, seat: Seat, events: Events) -> None:
    """Take life by siege fatigue: from its first round on, one point more each round (MA-75)."""
    player, first = state.players[seat], state.options.fatigue_round
    if first == state.box.setup.options.fatigue_round.off or state.round < first:
        return
    loss = min(player.life, state.round - first + 1)
    player.life -= loss
    events.append(event("fatigue", seat=seat, n=loss, life=player.life))
    if not player.life:
        blows.eliminate(state, seat, "fatigue", events)


def concede(state: State, seat: Seat, _action: Concede, events: Events) -> None:
    """Eliminate the seat at its own will; pass the turn (MA-74)."""
    blows.eliminate(state, seat, "concede", events)
    pass_on(state, events)


def pass_on(state: State, events: Events) -> None:
    """Begin the turn of the next living seat (MA-11, MA-16, MA-17)."""
    if state.phase == "over":
        return
    before, after = state.seat, following(state, state.seat)
    state.round += after < before
    state.seat, state.turn = after, Turn()
    reshuffled = supply.reshuffle(state, after)
    events.append(turn_started(after, state.round, reshuffled=reshuffled))


def following(state: State, before: Seat) -> Seat:
    """The next living seat after another."""
    seats = len(state.players)
    after = ((before + step) % seats for step in range(1, seats + 1))
    return next(seat for seat in after if not state.players[seat].out)
