"""What a building or a region would be worth to a player, in cards: how the easy player thinks.

It looks at public facts and at the player's own hand, nowhere else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache, cached_property
from itertools import accumulate, combinations

import msgspec

from rules._settlements import prices, scoring
from rules._settlements.land import FLOWER
from rules._settlements.links import Reach, reach
from rules._settlements.pieces import BASE_STACK, counts_of
from rules._settlements.state import State
from rules._settlements.view import Tile
from rules.contract import Hex, Seat
from rules.hexgrid import AROUND, cell_of

WON = 1000.0
OUT_OF_REACH = 99
"""Buildings needed where no chain arrives."""


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
        self.own, self.free = own, free
        self.reaches = {city: reach(city, own, free) for city in cities}
        self.needed = min(self._arrivals(), default=OUT_OF_REACH)

    @cached_property
    def _promising(self) -> set[int]:
        """The cells that are so near to a city that a shorter chain may lead over them."""
        near = {
            cell
            for reach in self.reaches.values()
            for cell, missing in reach.missing.items()
            if missing < self.needed - 1
        }
        return near.union(self.reaches)

    def _arrivals(self) -> Iterator[int]:
        """What is missing of the best chain between each two cities."""
        for one, other in combinations(self.reaches, 2):
            end = self.reaches[one].nearest(other)
            if end is not None:
                yield self.reaches[one].missing[end]

    def after(self, cell: int) -> int:
        """Buildings still needed with one on a free cell: two chains meet there."""
        far = [reach.missing.get(cell, OUT_OF_REACH) for reach in self.reaches.values()]
        return min(self.needed, _two_least(far) - 2)

    def without(self, cell: int) -> int:
        """Buildings needed if somebody else built on a free cell."""
        if self.after(cell) == self.needed:
            return self.needed
        return Race(self.reaches, self.own, {each for each in self.free if each != cell}).needed

    def widened(self, centre: int) -> Race:
        """The race on a map with one more region."""
        return Race(self.reaches, self.own, {*self.free, *(centre + step for step in FLOWER)})

    def with_region(self, centre: int, rim: Collection[int]) -> int:
        """Buildings needed with a region at `centre`, `rim` being the cells around it."""
        if self._promising.isdisjoint(rim):
            return self.needed
        far = [_to(city, reach, rim) for city, reach in self.reaches.items()]
        if _two_least(far) + 1 >= self.needed:
            return self.needed
        return self.widened(centre).needed


def _two_least(far: Collection[int]) -> int:
    """The sum of the two least; on a map with fewer cities the others are out of reach."""
    return sum(sorted([*far, OUT_OF_REACH, OUT_OF_REACH])[:2])


def _to(city: int, reach: Reach, rim: Collection[int]) -> int:
    """What is missing of the best chain between a city and the cells around a region."""
    if city in rim:
        return 0
    return min((reach.missing.get(cell, OUT_OF_REACH) for cell in rim), default=OUT_OF_REACH)


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
        self._kinds: dict[int, float] = {}
        self._early: dict[int, float] = {}
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
        spots = [
            (self._worth(building, cell, paid), building, cell)
            for building in buildings
            for cell, paid in prices.costs(self.state, self.seat, building).items()
        ]
        return sorted(spots, reverse=True)

    def _worth(self, building: int, cell: int, paid: int) -> float:
        """What a building is worth on a cell for so many cards."""
        if cell not in self._places:
            self._places[cell] = self._place(cell)
        if building not in self._kinds:
            self._kinds[building] = self._kind(building)
            self._early[building] = self.weights.too_early if self._may_follow(building) else 0.0
        worth = self._places[cell] + self._kinds[building]
        return worth - self._early[building] - self.cards(self.held - paid, paid) if paid else worth

    def _place(self, cell: int) -> float:
        """What any building is worth there: nearer to a city, in the way of others."""
        worth = self.standing(self.race.after(cell)) - self.standing(self.race.needed)
        for rival in self.rivals:
            worth += self.weights.blocking * (
                self.standing(rival.needed) - self.standing(rival.without(cell))
            )
        is_apart = self.player.own and not prices.is_beside(self.player, cell)
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
        rim = {near for step in FLOWER for near in AROUND[centre + step]}
        worth = self.standing(self.race.with_region(centre, rim)) - self.standing(self.race.needed)
        for rival in self.rivals:
            gain = self.standing(rival.with_region(centre, rim)) - self.standing(rival.needed)
            worth -= self.weights.blocking * gain
        return worth + self.weights.at_home * len(rim & self.player.own.keys())

    def rotation(self, tile: int, at: Hex) -> int:
        """The rotation of a region that brings most symbols to the cells one will build on."""
        race = self.race.widened(cell_of(at))
        beside = {near for cell in self.player.own for near in AROUND[cell]}
        wanted = [cell for cell in race.free if cell in beside or race.after(cell) < race.needed]

        def symbols(rot: int) -> int:
            after = self.state.clone()
            after.lay(Tile(tile, at, rot))
            return sum(sum(counts_of(after.free[cell])) for cell in wanted)

        return max(range(6), key=symbols)
