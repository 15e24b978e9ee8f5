"""Cards that are played at once, and resources that a turn leaves unused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Seat
from rules.massalia import legal, listing
from rules.massalia.actions import (
    Banish,
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


def plays(state: State, seat: Seat) -> Iterator[tuple[str, list[Play]]]:
    """Groups of cards to play at once, with their names: those of amber alone, then the hand."""
    if state.turn.tile is not None or state.turn.queue:
        return
    hand = state.players[seat].hand
    amber = [card for card in hand if brings_amber_alone(state, card)]
    if len(amber) >= FEWEST:
        yield "amber", [Play(card) for card in amber]
    if len(hand) >= FEWEST and len(hand) > len(amber):
        yield "hand", [Play(card) for card in hand]


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
