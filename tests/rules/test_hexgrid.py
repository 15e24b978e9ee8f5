"""Axial hexes: what must hold for every one of them."""

from hypothesis import given
from hypothesis import strategies as st

from rules.hexgrid import (
    AROUND,
    DIRECTIONS,
    FLAT,
    POINTY,
    WIDTH,
    add,
    cell_of,
    distance,
    hex_of,
    nearest,
    neighbour,
    neighbours,
    ring,
    rotate,
    sectors,
    spiral,
)
from tests.cases import each_case

HEXES = st.tuples(st.integers(-50, 50), st.integers(-50, 50))
RADII = st.integers(0, 8)


def test_the_directions_are_those_of_the_rules_clockwise():
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@each_case("step", range(6))
def test_each_direction_is_the_one_before_turned_by_60_degrees(step):
    assert rotate(DIRECTIONS[step]) == DIRECTIONS[(step + 1) % 6]


def test_one_step_of_rotation_maps_q_r_to_minus_r_and_q_plus_r():
    assert rotate((3, 5)) == (-5, 8)


@given(HEXES)
def test_six_steps_of_rotation_are_none(at):
    assert rotate(at, 6) == at


@given(HEXES, st.integers(-12, 12))
def test_turning_back_undoes_a_turn(at, steps):
    assert rotate(rotate(at, steps), -steps) == at


@given(HEXES, st.integers(-12, 12))
def test_turning_keeps_the_distance(at, steps):
    assert distance((0, 0), rotate(at, steps)) == distance((0, 0), at)


@given(HEXES)
def test_a_hex_has_six_neighbours_one_step_away(at):
    assert {distance(at, near) for near in neighbours(at)} == {1}
    assert len(set(neighbours(at))) == 6


@given(HEXES)
def test_neighbours_come_in_the_order_of_the_directions(at):
    assert neighbours(at) == [add(at, direction) for direction in DIRECTIONS]
    assert neighbours(at) == [neighbour(at, direction) for direction in range(6, 12)]


@given(HEXES, HEXES)
def test_distance_is_the_same_both_ways(one, other):
    assert distance(one, other) == distance(other, one)


@given(HEXES, HEXES, HEXES)
def test_a_detour_is_never_shorter(one, over, other):
    assert distance(one, other) <= distance(one, over) + distance(over, other)


@given(HEXES, HEXES)
def test_only_a_hex_itself_is_no_step_away(one, other):
    assert (distance(one, other) == 0) is (one == other)


@each_case(
    ("other", "steps"), [((3, 0), 3), ((3, -3), 3), ((2, 2), 4), ((-1, -2), 3), ((-4, 1), 4)]
)
def test_distances_from_the_middle(other, steps):
    assert distance((0, 0), other) == steps


@given(HEXES, RADII)
def test_a_ring_holds_exactly_the_hexes_at_its_radius(centre, radius):
    found = ring(centre, radius)
    assert len(set(found)) == len(found) == (6 * radius or 1)
    assert {distance(centre, at) for at in found} == {radius}


@given(HEXES, st.integers(1, 8))
def test_a_ring_is_walked_step_by_step_and_closes(centre, radius):
    found = ring(centre, radius)
    following = found[1:] + found[:1]
    assert {distance(a, b) for a, b in zip(found, following, strict=True)} == {1}


def test_a_ring_begins_in_direction_0_and_runs_clockwise():
    assert ring((0, 0), 1) == list(DIRECTIONS)


@given(HEXES, RADII)
def test_a_spiral_holds_all_hexes_within_its_radius(centre, radius):
    found = spiral(centre, radius)
    assert len(set(found)) == len(found) == 1 + 3 * radius * (radius + 1)


@given(HEXES, RADII)
def test_a_spiral_runs_from_the_middle_outwards(centre, radius):
    steps = [distance(centre, at) for at in spiral(centre, radius)]
    assert steps == sorted(steps)


# ---- sectors ---------------------------------------------------------------------------------


@given(HEXES, st.integers(0, 5), st.integers(1, 9))
def test_what_lies_straight_ahead_is_in_the_sector_of_that_direction(start, way, steps):
    q, r = DIRECTIONS[way]
    assert sectors(start, (start[0] + steps * q, start[1] + steps * r)) == [way]


@given(HEXES, st.integers(0, 5), st.integers(1, 9))
def test_what_lies_on_the_edge_of_two_sectors_is_in_both(start, way, steps):
    (a, b), (c, d) = DIRECTIONS[way], DIRECTIONS[(way + 1) % 6]
    at = start[0] + steps * (a + c), start[1] + steps * (b + d)
    assert set(sectors(start, at)) == {way, (way + 1) % 6}


@given(HEXES, st.sets(HEXES, max_size=12), st.sampled_from([FLAT, POINTY]))
def test_a_direction_leads_to_the_nearest_spot_of_its_sector(start, spots, names):
    found = nearest(start, spots, names)
    for way, name in enumerate(names):
        there = [at for at in spots - {start} if way in sectors(start, at)]
        assert (name in found) == bool(there)
        if there:
            least = min(distance(start, at) for at in there)
            assert found[name] in there
            assert distance(start, found[name]) == least


# ---- cells -----------------------------------------------------------------------------------

FAR = st.integers(-WIDTH // 2 + 2, WIDTH // 2 - 2)


@given(st.tuples(FAR, FAR))
def test_a_cell_is_a_hex_and_back(at):
    assert hex_of(cell_of(at)) == at


@given(st.tuples(FAR, FAR))
def test_the_cells_around_a_cell_are_its_neighbours(at):
    assert [hex_of(cell) for cell in AROUND[cell_of(at)]] == neighbours(at)
