"""Cost of a building on a hex, and the cards that pay for it (TG-52 to TG-67).

A payment is judged by its *worth*: a card of a type that is due is worth `replacement_cards`,
any other card 1. It is exact when its worth is that of what is due: the equation of TG-65.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import msgspec

from rules._settlements.pieces import Need, counts_of
from rules._settlements.state import Player, State
from rules.contract import Hex, Seat
from rules.hexgrid import AROUND, hex_of

Pay = tuple[int, ...]
"""Cards by resource."""
FREE = Need((0, 0, 0, 0), 0)
"""Need of a building that is free by a chain."""


class Price(msgspec.Struct, frozen=True):
    """Answer to the price enquiry (RULES.md, "Price")."""

    free: bool
    new_settlement: bool
    board: dict[str, int]
    """Symbols that count under TG-53."""
    due: dict[str, int]
    """Cards still to pay, by type."""
    any: int
    surcharge: int


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A hex where a building can be paid for, with the fewest cards that it takes (0: free)."""

    hex: Hex
    cards: int
    name: str = ""
    """The hex as the picture and the notation call it: "C4"."""


# ---- the price --------------------------------------------------------------------------------


def chain(player: Player, after: Container[int], cell: int) -> list[int]:
    """The seat's buildings beside `cell` that make the next one free there (TG-60)."""
    buildings = player.buildings
    return [near for near in AROUND[cell] if near in buildings and buildings[near] in after]


def is_beside(player: Player, cell: int) -> bool:
    """Whether `cell` is adjacent to an own building."""
    return not player.buildings.keys().isdisjoint(AROUND[cell])


def surcharge(state: State, seat: Seat, cell: int) -> int:
    """Extra cards for a building that founds a settlement there (TG-56)."""
    player = state.players[seat]
    if is_beside(player, cell):
        return 0
    return state.rules.flags.surcharge_per_settlement * len(player.settlements)


def due(state: State, seat: Seat, building: int, cell: int) -> Need:
    """Cards to pay on a free terrain, the surcharge included in `any` (TG-52, TG-63)."""
    if chain(state.players[seat], state.rules.buildings[building].after, cell):
        return FREE
    need = state.rules.needs[building, state.free[cell]]
    extra = surcharge(state, seat, cell)
    return Need(need.due, need.any + extra) if extra else need


def price(state: State, seat: Seat, building: int, cell: int) -> Price:
    """The price enquiry on a free terrain."""
    rules, player = state.rules, state.players[seat]
    symbols = state.free[cell]
    is_free = bool(chain(player, rules.buildings[building].after, cell))
    need = FREE if is_free else rules.needs[building, symbols]
    return Price(
        free=is_free,
        new_settlement=not is_beside(player, cell),
        board=rules.only_some(counts_of(symbols)),
        due=rules.only_some(need.due),
        any=need.any,
        surcharge=surcharge(state, seat, cell),
    )


def board_used(state: State, building: int, cell: int) -> dict[str, int]:
    """The symbols that lower the cost of a building that is not free, by resource."""
    rules = state.rules
    return rules.only_some(savings(rules.costs[building], counts_of(state.free[cell])))


def savings(cost: Need, symbols: Sequence[int]) -> list[int]:
    """Number of symbols of each type that lower a cost; for n.70 the first ones (TG-55)."""
    any_left, counts = cost.any, []
    for need, count in zip(cost.due, symbols, strict=True):
        by_type = min(need, count)
        by_choice = min(any_left, count - by_type)
        any_left -= by_choice
        counts.append(by_type + by_choice)
    return counts


# ---- paying -----------------------------------------------------------------------------------


def worth(pay: Sequence[int], need: Need, swap: int) -> int:
    """Worth of cards towards a need, where a card that is due is worth `swap` others."""
    return sum(pay) + (swap - 1) * sum(map(min, pay, need.due))


def worth_of(need: Need, swap: int) -> int:
    """Worth that a payment must have."""
    return swap * sum(need.due) + need.any


def least(hand: Sequence[int], need: Need, swap: int) -> int | None:
    """The fewest cards of `hand` that pay `need`; None when they do not (TG-59)."""
    cards = _cards(hand, need, swap)
    return cards if cards <= sum(hand) else None


def _cards(hand: Sequence[int], need: Need, swap: int) -> int:
    """Fewest cards that pay `need`, with the matching cards of `hand`."""
    due_1, due_2, due_3, due_4 = need.due
    held_1, held_2, held_3, held_4 = hand
    matching = (
        (due_1 if due_1 < held_1 else held_1)
        + (due_2 if due_2 < held_2 else held_2)
        + (due_3 if due_3 < held_3 else held_3)
        + (due_4 if due_4 < held_4 else held_4)
    )
    return swap * (due_1 + due_2 + due_3 + due_4) + need.any - (swap - 1) * matching


