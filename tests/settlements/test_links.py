"""Distance of a player from joining two great cities, on maps made by hand."""

from itertools import pairwise

import pytest

from rules import hexgrid
from rules._settlements.links import fewest, links
from rules._settlements.view import Board, Built, City, Tile, Turn, View
from rules.rng import Rng
from tests.cases import each_case

WEST, EAST = (-2, 0), (5, 0)
"""Two cities with a row of two regions between them."""


def board(own=(), foreign=(), tiles=((0, 0), (3, 0)), cities=(WEST, EAST)):
    """A map where seat 0 has built on `own` and seat 1 on `foreign`."""
    buildings = [Built(at, 0, 70) for at in own] + [Built(at, 1, 70) for at in foreign]
    return Board(
        tiles=tuple(Tile(number, at, 0) for number, at in enumerate(tiles, 1)),
        cities=tuple(City(name, at) for name, at in zip("abcd", cities, strict=False)),
        buildings=tuple(buildings),
    )


def seen(map_):
    """The view of a table with this map and nothing else."""
    turn = Turn(0, 1, "act", None, 0, 0, None, None, 0, 0, None)
    return View("telegraph", 2, map_, (), 0, {}, 0, 15, turn, None)


def missing(map_, seat=0):
    return {link.cities: link.needed for link in links(seen(map_), seat)}


def test_on_an_empty_map_the_whole_way_is_missing():
    [link] = links(seen(board()), 0)
    assert link.cities == ("a", "b")
    assert link.needed == len(link.way) == 6
    assert link.way == tuple((q, 0) for q in range(-1, 5))


@pytest.mark.rule("TG-90")
def test_own_buildings_need_not_be_built_again():
    [link] = links(seen(board(own=[(-1, 0), (2, 0), (3, 0)])), 0)
    assert link.needed == 3
    assert len(link.way) == 6


@pytest.mark.rule("TG-91")
def test_one_building_that_touches_two_cities_is_a_whole_chain():
    lone = board(own=[(1, 0)], tiles=[(0, 0)], cities=[(2, 0), (2, -1)])
    assert missing(lone) == {("a", "b"): 0}


@pytest.mark.rule("TG-91")
def test_a_chain_does_not_run_over_a_foreign_building():
    """A foreign building has to be passed by; where the two regions touch it closes the way."""
    assert missing(board(foreign=[(0, 0)])) == {("a", "b"): 7}
    assert missing(board(foreign=[(0, 0)]), seat=1) == {("a", "b"): 5}
    assert missing(board(foreign=[(1, 0)])) == {}


@pytest.mark.rule("TG-91")
def test_a_chain_does_not_run_through_a_city():
    """A third city in the middle of a row."""
    row = board(tiles=[(0, 0), (4, 0)], cities=[(-2, 0), (6, 0), (2, 0)])
    assert missing(row) == {("a", "c"): 3, ("b", "c"): 3}


def test_cities_that_cannot_be_joined_are_left_out():
    assert links(seen(board(tiles=[(0, 0), (9, 0)])), 0) == ()
    assert links(seen(board(tiles=[])), 0) == ()


def test_the_nearest_pair_comes_first():
    three = board(own=[(4, 0), (4, -1)], cities=[WEST, EAST, (4, -2)])
    assert [(link.cities, link.needed) for link in links(seen(three), 0)] == [
        (("b", "c"), 0),
        (("a", "b"), 5),
        (("a", "c"), 5),
    ]


@each_case("seat", [0, 1])
def test_the_way_is_a_chain_from_city_to_city_that_misses_as_many_as_told(seat):
    crowded = board(
        own=[(0, 0), (0, 1), (3, -1)],
        foreign=[(1, 0), (2, 0), (4, 0)],
        tiles=[(0, 0), (3, 0), (1, 2), (3, 3)],
        cities=[WEST, EAST, (1, -2)],
    )
    cities = {city.id: city.at for city in crowded.cities}
    mine = {built.hex for built in crowded.buildings if built.seat == seat}
    foreign = {built.hex for built in crowded.buildings if built.seat != seat}
    for link in links(seen(crowded), seat):
        chain = [cities[link.cities[0]], *link.way, cities[link.cities[1]]]
        steps = [hexgrid.distance(*pair) for pair in pairwise(chain)]
        assert set(steps) == {1}
        assert len(set(link.way) - mine) == link.needed
        assert not set(link.way) & foreign


@each_case("seed", range(3))
def test_the_number_of_missing_buildings_is_found_without_the_way_too(lay, seed):
    """The number for the nearest link, or None if it is too high or no chain is left."""
    state, rng = lay.game.new(2 + seed, seed), Rng(seed)
    distances = set()
    while acting := lay.game.to_act(state):
        lay.game.apply(state, acting[0], lay.game.sample(state, acting[0], rng))
        view, cities = lay.game.view(state, None), state.land.holy
        for seat, player in enumerate(state.players) if state.turn.number % 4 == 0 else ():
            nearest = next((link.needed for link in links(view, seat)), None)
            assert fewest(cities, player.buildings, state.free, 99) == nearest
            few = None if nearest is None or nearest > 3 else nearest
            assert fewest(cities, player.buildings, state.free, 3) == few
            distances.add(nearest)
    assert len(distances) > 3
