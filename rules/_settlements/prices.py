"""What a building costs on a hex, and the cards that pay for it (TG-52 to TG-67).

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
"""What a chain leaves to pay."""


class Price(msgspec.Struct, frozen=True):
    """The answer to the price enquiry (RULES.md, "Price")."""

    free: bool
    new_settlement: bool
    board: dict[str, int]
    """Symbols that count under TG-53."""
    due: dict[str, int]
    """Types with something left to pay."""
    any: int
    surcharge: int


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A hex where a building can be paid for, and with how many cards at least (0: free)."""

    hex: Hex
    cards: int
    name: str = ""
    """The hex as the picture and the notation call it: "C4"."""


# ---- the price --------------------------------------------------------------------------------


def chain(player: Player, after: Container[int], cell: int) -> list[int]:
    """The own buildings beside `cell` that make the next one free there (TG-60)."""
    own = player.own
    return [near for near in AROUND[cell] if near in own and own[near] in after]


def is_beside(player: Player, cell: int) -> bool:
    """Whether `cell` is adjacent to an own building."""
    return not player.own.keys().isdisjoint(AROUND[cell])


def surcharge(state: State, seat: Seat, cell: int) -> int:
    """Extra cards for a building that founds a settlement there (TG-56)."""
    player = state.players[seat]
    if is_beside(player, cell):
        return 0
    return state.rules.flags.surcharge_per_settlement * len(player.settlements)


def due(state: State, seat: Seat, building: int, cell: int) -> Need:
    """The cards to pay on a free terrain, `any` with the surcharge in it (TG-52, TG-63)."""
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


def board_used(state: State, seat: Seat, building: int, cell: int) -> dict[str, int]:
    """The symbols that lower the cost, by resource."""
    rules, player = state.rules, state.players[seat]
    if chain(player, rules.buildings[building].after, cell):
        return {}
    return rules.only_some(saved(rules.costs[building], counts_of(state.free[cell])))


def saved(cost: Need, symbols: Sequence[int]) -> list[int]:
    """How many of these symbols lower a cost; for n.70 the first ones that do (TG-55)."""
    left, used = cost.any, []
    for wanted, count in zip(cost.due, symbols, strict=True):
        by_type = min(wanted, count)
        by_choice = min(left, count - by_type)
        left -= by_choice
        used.append(by_type + by_choice)
    return used


# ---- paying -----------------------------------------------------------------------------------


def worth(pay: Sequence[int], need: Need, swap: int) -> int:
    """What cards are worth towards a need, when one that is due is worth `swap` others."""
    return sum(pay) + (swap - 1) * sum(map(min, pay, need.due))


def worth_of(need: Need, swap: int) -> int:
    """What a payment must be worth."""
    return swap * sum(need.due) + need.any


def least(hand: Sequence[int], need: Need, swap: int) -> int | None:
    """The fewest cards of `hand` that pay `need`; None when they do not (TG-59)."""
    cards = _cards(hand, need, swap)
    return cards if cards <= sum(hand) else None


def _cards(hand: Sequence[int], need: Need, swap: int) -> int:
    """The fewest cards that pay `need`, those of `hand` that match among them."""
    one, two, three, four = need.due
    held, more, still, last = hand
    matching = (
        (one if one < held else held)
        + (two if two < more else more)
        + (three if three < still else still)
        + (four if four < last else last)
    )
    return swap * (one + two + three + four) + need.any - (swap - 1) * matching


def completed(pay: Sequence[int], need: Need, swap: int) -> int:
    """The fewest cards of a payment that holds `pay`, or that `pay` replaces, matching first."""
    rest = worth_of(need, swap) - worth(pay, need, swap)
    missing = sum(need.due) - sum(map(min, pay, need.due))
    if rest < 0:
        return sum(pay) + rest
    matching = min(missing, rest // swap)
    return sum(pay) + matching + rest - swap * matching


def automatic(hand: Sequence[int], need: Need, swap: int) -> Pay | None:
    """Matching cards, then of what most is left; None when `hand` cannot pay (TG-67)."""
    cards = least(hand, need, swap)
    if cards is None:
        return None
    pay = list(map(min, hand, need.due))
    left = [held - paid for held, paid in zip(hand, pay, strict=True)]
    for _ in range(cards - sum(pay)):
        most = left.index(max(left))
        left[most] -= 1
        pay[most] += 1
    return tuple(pay)


def payments(hand: Sequence[int], need: Need, swap: int) -> list[Pay]:
    """Every legal payment: the automatic one first, then those that replace least (TG-65)."""
    first = automatic(hand, need, swap)
    if first is None:
        return []
    exact = sorted(_exact(hand, need.due, swap, worth_of(need, swap)), key=sum)
    exact.remove(first)
    return [first, *exact]


def _exact(hand: Sequence[int], due: Sequence[int], swap: int, rest: int) -> Iterator[Pay]:
    """Every choice of cards of the last `len(hand)` types that is worth `rest`."""
    if not hand:
        if rest == 0:
            yield ()
        return
    for paid in range(hand[0], -1, -1):
        left = rest - paid - (swap - 1) * min(paid, due[0])
        if left >= 0:
            for others in _exact(hand[1:], due[1:], swap, left):
                yield (paid, *others)


# ---- where one can pay ------------------------------------------------------------------------


class Purse:
    """What a seat can pay in a position, to be asked for one building after the other."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._player = state, state.players[seat]
        self.beside = {near for cell in self._player.own for near in AROUND[cell]}
        """The cells that touch own buildings, some of which stand there themselves."""
        self._extra = state.rules.flags.surcharge_per_settlement * len(self._player.settlements)

    def costs(self, building: int) -> dict[int, int]:
        """Every cell where a building can be paid for, in the order of the names: fewest cards."""
        rules, hand, beside = self._state.rules, self._player.hand, self.beside
        chained = _free_cells(self._player, rules.buildings[building].after)
        needs, swap, held = rules.needs, rules.flags.replacement_cards, sum(hand)
        known: dict[int, int] = {}
        fewest = {}
        for cell, symbols in self._state.free.items():
            if cell in chained:
                fewest[cell] = 0
                continue
            if symbols not in known:
                known[symbols] = _cards(hand, needs[building, symbols], swap)
            cards = known[symbols] if cell in beside else known[symbols] + self._extra
            if cards <= held:
                fewest[cell] = cards
        return fewest


def costs(state: State, seat: Seat, building: int) -> dict[int, int]:
    """Every cell where `seat` can pay for a building, in the order of the names: fewest cards."""
    return Purse(state, seat).costs(building)


def _free_cells(player: Player, after: Container[int]) -> set[int]:
    """The cells beside own buildings that make the next one free (TG-60)."""
    before = [cell for cell, building in player.own.items() if building in after]
    return {near for cell in before for near in AROUND[cell]}


def spots(state: State, seat: Seat, building: int) -> tuple[Spot, ...]:
    """The same, free ones first, then by cards."""
    fewest = costs(state, seat, building)
    ordered = sorted(fewest, key=fewest.__getitem__)
    names = state.land.names
    return tuple([Spot(hex_of(cell), fewest[cell], names[cell]) for cell in ordered])
