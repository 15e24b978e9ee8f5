"""What is done together: cards that a player plays at once, and what a turn leaves unused."""

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
"""So many cards are worth a press of their own."""
OF_TODO = (DrawTile, MoveTile, Flip, Remove, Banish, Recover, Destroy)


# ---- cards played at once ------------------------------------------------------------------------


def plays(state: State, seat: Seat) -> Iterator[tuple[str, list[Play]]]:
    """All cards that bring amber alone, then the whole hand: how each is called, and its moves."""
    if state.turn.tile is not None or state.turn.queue:
        return
    hand = state.players[seat].hand
    amber = [card for card in hand if brings_amber_alone(state, card)]
    if len(amber) >= FEWEST:
        yield "amber", [Play(card) for card in amber]
    if len(hand) >= FEWEST and len(hand) > len(amber):
        yield "hand", [Play(card) for card in hand]


def brings_amber_alone(state: State, card: str) -> bool:
    """Whether all that a card does by itself is amber, and it does not stay in play."""
    told = state.box.card[card]
    return told.scout is None and {effect.do for effect in told.effects} == {"amber"}


def amber_of(state: State, cards: Sequence[str]) -> int:
    """The amber that cards bring by themselves."""
    effects = (effect for card in cards for effect in state.box.card[card].effects)
    return sum(effect.n for effect in effects if effect.do == "amber")


def thrown_away(state: State, cards: Sequence[str]) -> int:
    """The amber in the purse that is lost once these cards are played (MA-20)."""
    return state.turn.amber if state.turn.bought and amber_of(state, cards) else 0


# ---- what a turn leaves unused -------------------------------------------------------------------


class Units(msgspec.Struct, frozen=True):
    """Effects on the to-do list that may still be used: what they do, where, how often."""

    do: str
    terrain: str | None
    n: int


class Unused(msgspec.Struct, frozen=True):
    """What is lost when the turn ends now."""

    cards: tuple[str, ...] = ()
    """In hand."""
    scouts: tuple[str, ...] = ()
    combos: tuple[str, ...] = ()
    """Those that are ready."""
    units: tuple[Units, ...] = ()
    amber: int = 0
    """In the purse, where there is a card for it in the river."""
    river: tuple[str, ...] = ()
    """What it would buy."""

    def __bool__(self) -> bool:
        return self != Unused()


def unused(state: State, seat: Seat) -> Unused:
    """What a player could still do with what they have, and loses at the end of the turn."""
    player, turn, cards = state.players[seat], state.turn, state.box.card
    affordable = tuple(one for one in legal.in_river(state) if cards[one].cost <= turn.amber)
    return Unused(
        cards=tuple(player.hand),
        scouts=tuple(scout.card for scout in player.scouts if not scout.used),
        combos=tuple(legal.ready_combos(state, seat)),
        units=tuple(_units(state, seat)),
        amber=turn.amber if affordable else 0,
        river=affordable,
    )


def _units(state: State, seat: Seat) -> Iterator[Units]:
    """Entries of a kind and a terrain together, those for which there is something to do."""
    possible = {
        (entry.do, entry.terrain)
        for action in listing.legal_actions(state, seat)
        if isinstance(action, OF_TODO) and (entry := state.entry(action.todo)) is not None
    }
    for do, terrain in dict.fromkeys((one.do, one.terrain) for one in state.turn.todo):
        if (do, terrain) in possible:
            yield Units(do, terrain, units(state, do, terrain))


def units(state: State, do: str, terrain: str | None) -> int:
    """How often an effect can still be used on a terrain."""
    return sum(one.n for one in state.turn.todo if (one.do, one.terrain) == (do, terrain))
