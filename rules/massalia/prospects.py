"""What a change of the board is worth to a seat, by all that lies open: for players of AI seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from rules.contract import Seat
from rules.massalia import holding
from rules.massalia.land import Resource, Terrain
from rules.massalia.state import State, Tile

HELD = 0.15
"""What a point of morale is worth on a cell that one holds."""
SPARE = 0.05
"""What a point of value is worth for each marked cell beyond the need."""
THEIRS = 0.8
"""How much the prospects of all opponents together count against one's own."""
PROTECTED = 0.15
"""What it is worth that a tile below holds the cell when the upper one goes."""
FRESH = 0.01
"""What it is worth to lay a tile where one has none: where nothing else counts."""
DRAINED = 1.0
"""What a point of somebody's water or fish is worth."""
BURNT = 0.3
"""What any tile that leaves the board is worth, wherever it lay."""
FALLEN = 10.0
"""What it is worth that an opponent is out of the game."""

Top = Tile | None
"""The tile of a cell that counts (MA-26)."""


Shares = tuple[float, ...]
"""What a cell is worth to who does not hold it, as shares of its value: by the marks missing."""
FADING: Shares = tuple(0.6**missing for missing in range(6))
"""For each marked cell that is missing it is worth less."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """How a player weighs what may happen on the board."""

    now: Shares = FADING
    """What a cell is worth that one may still take in this turn."""
    later: Shares = FADING
    """The same of a cell for which too few tiles are left."""
    theirs: Shares = FADING
    """The same to an opponent, whose way one can bar."""
    blow: float = 1.0
    """What a point of an attack is worth."""
    through: float = 0.0
    """How much more it is worth beyond what shields parry, by and large."""
    spent: float = 0.0
    """What it costs for each point of a cell's value that nothing strikes from there again."""
    cover: float = 0.0
    """What it is worth, whatever else it does, to lay a tile on an opponent's."""
    fought: float = 0.7
    """What is left for each opponent of the worth of a tile on another's: it is wanted back."""


PLAIN = Outlook()
"""What lies there counts by its points."""


def _coming(state: State) -> dict[Terrain, int]:
    """How many tiles are left to be laid in this turn, on each terrain at most."""
    coming: dict[Terrain, int] = {"sea": 0, "land": 0}
    for entry in state.turn.todo:
        if entry.do == "place":
            for terrain in coming:
                coming[terrain] += entry.n * (entry.terrain in (terrain, "any"))
    return coming


def _owner(top: Top) -> Seat | None:
    """Whose marked cell it is under a top tile."""
    return top.owner if top is not None and top.up else None


