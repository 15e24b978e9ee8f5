"""What an action is worth to a seat, and when it should have its turn: for the easy player."""

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
"""In which order things are done: cards, combos, blows, purchases, tiles, and what is left."""
SKIPPED = -1.0
"""What is better left undone: worth less than the end of the turn."""
TOO_LITTLE = 0.1
"""A tile is not turned, moved or removed for less than this."""


class Judge:
    """Weighs the actions of one decision; what several of them need is found out once."""

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
        """The opponents, as the seat's attacks find them."""
        return Aim(self.state, self.seat)

    @cached_property
    def usual(self) -> float:
        """What the cards that the seat draws are worth."""
        return self.stock.mean()

    def worth(self, action: Action) -> float:
        """When an action should have its turn, and what it brings."""
        return _WORTH[type(action)](self, action)

    # ---- cards ----------------------------------------------------------------------------------

    def play(self, action: Play) -> float:
        """Cards that bring cards first: what they bring can still be used."""
        effects = self.state.box.card[action.card].effects
        return FIRST + sum(effect.n for effect in effects if effect.do == "draw")

    def combo(self, action: Combo) -> float:
        """A combo that counts the reserve waits for the purchases."""
        condition = self.state.box.card[action.card].combo
        assert condition is not None
        return BUYING - 1 if condition.zone == "reserve" else EARLY

    def buy(self, action: Buy) -> float:
        """The card that brings most to the seat, if it is better than none."""
        card = self.state.box.card[action.card]
        brings = self.stock.purchase(card)
        stays = card.scout is not None and not self.values.experienced
        return BUYING + brings if stays or brings >= self.stock.least() else SKIPPED

    def banish(self, action: Banish) -> float:
        """The weakest card goes, if it is worse than most; cards in hand were played before."""
        worth = self.stock.worth(self.state.box.card[action.card], new=False)
        return LAST - worth if worth < self.usual else SKIPPED

    def destroy(self, action: Destroy) -> float:
        """The scout with most life, of whoever it is."""
        scouts = self.state.players[action.seat].scouts
        return TILES + sum(scout.life for scout in scouts if scout.card == action.card)

    # ---- tiles ----------------------------------------------------------------------------------

    def draw_tile(self, action: DrawTile) -> float:
        """Those that fit one terrain only before those that fit any."""
        entry = self.state.entry(action.todo)
        return LATE + (entry is not None and entry.terrain != "any")

    def place(self, action: Place) -> float:
        """What the drawn tile does and changes on a cell."""
        tile = self.state.turn.tile
        assert tile is not None
        return self.chart.placing(self.state.box.land.index[action.cell], tile.kind)

    def move(self, action: MoveTile) -> float:
        """Where marked cells are gained or lost by it."""
        index = self.state.box.land.index
        return _if_good(self.chart.moving(index[action.start], index[action.to]))

    def flip(self, action: Flip) -> float:
        """An own tile that acts again, an opponent's that counts no more."""
        return _if_good(self.chart.turning(self.state.box.land.index[action.cell]))

    def remove(self, action: Remove) -> float:
        """The opponent's tile that does most harm."""
        return _if_good(self.chart.taking(self.state.box.land.index[action.cell]))

    # ---- what waits -----------------------------------------------------------------------------

    def attack(self, action: Attack) -> float:
        """Where the points are not parried, and whom they hurt most."""
        return self.aim.hitting(action.split)

    def drain(self, action: Drain) -> float:
        """Whoever has least left of it."""
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
