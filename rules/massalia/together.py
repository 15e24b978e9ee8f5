"""Cards that are played at once, and resources that a turn leaves unused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Seat
from rules.massalia import legal, listing, turn
from rules.massalia.actions import (
    Activate,
    Banish,
    Combo,
    Destroy,
    DrawTile,
    Flip,
    MoveTile,
    Play,
    Recover,
    Remove,
)
from rules.massalia.state import State

FEWEST = 2
"""Number of cards that are worth a button of their own."""
OF_TODO = (DrawTile, MoveTile, Flip, Remove, Banish, Recover, Destroy)


# ---- cards played at once ------------------------------------------------------------------------


def plays(state: State, seat: Seat) -> Iterator[tuple[str, list[Play | Activate | Combo]]]:
    """Cards to use at once, with a name: those of amber alone, the hand, and all that is there.

    The last are the hand, then the scouts, then the combos that are ready, as long as no card is
    drawn.
    """
    if state.turn.tile is not None or state.turn.queue:
        return
    hand = sorted(state.players[seat].hand, key=lambda card: (not draws(state, card), card))
    amber = [card for card in hand if brings_amber_alone(state, card)]
    if len(amber) >= FEWEST:
        yield "amber", [Play(card) for card in amber]
    if len(hand) >= FEWEST and len(hand) > len(amber):
        yield "hand", [Play(card) for card in hand]
    everything = list(_everything(state, seat, hand))
    if len(everything) > max(len(hand), FEWEST - 1):
        yield "ready", everything


def _everything(state: State, seat: Seat, hand: Sequence[str]) -> Iterator[Play | Activate | Combo]:
    """The cards in hand, the scouts and the combos that can be used one after the other."""
    after = state.clone()

    def is_plain(action: Play | Activate | Combo) -> bool:
        events = turn.apply(after, seat, action)
        return not any(event.reveals for event in events) and not after.turn.queue

    for card in hand:
        yield (played := Play(card))
        if not is_plain(played):
            return
    for scout in state.players[seat].scouts:
        if not scout.used:
            yield (activated := Activate(scout.card))
            if not is_plain(activated):
                return
    for card in sorted(legal.ready_combos(after, seat)):
        yield (triggered := Combo(card))
        if not is_plain(triggered):
            return


def draws(state: State, card: str) -> bool:
    """Whether a card draws others: what comes is seen first."""
    return any(effect.do == "draw" for effect in state.box.card[card].effects)


def brings_amber_alone(state: State, card: str) -> bool:
    """Whether amber is a card's only effect, and it does not stay in play."""
    data = state.box.card[card]
    return data.scout is None and {effect.do for effect in data.effects} == {"amber"}


def amber_of(state: State, cards: Sequence[str]) -> int:
    """Amber of the effects of cards."""
    effects = (effect for card in cards for effect in state.box.card[card].effects)
    return sum(effect.n for effect in effects if effect.do == "amber")


def amber_lost(state: State, cards: Sequence[str]) -> int:
    """Amber in the purse that is lost when these cards are played (MA-20)."""
    return state.turn.amber if state.turn.bought and amber_of(state, cards) else 0


# ---- leftovers of a turn -------------------------------------------------------------------------


class Units(msgspec.Struct, frozen=True):
    """Effects on the to-do list that may still be used: verb, terrain and number."""

    do: str
    terrain: str | None
    n: int


class Unused(msgspec.Struct, frozen=True):
    """Resources that are lost if the turn ends now."""

    cards: tuple[str, ...] = ()
    """Cards in hand."""
    scouts: tuple[str, ...] = ()
    combos: tuple[str, ...] = ()
    """Combos that are ready."""
    units: tuple[Units, ...] = ()
    amber: int = 0
    """Amber in the purse, if it can buy a card of the river."""
    river: tuple[str, ...] = ()
    """Cards that it can buy."""

    def __bool__(self) -> bool:
        return self != Unused()


def leftovers(state: State, seat: Seat) -> Unused:
    """Everything that a player could still use, and loses at the end of the turn."""
    player, turn, cards = state.players[seat], state.turn, state.box.card
    affordable = tuple(card for card in legal.river_cards(state) if cards[card].cost <= turn.amber)
    return Unused(
        cards=tuple(player.hand),
        scouts=tuple(scout.card for scout in player.scouts if not scout.used),
        combos=tuple(legal.ready_combos(state, seat)),
        units=tuple(_units(state, seat)),
        amber=turn.amber if affordable else 0,
        river=affordable,
    )


def _units(state: State, seat: Seat) -> Iterator[Units]:
    """Entries grouped by kind and terrain, if there is something to do for them."""
    possible = {
        (entry.do, entry.terrain)
        for action in listing.legal_actions(state, seat)
        if isinstance(action, OF_TODO) and (entry := state.entry(action.todo)) is not None
    }
    for do, terrain in dict.fromkeys((entry.do, entry.terrain) for entry in state.turn.todo):
        if (do, terrain) in possible:
            yield Units(do, terrain, units(state, do, terrain))


def units(state: State, do: str, terrain: str | None) -> int:
    """Number of times that an effect can still be used on a terrain."""
    return sum(entry.n for entry in state.turn.todo if (entry.do, entry.terrain) == (do, terrain))
