"""The rest of a turn as one line of moves, as far as it can be said before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import BadNotation, Seat
from rules.massalia import legal, players, turn, view
from rules.massalia.actions import (
    Action,
    Banish,
    Buy,
    DrawTile,
    End,
    Place,
    Play,
    Recover,
)
from rules.massalia.state import State
from rules.rng import Rng

LOOKALIKES = 6
"""Positions, not to be told from the real one by the player, in which every move must be legal."""
LONGEST = 40
"""Moves of a line."""


def rest(state: State, seat: Seat) -> tuple[Action, ...]:
    """The rest of the turn: cards, purchases, tiles where it does not matter which, the end.

    It stops where the player should see first what is drawn: before a tile that could act, and
    before the end, if cards come to hand on the way. () where it would be a single move.
    """
    if state.turn.tile is not None or state.turn.queue:
        return ()
    line = _agreed(state, seat, _thought(state, seat))
    return tuple(line) if len(line) > 1 else ()


def _thought(state: State, seat: Seat) -> list[Action]:
    """What is best, move by move, on a table that is dealt as the player might think."""
    ahead = view.redeal(state, seat, Rng(0))
    known = _Known(ahead, seat)
    line: list[Action] = []
    while len(line) < LONGEST and not ahead.turn.queue and ahead.phase == "play":
        try:
            action = players.best(ahead, seat, known.allows)
        except BadNotation:
            break
        if isinstance(action, DrawTile) and _could_act(ahead, seat, action):
            break
        if isinstance(action, Place) and ahead.box.land.index[action.cell] in _resources(ahead):
            line.pop()
            break
        if isinstance(action, End) and known.has_drawn(ahead):
            break
        known.note(action)
        line.append(action)
        turn.apply(ahead, seat, action)
        if isinstance(action, End):
            break
    return line


def _resources(state: State) -> frozenset[int]:
    return frozenset(state.box.land.resource)


def _could_act(state: State, seat: Seat, action: DrawTile) -> bool:
    """Whether the tile to be drawn might act somewhere: which one it is would matter."""
    entry, land = state.entry(action.todo), state.box.land
    assert entry is not None
    return any(
        land.fits(cell, entry.terrain) and state.meets(seat, cell) and not _own(state, seat, cell)
        for cell in land.resource
    )


def _own(state: State, seat: Seat, cell: int) -> bool:
    """Whether the top tile of a cell is the player's: a tile laid over it does not act."""
    top = state.top(cell)
    return top is not None and top.owner == seat


class _Known:
    """The cards that the player sees now: of what comes to light on the way nothing is said."""

    def __init__(self, state: State, seat: Seat) -> None:
        player = state.players[seat]
        self.seat = seat
        self.hand = set(player.hand)
        self.river = set(legal.in_river(state))
        self.reserve = set(player.reserve)

    def allows(self, action: Action) -> bool:
        """Whether an action uses nothing but what is known."""
        if isinstance(action, Play):
            return action.card in self.hand
        if isinstance(action, Buy):
            return action.card in self.river
        if isinstance(action, Recover):
            return action.card in self.reserve
        if isinstance(action, Banish):
            return action.card in (self.hand if action.source == "hand" else self.reserve)
        return True

    def note(self, action: Action) -> None:
        """What is known once an action is made."""
        if isinstance(action, Recover):
            self.hand.add(action.card)
        if isinstance(action, Buy):
            self.reserve.add(action.card)

    def has_drawn(self, state: State) -> bool:
        """Whether there is a card in hand that the player has not seen yet."""
        return not self.hand.issuperset(state.players[self.seat].hand)


def _agreed(state: State, seat: Seat, line: Sequence[Action]) -> Sequence[Action]:
    """As much of a line as is legal whatever comes to light."""
    for luck in range(1, LOOKALIKES + 1):
        ahead = view.redeal(state, seat, Rng(luck))
        for number, action in enumerate(line):
            if ahead.phase != "play" or legal.why_not(ahead, seat, action) is not None:
                line = line[:number]
                break
            turn.apply(ahead, seat, action)
    return line[:-1] if line and isinstance(line[-1], DrawTile) and len(line) > 1 else line
