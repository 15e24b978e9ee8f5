"""Connected groups and shortest ways on any network."""

from hypothesis import given
from hypothesis import strategies as st

from rules.graph import group_of, groups, path
from rules.hexgrid import distance, neighbours
from tests.cases import each_case

NODES = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), max_size=30)
ROADS = {"a": "b", "b": "ac", "c": "bd", "d": "c", "e": "f", "f": "e", "g": ""}


def along(node):
    return ROADS[node]


@each_case(
    ("nodes", "expected"),
    [("abcdefg", ["abcd", "ef", "g"]), ("abd", ["ab", "d"]), ("gfa", ["g", "f", "a"]), ("", [])],
    ids=["all", "one left out separates", "in the order of their first node", "none"],
)
def test_groups_are_sets_of_connected_nodes(nodes, expected):
    assert groups(nodes, along) == [*map(set, expected)]


@given(NODES)
def test_groups_part_the_nodes_and_never_touch(nodes):
    parts = groups(nodes, neighbours)
    assert sorted(at for group in parts for at in group) == sorted(nodes)
    where = {at: index for index, group in enumerate(parts) for at in group}
    assert all(where[at] == where[near] for at in nodes for near in neighbours(at) if near in where)
    for group in parts:
        assert all(group_of(at, nodes, neighbours) == group for at in group)


@each_case(("goals", "way"), [("d", "abcd"), ({"d", "c"}, "abc"), ({"a", "b"}, "a"), ({"e"}, None)])
def test_a_way_names_both_its_ends_and_leads_to_the_nearest_goal(goals, way):
    assert path("a", goals, along) == (way and [*way])


@given(st.tuples(st.integers(-4, 4), st.integers(-4, 4)))
def test_a_way_over_free_hexes_is_a_shortest_one(goal):
    assert len(path((0, 0), {goal}, neighbours)) == distance((0, 0), goal) + 1
