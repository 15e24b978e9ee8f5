"""The position: players with their zones, the river, the board, and the turn in progress."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from rules.contract import Seat
from rules.massalia.pieces import Box, Reach, Verb
from rules.rng import Rng

Phase = Literal["play", "over"]


class GameOptions(msgspec.Struct, frozen=True):
    """The options of a game, as in the state JSON (MA-75, MA-76)."""

    fatigue_round: int
    first_hand: int


class Tile(NamedTuple):
    """A tile on the board: its owner, its kind, and whether it lies face up."""

    owner: Seat
    kind: str
    up: bool


Pile = tuple[Tile, ...]
"""The tiles of a cell, from bottom to top."""


@dataclass(slots=True)
class Scout:
    """A scout in play (MA-47 to MA-50)."""

    card: str
    life: int
    used: bool
    """Whether it was played or activated in this turn."""

    def clone(self) -> Scout:
        return Scout(self.card, self.life, self.used)


@dataclass(slots=True)
class Player:
    """Zones and values of one seat (MA-9). `deck[0]` is drawn next, `reserve[-1]` is the top."""

    life: int
    max_life: int
    water: int
    fish: int
    morale: int
    morale_hit: list[bool]
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    reserve: list[str] = field(default_factory=list)
    cemetery: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    scouts: list[Scout] = field(default_factory=list)
    bag: list[str] = field(default_factory=list)
    """`bag[0]` is drawn next."""
    losses: list[str] = field(default_factory=list)
    out: bool = False

    def clone(self) -> Player:
        return Player(
            self.life,
            self.max_life,
            self.water,
            self.fish,
            self.morale,
            self.morale_hit.copy(),
            self.deck.copy(),
            self.hand.copy(),
            self.reserve.copy(),
            self.cemetery.copy(),
            self.played.copy(),
            [scout.clone() for scout in self.scouts],
            self.bag.copy(),
            self.losses.copy(),
            self.out,
        )


class Todo(msgspec.Struct, frozen=True, gc=False):
    """A pending effect: its card, verb, number and terrain (MA-13)."""

    id: int
    card: str
    do: Verb
    n: int = 1
    terrain: Reach | None = None


class DrawnTile(msgspec.Struct, frozen=True, gc=False):
    """A tile that waits for its cell (MA-24)."""

    kind: str = msgspec.field(name="t")
    terrain: Reach
    todo: int = 1


class Strike(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="attack"):
    """An attack to be shared out; `source` is the label of a cell, or `morale10`."""

    n: int
    source: str = msgspec.field(name="from")


class Thirst(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="drain"):
    """A loss of water or fish for an opponent (MA-36)."""

    gauge: Literal["water", "fish"]
    source: str = msgspec.field(name="from")


class Blaze(msgspec.Struct, frozen=True, gc=False):
    """A fire that burns round a cell (MA-37)."""

    cell: int


Pending = Strike | Thirst | Blaze


@dataclass(slots=True)
class Turn:
    """Progress of the seat to move in its turn, and its pending effects."""

    amber: int = 0
    bought: bool = False
    families: list[str] = field(default_factory=list)
    """Families played from hand or activated, each once (MA-71)."""
    todo: list[Todo] = field(default_factory=list)
    combos: list[str] = field(default_factory=list)
    """Cards played in this turn whose combo has not been triggered (MA-67)."""
    next: int = 1
    """Number of the next entry of the to-do list."""
    tile: DrawnTile | None = None
    queue: list[Pending] = field(default_factory=list)
    began: bool = False
    """Whether the seat has done anything in this turn."""

    def clone(self) -> Turn:
        return Turn(
            self.amber,
            self.bought,
            self.families.copy(),
            self.todo.copy(),
            self.combos.copy(),
            self.next,
            self.tile,
            self.queue.copy(),
            self.began,
        )


@dataclass(slots=True)
class State:
    """A position; `turn.apply` and `turn.leave` alone change it."""

    box: Box
    options: GameOptions
    rng: Rng
    """Source of the shuffles and of the random picks of MA-54 and MA-55, of nothing else."""
    phase: Phase
    round: int
    seat: Seat
    """Seat to move; at the end, the last one that moved."""
    players: list[Player]
    river: list[str | None]
    reinforcement: list[str]
    """Cards still to come, the next one first."""
    pantheon: list[str]
    board: list[Pile]
    """By cell."""
    turn: Turn = field(default_factory=Turn)
    winners: tuple[Seat, ...] | None = None
    fallen: list[Seat] = field(default_factory=list)
    """Eliminated seats, in order of elimination."""
    tied: list[Seat] = field(default_factory=list)
    """Those of them that fell in the same attack as the seat before."""

    def clone(self) -> State:
        return State(
            self.box,
            self.options,
            Rng(self.rng.seed, self.rng.drawn),
            self.phase,
            self.round,
            self.seat,
            [player.clone() for player in self.players],
            self.river.copy(),
            self.reinforcement.copy(),
            self.pantheon.copy(),
            self.board.copy(),
            self.turn.clone(),
            self.winners,
            self.fallen.copy(),
            self.tied.copy(),
        )

    # ---- queries ------------------------------------------------------------------------------

    def living(self) -> list[Seat]:
        """Seats still in the game."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def opponents(self, seat: Seat) -> list[Seat]:
        """Seats still in the game except one."""
        return [opponent for opponent in self.living() if opponent != seat]

    def top(self, cell: int) -> Tile | None:
        """The tile of a cell that counts (MA-26)."""
        pile = self.board[cell]
        return pile[-1] if pile else None

    def holder(self, cell: int) -> Seat | None:
        """Holder of a resource cell: the owner of its top tile, if that lies face up (MA-31)."""
        pile = self.board[cell]
        return pile[-1].owner if pile and pile[-1].up else None

    def marks(self, seat: Seat, cell: int) -> int:
        """Number of marked cells of a resource cell that count for a seat (MA-30)."""
        count, board = 0, self.board
        for near in self.box.land.resource[cell].marked:
            pile = board[near]
            if pile and pile[-1].up and pile[-1].owner == seat:
                count += 1
        return count

    def meets(self, seat: Seat, cell: int) -> bool:
        """Whether a seat may lay a tile on a resource cell now (MA-30)."""
        return self.marks(seat, cell) >= self.box.land.resource[cell].need

    def entry(self, number: int) -> Todo | None:
        """Entry of the to-do list with a number, or None."""
        for entry in self.turn.todo:
            if entry.id == number:
                return entry
        return None

    def tiles_below(self, seat: Seat) -> Iterator[tuple[int, int]]:
        """Cell and height of each tile of a seat that lies under another tile (MA-28)."""
        for cell, pile in enumerate(self.board):
            for height in range(len(pile) - 1):
                if pile[height].owner == seat:
                    yield cell, height

    def can_draw_tile(self, seat: Seat) -> bool:
        """Whether the seat can draw a tile (MA-28)."""
        player = self.players[seat]
        return bool(player.bag or player.losses) or any(True for _ in self.tiles_below(seat))
