"""What a building or a region would be worth to a player, in cards: how the easy player thinks.

It looks at public facts and at the player's own hand, nowhere else.
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
"""Buildings needed where no chain arrives, or none that anybody would begin."""
FARTHEST = 10
"""So many buildings may be needed that somebody begins."""
IN_AND_AROUND = tuple({step + near for step in FLOWER for near in FLOWER})
"""Steps from a region's centre to its cells and those that touch them."""


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What counts, and how much, in cards."""

    standing: tuple[float, ...] = (WON, 18.0, 10.5, 7.0, 5.0, 3.5, 2.2, 1.2, 0.5, 0.2, 0.0)
    """To need so many further buildings to join two cities."""
    blocking: float = 0.5
    """One point of standing that another player loses, to oneself."""
    built: float = 2.0
    """Any building: one more of all, one more of its project."""
    reward: float = 1.5
    """A worker or an amphora."""
    to_follow: float = 1.2
    """A building in the reserve that will be free beside the new one."""
    to_come: float = 0.4
    """The same, still face down."""
    too_early: float = 0.6
    """What is lost when a building is paid for that might be free later."""
    apart: float = 0.7
    """What one more settlement costs later on."""
    paved: float = 0.1
    """A region that keeps the perfect paving."""
    at_home: float = 0.2
    """A hex of a region that touches an own building."""
    first_card: float = 1.2
    """A card to an empty hand."""
    further_card: float = 0.09
    """By how much each card in hand makes the next one less welcome."""
    drawing: tuple[float, ...] = (6.0, 4.0, 3.0, 2.2, 1.6, 1.3, 1.0, 0.7, 0.5, 0.3)
    """To reveal a building, by the size of the reserve."""
    parked: float = 0.3
    """What a revealed building must be worth to be built at once."""
    bonus: float = 2.5
    """What a building must be worth to use a worker or an amphora for it."""


EASY = Weights()

LEAST_CARD = 0.15
"""What a card is worth to a large hand."""
LARGEST_HAND = 200
"""Cards; no deck has as many."""


@cache
def _hands(weights: Weights) -> tuple[float, ...]:
    """What hands of so many cards are worth: the larger one is, the less each further card is."""
    first, less = weights.first_card, weights.further_card
    each = (max(LEAST_CARD, first - less * count) for count in range(LARGEST_HAND))
    return tuple(accumulate(each, initial=0.0))


class Race:
    """How near a seat is to joining two cities, and what would change that."""

    def __init__(
        self, cities: Collection[int], own: Collection[int], free: Collection[int]
    ) -> None:
        self.cities, self.own, self.free = cities, own, free
        needed = fewest(cities, own, free, FARTHEST)
        self.needed = OUT_OF_REACH if needed is None else needed

    @cached_property
    def _reaches(self) -> dict[int, Mapping[int, int]]:
        """What is missing of the best chains from each city, as far as they may matter."""
        return {city: reach(city, self.own, self.free, self.needed).missing for city in self.cities}

    @cached_property
    def _nearer(self) -> dict[int, int]:
        """The cells where one building brings the end nearer, with what is needed then."""
        if self.needed == OUT_OF_REACH:
            return {}
        least: dict[int, int] = {}
        nearer: dict[int, int] = {}
        for missing in self._reaches.values():
            for cell, far in missing.items():
                if cell in least:
                    needed = least[cell] + far - 2
                    if needed < nearer.get(cell, self.needed):
                        nearer[cell] = needed
                    least[cell] = min(least[cell], far)
                else:
                    least[cell] = far
        return nearer

    @cached_property
    def _promising(self) -> set[int]:
        """The cells that are so near to a city that a shorter chain may lead over them."""
        near = {
            cell
            for missing in self._reaches.values()
            for cell, far in missing.items()
            if far < self.needed - 1
        }
        return near.union(self.cities)

    def after(self, cell: int) -> int:
        """Buildings still needed with one on a free cell: two chains meet there."""
        return self._nearer.get(cell, self.needed)

    def without(self, cell: int) -> int:
        """Buildings needed if somebody else built on a free cell."""
        if cell not in self._nearer:
            return self.needed
        return Race(self.cities, self.own, {each for each in self.free if each != cell}).needed

    def widened(self, centre: int) -> Race:
        """The race on a map with one more region."""
        return Race(self.cities, self.own, {*self.free, *(centre + step for step in FLOWER)})

    def with_region(self, centre: int, rim: Collection[int]) -> int:
        """Buildings needed with a region at `centre`, `rim` being the cells in and around it."""
        near = self._promising.intersection(rim)
        if not near:
            return self.needed
        far = [_to(city, missing, near) for city, missing in self._reaches.items()]
        if _two_least(far) + 1 >= self.needed:
            return self.needed
        return self.widened(centre).needed


def _two_least(far: Collection[int]) -> int:
    """The sum of the two least; on a map with fewer cities the others are out of reach."""
    return sum(sorted([*far, OUT_OF_REACH, OUT_OF_REACH])[:2])


def _to(city: int, missing: Mapping[int, int], near: Collection[int]) -> int:
    """What is missing of the best chain between a city and some cells."""
    if city in near:
        return 0
    return min([missing[cell] for cell in near if cell in missing], default=OUT_OF_REACH)


Idea = tuple[float, int, int]
"""What a building is worth on a cell: worth, building, cell."""


class Outlook:
    """A position as one seat sees it, to compare what might be done."""

    def __init__(
        self, state: State, seat: Seat, weights: Weights = EASY, *, alone: bool = False
    ) -> None:
        """`alone`: as if nobody else built, which is found much faster."""
        self.state, self.seat, self.weights, self.alone = state, seat, weights, alone
        self.player = state.players[seat]
        self._hands = _hands(weights)
        self.held = sum(self.player.hand)
        self._places: dict[int, float] = {}
        self._kinds: dict[int, tuple[float, float]] = {}
        self._open: dict[int, bool] = {}

    @cached_property
    def race(self) -> Race:
        """One's own way from city to city."""
        return self._race(self.seat)

    @cached_property
    def rivals(self) -> list[Race]:
        """Those of the others."""
        seats = () if self.alone else range(len(self.state.players))
        return [self._race(seat) for seat in seats if seat != self.seat]

    def _race(self, seat: Seat) -> Race:
        return Race(self.state.land.holy, self.state.players[seat].own, self.state.free)

    @cached_property
    def unseen(self) -> list[int]:
        """One's own buildings that lie face down; which stack holds what is not looked at."""
        return sorted(number for stack in self.player.stacks for number in stack)

    def standing(self, needed: int) -> float:
        """What it is worth to need so many further buildings."""
        known = self.weights.standing
        return known[min(needed, len(known) - 1)]

    def cards(self, held: int, more: int) -> float:
        """What `more` cards are worth to a hand of `held`: each further one less."""
        return self._hands[held + more] - self._hands[held]

    # ---- buildings ----------------------------------------------------------------------------

    def ideas(self, buildings: Iterable[int]) -> list[Idea]:
        """Where each of `buildings` can be paid for, the most worth first."""
        spots: list[Idea] = []
        places, cards = self._places, self._paying
        for building in buildings:
            if building not in self._kinds:
                early = self.weights.too_early if self._may_follow(building) else 0.0
                self._kinds[building] = self._kind(building), early
            kind, early = self._kinds[building]
            for cell, paid in self._purse.costs(building).items():
                if cell not in places:
                    places[cell] = self._place(cell)
                worth = places[cell] + kind
                if paid:
                    worth = worth - early - cards[paid]
                spots.append((worth, building, cell))
        spots.sort(reverse=True)
        return spots

    @cached_property
    def _purse(self) -> prices.Purse:
        return prices.Purse(self.state, self.seat)

    @cached_property
    def _paying(self) -> list[float]:
        """What it takes to give away so many cards."""
        return [self.cards(self.held - paid, paid) for paid in range(self.held + 1)]

    def _place(self, cell: int) -> float:
        """What any building is worth there: nearer to a city, in the way of others."""
        worth = self.standing(self.race.after(cell)) - self.standing(self.race.needed)
        for rival in self.rivals:
            worth += self.weights.blocking * (
                self.standing(rival.needed) - self.standing(rival.without(cell))
            )
        is_apart = self.player.own and cell not in self._purse.beside
        return worth - self.weights.apart if is_apart else worth

    def _kind(self, building: int) -> float:
        """What a building is worth wherever it stands: what it completes and what may follow."""
        rules, own = self.state.rules, self.player.own
        if len(own) + 1 == rules.flags.buildings_to_win:
            return WON
        project = rules.projects[rules.buildings[building].project]
        built = scoring.built(self.state, self.seat)[project.id]
        return (
            self.weights.built
            + self.opens(building)
            + (self.weights.reward if built + 1 == project.size else 0.0)
        )

    def opens(self, building: int) -> float:
        """What a building is worth for those that will be free beside it, and beside them."""
        worth = 0.0
        for kind in self.state.rules.buildings.values():
            if building in kind.after and not self.is_open(kind.number):
                worth += self._waiting(kind.number, apart_from=building)
                worth += self.opens(kind.number) if kind.number != building else 0.0
        return worth

    def _waiting(self, building: int, apart_from: int) -> float:
        """What the copies that do not stand yet are worth, without the one to be built now."""
        there = self.player.reserve.count(building) - (building == apart_from)
        return self.weights.to_follow * max(0, there) + self.weights.to_come * self.unseen.count(
            building
        )

    def is_open(self, building: int) -> bool:
        """Whether a building would be free somewhere now."""
        if building not in self._open:
            after = self.state.rules.buildings[building].after
            self._open[building] = not self._leading.isdisjoint(after)
        return self._open[building]

    @cached_property
    def _leading(self) -> set[int]:
        """One's own buildings beside which somebody may still build."""
        free = self.state.free
        return {
            building
            for cell, building in self.player.own.items()
            if any(near in free for near in AROUND[cell])
        }

    def _may_follow(self, building: int) -> bool:
        """Whether a building is free elsewhere, or will be when another one stands."""
        after = self.state.rules.buildings[building].after
        left = {*self.player.reserve, *self.unseen} - {building}
        return self.is_open(building) or not left.isdisjoint(after)

    # ---- stacks -------------------------------------------------------------------------------

    def stack(self) -> int:
        """The stack to draw from: where a building is likely to be free, or to open others."""
        return max(
            (index for index, stack in enumerate(self.player.stacks) if stack), key=self._stack
        )

    def _stack(self, index: int) -> float:
        *others, base = self.player.stacks
        if index == BASE_STACK:
            return sum(map(self.opens, sorted(base))) / len(base) / 2
        hidden = [number for stack in others for number in stack]
        left = len(self.player.stacks[index])
        return 1.5 * sum(map(self.is_open, hidden)) / len(hidden) + 0.1 * (BASE_STACK + 5 - left)

    # ---- regions ------------------------------------------------------------------------------

    def centre(self) -> Hex:
        """Where the next region is worth most."""
        return self.centres()[0]

    def centres(self) -> list[Hex]:
        """Every place for the next region, where it is worth most first."""
        known, paved = self.state.land.centres, self.weights.paved
        worth = {at: self._region(cell_of(at)) + paved * known[at] for at in known}
        return sorted(known, key=worth.__getitem__, reverse=True)

    def _region(self, centre: int) -> float:
        """What a region is worth there: nearer to a city, no help to others, room at home."""
        rim = [centre + step for step in IN_AND_AROUND]
        worth = self.standing(self.race.with_region(centre, rim)) - self.standing(self.race.needed)
        for rival in self.rivals:
            gain = self.standing(rival.with_region(centre, rim)) - self.standing(rival.needed)
            worth -= self.weights.blocking * gain
        return worth + self.weights.at_home * len(self.player.own.keys() & rim)

    def rotation(self, tile: int, at: Hex) -> int:
        """The rotation of a region that brings most symbols to the cells one will build on."""
        race = self.race.widened(cell_of(at))
        beside = {near for cell in self.player.own for near in AROUND[cell]}
        wanted = [cell for cell in race.free if cell in beside or race.after(cell) < race.needed]

        def symbols(rot: int) -> int:
            after = replace(self.state, free=self.state.free.copy())
            after.lay(Tile(tile, at, rot))
            return sum(sum(counts_of(after.free[cell])) for cell in wanted)

        return max(range(6), key=symbols)
