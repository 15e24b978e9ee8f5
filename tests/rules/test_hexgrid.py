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


def test_each_direction_is_the_one_before_turned_by_60_degrees():
    assert [*map(rotate, DIRECTIONS)] == [*DIRECTIONS[1:], DIRECTIONS[0]]
    assert rotate((3, 5)) == (-5, 8)


@given(HEXES, st.integers(-12, 12))
def test_turning_keeps_the_distance_and_can_be_undone(at, steps):
    turned = rotate(at, steps)
    assert distance((0, 0), turned) == distance((0, 0), at)
    assert rotate(turned, -steps) == at
    assert rotate(at, steps + 6) == turned


@given(HEXES)
def test_a_hex_has_six_neighbours_in_the_order_of_the_directions(at):
    assert {distance(at, near) for near in neighbours(at)} == {1}
    assert neighbours(at) == [add(at, direction) for direction in DIRECTIONS]
    assert neighbours(at) == [neighbour(at, direction) for direction in range(6, 12)]


@given(HEXES, HEXES, HEXES)
def test_a_distance_is_the_same_both_ways_and_never_longer_than_a_detour(start, over, goal):
    assert distance(start, goal) == distance(goal, start)
    assert distance(start, goal) <= distance(start, over) + distance(over, goal)
    assert (distance(start, goal) == 0) is (start == goal)


@each_case(("goal", "steps"), [((3, 0), 3), ((3, -3), 3), ((2, 2), 4), ((-1, -2), 3), ((-4, 1), 4)])
def test_distances_from_the_middle(goal, steps):
    assert distance((0, 0), goal) == steps


@given(HEXES, RADII)
def test_a_ring_holds_the_hexes_at_its_radius_step_by_step_and_closes(centre, radius):
    cells = ring(centre, radius)
    assert len(set(cells)) == len(cells) == (6 * radius or 1)
    assert {distance(centre, at) for at in cells} == {radius}
    following = cells[1:] + cells[:1]
    assert {distance(a, b) for a, b in zip(cells, following, strict=True)} == {int(radius > 0)}


def test_a_ring_begins_in_direction_0_and_runs_clockwise():
    assert ring((0, 0), 1) == list(DIRECTIONS)


@given(HEXES, RADII)
def test_a_spiral_holds_all_hexes_within_its_radius_from_the_middle_outwards(centre, radius):
    cells = spiral(centre, radius)
    assert len(set(cells)) == len(cells) == 1 + 3 * radius * (radius + 1)
    steps = [distance(centre, at) for at in cells]
    assert steps == sorted(steps)


# ---- sectors ---------------------------------------------------------------------------------


@given(HEXES, st.integers(0, 5), st.integers(1, 9))
def test_a_hex_straight_ahead_is_in_one_sector_and_one_on_the_edge_in_two(start, way, steps):
    (a, b), (c, d) = DIRECTIONS[way], DIRECTIONS[(way + 1) % 6]
    assert sectors(start, add(start, (steps * a, steps * b))) == [way]
    edge = add(start, (steps * (a + c), steps * (b + d)))
    assert set(sectors(start, edge)) == {way, (way + 1) % 6}


@given(HEXES, st.sets(HEXES, max_size=12), st.sampled_from([FLAT, POINTY]))
def test_a_direction_leads_to_the_nearest_spot_of_its_sector(start, spots, names):
    leads = nearest(start, spots, names)
    for way, name in enumerate(names):
        ahead = [at for at in spots - {start} if way in sectors(start, at)]
        assert (name in leads) == bool(ahead)
        if ahead:
            assert leads[name] in ahead
            assert distance(start, leads[name]) == min(distance(start, at) for at in ahead)


# ---- cells -----------------------------------------------------------------------------------

FAR = st.integers(-WIDTH // 2 + 2, WIDTH // 2 - 2)


@given(st.tuples(FAR, FAR))
def test_a_cell_is_a_hex_with_its_neighbours_around_it(at):
    assert hex_of(cell_of(at)) == at
    assert [hex_of(cell) for cell in AROUND[cell_of(at)]] == neighbours(at)
