"""Seats that could win with their next turn, as far as everybody may know (TG-90).

A hand counts as any cards of its number, and what lies face down may come in any order: no winner
is missed, but a seat that is named may lack the right cards. Three rare things are always taken for
possible: buildings of a turn that make each other free find room for it, a project brings its bonus
(TG-60, TG-70), and a region to come gives whatever is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from rules._settlements import prices
from rules._settlements.land import FLOWER
from rules._settlements.links import fewest
from rules._settlements.scoring import project_counts
from rules._settlements.state import State
from rules.contract import Seat, Threat
from rules.hexgrid import AROUND, cell_of

MOST_TRIED = 1000
"""Ways to join two cities that are tried; a seat with more of them counts as able to win."""
BONUSES_BY_DRAWS = 1
"""Bonuses that a turn of draws may gain: more would take the right building at each draw."""
MOST_NAMED = 4
"""Hexes that are named where each of them wins."""

FAR = 3
"""Buildings of a way that is far: the first turns of a game have such ones already."""

Way = tuple[int, ...]
"""Cells to build upon that join two cities, in the order in which they touch."""


def threats(state: State) -> Iterator[Threat]:
    """The seats that could win with a whole turn from this position, each with one way."""
    turn = state.turn
    has_begun = turn.mode is not None or turn.phase == "cards"
    for seat in range(len(state.players)):
        if state.result is None and not (has_begun and seat == turn.seat):
            building, drawing = (Means(state, seat, is_drawing=flag) for flag in (False, True))
            if threat := building.threat() or drawing.threat():
                yield threat


class Means:
    """The buildings and the cards of a seat for a turn of builds, or of draws (TG-33)."""

    def __init__(self, state: State, seat: Seat, *, is_drawing: bool) -> None:
        self.state, self.seat, self.player = state, seat, state.players[seat]
        self.cards = sum(self.player.hand)
        self._least: dict[int, int] = {}
        flags, stacks = state.rules.flags, self.player.stacks
        if is_drawing:
            self.pool = [number for stack in stacks for number in stack]
            actions = flags.draw_actions
        else:
            self.pool = self.player.reserve
            actions = flags.build_actions
        gained = self._bonuses(actions)
        actions += self.player.bonus + (min(gained, BONUSES_BY_DRAWS) if is_drawing else gained)
        self.builds = min(actions, len(self.pool))
        smallest = min((len(stack) for stack in stacks if stack), default=actions)
        has_region = is_drawing and state.region_stack
        self.builds_after_region = max(0, actions - smallest) if has_region else 0
        """Most buildings that may stand on a region that the turn adds (TG-80, TG-84)."""

    def _bonuses(self, actions: int) -> int:
        """Bonuses of the projects that so many actions and bonuses may complete (TG-73)."""
        rules, bonuses, used = self.state.rules, 0, 0
        actions += self.player.bonus
        available = Counter(rules.buildings[number].project for number in self.pool)
        built = project_counts(self.state, self.seat)
        missing = {code: rules.projects[code].size - number for code, number in built.items()}
        for number in sorted(n for code, n in missing.items() if 0 < n <= available[code]):
            used += number
            bonuses += used <= actions + bonuses
        return bonuses

    def threat(self) -> Threat | None:
        """A way to win with such a turn; None for none."""
        return (self._last_buildings() or self._link()) if self.builds else None

    # ---- what is built ---------------------------------------------------------------------------

    def _last_buildings(self) -> Threat | None:
        """The last buildings of all, if the turn has room for them and the hand can pay."""
        missing = self.state.rules.flags.buildings_to_win - len(self.player.buildings)
        is_possible = missing == len(self.pool) <= self.builds and self._can_pay_last()
        if not is_possible:
            return None
        return Threat(self.seat, self.state.rules.code("threat_last"), {"n": missing})

    def _link(self) -> Threat | None:
        """The buildings that join two cities, if the hand can pay (TG-91)."""
        if fewest(self.state.land.holy, self.player.buildings, self.free, self.builds) is None:
            return None
        names, code = self.state.land.names, self.state.rules.code
        single = [cell for cell in self.free if self._joins(cell) and self._can_pay_way((cell,))]
        if hexes := tuple(names[cell] for cell in single if not self.free[cell]):
            return Threat(self.seat, code("threat_hex"), {"hexes": hexes[:MOST_NAMED]})
        way = tuple(single[:1]) or self._payable_way()
        if any(self.free[cell] for cell in way):
            return Threat(self.seat, code("threat_region"))
        hexes = tuple(names[cell] for cell in way)
        if len(way) >= FAR:
            args = {"n": len(way), "hexes": hexes}
            return Threat(self.seat, code("threat_far"), args, is_far=True)
        return Threat(self.seat, code("threat_way"), {"hexes": hexes}) if way else None

    def _payable_way(self) -> Way:
        """The first way that the hand can pay for; () for none."""
        for tried, way in enumerate(self._ways()):
            if tried == MOST_TRIED or self._can_pay_way(way):
                return way
        return ()

    # ---- ways ------------------------------------------------------------------------------------

    @cached_property
    def free(self) -> dict[int, bool]:
        """Cells to build upon, and whether each lies in a region to come."""
        free = dict.fromkeys(self.state.free, False)
        if self.builds_after_region:
            centres = map(cell_of, self.state.land.centres)
            free |= dict.fromkeys((centre + step for centre in centres for step in FLOWER), True)
        return free

    @cached_property
    def _rims(self) -> dict[int, list[int]]:
        """Free cells beside each settlement, by its label."""
        rims: dict[int, list[int]] = {label: [] for label in self.player.settlements}
        for cell in self.free:
            for label in self._settlements(cell):
                rims[label].append(cell)
        return rims

    def _settlements(self, cell: int) -> set[int]:
        """Labels of the own settlements beside a cell."""
        labels = self.player.labels
        return {labels[near] for near in AROUND[cell] if near in labels}

    def _cities(self, cell: int) -> int:
        """Bits of the cities that a building on a cell would touch, alone or by its settlement."""
        cities = self.state.land.shores.get(cell, 0)
        for label in self._settlements(cell):
            cities |= self.player.settlements[label]
        return cities

    def _joins(self, cell: int) -> bool:
        """Whether one building on a cell joins two cities."""
        return self._cities(cell).bit_count() >= self.state.rules.flags.cities_to_win

    def _next(self, cell: int) -> Iterator[int]:
        """Free cells that a building on a cell touches, directly or by a settlement."""
        yield from (near for near in AROUND[cell] if near in self.free)
        for label in self._settlements(cell):
            yield from self._rims[label]

    def _ways(self) -> Iterator[Way]:
        """The ways of two or more buildings between any two cities, the shortest first."""
        cities = self.state.land.holy.values()
        shores = {bit: [cell for cell in self.free if self._cities(cell) & bit] for bit in cities}
        distances = {bit: self._distances(cells) for bit, cells in shores.items()}
        for size in range(2, self.builds + 1):
            for start, goal in combinations(cities, 2):
                for cell in shores[start]:
                    yield from self._continued((cell,), size - 1, distances[goal])

    def _distances(self, shore: Sequence[int]) -> dict[int, int]:
        """Number of buildings from each cell to a city, itself included; those within a turn."""
        distances = dict.fromkeys(shore, 1)
        level = [*distances]
        for distance in range(2, self.builds + 1):
            further = {near for cell in level for near in self._next(cell)} - distances.keys()
            distances.update(dict.fromkeys(further, distance))
            level = [*further]
        return distances

    def _continued(self, way: Way, more: int, distances: dict[int, int]) -> Iterator[Way]:
        """The ways that go on from a beginning by so many cells to the city of the distances."""
        if sum(map(self.free.__getitem__, way)) > self.builds_after_region:
            return
        if not more:
            yield way
            return
        for near in self._next(way[-1]):
            if near not in way and distances.get(near, more + 1) <= more:
                yield from self._continued((*way, near), more - 1, distances)

    # ---- payment ---------------------------------------------------------------------------------

    def _can_pay_way(self, way: Way) -> bool:
        """Whether the hand can pay for a building on each of these cells."""
        costs, founding = sorted(map(self._least_on, way)), self._founding(way)
        paid = costs[: max(1, len(costs) - self._following)]
        if sum(paid) + founding <= self.cards:
            return True
        if len(way) == self.builds:
            return False
        beside = {near for cell in way for near in AROUND[cell] if near in self.free}.difference(
            way
        )
        paid = costs[: max(0, len(costs) - self._following)]
        helping = (self._least_on(cell) + min(founding, self._founding((cell,))) for cell in beside)
        return sum(paid) + min(helping, default=self.cards + 1) <= self.cards

    def _can_pay_last(self) -> bool:
        """Whether the hand can pay for the last buildings of all, each on any cell."""
        costs = sorted(map(self._least_of, self.pool))
        return sum(costs[: max(1, len(costs) - self._following)]) <= self.cards

    def _founding(self, way: Way) -> int:
        """Surcharge on these cells; 0 where one of them is beside own buildings (TG-56)."""
        if any(prices.is_beside(self.player, cell) for cell in way):
            return 0
        return self.state.rules.flags.surcharge_per_settlement * len(self.player.settlements)

    @cached_property
    def _following(self) -> int:
        """Number of buildings that others of the same turn may make free (TG-60)."""
        buildings, number_of = self.state.rules.buildings, Counter(self.pool)
        return sum(
            any(number_of[before] > (before == number) for before in buildings[number].after)
            for number in self.pool
        )

    def _least_on(self, cell: int) -> int:
        """Fewest cards for any building of the turn on a cell, without surcharge."""
        if cell not in self._least:
            self._least[cell] = min(self._cost(number, cell) for number in set(self.pool))
        return self._least[cell]

    def _least_of(self, number: int) -> int:
        """Fewest cards for a building on any cell; others of the turn spare it the surcharge."""
        alone = len(self.pool) == 1
        return min(self._cost(number, cell) + alone * self._founding((cell,)) for cell in self.free)

    def _cost(self, number: int, cell: int) -> int:
        """Fewest cards for a building on a cell, without surcharge (TG-52).

        A region to come has as many symbols as serve.
        """
        rules = self.state.rules
        if self.free[cell] or prices.chain(self.player, rules.buildings[number].after, cell):
            return 0
        need = rules.needs[number, self.state.free[cell]]
        to_come = sum(self.free.get(near, False) for near in AROUND[cell])
        return max(0, sum(need.due) + need.any - to_come)