class Chart:
    """The board as one seat sees it, with all marked cells counted; what changes of it are worth.

    Made for one decision: whatever is asked of it leaves the position as it is.
    """

    def __init__(self, state: State, seat: Seat, outlook: Outlook = PLAIN) -> None:
        self.state, self.seat, self.outlook = state, seat, outlook
        self.opponents = state.opponents(seat)
        self.theirs = THEIRS / max(1, len(self.opponents))
        self.seats = (seat, *self.opponents)
        self.coming = _coming(state)
        self.marks = {
            one.cell: {who: state.marks(who, one.cell) for who in self.seats}
            for one in state.box.land.resources
        }

    # ---- what lies there ------------------------------------------------------------------------

    def stake(self, resource: Resource, who: Seat, top: Top, marks: int) -> float:
        """What a resource cell is worth to a seat, with this tile on top and so many marks."""
        if top is not None and top.up and top.owner == who:
            return resource.morale * HELD
        missing = resource.need - marks
        if who != self.seat:
            shares = self.outlook.theirs
        elif missing < self.coming[self.state.box.land.terrain[resource.cell]]:
            shares = self.outlook.now
        else:
            shares = self.outlook.later
        return resource.value * (shares[missing] if missing > 0 else shares[0] - SPARE * missing)

    def change_at(self, cell: int, top: Top) -> tuple[float, float]:
        """The same for one cell, as is asked most often: found faster."""
        gained, before = dict.fromkeys(self.seats, 0.0), self.state.top(cell)
        was, is_now = _owner(before), _owner(top)
        for one in self.state.box.land.touching[cell]:
            known = self.marks[one.cell]
            if one.cell == cell:
                for who in self.seats:
                    gained[who] += self.stake(one, who, top, known[who])
                    gained[who] -= self.stake(one, who, before, known[who])
            elif was != is_now:
                there = self.state.top(one.cell)
                for whose, step in ((was, -1), (is_now, 1)):
                    if whose in gained:
                        gained[whose] += self.stake(one, whose, there, known[whose] + step)
                        gained[whose] -= self.stake(one, whose, there, known[whose])
        own = gained.pop(self.seat)
        return own, -self.theirs * sum(gained.values())

    def change(self, tops: Sequence[tuple[int, Top]]) -> tuple[float, float]:
        """What it would be worth if other tiles lay on top of some cells.

        First by one's own prospects, then by what the opponents would lose of theirs.
        """
        land, laid = self.state.box.land, dict(tops)
        marks: dict[int, dict[Seat, int]] = {}
        for cell, top in tops:
            before = self.state.top(cell)
            for one in land.touching[cell]:
                counts = marks.setdefault(one.cell, self.marks[one.cell].copy())
                if one.cell != cell:
                    for tile, step in ((before, -1), (top, 1)):
                        if tile is not None and tile.up and tile.owner in counts:
                            counts[tile.owner] += step
        gained = dict.fromkeys(self.seats, 0.0)
        for cell, counts in marks.items():
            one, top, known = land.resource[cell], self.state.top(cell), self.marks[cell]
            after = laid.get(cell, top)
            for who in self.seats:
                if after is not top or counts[who] != known[who]:
                    gained[who] += self.stake(one, who, after, counts[who])
                    gained[who] -= self.stake(one, who, top, known[who])
        own = gained.pop(self.seat)
        return own, -self.theirs * sum(gained.values())

    # ---- what can be done -----------------------------------------------------------------------

    def placing(self, cell: int, kind: str) -> float:
        """A tile laid on a cell: what it does there, and what lies otherwise then."""
        state, top = self.state, self.state.top(cell)
        own, others = self.change_at(cell, Tile(self.seat, kind, True))
        resource = state.box.land.resource.get(cell)
        if top is not None and top.owner == self.seat:
            is_new = resource is not None and len(state.board[cell]) == 1
            return own + others + PROTECTED * is_new
        if resource is None:
            if top is None:
                return own + others + FRESH
            lasting = self.outlook.fought ** len(self.opponents)
            return own * lasting + others + self.outlook.cover
        spent = self.outlook.spent * resource.value
        return own + others - spent + self._striking(resource.morale) + self.acting(cell, kind)

    def _striking(self, gained: int) -> float:
        """The attacks of the thresholds that so much more morale reaches (MA-58)."""
        player = self.state.players[self.seat]
        return float(
            sum(
                threshold.attack
                for threshold, hit in zip(
                    self.state.box.morale_thresholds, player.morale_hit, strict=True
                )
                if not hit and player.morale < threshold.at <= player.morale + gained
            )
        )

    def acting(self, cell: int, kind: str) -> float:
        """What a tile does on a resource cell."""
        data = self.state.box.tile[kind]
        if data.kind == "life":
            return self._hitting(data.life * self.state.box.land.resource[cell].value)
        if data.kind == "fire":
            return sum(worth for worth, _ in self.burning(cell))
        return DRAINED

    def _hitting(self, points: int) -> float:
        """An attack on whoever parries least of it."""
        through = max(0.0, points - self.parried) if self.outlook.through else 0.0
        return self.outlook.blow * points + self.outlook.through * through

    @cached_property
    def parried(self) -> float:
        """What an opponent parries of each blow, by and large: the one who parries least."""
        return min((shields(self.state, other) for other in self.opponents), default=0.0)

    def burning(self, cell: int) -> list[tuple[float, int]]:
        """The tiles that are best burnt from a cell, and what each is worth."""
        cells = holding.burnable(self.state, self.seat, cell)
        best = sorted(((self.taking(near), near) for near in cells), key=lambda it: (-it[0], it[1]))
        return [one for one in best[: self.state.box.fire.max_tiles] if one[0] > 0]

    def taking(self, cell: int) -> float:
        """An opponent's top tile that leaves a cell."""
        pile = self.state.board[cell]
        return BURNT + sum(self.change_at(cell, pile[-2] if len(pile) > 1 else None))

    def turning(self, cell: int) -> float:
        """A top tile that is turned over; one's own may act again."""
        tile = self.state.board[cell][-1]
        worth = sum(self.change_at(cell, tile._replace(up=not tile.up)))
        resource = self.state.box.land.resource.get(cell)
        if tile.owner == self.seat and resource and self.state.meets(self.seat, cell):
            worth += self._striking(resource.morale) + self.acting(cell, tile.kind)
        return worth

    def moving(self, start: int, to: int) -> float:
        """A top tile that goes to the next cell."""
        pile = self.state.board[start]
        below = pile[-2] if len(pile) > 1 else None
        return sum(self.change([(start, below), (to, pile[-1])]))


# ---- attacks ----------------------------------------------------------------------------------


def resistance(state: State, seat: Seat) -> int:
    """The life of a seat and of its scouts: what an attack has to overcome, as far as one sees."""
    player = state.players[seat]
    return player.life + sum(scout.life for scout in player.scouts)


def shields(state: State, seat: Seat) -> float:
    """What the hand of a seat parries of a blow, by and large: of its hidden cards as many."""
    player, cards = state.players[seat], state.box.card
    hidden = len(player.hand) + len(player.deck)
    printed = sum(cards[card].shield for card in (*player.hand, *player.deck))
    return printed * len(player.hand) / hidden if hidden else 0.0


class Aim:
    """The opponents as an attack finds them; made once for all the ways to share it."""

    def __init__(self, state: State, seat: Seat) -> None:
        opponents = state.opponents(seat)
        self._lasts = {other: resistance(state, other) for other in opponents}
        self._parried = {other: shields(state, other) for other in opponents}
        self._everybody = max(1, sum(self._lasts.values()))

    def hitting(self, split: Iterable[tuple[Seat, int]]) -> float:
        """An attack shared so: what gets through, more on who is strong, most where it ends it."""
        total = 0.0
        for target, n in split:
            left, lasts = n - self._parried[target], self._lasts[target]
            if left >= lasts:
                total += lasts + FALLEN
            elif left > 0:
                total += left * (1 + lasts / self._everybody)
        return total
