"""What a card is worth to a seat: its effects, and how often its combo will hold in their deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.contract import Seat
from rules.massalia.pieces import Box, Card, Condition, Effect
from rules.massalia.state import Player, State

EFFECTS: dict[str, float] = {
    "place": 1.0,
    "remove": 0.9,
    "destroy": 0.8,
    "draw": 0.8,
    "flip": 0.6,
    "amber": 1.0,
    "banish": 0.5,
    "recover": 0.4,
    "heal": 0.3,
    "move": 0.3,
    "fish": 0.15,
    "water": 0.15,
}
"""What one unit of each effect is worth, a tile to place being 1."""
BOUND = 0.05
"""What it costs to be bound to one terrain."""
SHIELD = 0.4
"""What a point of a shield is worth."""
LASTING = 2.0
"""How many times a scout does what it says, beside a card that has to be drawn again."""
SCOUT_LIFE = 0.2
"""What a point of a scout's life is worth."""
OTHERS = 4
"""How many other cards one has seen of one's own in a turn: the rest of a hand."""
AWAY = 0.45
"""The share of one's cards that lie in the reserve, by and large."""
SCOUTS_OUT = 0.5
"""The chance that a scout one owns is in play."""


class Stock:
    """What a seat owns, in whichever zone: of which families, how many scouts."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.box: Box = state.box
        player = state.players[seat]
        self.cards = [self.box.card[name] for name in owned(player)]
        self.families = Counter(card.family for card in self.cards)
        self.scouts = Counter(card.family for card in self.cards if card.scout)
        self.in_play = Counter(self.box.card[scout.card].family for scout in player.scouts)

    def worth(self, card: Card, *, new: bool = True) -> float:
        """What a card is worth to the seat; `new`: it does not own it yet."""
        total = _sum(card.effects, card) + SHIELD * card.shield
        if card.combo is not None:
            total += self._times(card, card.combo, new) * _sum(card.combo.effects, card)
        if card.scout is not None:
            total += LASTING * self.lasting(card, new=new) + SCOUT_LIFE * card.scout.life
        return total

    def lasting(self, card: Card, *, new: bool = False) -> float:
        """What a scout brings in each turn in which it is activated (MA-48)."""
        if card.scout is None:
            return 0.0
        adds = self._times(card, card.scout.activate, new)
        return _sum(card.effects, card) + adds * _sum(card.scout.activate.effects, card)

    def mean(self) -> float:
        """What an average card is worth of those that are drawn: a worse one spoils hands."""
        drawn = [card for card in self.cards if card.scout is None]
        return sum(self.worth(card, new=False) for card in drawn) / max(1, len(drawn))

    def _times(self, card: Card, condition: Condition, new: bool) -> float:
        """How many times the effects of a condition will happen, by and large (MA-67)."""
        if condition.kind == "always":
            return 1.0
        counted = self._count(card, condition, new)
        if condition.kind == "per":
            return counted if condition.max is None else min(counted, float(condition.max))
        return min(1.0, counted / condition.min) ** condition.min

    def _count(self, card: Card, condition: Condition, new: bool) -> float:
        """How many a condition will count, by and large (MA-68 to MA-71)."""
        many, family = len(self.cards) + new, condition.family
        if condition.zone == "families":
            return 4.0 * self._all_four(card, many)
        if condition.zone == "scouts":
            owned = self.scouts[family] if family else sum(self.scouts.values())
            playing = self.in_play[family] if family else sum(self.in_play.values())
            itself = card.scout is not None and family in (None, card.family)
            others = owned - playing - (itself and not new)
            return playing + SCOUTS_OUT * max(0, others) + itself
        alike = self.families[family] - (card.family == family and not new)
        return alike * (AWAY if condition.zone == "reserve" else OTHERS / max(OTHERS, many))

    def _all_four(self, card: Card, many: int) -> float:
        """The chance that a turn has cards of the three other families."""
        chance = 1.0
        for family in self.box.families:
            if family != card.family and not self.in_play[family]:
                share = self.families[family] / max(1, many)
                chance *= 1 - (1 - min(1.0, share)) ** OTHERS
        return chance


def owned(player: Player) -> Iterable[str]:
    """Every card that a player has and may use again."""
    yield from player.deck
    yield from player.hand
    yield from player.played
    yield from player.reserve
    yield from (scout.card for scout in player.scouts)


def _sum(effects: Iterable[Effect], card: Card) -> float:
    total = 0.0
    for effect in effects:
        bound = BOUND if effect.do == "place" and (effect.terrain or card.place) != "any" else 0.0
        total += effect.n * (EFFECTS[effect.do] - bound)
    return total
