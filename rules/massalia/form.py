"""The JSON of a position as structs; missing fields have default values."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rules.massalia.actions import MOST
from rules.massalia.state import DrawnTile, Strike, Thirst, Todo

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
Cards = list[Annotated[str, msgspec.Meta(min_length=1, max_length=12)]]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=4)]


class TileForm(msgspec.Struct, frozen=True):
    """A tile on the board."""

    o: SeatNumber
    t: Code
    up: bool = True


class ScoutForm(msgspec.Struct, frozen=True):
    """A scout in play; by default unhurt and unused."""

    card: str
    life: Positive | None = None
    used: bool = False


class PlayerForm(msgspec.Struct, frozen=True):
    """A player. A missing bag holds the tiles that are neither on the board nor in the losses."""

    seat: SeatNumber | None = None
    life: Count | None = None
    max_life: Positive | None = None
    water: Count | None = None
    fish: Count | None = None
    morale: Count | None = None
    morale_hit: list[bool] | None = None
    deck: Cards = []
    hand: Cards = []
    reserve: Cards = []
    cemetery: Cards = []
    played: Cards = []
    scouts: list[ScoutForm] = []
    bag: list[Code] | None = None
    losses: list[Code] = []
    out: bool = False


class FireForm(msgspec.Struct, frozen=True, tag_field="kind", tag="fire"):
    """A fire."""

    cell: str


class TurnForm(msgspec.Struct, frozen=True):
    """The turn in progress; by default it has just begun."""

    amber: Count = 0
    bought: bool = False
    families: list[str] = []
    todo: list[Todo] = []
    combos: Cards = []
    next: Positive | None = None
    tile: DrawnTile | None = None
    queue: list[Strike | Thirst | FireForm] = []
    began: bool | None = None


class PositionForm(msgspec.Struct, frozen=True):
    """A position."""

    players: list[PlayerForm]
    game: Literal["massalia"] = "massalia"
    v: int = 1
    options: dict[str, Any] = {}
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,32}$")] = "0"
    rng: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)] = 0
    phase: Literal["play", "over"] = "play"
    round: Positive = 1
    seat: SeatNumber = 0
    river: list[str | None] | None = None
    reinforcement: Cards = []
    pantheon: Cards = []
    board: dict[str, list[TileForm]] = {}
    turn: TurnForm = msgspec.field(default_factory=TurnForm)
    winners: list[SeatNumber] | None = None
    fallen: list[SeatNumber] | None = None
    tied: list[SeatNumber] = []
