"""The position: players, card and deck, the map, the turn; and data derived from them.

A *place* is a number (MG-50): 0 .. 41 a village or the oracle in it, from FIRST_CITY on the cities
in the order of their founding; NOWHERE is no place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from rules.contract import Seat
from rules.magna_grecia.land import (
    AROUND,
    FACED,
    OFF,
    SLOTS,
    VILLAGE_AT,
    VILLAGE_CELLS,
    VILLAGES,
)
from rules.magna_grecia.links import OPPOSITE, Network
from rules.magna_grecia.pieces import CARDS, Card, Colour

Phase = Literal["oracles", "turns", "over"]
Trade = Literal["built", "sold"]

NOWHERE = -1
FIRST_CITY = len(VILLAGES)


class GameOptions(msgspec.Struct, frozen=True):
    """The options of a game, as in the state JSON; `colors` by seat."""

    oracle_setup: str
    colors: tuple[Colour, ...]


def city_id(place: int) -> str:
    """Id of a city: "c1" is the first that was founded."""
    return f"c{place - FIRST_CITY + 1}"


class City(msgspec.Struct, frozen=True, gc=False):
    """A city on the map: its owner, and its cells, the oldest first (MG-74)."""

    seat: Seat
    cells: tuple[int, ...]


Link = tuple[int, int]
"""Two places that are directly connected."""


class Laid(NamedTuple):
    """Result of laying a city tile: its city, and everything that became part of that city."""

    place: int
    village: int
    """The village that it covers, or NOWHERE."""
    absorbed: list[int]
    """Cities that were merged into it, the oldest first (MG-73)."""
    links: list[Link]
    """Direct connections that are new."""


@dataclass(slots=True)
class Player:
    """The pieces of one seat: `roads`, `cities`, `markets` are its supply (MG-10)."""

    score: int
    roads: int
    cities: int
    reserve_roads: int
    reserve_cities: int
    markets: int

    def clone(self) -> Player:
        return Player(
            self.score,
            self.roads,
            self.cities,
            self.reserve_roads,
            self.reserve_cities,
            self.markets,
        )


@dataclass(slots=True)
class Turn:
    """Progress of the seat to move in its turn."""

    roads: int = 0
    """Tiles placed."""
    cities: int = 0
    drawn: tuple[int, int] | None = None
    """Road and city tiles drawn, once it has drawn (MG-21)."""
    founded: int | None = None
    """The city founded in this turn (MG-43)."""
    unjoined: int | None = None
    """The same, while it is neither reached nor green-bordered (MG-47)."""
    market: Trade | None = None
    """Action of phase 3 (MG-22)."""
    owed: frozenset[int] = frozenset()
    """The cells of villages that must still be covered (MG-46)."""

    @property
    def has_begun(self) -> bool:
        """Whether the seat has done anything."""
        return bool(self.roads or self.cities or self.drawn or self.market)

    @property
    def must_go_on(self) -> bool:
        """Whether only city tiles may follow (MG-48)."""
        return bool(self.owed) or self.unjoined is not None

    def clone(self) -> Turn:
        return Turn(
            self.roads,
            self.cities,
            self.drawn,
            self.founded,
            self.unjoined,
            self.market,
            self.owed,
        )


def empty_map() -> list[int]:
    """Place of each cell, OFF included, before the first city."""
    places = [NOWHERE] * (OFF + 1)
    for cell, village in VILLAGE_AT.items():
        places[cell] = village
    return places


@dataclass(slots=True)
class State:
    """A position; `turn.apply` alone changes it."""

    options: GameOptions
    phase: Phase
    round: int
    card: str | None
    deck: list[str]
    """Cards not yet taken, the next one first."""
    discard: list[str]
    order: tuple[Seat, ...]
    turn_index: int
    to_move: Seat | None
    players: list[Player]
    oracles_left: int
    next_city: int
    """The place of the next city."""
    turn: Turn = field(default_factory=Turn)
    oracles: dict[int, int] = field(default_factory=dict)
    """By village, in the order of placement: the city it points to, or NOWHERE (MG-80)."""
    roads: dict[int, int] = field(default_factory=dict)
    """By cell, in the order of placement: the sides that a tile joins as bits, and 64 x seat."""
    cities: dict[int, City] = field(default_factory=dict)
    """By place, in the order of founding."""
    markets: dict[tuple[Seat, int], bool] = field(default_factory=dict)
    """By seat and cell, in the order of placement: whether it was sold (MG-60)."""
    places: list[int] = field(default_factory=empty_map)
    """The place that each cell belongs to, NOWHERE for most."""
    network: Network = field(default_factory=Network)
    starts: list[set[int]] = field(default_factory=list)
    """By seat: the slots of free cells at which a road tile of the seat may begin (MG-33)."""

    def clone(self) -> State:
        return State(
            self.options,
            self.phase,
            self.round,
            self.card,
            self.deck.copy(),
            self.discard.copy(),
            self.order,
            self.turn_index,
            self.to_move,
            [player.clone() for player in self.players],
            self.oracles_left,
            self.next_city,
            self.turn.clone(),
            self.oracles.copy(),
            self.roads.copy(),
            self.cities.copy(),
            self.markets.copy(),
            self.places.copy(),
            self.network.clone(),
            [slots.copy() for slots in self.starts],
        )

    @property
    def in_force(self) -> Card:
        """The card of this round (MG-15)."""
        assert self.card is not None
        return CARDS[self.card]

    def is_free(self, cell: int) -> bool:
        """Whether a road tile could lie on a cell: land without village, city or road (MG-32)."""
        return self.places[cell] == NOWHERE and cell not in self.roads and cell != OFF

    def cells_of(self, place: int) -> tuple[int, ...]:
        """Cells that a place covers."""
        return self.cities[place].cells if place >= FIRST_CITY else (VILLAGE_CELLS[place],)

    def owner(self, place: int) -> Seat | None:
        """Owner of a city; None for a village, an oracle or no place."""
        return self.cities[place].seat if place >= FIRST_CITY else None

    def own_cities_beside(self, seat: Seat, cell: int) -> list[int]:
        """Cities of a seat that a cell touches, the oldest first."""
        touched = {self.places[near] for near in AROUND[cell]}
        return sorted(place for place in touched if self.owner(place) == seat)

    # ---- laying tiles -------------------------------------------------------------------------

    def lay_road(self, seat: Seat, cell: int, ends: tuple[int, int]) -> list[Link]:
        """Lay a road tile at a legal place; return the direct connections that are new."""
        first, second = ends
        self.roads[cell] = 1 << first | 1 << second | seat << 6
        self._close(cell)
        self._begin_at(seat, AROUND[cell][first], 6 * cell + first)
        self._begin_at(seat, AROUND[cell][second], 6 * cell + second)
        chain = self.network.lay(6 * cell + first, 6 * cell + second)
        return self._connect_chains([chain] if chain else [])

    def _begin_at(self, seat: Seat, near: int, end: int) -> None:
        """Let roads of the seat begin at the end of its road, or at the village it reaches."""
        if 0 <= self.places[near] < FIRST_CITY:
            self._open(seat, near)
        elif self.is_free(near):
            self.starts[seat].add(OPPOSITE[end])

    def _open(self, seat: Seat, cell: int) -> None:
        """Let roads of the seat begin all around a cell."""
        starts = self.starts[seat]
        for near, slot in SLOTS[cell]:
            if self.is_free(near):
                starts.add(slot)

    def open_to_all(self, cell: int) -> None:
        """Let roads of every seat begin beside a city tile (MG-33)."""
        for seat in range(len(self.starts)):
            self._open(seat, cell)

    def _close(self, cell: int) -> None:
        """Let no road begin on a cell any more."""
        slots = range(6 * cell, 6 * cell + 6)
        for starts in self.starts:
            starts.difference_update(slots)

    def _connect_chains(self, chains: Iterable[tuple[int, int]]) -> list[Link]:
        """Connect the places at the ends of chains; return the connections that are new."""
        places, links = self.places, list[Link]()
        for start, end in chains:
            origin, target = places[FACED[start]], places[FACED[end]]
            if origin != NOWHERE and target != NOWHERE and self.network.connect(origin, target):
                links.append((origin, target))
        return links

    def lay_city(self, seat: Seat, cell: int) -> Laid:
        """Lay a city tile at a legal place; it founds a city or merges those of its seat."""
        own_cities, village = self.own_cities_beside(seat, cell), self.places[cell]
        place, absorbed = (own_cities[0], own_cities[1:]) if own_cities else (self.next_city, [])
        cells = (*(self.cities[place].cells if own_cities else ()), cell)
        for merged in absorbed:
            cells += self.cities.pop(merged).cells
        if not own_cities:
            self.next_city += 1
        self.cities[place] = City(seat, cells)
        for at in cells:
            self.places[at] = place
        for merged in absorbed if village == NOWHERE else (village, *absorbed):
            self.network.merge(place, merged)
        self._close(cell)
        self.open_to_all(cell)
        return Laid(place, village, absorbed, self._connect_chains(self._chains_at(cell)))

    def _chains_at(self, cell: int) -> Iterator[tuple[int, int]]:
        """Ends of every chain that arrives at a cell (MG-54)."""
        for _, slot in SLOTS[cell]:
            if slot in self.network.ends:
                yield slot, self.network.ends[slot]


def place_id(state: State, place: int) -> str:
    """Id of a place in the JSON: `city:c1`, `village:sybaris`, `oracle:atina`."""
    if place >= FIRST_CITY:
        return f"city:{city_id(place)}"
    kind = "oracle" if place in state.oracles else "village"
    return f"{kind}:{VILLAGES[place].id}"
