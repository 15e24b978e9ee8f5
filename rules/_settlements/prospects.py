"""Worth of a building or a region to a player, in cards: the judgement of the easy player.

It uses only public facts and the player's own hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache, cached_property
from itertools import accumulate

import msgspec

from rules._settlements import prices, scoring
from rules._settlements.land import FLOWER
from rules._settlements.links import fewest, reach
from rules._settlements.pieces import BASE_STACK, counts_of
from rules._settlements.state import State
from rules._settlements.view import Tile
from rules.contract import Hex, Seat
from rules.hexgrid import AROUND, cell_of

WON = 1000.0
OUT_OF_REACH = 99
"""Buildings needed where no chain arrives, or none that is worth beginning."""
FARTHEST = 10
"""Most buildings of a chain that is worth beginning."""
IN_AND_AROUND = tuple({step + near for step in FLOWER for near in FLOWER})
"""Steps from a region's centre to its cells and those that touch them."""


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """Worth of each advantage, in cards."""

    standing: tuple[float, ...] = (WON, 18.0, 10.5, 7.0, 5.0, 3.5, 2.2, 1.2, 0.5, 0.2, 0.0)
    """Needing 0, 1, 2, … further buildings to join two cities."""
    blocking: float = 0.5
    """Each point of standing that another player loses."""
    built: float = 2.0
    """Any building: one more of all, one more of its project."""
    reward: float = 1.5
    """A worker or an amphora."""
    to_follow: float = 1.2
    """A building in the reserve that will be free beside the new one."""
    to_come: float = 0.4
    """The same for a building still face down."""
    too_early: float = 0.6
    """Loss when a building is paid for that might be free later."""
    apart: float = 0.7
    """Later cost of one more settlement."""
    paved: float = 0.1
    """A region that keeps the perfect paving."""
    at_home: float = 0.2
    """A hex of a region that touches a building of the seat."""
    first_card: float = 1.2
    """A card to an empty hand."""
    further_card: float = 0.09
    """Amount by which each card in hand lowers the worth of the next one."""
    drawing: tuple[float, ...] = (6.0, 4.0, 3.0, 2.2, 1.6, 1.3, 1.0, 0.7, 0.5, 0.3)
    """To reveal a building, by the size of the reserve."""
    parked: float = 0.3
    """Worth above which a revealed building is built at once."""
    bonus: float = 2.5
    """Worth above which a worker or an amphora is used for a building."""


EASY = Weights()

LEAST_CARD = 0.15
"""Worth of a card to a large hand."""
LARGEST_HAND = 200
"""Largest number of cards in a hand; no deck has as many."""


@cache
def _hands(weights: Weights) -> tuple[float, ...]:
    """Worth of a hand by its size: each further card adds less."""
    first, decrease = weights.first_card, weights.further_card
    card_worths = (max(LEAST_CARD, first - decrease * count) for count in range(LARGEST_HAND))
    return tuple(accumulate(card_worths, initial=0.0))


class Race:
    """Distance of a seat from joining two cities, and the effect of changes on it."""

    def __init__(
        self, cities: Collection[int], own: Collection[int], free: Collection[int]
    ) -> None:
        self.cities, self.own_cells, self.free = cities, own, free
        needed = fewest(cities, own, free, FARTHEST)
        self.needed = OUT_OF_REACH if needed is None else needed

    @cached_property
    def _reaches(self) -> dict[int, Mapping[int, int]]:
        """Missing buildings of the best chains from each city, as far as they may matter."""
        return {
            city: reach(city, self.own_cells, self.free, self.needed).missing
            for city in self.cities
        }

    @cached_property
    def _nearer(self) -> dict[int, int]:
        """Cells where one building brings the end nearer, with the number needed afterwards."""
        if self.needed == OUT_OF_REACH:
            return {}
        best: dict[int, int] = {}
        nearer: dict[int, int] = {}
        for missing in self._reaches.values():
            for cell, far in missing.items():
                if cell in best:
                    needed = best[cell] + far - 2
                    if needed < nearer.get(cell, self.needed):
                        nearer[cell] = needed
                    best[cell] = min(best[cell], far)
                else:
                    best[cell] = far
        return nearer

    @cached_property
    def _promising(self) -> set[int]:
        """Cells so near to a city that a shorter chain may lead over them."""
        near = {
            cell
            for missing in self._reaches.values()
            for cell, far in missing.items()
            if far < self.needed - 1
        }
        return near.union(self.cities)

    def needed_with(self, cell: int) -> int:
        """Buildings still needed with one on a free cell, where two chains meet."""
        return self._nearer.get(cell, self.needed)

    def needed_without(self, cell: int) -> int:
        """Buildings needed if another seat built on a free cell."""
        if cell not in self._nearer:
            return self.needed
        return Race(
            self.cities, self.own_cells, {free_cell for free_cell in self.free if free_cell != cell}
        ).needed

    def race_with_region(self, centre: int) -> Race:
        """The race on a map with one more region."""
        return Race(self.cities, self.own_cells, {*self.free, *(centre + step for step in FLOWER)})

    def needed_with_region(self, centre: int, rim: Collection[int]) -> int:
        """Buildings needed with a region at `centre`; `rim` holds the cells in and around it."""
        near = self._promising.intersection(rim)
        if not near:
            return self.needed
        far = [_to(city, missing, near) for city, missing in self._reaches.items()]
        if _two_least(far) + 1 >= self.needed:
            return self.needed
        return self.race_with_region(centre).needed


