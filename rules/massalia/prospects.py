"""Worth of a change of the board to a seat, by open information, for players of AI seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from rules.contract import Seat
from rules.massalia import holding
from rules.massalia.land import Resource, Terrain
from rules.massalia.state import State, Tile

HELD = 0.15
"""Worth of a point of morale on a cell that the seat holds."""
SPARE = 0.05
"""Worth of a point of value for each marked cell beyond the need."""
THEIRS = 0.8
"""Weight of the prospects of all opponents together."""
PROTECTED = 0.15
"""Worth of a lower tile that would hold the cell if the upper one left."""
FRESH = 0.01
"""Worth of a tile on a cell without own tiles: a tie-breaker."""
FEW, AGAIN = 4, 0.93
"""Height up to which a pile is laid on as though it were new, and the factor for each tile beyond.

What was covered so often will be covered again. Half as high, piles cost no wins: 249 of 500 games
of two, 56 of 240 of four, and 195 of 400 of two by `easy`, against players without it.
"""
DRAINED = 1.0
"""Worth of a point of an opponent's water or fish."""
BURNT = 0.3
"""Worth of any tile that leaves the board, wherever it lay."""
FALLEN = 10.0
"""Worth of an opponent's elimination."""

Top = Tile | None
"""The tile of a cell that counts (MA-26)."""


Shares = tuple[float, ...]
"""Worth of a cell to a seat that does not hold it, as shares of its value, by missing marks."""
FADING: Shares = tuple(0.6**missing for missing in range(6))
"""Shares that shrink with each missing mark."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """Weights of the possibilities on the board."""

    this_turn: Shares = FADING
    """Worth of a cell that the seat may still take in this turn."""
    later_turns: Shares = FADING
    """Worth of a cell for which too few tiles are left."""
    theirs: Shares = FADING
    """Worth of a cell to an opponent, who can be hindered."""
    blow: float = 1.0
    """Worth of a point of an attack."""
    through: float = 0.0
    """Extra worth of a point beyond the mean parry of shields."""
    spent: float = 0.0
    """Loss for each point of a cell's value, as nothing strikes from there again."""
    cover: float = 0.0
    """Extra worth of a tile laid on an opponent's."""
    fought: float = 0.7
    """Factor for each opponent of the worth of a tile on another's, which may be taken back."""


PLAIN = Outlook()
"""Weights by which each cell counts by its points."""


def _coming(state: State) -> dict[Terrain, int]:
    """Tiles that are left to be laid in this turn, at most on each terrain."""
    coming: dict[Terrain, int] = {"sea": 0, "land": 0}
    for entry in state.turn.todo:
        if entry.do == "place":
            for terrain in coming:
                coming[terrain] += entry.n * (entry.terrain in (terrain, "any"))
    return coming


def _owner(top: Top) -> Seat | None:
    """Owner of the mark that a top tile makes."""
    return top.owner if top is not None and top.up else None


