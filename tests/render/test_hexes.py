"""Hex ⇄ pixel, for both layouts and any squash."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.hexes import Layout, hexagon, hull, pixel_layout
from rules.hexgrid import neighbour

cells = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
layouts = st.builds(
    Layout,
    size=st.floats(8, 120),
    origin=st.tuples(st.floats(-500, 500), st.floats(-500, 500)),
    flat=st.booleans(),
    squash=st.floats(0.5, 1.2),
)


@given(layouts, cells, st.integers(0, 5))
def test_edge_i_is_shared_with_the_neighbour_in_direction_i(layout, cell, edge):
    corners, corners_of_neighbour = layout.corners(cell), layout.corners(neighbour(cell, edge))
    for i, j in ((edge, edge + 4), (edge + 1, edge + 3)):
        assert corners[i % 6] == pytest.approx(corners_of_neighbour[j % 6], abs=1e-6)


@given(st.integers(8, 50), cells)
def test_snapped_layouts_have_whole_centres(half, cell):
    grid = pixel_layout(2 * half, 0.86)
    assert grid.centre(cell) == pytest.approx([round(part) for part in grid.centre(cell)], abs=1e-6)


def test_bounds_hold_all_corners():
    grid = Layout(size=10)
    left, top, right, bottom = grid.bounds([(0, 0), (2, -1)])
    assert (left, right) == (-10, 40)
    assert top == pytest.approx(-8.66, abs=0.01)
    assert bottom == pytest.approx(8.66, abs=0.01)


def test_the_hull_leaves_out_what_lies_inside():
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert sorted(hull([*square, (1.0, 2.0), (2.0, 0.0)])) == sorted(square)


def test_a_pointy_hexagon_has_a_corner_on_top():
    assert min(y for _, y in hexagon(10, flat=False)) == pytest.approx(-10)
    assert min(y for _, y in hexagon(10)) == pytest.approx(-8.66, abs=0.01)
