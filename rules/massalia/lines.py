"""The rest of a turn as one line of moves, as far as it is certain before anything is drawn."""

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
from rules.massalia.appraisal import HARD
from rules.massalia.state import State
from rules.rng import Rng

LOOKALIKES = 6
"""Number of redeals in which every move must be legal."""
LONGEST = 40
"""Most moves of a line."""
THEIRS = ("blow", "card_buried")
"""Events that bring to light only what opponents have."""


def rest(state: State, seat: Seat, purchase: Buy | None = None) -> tuple[Action, ...]:
    """The rest of the turn: cards, purchases, tiles whose kind does not decide their cell, the end.

    It stops where the player should see what is drawn first: with a tile whose kind decides, and
    before the end if cards were drawn on the way. () while something else has to be answered.
    A `purchase` stands in place of the best one.
    """
    if state.turn.tile is not None or state.turn.queue:
        return ()
    return tuple(_certain_part(state, seat, _best_line(state, seat, purchase)))


def behind(state: State, seat: Seat, line: Sequence[Action]) -> Sequence[Action]:
    """The rest of the turn behind a line; () where what comes to light may decide it.

    What a blow shows of an opponent decides nothing, unless that is out.
    """
    after = state.clone()
    for action in line:
        for event in turn.apply(after, seat, action):
            if event.reveals and event.name not in THEIRS:
                return ()
            if event.name == "blow" and event.args["n"] >= state.players[event.args["target"]].life:
                return ()
    if after.phase != "play" or after.seat != seat or after.turn.tile or after.turn.queue:
        return ()
    whole = _certain_part(state, seat, [*line, *_best_line(after, seat)])
    return whole[len(line) :]


def before_purchase(state: State, seat: Seat) -> tuple[State, list[str]] | None:
    """A redeal of the position before the first purchase of the rest of the turn, if there is one.

    With it, the cards of the river that the player sees now.
    """
    redealt = view.redeal(state, seat, Rng(0))
    for action in rest(state, seat):
        if isinstance(action, Buy):
            return redealt, legal.river_cards(state)
        turn.apply(redealt, seat, action)
    return None


def _best_line(state: State, seat: Seat, purchase: Buy | None = None) -> list[Action]:
    """The best moves, one after the other, on a redeal of the position."""
    redealt = view.redeal(state, seat, Rng(0))
    visible = _VisibleCards(redealt, seat)
    line: list[Action] = []
    while len(line) < LONGEST and not redealt.turn.queue and redealt.phase == "play":
        try:
            action = players.best(redealt, seat, visible.allows, values=HARD)
        except BadNotation:
            break
        if isinstance(action, Buy) and purchase is not None:
            action, purchase = purchase, None
        if isinstance(action, DrawTile) and _matters(redealt, seat, action):
            line.append(action)
            break
        if isinstance(action, Place) and redealt.box.land.index[action.cell] in _resources(redealt):
            break
        if isinstance(action, End) and visible.has_drawn(redealt):
            break
        visible.note(action)
        line.append(action)
        turn.apply(redealt, seat, action)
        if isinstance(action, End):
            break
    return line


def _resources(state: State) -> frozenset[int]:
    return frozenset(state.box.land.resource)


def _matters(state: State, seat: Seat, action: DrawTile) -> bool:
    """Whether the kind of the tile to be drawn decides its best cell, or does something there."""
    if not _could_act(state, seat, action):
        return False
    player, resources = state.players[seat], _resources(state)
    if not player.bag:
        return True
    cells = set[str]()
    for kind in set(player.bag):
        after = state.clone()
        after.players[seat].bag.remove(kind)
        after.players[seat].bag.insert(0, kind)
        turn.apply(after, seat, action)
        best = players.best(after, seat, values=HARD)
        assert isinstance(best, Place)
        cells.add(best.cell)
    return len(cells) > 1 or not resources.isdisjoint(map(state.box.land.index.get, cells))


def _could_act(state: State, seat: Seat, action: DrawTile) -> bool:
    """Whether the tile to be drawn might act somewhere, so that its kind would matter."""
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


class _VisibleCards:
    """Cards that the player sees now; cards revealed on the way are not used."""

    def __init__(self, state: State, seat: Seat) -> None:
        player = state.players[seat]
        self.seat = seat
        self.hand = set(player.hand)
        self.river = set(legal.river_cards(state))
        self.reserve = set(player.reserve)

    def allows(self, action: Action) -> bool:
        """Whether an action uses only cards that the player sees."""
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
        """Add the card that an action brings into sight."""
        if isinstance(action, Recover):
            self.hand.add(action.card)
        if isinstance(action, Buy):
            self.reserve.add(action.card)

    def has_drawn(self, state: State) -> bool:
        """Whether the hand holds a card that the player has not seen yet."""
        return not self.hand.issuperset(state.players[self.seat].hand)


def _certain_part(state: State, seat: Seat, line: Sequence[Action]) -> Sequence[Action]:
    """The part of a line that is legal whatever is revealed."""
    for luck in range(1, LOOKALIKES + 1):
        redealt = view.redeal(state, seat, Rng(luck))
        for number, action in enumerate(line):
            if redealt.phase != "play" or legal.why_not(redealt, seat, action) is not None:
                line = line[:number]
                break
            turn.apply(redealt, seat, action)
    return line