class Chart:
    """The board as one seat sees it, with its marks counted, to weigh changes of it.

    Made for one decision; it leaves the position as it is.
    """

    def __init__(self, state: State, seat: Seat, outlook: Outlook = PLAIN) -> None:
        self.state, self.seat, self.outlook = state, seat, outlook
        self.opponents = state.opponents(seat)
        self.theirs = THEIRS / max(1, len(self.opponents))
        self.seats = (seat, *self.opponents)
        self.coming = _coming(state)
        self.marks = {
            resource.cell: {player: state.marks(player, resource.cell) for player in self.seats}
            for resource in state.box.land.resources
        }

    # ---- the worth of cells ---------------------------------------------------------------------

    def stake(self, resource: Resource, seat: Seat, top: Top, marks: int) -> float:
        """Worth of a resource cell to a seat, with a top tile and a number of marks."""
        if top is not None and top.up and top.owner == seat:
            return resource.morale * HELD
        missing = resource.need - marks
        if seat != self.seat:
            shares = self.outlook.theirs
        elif missing < self.coming[self.state.box.land.terrain[resource.cell]]:
            shares = self.outlook.this_turn
        else:
            shares = self.outlook.later_turns
        return resource.value * (shares[missing] if missing > 0 else shares[0] - SPARE * missing)

    def change_at(self, cell: int, top: Top) -> tuple[float, float]:
        """Change of worth if another tile lay on one cell: as `change`, but faster."""
        gains, before = dict.fromkeys(self.seats, 0.0), self.state.top(cell)
        old_owner, new_owner = _owner(before), _owner(top)
        for resource in self.state.box.land.touching[cell]:
            marks = self.marks[resource.cell]
            if resource.cell == cell:
                for seat in self.seats:
                    gains[seat] += self.stake(resource, seat, top, marks[seat])
                    gains[seat] -= self.stake(resource, seat, before, marks[seat])
            elif old_owner != new_owner:
                other_top = self.state.top(resource.cell)
                for owner, step in ((old_owner, -1), (new_owner, 1)):
                    if owner in gains:
                        gains[owner] += self.stake(resource, owner, other_top, marks[owner] + step)
                        gains[owner] -= self.stake(resource, owner, other_top, marks[owner])
        own_gain = gains.pop(self.seat)
        return own_gain, -self.theirs * sum(gains.values())

    def change(self, tops: Sequence[tuple[int, Top]]) -> tuple[float, float]:
        """Change of worth if other tiles lay on some cells.

        Returns the gain of the seat, then the loss of the opponents.
        """
        land, new_tops = self.state.box.land, dict(tops)
        marks: dict[int, dict[Seat, int]] = {}
        for cell, top in tops:
            before = self.state.top(cell)
            for resource in land.touching[cell]:
                counts = marks.setdefault(resource.cell, self.marks[resource.cell].copy())
                if resource.cell != cell:
                    for tile, step in ((before, -1), (top, 1)):
                        if tile is not None and tile.up and tile.owner in counts:
                            counts[tile.owner] += step
        gains = dict.fromkeys(self.seats, 0.0)
        for cell, counts in marks.items():
            resource, top, old_counts = land.resource[cell], self.state.top(cell), self.marks[cell]
            after = new_tops.get(cell, top)
            for seat in self.seats:
                if after is not top or counts[seat] != old_counts[seat]:
                    gains[seat] += self.stake(resource, seat, after, counts[seat])
                    gains[seat] -= self.stake(resource, seat, top, old_counts[seat])
        own_gain = gains.pop(self.seat)
        return own_gain, -self.theirs * sum(gains.values())

    # ---- the worth of actions -------------------------------------------------------------------

    def placing(self, cell: int, kind: str) -> float:
        """Worth of laying a tile on a cell: its effect, and the change of the board."""
        state, top = self.state, self.state.top(cell)
        own_gain, opponents_loss = self.change_at(cell, Tile(self.seat, kind, True))
        resource = state.box.land.resource.get(cell)
        if top is not None and top.owner == self.seat:
            is_new = resource is not None and len(state.board[cell]) == 1
            return own_gain + opponents_loss + PROTECTED * is_new
        if resource is None:
            if top is None:
                return own_gain + opponents_loss + FRESH
            lasting = self.outlook.fought ** len(self.opponents)
            fresh = AGAIN ** max(0, len(state.board[cell]) - FEW)
            return (own_gain * lasting + opponents_loss + self.outlook.cover) * fresh
        loss = self.outlook.spent * resource.value
        effect = self._striking(resource.morale) + self.acting(cell, kind)
        return own_gain + opponents_loss - loss + effect

    def _striking(self, increase: int) -> float:
        """Points of the attacks of thresholds that an increase of morale reaches (MA-58)."""
        player = self.state.players[self.seat]
        return float(
            sum(
                threshold.attack
                for threshold, hit in zip(
                    self.state.box.morale_thresholds, player.morale_hit, strict=True
                )
                if not hit and player.morale < threshold.at <= player.morale + increase
            )
        )

    def acting(self, cell: int, kind: str) -> float:
        """Worth of a tile's effect on a resource cell."""
        data = self.state.box.tile[kind]
        if data.kind == "life":
            return self._hitting(data.life * self.state.box.land.resource[cell].value)
        if data.kind == "fire":
            return sum(worth for worth, _ in self.burning(cell))
        return DRAINED

    def _hitting(self, points: int) -> float:
        """Worth of an attack on the opponent that parries least of it."""
        through = max(0.0, points - self.least_parry) if self.outlook.through else 0.0
        return self.outlook.blow * points + self.outlook.through * through

    @cached_property
    def least_parry(self) -> float:
        """Mean points of a blow that the opponent with the weakest shields parries."""
        return min((shields(self.state, opponent) for opponent in self.opponents), default=0.0)

    def burning(self, cell: int) -> list[tuple[float, int]]:
        """The best tiles to burn from a cell, each after its worth."""
        cells = holding.burnable(self.state, self.seat, cell)
        best = sorted(
            ((self.taking(near), near) for near in cells), key=lambda entry: (-entry[0], entry[1])
        )
        return [entry for entry in best[: self.state.box.fire.max_tiles] if entry[0] > 0]

    def taking(self, cell: int) -> float:
        """Worth of an opponent's top tile that leaves a cell."""
        pile = self.state.board[cell]
        return BURNT + sum(self.change_at(cell, pile[-2] if len(pile) > 1 else None))

    def turning(self, cell: int) -> float:
        """Worth of turning a top tile over; an own one may act again."""
        tile = self.state.board[cell][-1]
        worth = sum(self.change_at(cell, tile._replace(up=not tile.up)))
        resource = self.state.box.land.resource.get(cell)
        if tile.owner == self.seat and resource and self.state.meets(self.seat, cell):
            worth += self._striking(resource.morale) + self.acting(cell, tile.kind)
        return worth

    def moving(self, start: int, to: int) -> float:
        """Worth of moving a top tile to the next cell."""
        pile = self.state.board[start]
        below = pile[-2] if len(pile) > 1 else None
        return sum(self.change([(start, below), (to, pile[-1])]))


# ---- attacks ----------------------------------------------------------------------------------


def resistance(state: State, seat: Seat) -> int:
    """Life of a seat and of its scouts: the points that an attack has to overcome, if unparried."""
    player = state.players[seat]
    return player.life + sum(scout.life for scout in player.scouts)


def shields(state: State, seat: Seat) -> float:
    """Mean points of a blow that a seat's hand parries, by the shields in hand and draw pile."""
    player, cards = state.players[seat], state.box.card
    hidden = len(player.hand) + len(player.deck)
    printed = sum(cards[card].shield for card in (*player.hand, *player.deck))
    return printed * len(player.hand) / hidden if hidden else 0.0


class Aim:
    """The opponents as targets of an attack; made once for all the ways to share it."""

    def __init__(self, state: State, seat: Seat) -> None:
        opponents = state.opponents(seat)
        self._lasts = {opponent: resistance(state, opponent) for opponent in opponents}
        self._parried = {opponent: shields(state, opponent) for opponent in opponents}
        self._everybody = max(1, sum(self._lasts.values()))

    def hitting(self, split: Iterable[tuple[Seat, int]]) -> float:
        """Worth of shares of an attack: unparried points, more on the strong, most if fatal."""
        total = 0.0
        for target, n in split:
            points, lasts = n - self._parried[target], self._lasts[target]
            if points >= lasts:
                total += lasts + FALLEN
            elif points > 0:
                total += points * (1 + lasts / self._everybody)
        return total
