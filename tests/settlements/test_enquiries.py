"""Enquiries beside the game: prices, flags, payments in other spellings."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from rules._settlements import turn
from rules._settlements.land import Tile
from rules._settlements.pieces import ruleset
from rules.contract import IllegalMove
from rules.hexgrid import distance, hex_of
from tests.cases import each_case
from tests.rulebook import rule


@each_case(
    ("building", "at", "name"),
    [
        (99, (0, 0), "building_not_in_reserve"),
        (22, (20, 20), "not_a_terrain_hex"),
        (22, (1, 0), "hex_occupied"),
    ],
)
def test_there_is_no_price_where_a_building_cannot_be_built(lay, building, at, name):
    table = lay(built="1:41@A1")
    with pytest.raises(IllegalMove) as refused:
        table.game.price(table.state, 0, building, at)
    assert refused.value.name == name


def test_a_price_can_be_asked_for_any_seat_and_any_building(lay):
    """Seat 1 does not act, and its reserve is empty."""
    assert lay(built="1:21@A0").price(22, "A1", who=1)["free"]


def dealt(lay, covered):
    """A new game under a flag that the box does not know."""
    rules = ruleset(lay.key)
    flags = msgspec.structs.replace(rules.flags, covered_hexes_give_resources=covered)
    return turn.new(replace(rules, flags=flags), 2, 7, None)


def symbol_on_the_coast(state):
    """A hex with a symbol, and a place for a region beside it."""
    symbols = state.land.symbols
    return next(
        (cell, at)
        for at in state.land.centres
        for cell in state.free
        if symbols[cell] and distance(at, hex_of(cell)) == 2
    )


@rule("TG-54")
def test_a_flag_of_the_data_says_that_covered_symbols_do_not_count(lay):
    for covered in (True, False):
        state = dealt(lay, covered)
        cell, _ = symbol_on_the_coast(state)
        before = dict(state.free)
        del before[cell]
        state.place_building(0, 41, cell)
        assert (state.free == before) is covered


@each_case("covered", [True, False])
def test_symbols_count_alike_whether_a_region_came_before_or_after_a_building(lay, covered):
    building_first = dealt(lay, covered)
    region_first, (cell, at) = building_first.clone(), symbol_on_the_coast(building_first)
    tile = Tile(building_first.region_stack[0], at, 2)
    building_first.place_building(0, 41, cell)
    building_first.lay(tile)
    region_first.lay(tile)
    region_first.place_building(0, 41, cell)
    assert building_first.free == region_first.free
