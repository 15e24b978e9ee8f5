"""The position: the map, the players, the piles and the turn, and derived data.

Resources are indexes into `Ruleset.resources`; hands, deck and discard hold these.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

from rules._settlements.land import Land, Tile, region_symbols
from rules._settlements.pieces import STACKS, Ruleset, Symbols
from rules.contract import Hex, Seat
from rules.hexgrid import AROUND, hex_of

Phase = Literal["act", "cards", "over"]
Mode = Literal["draw", "build"]
Reason = Literal["connection", "all_built"]


class Built(msgspec.Struct, frozen=True, gc=False):
    """A building on the map."""

    hex: Hex
    seat: Seat
    building: int


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """The revealed building, which must be built or parked, and the stack it came from."""

    building: int
    stack: int


class Outcome(msgspec.Struct, frozen=True):
    """Outcome of the game: `reasons` holds `connection`, `all_built` or both (TG-90)."""

    winner: Seat
    reasons: tuple[Reason, ...]


@dataclass(slots=True)
class Player:
    """The pieces and cards of a seat, open and hidden."""

    stacks: list[tuple[int, ...]] = field(default_factory=lambda: [()] * STACKS)
    """Face-down stacks, the top building first; index 3 is the base stack."""
    reserve: list[int] = field(default_factory=list)
    """Buildings face up on the board, ascending."""
    hand: list[int] = field(default_factory=lambda: [0] * 4)
    """Cards by resource."""
    bonus: int = 0
    buildings: dict[int, int] = field(default_factory=dict)
    """Building on each of the player's cells, in order of placement."""
    labels: dict[int, int] = field(default_factory=dict)
    """Label of each cell's settlement: one of the settlement's cells."""
    settlements: dict[int, int] = field(default_factory=dict)
    """Bits of the cities that each settlement touches, by label."""

    def settle(self, cell: int, building: int, cities: int) -> int:
        """Put a building on a cell that touches `cities`; return how many settlements it meets."""
        labels = self.labels
        touched = {labels[near] for near in AROUND[cell] if near in labels}
        label = min(touched, default=cell)
        for old in touched:
            cities |= self.settlements.pop(old)
        if len(touched) > 1:
            labels.update({at: label for at, old in labels.items() if old in touched})
        self.buildings[cell] = building
        labels[cell] = label
        self.settlements[label] = cities
        return len(touched)

    def clone(self) -> Player:
        return Player(
            self.stacks.copy(),
            self.reserve.copy(),
            self.hand.copy(),
            self.bonus,
            self.buildings.copy(),
            self.labels.copy(),
            self.settlements.copy(),
        )


@dataclass(slots=True)
class Turn:
    """The turn under way; field by field as in the state JSON."""

    seat: Seat = 0
    number: int = 1
    phase: Phase = "act"
    mode: Mode | None = None
    done: int = 0
    extra: int = 0
    drawn: Drawn | None = None
    extension: int | None = None
    owed_cards: int = 0
    cards_drawn: int = 0

    @property
    def is_pending(self) -> bool:
        """Whether a revealed building or region has to be placed first (TG-42, TG-80)."""
        return self.drawn is not None or self.extension is not None


@dataclass(slots=True)
class State:
    """A position; `turn.apply` alone changes it."""

    rules: Ruleset
    seed: int
    shuffles: int
    land: Land
    free: dict[int, Symbols]
    """The terrains without a building, in the order of their names, each with the symbols that
    count there: its own and those around it (TG-53)."""
    buildings: list[Built]
    players: list[Player]
    deck: list[int]
    """Face-down cards, the top card first."""
    discard: list[int]
    """Cards by resource."""
    region_stack: tuple[int, ...]
    """Face-down regions, the top one first."""
    bonus_supply: int
    turn: Turn
    result: Outcome | None = None

    def clone(self) -> State:
        return State(
            self.rules,
            self.seed,
            self.shuffles,
            self.land,
            self.free.copy(),
            self.buildings.copy(),
            [player.clone() for player in self.players],
            self.deck.copy(),
            self.discard.copy(),
            self.region_stack,
            self.bonus_supply,
            replace(self.turn),
            self.result,
        )

    @property
    def actions_left(self) -> int | None:
        """Actions still available of the kind of this turn; None before the first (TG-32)."""
        turn, flags = self.turn, self.rules.flags
        if turn.mode is None:
            return None
        limit = flags.draw_actions if turn.mode == "draw" else flags.build_actions
        return limit + turn.extra - turn.done

    @property
    def cards_due(self) -> int:
        """Cards that the card part would bring now, if enough remain (TG-35, TG-77)."""
        flags, unused = self.rules.flags, self.actions_left
        if unused is None:
            return flags.cards_when_nothing_done + self.turn.owed_cards
        return flags.cards_per_unused_action * unused + self.turn.owed_cards

    @property
    def cards_there(self) -> int:
        """Cards that can still be drawn (TG-79)."""
        return len(self.deck) + sum(self.discard)

    def lay(self, tile: Tile) -> None:
        """Add a region at a legal place (TG-80, TG-11)."""
        before, free = self.land, self.free
        self.land = before.with_region(self.rules, tile)
        giving = before.symbols if self.rules.flags.covered_hexes_give_resources else free
        region = dict(region_symbols(self.rules, tile))
        for cell, symbols in region.items():
            count = symbols
            for near in AROUND[cell]:
                if near in region:
                    count += region[near]
                elif near in giving:
                    count += before.symbols[near]
                if near in free and near not in region:
                    free[near] += symbols
            free[cell] = count

    def place_building(self, seat: Seat, building: int, cell: int) -> int:
        """Put a building on a free terrain; return the settlements it touches (TG-54, TG-58)."""
        free = self.free
        del free[cell]
        symbol = self.land.symbols[cell]
        if symbol and not self.rules.flags.covered_hexes_give_resources:
            for near in AROUND[cell]:
                if near in free:
                    free[near] -= symbol
        self.buildings.append(Built(hex_of(cell), seat, building))
        return self.players[seat].settle(cell, building, self.land.shores.get(cell, 0))
