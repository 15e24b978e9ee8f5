"""What the card still allows in this turn (MG-18), and how a turn of city tiles can be finished."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Seat
from rules.magna_grecia.land import AROUND, GREEN, NEAR, OFF
from rules.magna_grecia.links import arrivals
from rules.magna_grecia.state import FIRST_CITY, NOWHERE, State

# ---- the card ---------------------------------------------------------------------------------


def roads_left(state: State) -> int:
    """Road tiles that the card still allows (MG-18)."""
    turn, card = state.turn, state.in_force
    return _left(state, (turn.roads, *card.roads), (turn.cities, card.cities[0]))


def cities_left(state: State) -> int:
    """City tiles that the card still allows (MG-18)."""
    turn, card = state.turn, state.in_force
    return _left(state, (turn.cities, *card.cities), (turn.roads, card.roads[0]))


def _left(state: State, this: tuple[int, int, int], other: tuple[int, int]) -> int:
    """Of two kinds of tile: placed, basic, improved of this one; placed, basic of the other."""
    if state.turn.drawn or state.turn.market:
        return 0
    placed, basic, improved = this
    if other[0] == 0:
        return improved - placed
    return max(0, basic - placed) if other[0] <= other[1] else 0


def draw_left(state: State) -> int:
    """Tiles that the card still allows to draw (MG-18, MG-21)."""
    turn, card = state.turn, state.in_force
    basic, improved = card.supply
    if turn.drawn or turn.market:
        return 0
    if not turn.roads and not turn.cities:
        return improved
    if turn.roads and turn.cities:
        return 0
    is_basic = turn.roads <= card.roads[0] and turn.cities <= card.cities[0]
    return basic if is_basic else 0


# ---- where a city tile can never lie ----------------------------------------------------------


def enemy_city(state: State, seat: Seat, cell: int) -> int | None:
    """An enemy city beside a cell (MG-41)."""
    for near in AROUND[cell]:
        place = state.places[near]
        if place >= FIRST_CITY and state.cities[place].seat != seat:
            return place
    return None


def oracle_beside(state: State, cell: int) -> int | None:
    """An oracle beside a cell (MG-41)."""
    for near in AROUND[cell]:
        if state.places[near] in state.oracles:
            return state.places[near]
    return None


def is_open(state: State, seat: Seat, cell: int) -> bool:
    """Whether nothing that lasts forbids the seat a city tile there (MG-41)."""
    place = state.places[cell]
    if cell == OFF or cell in state.roads or place >= FIRST_CITY or place in state.oracles:
        return False
    return enemy_city(state, seat, cell) is None and oracle_beside(state, cell) is None


def villages_beside(state: State, cell: int) -> Iterator[int]:
    """The cells of uncovered villages beside a cell (MG-46)."""
    for near in AROUND[cell]:
        place = state.places[near]
        if NOWHERE < place < FIRST_CITY and place not in state.oracles:
            yield near


def owed(state: State, seat: Seat) -> Iterator[int]:
    """The uncovered villages beside cities of a seat (MG-46)."""
    for city in state.cities.values():
        if city.seat == seat:
            for cell in city.cells:
                yield from villages_beside(state, cell)


def joins(state: State, seat: Seat, cell: int) -> bool:
    """Whether a new city is joined by a tile there: green border or own road (MG-43, MG-47)."""
    return cell in GREEN or any(who == seat for _, who in arrivals(state.roads, cell))


# ---- finishing --------------------------------------------------------------------------------


def tiles_left(state: State, seat: Seat) -> int:
    """City tiles that the seat can still place in this turn (MG-49)."""
    player = state.players[seat]
    return min(cities_left(state), player.cities, player.score)


def can_finish(state: State, seat: Seat, cell: int) -> bool:
    """Whether all obligations that a tile on `cell` would leave can be met (MG-49)."""
    turn, left = state.turn, tiles_left(state, seat) - 1
    owed = turn.owed.union(villages_beside(state, cell)) - {cell}
    own = state.owned(seat, cell)
    city = frozenset[int]()
    if turn.unjoined is not None:
        city = frozenset(state.cities[turn.unjoined].cells)
        if turn.unjoined in own:
            city |= {cell}
            if joins(state, seat, cell):
                city = frozenset()
    elif not own and not joins(state, seat, cell):
        city = frozenset((cell,))
    return Finish(state, seat).can_be_met(owed, city, frozenset((cell,)), left)


def can_meet_all(state: State, seat: Seat) -> bool:
    """Whether the obligations that there are can be met (MG-49)."""
    turn = state.turn
    city = () if turn.unjoined is None else state.cities[turn.unjoined].cells
    search = Finish(state, seat)
    return search.can_be_met(turn.owed, frozenset(city), frozenset(), tiles_left(state, seat))


class Finish:
    """A search for the city tiles that end all obligations of a turn.

    `owed` are villages to cover, `city` the cells of a city that has to be joined (none where it
    is), `laid` all tiles of the search.
    """

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat

    def can_be_met(
        self, owed: frozenset[int], city: frozenset[int], laid: frozenset[int], left: int
    ) -> bool:
        """Whether at most `left` further tiles end everything."""
        if len(owed) > left:
            return False
        if not city:
            return True
        if not self._is_near_enough(city, left):
            return False
        return any(
            self._goes_on(owed, city, laid, left, cell) for cell in self._next(owed, city, laid)
        )

    def _goes_on(
        self,
        owed: frozenset[int],
        city: frozenset[int],
        laid: frozenset[int],
        left: int,
        cell: int,
    ) -> bool:
        """The same after one more tile."""
        owed = owed.union(villages_beside(self.state, cell)) - laid - {cell}
        if self._touches(cell, city):
            city = frozenset() if joins(self.state, self.seat, cell) else city | {cell}
        return self.can_be_met(owed, city, laid | {cell}, left - 1)

    def _next(
        self, owed: frozenset[int], city: frozenset[int], laid: frozenset[int]
    ) -> Iterator[int]:
        """Cells that help: what is owed, and what makes the city grow without merging it."""
        beside = {near for cell in city for near in AROUND[cell]}
        for cell in sorted(owed | beside):
            if cell in laid or not is_open(self.state, self.seat, cell):
                continue
            if cell not in beside or not self._is_beside_another(cell, city, laid):
                yield cell

    def _touches(self, cell: int, city: frozenset[int]) -> bool:
        return not city.isdisjoint(AROUND[cell])

    def _is_beside_another(self, cell: int, city: frozenset[int], laid: frozenset[int]) -> bool:
        """Whether a tile there would touch an own city other than the unjoined one."""
        return any(
            near not in city and (near in laid or self.state.places[near] >= FIRST_CITY)
            for near in AROUND[cell]
        )

    def _is_near_enough(self, city: frozenset[int], left: int) -> bool:
        """Whether a green border or an own road's end lies within so many steps."""
        around = frozenset[int]().union(*(NEAR[cell][left] for cell in city))
        return any(joins(self.state, self.seat, cell) for cell in around)