def full_payment_size(pay: Sequence[int], need: Need, swap: int) -> int:
    """Number of cards in the smallest payment that contains `pay`, or that `pay` replaces."""
    remaining = worth_of(need, swap) - worth(pay, need, swap)
    missing = sum(need.due) - sum(map(min, pay, need.due))
    if remaining < 0:
        return sum(pay) + remaining
    matching = min(missing, remaining // swap)
    return sum(pay) + matching + remaining - swap * matching


def automatic(hand: Sequence[int], need: Need, swap: int) -> Pay | None:
    """Matching cards, then those of which most remain; None when `hand` cannot pay (TG-67)."""
    cards = least(hand, need, swap)
    if cards is None:
        return None
    pay = list(map(min, hand, need.due))
    remaining = [in_hand - paid for in_hand, paid in zip(hand, pay, strict=True)]
    for _ in range(cards - sum(pay)):
        largest = remaining.index(max(remaining))
        remaining[largest] -= 1
        pay[largest] += 1
    return tuple(pay)


def payments(hand: Sequence[int], need: Need, swap: int) -> list[Pay]:
    """Every legal payment: the automatic one first, then by the number of cards (TG-65)."""
    first = automatic(hand, need, swap)
    if first is None:
        return []
    exact = sorted(_exact(hand, need.due, swap, worth_of(need, swap)), key=sum)
    exact.remove(first)
    return [first, *exact]


def _exact(hand: Sequence[int], due: Sequence[int], swap: int, worth: int) -> Iterator[Pay]:
    """Every choice of cards of this worth, the most cards of the first types first."""
    *others, last = [_worths(held, needed, swap) for held, needed in zip(hand, due, strict=True)]
    number_by_worth = {by_type: number for number, by_type in last}
    first, second, third = others
    for paid_1, worth_1 in first:
        rest_1 = worth - worth_1
        if rest_1 < 0:
            continue
        for paid_2, worth_2 in second:
            rest_2 = rest_1 - worth_2
            if rest_2 < 0:
                continue
            for paid_3, worth_3 in third:
                paid_4 = number_by_worth.get(rest_2 - worth_3)
                if paid_4 is not None:
                    yield paid_1, paid_2, paid_3, paid_4


def _worths(held: int, needed: int, swap: int) -> list[tuple[int, int]]:
    """Numbers of cards of one type, the most first, each with its worth."""
    return [(paid, paid + (swap - 1) * min(paid, needed)) for paid in range(held, -1, -1)]


# ---- spots that can be paid for ---------------------------------------------------------------


class Purse:
    """Hand of a seat in a position, for the costs of several buildings."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._player = state, state.players[seat]
        self.beside = {near for cell in self._player.buildings for near in AROUND[cell]}
        """The cells that touch the seat's buildings, some of which are built upon."""
        self._extra = state.rules.flags.surcharge_per_settlement * len(self._player.settlements)

    def costs(self, building: int) -> dict[int, int]:
        """Fewest cards for a building on every cell where it can be paid for, by hex name."""
        rules, hand, beside = self._state.rules, self._player.hand, self.beside
        chained = _free_cells(self._player, rules.buildings[building].after)
        needs, swap, hand_size = rules.needs, rules.flags.replacement_cards, sum(hand)
        cards_by_symbols: dict[int, int] = {}
        fewest = {}
        for cell, symbols in self._state.free.items():
            if cell in chained:
                fewest[cell] = 0
                continue
            if symbols not in cards_by_symbols:
                cards_by_symbols[symbols] = _cards(hand, needs[building, symbols], swap)
            cards = (
                cards_by_symbols[symbols]
                if cell in beside
                else cards_by_symbols[symbols] + self._extra
            )
            if cards <= hand_size:
                fewest[cell] = cards
        return fewest


def costs(state: State, seat: Seat, building: int) -> dict[int, int]:
    """Fewest cards for a building on every cell where `seat` can pay for it, by hex name."""
    return Purse(state, seat).costs(building)


def _free_cells(player: Player, after: Container[int]) -> set[int]:
    """The cells beside the seat's buildings where the next one is free (TG-60)."""
    before = [cell for cell, building in player.buildings.items() if building in after]
    return {near for cell in before for near in AROUND[cell]}


def spots(state: State, seat: Seat, building: int) -> tuple[Spot, ...]:
    """Spots where `seat` can pay for a building, free ones first, then by cards."""
    fewest = costs(state, seat, building)
    ordered = sorted(fewest, key=fewest.__getitem__)
    names = state.land.names
    return tuple([Spot(hex_of(cell), fewest[cell], names[cell]) for cell in ordered])
