"""Pairings: boards of the next round, by the format, the rounds before and a sealed seed.

Everything here is a function of its arguments: whoever has the seed can check every round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from itertools import combinations, permutations

from bot.leagues.values import MOST_ROUNDS, OF_ANY_LENGTH, WIN, Board, Format, League
from rules.rng import Rng

TRIES = 12
"""Beginnings from which a good arrangement is looked for."""
STRIDE = 32
"""Bits of the draws of one round."""
MET = 100_000
"""Cost of a pair that has met in a Swiss league, beside the square of the distance in points."""
APART = 1000
"""Meetings that a block counts for."""

Seating = tuple[int | None, ...]
"""Entrants of a table by seat; None for an AI that fills it. A single entrant has a bye."""
Cost = Callable[[Collection[int]], int]


def number_of_rounds(league: League, today: date = date.min) -> int:
    """Rounds of a league that starts today with its present entrants."""
    size, terms = len(league.active), league.terms
    if terms.until is not None and terms.format in OF_ANY_LENGTH:
        return min(max(1, (terms.until - today).days // terms.days), MOST_ROUNDS)
    match terms.format:
        case Format.KNOCKOUT:
            return (size - 1).bit_length()
        case Format.ROBIN:
            return size - 1 + size % 2
        case Format.SWISS:
            return terms.rounds or (size - 1).bit_length() + 1
    return terms.rounds or 4


def next_round(league: League) -> dict[int, Seating]:
    """Seatings of the next round by the numbers of their boards."""
    rng = Rng(int(league.seed, 16), (league.round + 1) << STRIDE)
    terms, active = league.terms, [entrant.number for entrant in league.active]
    match terms.format:
        case Format.KNOCKOUT:
            groups = dict(_knockout(league))
        case Format.ROBIN:
            groups = dict(enumerate(_circle(league)))
        case Format.SWISS:
            order = sorted(active, key=lambda entrant: -points_so_far(league, entrant))
            groups = dict(enumerate(arrangement(order, sizes(len(order), 2), _swiss(league), rng)))
        case _:
            cost = _strangers(league)
            groups = dict(
                enumerate(arrangement(active, sizes(len(active), terms.seats), cost, rng))
            )
    fills = terms.fills and terms.format is not Format.KNOCKOUT
    turns = _turns(league)
    return {
        number: seating(group, turns, rng, seats=terms.seats if fills else len(group))
        for number, group in groups.items()
    }


def sizes(entrants: int, seats: int) -> list[int]:
    """Sizes of as few tables as possible, as equal as possible, the larger ones first."""
    tables = -(-entrants // seats)
    return [entrants // tables + (table < entrants % tables) for table in range(tables)]


def points_so_far(league: League, entrant: int) -> int:
    """Points of an entrant; a game that goes on counts as shared."""
    boards = [board for board in league.boards if entrant in board.entrants]
    return sum(_points(board, entrant) for board in boards)


def _points(board: Board, entrant: int) -> int:
    points = board.points_of(entrant)
    return WIN // 2 if points is None else points


# ---- by as few meetings as possible --------------------------------------------------------------


def arrangement(
    entrants: Sequence[int], sizes: Sequence[int], cost: Cost, rng: Rng
) -> list[tuple[int, ...]]:
    """Groups of these sizes whose costs together are small, found by exchanges of two entrants."""
    costs: dict[frozenset[int], int] = {}

    def cost_of(group: Collection[int]) -> int:
        key = frozenset(group)
        if key not in costs:
            costs[key] = cost(key)
        return costs[key]

    best: list[list[int]] = []
    for attempt in range(TRIES):
        order = list(entrants)
        if attempt:
            rng.shuffle(order)
        groups = [*_parts(order, sizes)]
        while _improve(groups, cost_of):
            pass
        if not best or sum(map(cost_of, groups)) < sum(map(cost_of, best)):
            best = groups
    return [tuple(group) for group in best]


def _parts(order: Sequence[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    start = 0
    for size in sizes:
        yield list(order[start : start + size])
        start += size


def _improve(groups: list[list[int]], cost_of: Cost) -> bool:
    """Make every exchange of two entrants that lowers the costs; return whether there was one."""
    has_improved = False
    for group, rivals in combinations(groups, 2):
        for seat in range(len(group)):
            for place in range(len(rivals)):
                before = cost_of(group) + cost_of(rivals)
                group[seat], rivals[place] = rivals[place], group[seat]
                if cost_of(group) + cost_of(rivals) < before:
                    has_improved = True
                else:
                    group[seat], rivals[place] = rivals[place], group[seat]
    return has_improved


def meetings(league: League) -> Counter[frozenset[int]]:
    """Number of meetings of each pair; a single entrant without opponents is a pair of one.

    Two people of whom one blocks the other count as if they had met very often.
    """
    met = Counter(dict.fromkeys(league.apart, APART))
    for board in league.boards:
        people = board.people
        if len(people) == 1:
            met[frozenset(people)] += 1
        met.update(map(frozenset, combinations(people, 2)))
    return met


def _strangers(league: League) -> Cost:
    """Cost of a table: squares of the earlier meetings of its pairs."""
    met = meetings(league)

    def cost(group: Collection[int]) -> int:
        pairs = [group] if len(group) == 1 else list(combinations(group, 2))
        return sum((met[frozenset(pair)] + 1) ** 2 for pair in pairs)

    return cost


def _swiss(league: League) -> Cost:
    """Cost of a pair: an earlier meeting, then its distance in points. A bye goes to the lowest."""
    met = meetings(league)
    points = {each.number: points_so_far(league, each.number) for each in league.active}

    def cost(group: Collection[int]) -> int:
        numbers = [points[entrant] for entrant in group]
        distance = numbers[0] if len(group) == 1 else numbers[0] - numbers[1]
        return MET * met[frozenset(group)] + distance**2

    return cost


# ---- everybody, and the winners ------------------------------------------------------------------


def _circle(league: League) -> Iterator[tuple[int, ...]]:
    """Pairs of a round robin, by the circle method; whoever meets nobody has a bye."""
    ring: list[int | None] = [entrant.number for entrant in league.entrants]
    if len(ring) % 2:
        ring.append(None)
    still, turning = ring[0], ring[1:]
    shift = league.round % len(turning)
    turning = [*turning[shift:], *turning[:shift]]
    order, active = [still, *turning], {entrant.number for entrant in league.active}
    for first, last in zip(order[: len(order) // 2], reversed(order), strict=False):
        if pair := tuple(each for each in (first, last) if each is not None and each in active):
            yield pair


def _knockout(league: League) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Boards of the next round of a knock-out, by their places in the tree."""
    active = {entrant.number for entrant in league.active}
    if league.round == 0:
        slots = bracket(seeding(league))
    else:
        places = 2 ** (league.rounds - league.round)
        winners = {board.number: winner(league, board) for board in league.present_boards}
        slots = [winners.get(place) for place in range(places)]
    for number in range(len(slots) // 2):
        pair = slots[2 * number : 2 * number + 2]
        if people := tuple(each for each in pair if each is not None and each in active):
            yield number, people


def seeding(league: League) -> list[int]:
    """Entrants by their ratings at the start, the best first."""
    return [each.number for each in sorted(league.entrants, key=lambda each: -each.rating)]


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """Places of a tree in which the best two can meet only in the final; None for a bye."""
    order = [0]
    while len(order) < len(seeds):
        size = 2 * len(order)
        order = [place for each in order for place in (each, size - 1 - each)]
    return [seeds[place] if place < len(seeds) else None for place in order]


def winner(league: League, board: Board) -> int | None:
    """Winner of a board: the most points; where they are shared, the better seed."""
    seeds, active = seeding(league), {entrant.number for entrant in league.active}
    people = [entrant for entrant in board.people if entrant in active]
    return min(
        people, key=lambda each: (-(board.points_of(each) or 0), seeds.index(each)), default=None
    )


# ---- seats ---------------------------------------------------------------------------------------


def _turns(league: League) -> Counter[tuple[int, int]]:
    """Number of games that each entrant has played from each seat."""
    return Counter(
        (entrant, seat)
        for board in league.boards
        if not board.is_bye
        for seat, entrant in enumerate(board.entrants)
        if entrant is not None
    )


def seating(
    group: Sequence[int], turns: Counter[tuple[int, int]], rng: Rng, *, seats: int
) -> Seating:
    """The group in an order of play in which nobody sits where they often sat before.

    AI players fill the table up to `seats`.
    """
    people: list[int | None] = [*group, *[None] * (seats - len(group))]
    orders = sorted(set(permutations(people)), key=str)
    rng.shuffle(orders)
    return min(orders, key=lambda order: _repetition(order, turns))


def _repetition(order: Seating, turns: Counter[tuple[int, int]]) -> int:
    return sum(
        (turns[entrant, seat] + 1) ** 2 for seat, entrant in enumerate(order) if entrant is not None
    )