def _two_least(far: Collection[int]) -> int:
    """Sum of the two smallest; on a map with fewer cities the others are out of reach."""
    return sum(sorted([*far, OUT_OF_REACH, OUT_OF_REACH])[:2])


def _to(city: int, missing: Mapping[int, int], near: Collection[int]) -> int:
    """Missing buildings of the best chain between a city and some cells."""
    if city in near:
        return 0
    return min([missing[cell] for cell in near if cell in missing], default=OUT_OF_REACH)


Idea = tuple[float, int, int]
"""Worth of a building on a cell: worth, building, cell."""


class Outlook:
    """A position as one seat sees it, to compare possible actions."""

    def __init__(
        self, state: State, seat: Seat, weights: Weights = EASY, *, alone: bool = False
    ) -> None:
        """With `alone`, ignore the buildings of other seats, which is much faster."""
        self.state, self.seat, self.weights, self.alone = state, seat, weights, alone
        self.player = state.players[seat]
        self._hands = _hands(weights)
        self.hand_size = sum(self.player.hand)
        self._places: dict[int, float] = {}
        self._kinds: dict[int, tuple[float, float]] = {}
        self._open: dict[int, bool] = {}

    @cached_property
    def race(self) -> Race:
        """The seat's own race."""
        return self._race(self.seat)

    @cached_property
    def rivals(self) -> list[Race]:
        """Races of the other seats."""
        seats = () if self.alone else range(len(self.state.players))
        return [self._race(seat) for seat in seats if seat != self.seat]

    def _race(self, seat: Seat) -> Race:
        return Race(self.state.land.holy, self.state.players[seat].buildings, self.state.free)

    @cached_property
    def unseen(self) -> list[int]:
        """The seat's face-down buildings, sorted: the stack of each is unknown."""
        return sorted(number for stack in self.player.stacks for number in stack)

    def standing(self, needed: int) -> float:
        """Worth of needing a number of further buildings."""
        worths = self.weights.standing
        return worths[min(needed, len(worths) - 1)]

    def cards(self, held: int, more: int) -> float:
        """Worth of `more` cards to a hand of `held`: each further one less."""
        return self._hands[held + more] - self._hands[held]

    # ---- buildings ----------------------------------------------------------------------------

    def ideas(self, buildings: Iterable[int]) -> list[Idea]:
        """Spots where `buildings` can be paid for, the highest worth first."""
        spots: list[Idea] = []
        places, cards = self._places, self._paying
        for building in buildings:
            if building not in self._kinds:
                early = self.weights.too_early if self._may_follow(building) else 0.0
                self._kinds[building] = self._kind(building), early
            kind, early = self._kinds[building]
            for cell, price in self._purse.costs(building).items():
                if cell not in places:
                    places[cell] = self._place(cell)
                worth = places[cell] + kind
                if price:
                    worth = worth - early - cards[price]
                spots.append((worth, building, cell))
        spots.sort(reverse=True)
        return spots

    @cached_property
    def _purse(self) -> prices.Purse:
        return prices.Purse(self.state, self.seat)

    @cached_property
    def _paying(self) -> list[float]:
        """Worth lost by paying 0, 1, 2, … cards."""
        return [self.cards(self.hand_size - paid, paid) for paid in range(self.hand_size + 1)]

    def _place(self, cell: int) -> float:
        """Worth of any building on a cell: nearer to a city, in the way of rivals."""
        worth = self.standing(self.race.needed_with(cell)) - self.standing(self.race.needed)
        for rival in self.rivals:
            worth += self.weights.blocking * (
                self.standing(rival.needed) - self.standing(rival.needed_without(cell))
            )
        is_apart = self.player.buildings and cell not in self._purse.beside
        return worth - self.weights.apart if is_apart else worth

    def _kind(self, building: int) -> float:
        """Worth of a building on any cell: the project it completes, the buildings it frees."""
        rules, own_buildings = self.state.rules, self.player.buildings
        if len(own_buildings) + 1 == rules.flags.buildings_to_win:
            return WON
        project = rules.projects[rules.buildings[building].project]
        count = scoring.project_counts(self.state, self.seat)[project.id]
        return (
            self.weights.built
            + self.opens(building)
            + (self.weights.reward if count + 1 == project.size else 0.0)
        )

    def opens(self, building: int) -> float:
        """Worth of the buildings that will be free beside a building, and beside those."""
        worth = 0.0
        for kind in self.state.rules.buildings.values():
            if building in kind.after and not self.is_open(kind.number):
                worth += self._waiting(kind.number, apart_from=building)
                worth += self.opens(kind.number) if kind.number != building else 0.0
        return worth

    def _waiting(self, building: int, apart_from: int) -> float:
        """Worth of the copies that do not stand yet, without the one to be built now."""
        in_reserve = self.player.reserve.count(building) - (building == apart_from)
        return self.weights.to_follow * max(
            0, in_reserve
        ) + self.weights.to_come * self.unseen.count(building)

    def is_open(self, building: int) -> bool:
        """Whether a building would be free somewhere now."""
        if building not in self._open:
            after = self.state.rules.buildings[building].after
            self._open[building] = not self._leading.isdisjoint(after)
        return self._open[building]

    @cached_property
    def _leading(self) -> set[int]:
        """The seat's buildings beside which a terrain is still free."""
        free = self.state.free
        return {
            building
            for cell, building in self.player.buildings.items()
            if any(near in free for near in AROUND[cell])
        }

    def _may_follow(self, building: int) -> bool:
        """Whether a building is free elsewhere, or will be once another one stands."""
        after = self.state.rules.buildings[building].after
        remaining = {*self.player.reserve, *self.unseen} - {building}
        return self.is_open(building) or not remaining.isdisjoint(after)

    # ---- stacks -------------------------------------------------------------------------------

    def stack(self) -> int:
        """The stack to draw from: a building there is likely to be free, or to open others."""
        return max(
            (index for index, stack in enumerate(self.player.stacks) if stack), key=self._stack
        )

    def _stack(self, index: int) -> float:
        *other_stacks, base = self.player.stacks
        if index == BASE_STACK:
            return sum(map(self.opens, sorted(base))) / len(base) / 2
        hidden = [number for stack in other_stacks for number in stack]
        size = len(self.player.stacks[index])
        return 1.5 * sum(map(self.is_open, hidden)) / len(hidden) + 0.1 * (BASE_STACK + 5 - size)

    # ---- regions ------------------------------------------------------------------------------

    def centre(self) -> Hex:
        """The place where the next region has the highest worth."""
        return self.centres()[0]

    def centres(self) -> list[Hex]:
        """Places for the next region, the highest worth first."""
        paving, paved = self.state.land.centres, self.weights.paved
        worth = {at: self._region(cell_of(at)) + paved * paving[at] for at in paving}
        return sorted(paving, key=worth.__getitem__, reverse=True)

    def _region(self, centre: int) -> float:
        """Worth of a region at a place: nearer to a city, no help to rivals, room at home."""
        rim = [centre + step for step in IN_AND_AROUND]
        worth = self.standing(self.race.needed_with_region(centre, rim)) - self.standing(
            self.race.needed
        )
        for rival in self.rivals:
            gain = self.standing(rival.needed_with_region(centre, rim)) - self.standing(
                rival.needed
            )
            worth -= self.weights.blocking * gain
        return worth + self.weights.at_home * len(self.player.buildings.keys() & rim)

    def rotation(self, tile: int, at: Hex) -> int:
        """Rotation of a region that brings most symbols to the cells where the seat will build."""
        race = self.race.race_with_region(cell_of(at))
        beside = {near for cell in self.player.buildings for near in AROUND[cell]}
        future_cells = [
            cell for cell in race.free if cell in beside or race.needed_with(cell) < race.needed
        ]

        def symbols(rot: int) -> int:
            after = replace(self.state, free=self.state.free.copy())
            after.lay(Tile(tile, at, rot))
            return sum(sum(counts_of(after.free[cell])) for cell in future_cells)

        return max(range(6), key=symbols)
