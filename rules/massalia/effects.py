"""The effect language of the cards: counts of conditions, and effects (MA-13, MA-67)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.contract import Event, Seat
from rules.massalia import supply
from rules.massalia.pieces import Condition, Effect
from rules.massalia.state import State, Todo
from rules.massalia.telling import event

Events = list[Event]


# ---- conditions -------------------------------------------------------------------------------


def count(state: State, seat: Seat, card: str, condition: Condition) -> int:
    """Present count of a condition of a card (MA-68 to MA-71)."""
    return _COUNTS[condition.zone](state, seat, card, condition.family) if condition.zone else 0


def times(state: State, seat: Seat, card: str, condition: Condition) -> int:
    """Number of times that a condition's effects would happen now; 0 where it does not hold."""
    if condition.kind == "always":
        return 1
    number = count(state, seat, card, condition)
    if condition.kind == "if":
        return int(number >= condition.min)
    return number if condition.max is None else min(number, condition.max)


def _others(state: State, seat: Seat, card: str, family: str | None) -> int:
    player = state.players[seat]
    scouts = [scout.card for scout in player.scouts]
    cards = (*player.hand, *player.played, *scouts)
    return sum(
        card_in_turn != card and _is_of(state, card_in_turn, family) for card_in_turn in cards
    )


def _scouts(state: State, seat: Seat, _card: str, family: str | None) -> int:
    return sum(_is_of(state, scout.card, family) for scout in state.players[seat].scouts)


def _reserve(state: State, seat: Seat, _card: str, family: str | None) -> int:
    return sum(_is_of(state, card, family) for card in state.players[seat].reserve)


def _families(state: State, _seat: Seat, _card: str, _family: str | None) -> int:
    return len(state.turn.families)


def _is_of(state: State, card: str, family: str | None) -> bool:
    return family is None or state.box.card[card].family == family


_COUNTS: dict[str, Callable[[State, Seat, str, str | None], int]] = {
    "others": _others,
    "scouts": _scouts,
    "reserve": _reserve,
    "families": _families,
}


# ---- effects ----------------------------------------------------------------------------------


def follow(
    state: State, seat: Seat, card: str, effects: Sequence[Effect], factor: int, events: Events
) -> None:
    """Carry out the effects of a card in order: some at once, others as to-do entries (MA-13)."""
    turn = state.turn
    for effect in effects:
        n = effect.n * factor
        if (effect_function := _AT_ONCE.get(effect.do)) is not None:
            effect_function(state, seat, n, events)
        else:
            terrain = state.box.terrain(card, effect)
            turn.todo.append(Todo(turn.next, card, effect.do, n, terrain))
            turn.next += 1


def _amber(state: State, seat: Seat, n: int, events: Events) -> None:
    """Add amber; it adds up until something is bought, then the rest is lost (MA-20)."""
    turn = state.turn
    loss = turn.amber if turn.bought else 0
    turn.amber += n - loss
    turn.bought = False
    events.append(event("amber", seat=seat, n=n, purse=turn.amber, lost=loss))


def _fish(state: State, seat: Seat, n: int, events: Events) -> None:
    supply.change_gauge(state, seat, "fish", n, seat, events)


def _water(state: State, seat: Seat, n: int, events: Events) -> None:
    supply.change_gauge(state, seat, "water", n, seat, events)


def _heal(state: State, seat: Seat, n: int, events: Events) -> None:
    """Restore life, up to that of the start (MA-5, MA-64)."""
    player = state.players[seat]
    points = min(n, player.max_life - player.life)
    if points:
        player.life += points
        events.append(event("healed", seat=seat, n=points, life=player.life))


def _draw(state: State, seat: Seat, n: int, events: Events) -> None:
    supply.draw_cards(state, seat, n, events)


_AT_ONCE: dict[str, Callable[[State, Seat, int, Events], None]] = {
    "amber": _amber,
    "fish": _fish,
    "water": _water,
    "heal": _heal,
    "draw": _draw,
}
"""Automatic effects; all others are written on the to-do list."""


# ---- the to-do list ---------------------------------------------------------------------------


def use(state: State, number: int) -> Todo:
    """Take one unit off an entry of the to-do list; return the entry as it was."""
    todo = state.turn.todo
    for place, entry in enumerate(todo):
        if entry.id == number:
            if entry.n > 1:
                todo[place] = Todo(entry.id, entry.card, entry.do, entry.n - 1, entry.terrain)
            else:
                del todo[place]
            return entry
    raise AssertionError(f"no entry {number}")
