"""Connected groups and shortest ways on any network."""

from hypothesis import given
from hypothesis import strategies as st

from rules.graph import group_of, groups, path
from rules.hexgrid import distance, neighbours

NODES = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), max_size=30)
ROADS = {"a": "b", "b": "ac", "c": "bd", "d": "c", "e": "f", "f": "e", "g": ""}


def along(node):
    return ROADS[node]


def test_groups_are_what_hangs_together():
    assert groups("abcdefg", along) == [{"a", "b", "c", "d"}, {"e", "f"}, {"g"}]


def test_a_node_that_is_left_out_separates():
    assert groups("abd", along) == [{"a", "b"}, {"d"}]


def test_groups_come_in_the_order_of_their_first_node():
    assert groups("gfa", along) == [{"g"}, {"f"}, {"a"}]


def test_without_nodes_there_is_no_group():
    assert groups([], along) == []


def test_the_group_of_a_node():
    assert group_of("c", "abcdefg", along) == {"a", "b", "c", "d"}


@given(NODES)
def test_groups_part_the_nodes(nodes):
    found = groups(nodes, neighbours)
    assert sorted(at for group in found for at in group) == sorted(nodes)


@given(NODES)
def test_no_two_groups_touch(nodes):
    found = groups(nodes, neighbours)
    where = {at: index for index, group in enumerate(found) for at in group}
    assert all(where[at] == where[near] for at in nodes for near in neighbours(at) if near in where)


@given(NODES.filter(bool))
def test_the_group_of_a_node_is_the_group_that_holds_it(nodes):
    for group in groups(nodes, neighbours):
        assert all(group_of(at, nodes, neighbours) == group for at in group)


def test_a_way_names_both_its_ends():
    assert path("a", "d", along) == ["a", "b", "c", "d"]


def test_a_way_ends_at_the_nearest_goal():
    assert path("a", {"d", "c"}, along) == ["a", "b", "c"]


def test_who_is_there_need_not_go():
    assert path("a", {"a", "b"}, along) == ["a"]


def test_there_is_no_way_to_another_group():
    assert path("a", {"e"}, along) is None


@given(st.tuples(st.integers(-4, 4), st.integers(-4, 4)))
def test_a_way_over_free_hexes_is_a_shortest_one(goal):
    assert len(path((0, 0), {goal}, neighbours)) == distance((0, 0), goal) + 1
