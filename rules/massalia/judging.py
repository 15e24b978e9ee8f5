"""Priority and worth of an action to a seat, for the easy player."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rules.contract import Seat
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Banish,
    Buy,
    Combo,
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
from rules.massalia.appraisal import EASY, Stock, Values
from rules.massalia.prospects import Aim, Chart
from rules.massalia.state import State

FIRST, EARLY, TILES, BUYING, LATE, LAST = 1000.0, 800.0, 600.0, 400.0, 200.0, 50.0
"""Priorities of actions: cards, combos, blows, purchases, tiles, and the rest."""
SKIPPED = -1.0
"""Worth of an action that should not be made: less than the end of the turn."""
TOO_LITTLE = 0.1
"""Least gain for which a tile is turned, moved or removed."""


class Judge:
    """Weighs the actions of one decision; values that several of them need are computed once."""

    def __init__(self, state: State, seat: Seat, values: Values = EASY) -> None:
        self.state, self.seat, self.values = state, seat, values

    @cached_property
    def chart(self) -> Chart:
        """The board as the seat sees it."""
        return Chart(self.state, self.seat, self.values.outlook)

    @cached_property
    def stock(self) -> Stock:
        """The seat's cards."""
        return Stock(self.state, self.seat, self.values)

    @cached_property
    def aim(self) -> Aim:
        """The opponents as targets of the seat's attacks."""
        return Aim(self.state, self.seat)

    @cached_property
    def usual(self) -> float:
        """Mean worth of the cards that the seat draws."""
        return self.stock.mean()

    def worth(self, action: Action) -> float:
        """Priority of an action plus its worth."""
        return _WORTH[type(action)](self, action)

    # ---- cards ----------------------------------------------------------------------------------

    def play(self, action: Play) -> float:
        """Worth of playing a card: those that draw come first, for the drawn cards can be used."""
        effects = self.state.box.card[action.card].effects
        return FIRST + sum(effect.n for effect in effects if effect.do == "draw")

    def combo(self, action: Combo) -> float:
        """Worth of a combo; one that counts the reserve waits for the purchases."""
        condition = self.state.box.card[action.card].combo
        assert condition is not None
        return BUYING - 1 if condition.zone == "reserve" else EARLY

    def buy(self, action: Buy) -> float:
        """Worth of buying a card, if it is better than none."""
        card = self.state.box.card[action.card]
        gain = self.stock.purchase(card)
        is_scout = card.scout is not None and not self.values.experienced
        return BUYING + gain if is_scout or gain >= self.stock.least() else SKIPPED

    def banish(self, action: Banish) -> float:
        """Worth of banishing a card: the weakest goes, if it is worse than the mean."""
        worth = self.stock.worth(self.state.box.card[action.card], new=False)
        return LAST - worth if worth < self.usual else SKIPPED

    def destroy(self, action: Destroy) -> float:
        """Worth of destroying a scout: the one with most life, of any opponent."""
        scouts = self.state.players[action.seat].scouts
        return TILES + sum(scout.life for scout in scouts if scout.card == action.card)

    # ---- tiles ----------------------------------------------------------------------------------

    def draw_tile(self, action: DrawTile) -> float:
        """Worth of drawing a tile: placements bound to one terrain come first."""
        entry = self.state.entry(action.todo)
        return LATE + (entry is not None and entry.terrain != "any")

    def place(self, action: Place) -> float:
        """Worth of the drawn tile on a cell."""
        tile = self.state.turn.tile
        assert tile is not None
        return self.chart.placing(self.state.box.land.index[action.cell], tile.kind)

    def move(self, action: MoveTile) -> float:
        """Worth of a move that gains or loses marked cells."""
        index = self.state.box.land.index
        return _if_good(self.chart.moving(index[action.start], index[action.to]))

    def flip(self, action: Flip) -> float:
        """Worth of turning a tile: an own one acts again, an opponent's counts no more."""
        return _if_good(self.chart.turning(self.state.box.land.index[action.cell]))

    def remove(self, action: Remove) -> float:
        """Worth of removing an opponent's tile."""
        return _if_good(self.chart.taking(self.state.box.land.index[action.cell]))

    # ---- pending choices ------------------------------------------------------------------------

    def attack(self, action: Attack) -> float:
        """Worth of sharing an attack: unparried points, against the strongest."""
        return self.aim.hitting(action.split)

    def drain(self, action: Drain) -> float:
        """Worth of draining an opponent: the one with least left."""
        head, player = self.state.turn.queue[0], self.state.players[action.seat]
        return -float(getattr(player, getattr(head, "gauge", "water")))


def _if_good(gain: float) -> float:
    return TILES + gain if gain > TOO_LITTLE else SKIPPED


def _always(value: float) -> Callable[[Judge, Any], float]:
    return lambda _judge, _action: value


_WORTH: dict[type[Action], Callable[[Judge, Any], float]] = {
    Play: Judge.play,
    Activate: _always(FIRST),
    Combo: Judge.combo,
    Buy: Judge.buy,
    DrawTile: Judge.draw_tile,
    Place: Judge.place,
    MoveTile: Judge.move,
    Flip: Judge.flip,
    Remove: Judge.remove,
    Banish: Judge.banish,
    Recover: _always(FIRST + 10),
    Destroy: Judge.destroy,
    Attack: Judge.attack,
    Drain: Judge.drain,
    Fire: _always(0.0),
    End: _always(0.0),
}
