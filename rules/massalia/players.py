"""Players for AI seats: one that plays anything, one that takes the best thing to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.contract import BadNotation, Seat
from rules.massalia import choosing, listing, prospects, sampling
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Banish,
    Buy,
    Combo,
    Concede,
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
from rules.massalia.notation import notation, parse
from rules.massalia.state import Blaze, State
from rules.rng import Rng


class Random:
    """Any legal action, but it never gives up."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)


class Greedy:
    """Whatever looks best next, by all that the seat may see."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return best(state, seat)


PLAYERS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}
"""By name, weakest first."""


def complete(state: State, seat: Seat, tokens: Sequence[str]) -> Action:
    """The best legal action that begins with `tokens`. Raises BadNotation or IllegalMove."""
    if choosing.ask(state, seat, tokens) is None:
        return parse(state, seat, " ".join(tokens))
    if not tokens:
        return best(state, seat)
    return best(state, seat, _begins_with(state, tokens))


def _begins_with(state: State, tokens: Sequence[str]) -> Callable[[Action], bool]:
    """Whether an action is written like this at its beginning, or its tiles lie there."""
    begun = " ".join(tokens).casefold()

    def does(action: Action) -> bool:
        whole = notation(state, action).casefold()
        return f"{whole} ".startswith(f"{begun} ") or whole.startswith(f"{begun}-")

    return does


def best(state: State, seat: Seat, wanted: Callable[[Action], bool] | None = None) -> Action:
    """The action that is worth most now. Raises BadNotation where none is wanted."""
    found = [
        action
        for action in _candidates(state, seat)
        if not isinstance(action, Concede) and (wanted is None or wanted(action))
    ]
    if not found:
        raise BadNotation("common.no_such_move", text="")
    return max(found, key=lambda action: worth(state, seat, action))


def _candidates(state: State, seat: Seat) -> list[Action]:
    """Every legal action; of thousands of fires the best alone."""
    queue = state.turn.queue
    if queue and isinstance(queue[0], Blaze):
        cells = sorted(cell for _, cell in prospects.burning(state, seat, queue[0].cell))
        return [Fire(tuple(state.box.land.labels[cell] for cell in cells))]
    return list(listing.legal_actions(state, seat))


# ---- what an action is worth ------------------------------------------------------------------

FIRST, EARLY, TILES, BUYING, LATE, LAST = 1000.0, 800.0, 600.0, 400.0, 200.0, 50.0
"""In which order things are done: cards, combos, blows, purchases, tiles, and what is left."""
SKIPPED = -1.0
"""What is better left undone: worth less than the end of the turn."""


def worth(state: State, seat: Seat, action: Action) -> float:
    """When an action should have its turn, and what it brings."""
    return _WORTH[type(action)](state, seat, action)


def _play(state: State, _seat: Seat, action: Play) -> float:
    """Cards that bring cards first: what they bring can still be used."""
    draws = sum(effect.n for effect in state.box.card[action.card].effects if effect.do == "draw")
    return FIRST + draws


def _combo(state: State, _seat: Seat, action: Combo) -> float:
    """A combo that counts the reserve waits for the purchases."""
    condition = state.box.card[action.card].combo
    assert condition is not None
    return BUYING - 1 if condition.zone == "reserve" else EARLY


def _buy(state: State, _seat: Seat, action: Buy) -> float:
    """The dearest card; the cheapest only fill the reserve."""
    card = state.box.card[action.card]
    return BUYING + card.cost if card.cost > 1 else SKIPPED


def _draw_tile(state: State, _seat: Seat, action: DrawTile) -> float:
    """Those that fit one terrain only before those that fit any."""
    entry = state.entry(action.todo)
    return LATE + (entry is not None and entry.terrain != "any")


def _place(state: State, seat: Seat, action: Place) -> float:
    tile = state.turn.tile
    assert tile is not None
    return prospects.placing(state, seat, state.box.land.index[action.cell], tile.kind)


def _if_good(gain: float) -> float:
    return TILES + gain if gain > 0 else SKIPPED


def _move(state: State, seat: Seat, action: MoveTile) -> float:
    index = state.box.land.index
    gain = prospects.moving(state, seat, index[action.start], index[action.to])
    return LAST + gain if gain > 0 else SKIPPED


def _flip(state: State, seat: Seat, action: Flip) -> float:
    return _if_good(prospects.turning(state, seat, state.box.land.index[action.cell]))


def _remove(state: State, seat: Seat, action: Remove) -> float:
    return _if_good(prospects.taking(state, seat, state.box.land.index[action.cell]))


def _banish(state: State, _seat: Seat, action: Banish) -> float:
    """The weakest cards go; those in hand have been played by then."""
    cost = state.box.card[action.card].cost
    return LAST - cost if cost <= 1 else SKIPPED


def _destroy(state: State, _seat: Seat, action: Destroy) -> float:
    scouts = state.players[action.seat].scouts
    return TILES + sum(scout.life for scout in scouts if scout.card == action.card)


def _attack(state: State, _seat: Seat, action: Attack) -> float:
    """As few targets as can be, and the one that is nearest to its end."""
    weakest = min(prospects.resistance(state, target) for target, _ in action.split)
    return -100.0 * len(action.split) - weakest


def _drain(state: State, _seat: Seat, action: Drain) -> float:
    """Whoever has least left of it."""
    head, player = state.turn.queue[0], state.players[action.seat]
    return -float(getattr(player, getattr(head, "gauge", "water")))


def _always(value: float) -> Callable[[State, Seat, Any], float]:
    return lambda _state, _seat, _action: value


_WORTH: dict[type[Action], Callable[[State, Seat, Any], float]] = {
    Play: _play,
    Activate: _always(FIRST),
    Combo: _combo,
    Buy: _buy,
    DrawTile: _draw_tile,
    Place: _place,
    MoveTile: _move,
    Flip: _flip,
    Remove: _remove,
    Banish: _banish,
    Recover: _always(FIRST + 10),
    Destroy: _destroy,
    Attack: _attack,
    Drain: _drain,
    Fire: _always(0.0),
    End: _always(0.0),
}
