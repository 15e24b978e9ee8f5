"""Buildings that a player cannot place anywhere yet, and the cards that are missing.

Only public facts and the seat's own hand (TG-52 to TG-60).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from rules._settlements.pieces import Need, Ruleset, Symbols, ruleset
from rules._settlements.view import Board, View
from rules.contract import Hex, Seat
from rules.hexgrid import DIRECTIONS, add, neighbours


class Lack(msgspec.Struct, frozen=True):
    """A building out of reach, and the cards missing on the hex where fewest are."""

    building: int
    hex: Hex
    cards: dict[str, int]
    """Missing cards of given types."""
    any: int
    """Missing cards of any type."""


def terrain(rules: Ruleset, board: Board) -> dict[Hex, str | None]:
    """Resource of every hex of the map, in the order of the hexes' names (TG-11)."""
    return {at: rules.regions[tile][place] for at, tile, place in _hexes(board)}


def _hexes(board: Board) -> Iterator[tuple[Hex, int, int]]:
    """Every hex of the map with its region and its place in that region's data."""
    for tile in board.tiles:
        yield tile.at, tile.tile, 0
        for direction, step in enumerate(DIRECTIONS):
            yield add(tile.at, step), tile.tile, 1 + (direction - tile.rot) % 6


# ---- out of reach --------------------------------------------------------------------------------


def lacks_of(
    view: View, seat: Seat, held: Mapping[str, int], buildings: Collection[int]
) -> tuple[Lack, ...]:
    """Lacks of those `buildings` that `seat` cannot pay for with `held` on any hex."""
    rules = ruleset(view.game)
    hand = rules.counts(dict(held))
    spots, beside = _spots(rules, view, seat)
    lacks = (
        _lack(rules, number, hand, spots)
        for number in buildings
        if beside.isdisjoint(rules.buildings[number].after)
    )
    return tuple(lack for lack in lacks if lack is not None)


_Spots = dict[tuple[Symbols, int], Hex]
"""A free hex for each set of symbols that count, and for each surcharge."""


def _spots(rules: Ruleset, view: View, seat: Seat) -> tuple[_Spots, set[int]]:
    """The kinds of free hexes, and the seat's buildings beside any of them."""
    symbols = {at: rules.symbols[tile][place] for at, tile, place in _hexes(view.board)}
    buildings = {building.hex: building for building in view.board.buildings}
    covered = {} if rules.flags.covered_hexes_give_resources else buildings
    extra = rules.flags.surcharge_per_settlement * len(view.players[seat].settlements)
    kinds: _Spots = {}
    beside: set[int] = set()
    for at in (at for at in symbols if at not in buildings):
        around = neighbours(at)
        counting = sum(symbols.get(near, 0) for near in (at, *around) if near not in covered)
        near_by = (buildings[near] for near in around if near in buildings)
        neighbouring = {building.building for building in near_by if building.seat == seat}
        beside |= neighbouring
        kinds.setdefault((counting, 0 if neighbouring else extra), at)
    return kinds, beside


def _lack(rules: Ruleset, building: int, hand: list[int], spots: _Spots) -> Lack | None:
    """Missing cards on the hex with fewest; None where the building can be paid for."""

    def short(need: Need) -> int:
        return _short(rules, need, hand)

    needs: dict[Need, Hex] = {}
    for (symbols, extra), at in spots.items():
        need = rules.needs[building, symbols]
        needs.setdefault(Need(need.due, need.any + extra), at)
    cheapest = min(needs, key=short, default=None)
    if cheapest is None or short(cheapest) <= 0:
        return None
    due = [max(0, due - in_hand) for due, in_hand in zip(cheapest.due, hand, strict=True)]
    more = max(0, cheapest.any - _spare(cheapest, hand))
    return Lack(building, needs[cheapest], rules.only_some(due), more)


def _short(rules: Ruleset, need: Need, hand: list[int]) -> int:
    """Number of missing cards of any type; a card of a given type counts as two (TG-65)."""
    missing = sum(max(0, due - in_hand) for due, in_hand in zip(need.due, hand, strict=True))
    return rules.flags.replacement_cards * missing + need.any - _spare(need, hand)


def _spare(need: Need, hand: list[int]) -> int:
    """Cards in hand that match no card that is due."""
    return sum(max(0, in_hand - due) for due, in_hand in zip(need.due, hand, strict=True))
