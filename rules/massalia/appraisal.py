"""Worth of a card to a seat: its effects, and how often its combo will hold in the seat's deck."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from rules.contract import Seat
from rules.massalia import experience
from rules.massalia.pieces import Box, Card, Condition, Effect, Verb
from rules.massalia.prospects import PLAIN, Outlook
from rules.massalia.state import Player, State


class Values(msgspec.Struct, frozen=True, kw_only=True):
    """Worth of the parts of a card; a tile to place is 1."""

    place: float = 1.0
    remove: float
    destroy: float
    draw: float
    flip: float
    amber: float
    banish: float
    recover: float
    heal: float
    move: float
    fish: float
    water: float
    shield: float
    """A point of a shield."""
    scout: float
    """A scout, whatever it does: it is drawn once and stays."""
    lasting: float
    """Number of times that a scout acts, compared with a card that has to be drawn again."""
    beyond: Mapping[str, float] = {}
    """Worth of cards beyond their effects, by name."""
    crowded: float = 0.0
    """Increase of a shield's point for each opponent beyond the first: it parries all of them."""
    choosy: float = 0.0
    """Margin that a purchase has to bring, for each opponent beyond the first."""
    fading: float = 0.0
    """Loss of a piece of amber with every round: the fewer are left, the less it will buy."""
    outlook: Outlook = PLAIN
    """Weights of the board."""
    experienced: bool = False
    """Whether a card is bought by its results in past games instead of its worth."""


EASY = Values(
    remove=0.9,
    destroy=0.8,
    draw=0.8,
    flip=0.6,
    amber=1.0,
    banish=0.5,
    recover=0.4,
    heal=0.3,
    move=0.3,
    fish=0.15,
    water=0.15,
    shield=0.4,
    scout=0.0,
    lasting=2.0,
)
BEYOND = {
    2.5: "O09",
    1.5: "S08 C03 C06 O05 O08 O11 B06 B07 B11",
    1: "S07 S09 O03 O06 O07 O10 B09 B10",
    0.5: "S01 S03 S05 S06 S11 S12 S14 C04 C05 C10 O01 O04 O12 O13 B04 B05 B08 B13 B14",
    -0.5: "S13 C15 O15 B12 B15",
    -1: "C07",
    -1.5: "C12",
    -2: "C14",
}
"""Worth of cards beyond their effects.

From 22,778 games in which a third of the purchases was left to chance: by the wins of those who had
bought more of a card than chance would give them.
"""
HARD = Values(
    remove=0.9,
    destroy=1.25,
    draw=1.3,
    flip=0.8,
    amber=1.0,
    banish=1.19,
    recover=0.2,
    heal=0.68,
    move=0.575,
    fish=0.275,
    water=0.3,
    shield=0.9,
    scout=0.26,
    lasting=2.0,
    beyond={card: more for more, cards in BEYOND.items() for card in cards.split()},
    crowded=0.9,
    choosy=0.35,
    fading=0.11,
    outlook=Outlook(
        this_turn=(1.35, 0.62, 0.4, 0.22, 0.11),
        later_turns=(1.07, 0.52, 0.3, 0.22, 0.1),
        theirs=(1.5, 0.66, 0.34, 0.12, 0.11),
        blow=1.26,
        through=1.46,
        spent=1.26,
        cover=0.54,
        fought=1.0,
    ),
    experienced=True,
)
"""Half way from `EASY` to the values that decided 4,000 games in which cards were bought at random.

By logistic regression over 30,686 positions: cards that draw, banish or destroy are worth about
twice as much as they look. A player that buys by these values all the way plays worse than one that
goes half of it. Another 38,000 games showed the changes: amber fades, and a tile laid on another's
loses nothing of its worth. Shields were found by play: so valued they win 40 games of four in 100,
not 29.

The weights of the board, and the last digits of the rest, were found by an evolution strategy: in
60,000 games of two against `easy` every number varied a little from game to game, and those that
won pulled all. A blow now is worth half as much again as all that may come, and so are cells of
which nothing is missing. At a glance that wins 62 games of two in 100, not 59; of four as many as
before. It wins 65 where cards are bought by `experience`, points that no shield parries count
twice, and a cell is spent once its tile has acted, as the same games showed; and 41 of four in 100,
not 36.
"""
SERVES: dict[Verb, str] = {
    "place": "tiles",
    "remove": "inroads",
    "destroy": "inroads",
    "flip": "inroads",
    "move": "inroads",
    "draw": "draws",
    "amber": "amber",
    "banish": "weeds",
    "recover": "weeds",
    "heal": "guard",
    "fish": "stores",
    "water": "stores",
}
"""Purpose of each effect of a card, as reasons for a purchase name it."""
PARTS = (*dict.fromkeys(SERVES.values()), "combo", "stays", "proven")
"""The same purposes, with the other parts of a card's worth."""
USUAL_LEFT = 12
"""Rounds to come at which amber has its nominal worth."""
LEAST_AMBER = 0.1
"""Worth of a piece of amber at the very end."""
BOUND = 0.05
"""Loss of a placement that is bound to one terrain."""
SCOUT_LIFE = 0.2
"""Worth of a point of a scout's life."""
OTHERS = 4
"""Number of other own cards that a seat sees in a turn: the rest of a hand."""
AWAY = 0.45
"""Average share of a seat's cards that lie in the reserve."""
SCOUTS_OUT = 0.5
"""Chance that a scout of the seat is in play."""


