"""What a player cannot build anywhere yet, and how little would do: for the words of a panel.

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
    """Cards of any type that are missing besides."""


def terrain(rules: Ruleset, board: Board) -> dict[Hex, str | None]:
    """The resource of every hex of the map, in the order of the hexes' names (TG-11)."""
    return {at: rules.regions[tile][place] for at, tile, place in _hexes(board)}


def _hexes(board: Board) -> Iterator[tuple[Hex, int, int]]:
    """Every hex of the map with its region and its place in that region's data."""
    for tile in board.tiles:
        yield tile.at, tile.tile, 0
        for direction, step in enumerate(DIRECTIONS):
            yield add(tile.at, step), tile.tile, 1 + (direction - tile.rot) % 6


def lacking(
    view: View, seat: Seat, held: Mapping[str, int], buildings: Collection[int]
) -> tuple[Lack, ...]:
    """Those of `buildings` that `seat` cannot pay for with the cards `held` on any hex."""
    rules = ruleset(view.game)
    hand, spots = rules.counts(dict(held)), list(_spots(rules, view, seat))
    found: list[Lack] = []
    for building in buildings:
        after = rules.buildings[building].after
        if not any(kind in beside for _, _, beside in spots for kind in after):
            found += _lack(rules, building, hand, spots, _surcharge(rules, view, seat))
    return tuple(found)


_Spot = tuple[Hex, Symbols, frozenset[int]]
"""A free hex: the symbols that count there, and the kinds of one's own buildings beside it."""


def _spots(rules: Ruleset, view: View, seat: Seat) -> Iterator[_Spot]:
    symbols = {at: rules.symbols[tile][place] for at, tile, place in _hexes(view.board)}
    built = {one.hex: one for one in view.board.buildings}
    covered = built if not rules.flags.covered_hexes_give_resources else {}
    for at in symbols:
        if at not in built:
            around = neighbours(at)
            shown = sum(symbols.get(near, 0) for near in (at, *around) if near not in covered)
            own = (built[near] for near in around if near in built)
            yield at, shown, frozenset(one.building for one in own if one.seat == seat)


def _surcharge(rules: Ruleset, view: View, seat: Seat) -> int:
    """Extra cards that a new settlement costs (TG-56)."""
    return rules.flags.surcharge_per_settlement * len(view.players[seat].settlements)


def _lack(
    rules: Ruleset, building: int, hand: list[int], spots: list[_Spot], surcharge: int
) -> Iterator[Lack]:
    """What is missing where least is; nothing where the building can be paid for."""
    best: tuple[int, Lack] | None = None
    for at, symbols, beside in spots:
        need = rules.needs[building, symbols]
        choice = need.any + (0 if beside else surcharge)
        short = _short(rules, need, choice, hand)
        if short <= 0:
            return
        if best is None or short < best[0]:
            best = short, _missing(rules, building, at, need, choice, hand)
    if best is not None:
        yield best[1]


def _short(rules: Ruleset, need: Need, choice: int, hand: list[int]) -> int:
    """How many cards of any type are missing, two standing for one of a given type (TG-65)."""
    missing = sum(max(0, due - held) for due, held in zip(need.due, hand, strict=True))
    return rules.flags.replacement_cards * missing + choice - _spare(need, hand)


def _spare(need: Need, hand: list[int]) -> int:
    """Cards in hand that match nothing that is due."""
    return sum(max(0, held - due) for due, held in zip(need.due, hand, strict=True))


def _missing(
    rules: Ruleset, building: int, at: Hex, need: Need, choice: int, hand: list[int]
) -> Lack:
    due = [max(0, due - held) for due, held in zip(need.due, hand, strict=True)]
    return Lack(building, at, rules.only_some(due), max(0, choice - _spare(need, hand)))
