"""What a player cannot build anywhere yet, and how little is missing: a panel says so.

Public facts and one's own hand only (TG-52 to TG-60).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from rules._settlements.pieces import Need, Ruleset, Symbols, ruleset
from rules._settlements.view import Board, View
from rules.contract import Hex, Seat
from rules.hexgrid import DIRECTIONS, add, neighbours


class Lack(msgspec.Struct, frozen=True):
    """A building out of reach, and what is missing for it where least is."""

    building: int
    hex: Hex
    cards: dict[str, int]
    """Cards of given types that are missing."""
    any: int
    """Cards of any type that are missing too."""


def terrain(rules: Ruleset, board: Board) -> dict[Hex, str | None]:
    """The resource of every hex of the map, in the order of the hexes' names (TG-11)."""
    return {at: rules.regions[tile][place] for at, tile, place in _hexes(board)}


def _hexes(board: Board) -> Iterator[tuple[Hex, int, int]]:
    """Every hex of the map with its region and its place in that region's data."""
    for tile in board.tiles:
        yield tile.at, tile.tile, 0
        for direction, step in enumerate(DIRECTIONS):
            yield add(tile.at, step), tile.tile, 1 + (direction - tile.rot) % 6


# ---- out of reach --------------------------------------------------------------------------------


def lacking(
    view: View, seat: Seat, held: Mapping[str, int], buildings: Collection[int]
) -> tuple[Lack, ...]:
    """Those of `buildings` that `seat` cannot pay for with the cards `held` on any hex."""
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
    """The kinds of free hexes, and the own buildings beside any of them."""
    symbols = {at: rules.symbols[tile][place] for at, tile, place in _hexes(view.board)}
    built = {one.hex: one for one in view.board.buildings}
    covered = {} if rules.flags.covered_hexes_give_resources else built
    extra = rules.flags.surcharge_per_settlement * len(view.players[seat].settlements)
    kinds: _Spots = {}
    beside: set[int] = set()
    for at in (at for at in symbols if at not in built):
        around = neighbours(at)
        shown = sum(symbols.get(near, 0) for near in (at, *around) if near not in covered)
        near_by = (built[near] for near in around if near in built)
        own = {one.building for one in near_by if one.seat == seat}
        beside |= own
        kinds.setdefault((shown, 0 if own else extra), at)
    return kinds, beside


def _lack(rules: Ruleset, building: int, hand: list[int], spots: _Spots) -> Lack | None:
    """What is missing where least is; None where the building can be paid for."""

    def short(need: Need) -> int:
        return _short(rules, need, hand)

    needs: dict[Need, Hex] = {}
    for (symbols, extra), at in spots.items():
        need = rules.needs[building, symbols]
        needs.setdefault(Need(need.due, need.any + extra), at)
    least = min(needs, key=short, default=None)
    if least is None or short(least) <= 0:
        return None
    due = [max(0, due - held) for due, held in zip(least.due, hand, strict=True)]
    more = max(0, least.any - _spare(least, hand))
    return Lack(building, needs[least], rules.only_some(due), more)


def _short(rules: Ruleset, need: Need, hand: list[int]) -> int:
    """How many cards of any type are missing, two standing for one of a given type (TG-65)."""
    missing = sum(max(0, due - held) for due, held in zip(need.due, hand, strict=True))
    return rules.flags.replacement_cards * missing + need.any - _spare(need, hand)


def _spare(need: Need, hand: list[int]) -> int:
    """Cards in hand that match nothing that is due."""
    return sum(max(0, held - due) for due, held in zip(need.due, hand, strict=True))