class Stock:
    """The cards of a seat, in any zone, by family, and its scouts."""

    def __init__(self, state: State, seat: Seat, values: Values = EASY) -> None:
        self.box: Box = state.box
        self.values = values
        player = state.players[seat]
        self.cards = [self.box.card[name] for name in cards_of(player)]
        self.families = Counter(card.family for card in self.cards)
        self.scouts = Counter(card.family for card in self.cards if card.scout)
        self.in_play = Counter(self.box.card[scout.card].family for scout in player.scouts)
        self._worths: dict[tuple[str, bool], float] = {}
        self._round = state.round
        further_opponents = len(state.opponents(seat)) - 1
        self.choosy = values.choosy * further_opponents
        """Margin that a purchase has to bring."""
        self._shield = values.shield + values.crowded * further_opponents
        self._amber = values.amber
        if values.fading:
            loss = values.fading * (USUAL_LEFT - rounds_left(state))
            self._amber = max(LEAST_AMBER, values.amber - loss)

    def purchase(self, card: Card) -> float:
        """Worth of buying a card now."""
        return sum(self.parts(card).values()) if self.values.experienced else self.worth(card)

    def least(self) -> float:
        """Lowest worth of a purchase that does not spoil the hands to come."""
        return self.choosy + (0.0 if self.values.experienced else self.mean())

    def worth(self, card: Card, *, new: bool = True) -> float:
        """Worth of a card to the seat; with `new` the seat does not own it yet."""
        value = self._worths.get((card.id, new))
        if value is None:
            value = self._worths[card.id, new] = self._worth(card, new)
        return value

    def _worth(self, card: Card, new: bool) -> float:
        total = self._sum(card.effects, card) + self._shield * card.shield
        total += self.values.beyond.get(card.id, 0.0)
        if card.combo is not None:
            total += self._times(card, card.combo, new) * self._sum(card.combo.effects, card)
        if card.scout is not None:
            total += self.values.scout + SCOUT_LIFE * card.scout.life
            total += self.values.lasting * self.lasting(card, new=new)
        return total

    def parts(self, card: Card) -> dict[str, float]:
        """Parts of the worth of buying a card, by purpose."""
        parts = dict.fromkeys(PARTS, 0.0)
        for effect in card.effects:
            parts[SERVES[effect.do]] += self._sum([effect], card)
        parts["guard"] += self._shield * card.shield
        parts["proven"] = self.values.beyond.get(card.id, 0.0)
        if card.combo is not None:
            times = self._times(card, card.combo, new=True)
            parts["combo"] = times * self._sum(card.combo.effects, card)
        if card.scout is not None:
            stay = self.values.lasting * self.lasting(card, new=True)
            parts["stays"] = self.values.scout + SCOUT_LIFE * card.scout.life + stay
        if self.values.experienced:
            stage = bisect_left(experience.UNTIL, self._round)
            results = experience.PARTS.items()
            parts = {part: parts[part] * factors[stage] for part, factors in results}
            parts["proven"] = experience.CARDS[card.id][stage]
        return {part: value for part, value in parts.items() if value}

    def lasting(self, card: Card, *, new: bool = False) -> float:
        """Worth of a scout in each turn in which it is activated (MA-48)."""
        if card.scout is None:
            return 0.0
        times = self._times(card, card.scout.activate, new)
        extra = self._sum(card.scout.activate.effects, card)
        return self._sum(card.effects, card) + times * extra

    def _sum(self, effects: Iterable[Effect], card: Card) -> float:
        total = 0.0
        for effect in effects:
            is_bound = effect.do == "place" and (effect.terrain or card.place) != "any"
            worth: float = getattr(self.values, effect.do) if effect.do != "amber" else self._amber
            total += effect.n * (worth - BOUND * is_bound)
        return total

    def mean(self) -> float:
        """Mean worth of the cards that are drawn: a worse one spoils hands."""
        drawn_cards = [card for card in self.cards if card.scout is None]
        return sum(self.worth(card, new=False) for card in drawn_cards) / max(1, len(drawn_cards))

    def _times(self, card: Card, condition: Condition, new: bool) -> float:
        """Average number of times that the effects of a condition happen (MA-67)."""
        if condition.kind == "always":
            return 1.0
        count = self._count(card, condition, new)
        if condition.kind == "per":
            return count if condition.max is None else min(count, float(condition.max))
        return min(1.0, count / condition.min) ** condition.min

    def _count(self, card: Card, condition: Condition, new: bool) -> float:
        """Average count of a condition (MA-68 to MA-71)."""
        size, family = len(self.cards) + new, condition.family
        if condition.zone == "families":
            return 4.0 * self._all_four(card, size)
        if condition.zone == "scouts":
            scouts = self.scouts[family] if family else sum(self.scouts.values())
            playing = self.in_play[family] if family else sum(self.in_play.values())
            is_counted = card.scout is not None and family in (None, card.family)
            out_of_play = scouts - playing - (is_counted and not new)
            return playing + SCOUTS_OUT * max(0, out_of_play) + is_counted
        relatives = self.families[family] - (card.family == family and not new)
        return relatives * (AWAY if condition.zone == "reserve" else OTHERS / max(OTHERS, size))

    def _all_four(self, card: Card, size: int) -> float:
        """Chance that a turn has cards of the three other families."""
        chance = 1.0
        for family in self.box.families:
            if family != card.family and not self.in_play[family]:
                share = self.families[family] / max(1, size)
                chance *= 1 - (1 - min(1.0, share)) ** OTHERS
        return chance


def rounds_left(state: State) -> float:
    """About how many rounds are to come: two, and half the life of the weakest seat."""
    return 2 + min(state.players[seat].life for seat in state.living()) / 2


def cards_of(player: Player) -> Iterable[str]:
    """Cards that a player has and may use again."""
    yield from player.deck
    yield from player.hand
    yield from player.played
    yield from player.reserve
    yield from (scout.card for scout in player.scouts)
