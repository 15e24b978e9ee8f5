"""Connected groups and paths, for boards that are networks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def groups(
    nodes: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> list[set[Node]]:
    """The connected groups of `nodes`, in the order of their first node."""
    remaining = set(nodes)
    return [_spread(node, remaining, neighbours) for node in nodes if node in remaining]


def largest_groups(
    nodes: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> list[set[Node]]:
    """The connected groups of `nodes` with most members, in the order of their first node."""
    remaining, largest, size = set(nodes), list[set[Node]](), 1
    for node in nodes:
        if len(remaining) < size:
            break
        if node in remaining:
            group = _spread(node, remaining, neighbours)
            if len(group) > size:
                largest, size = [group], len(group)
            elif len(group) == size:
                largest.append(group)
    return largest


def group_of(
    node: Node, nodes: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> set[Node]:
    """The connected group of `nodes` that holds `node`."""
    return _spread(node, set(nodes), neighbours)


def _spread(
    node: Node, remaining: set[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> set[Node]:
    """Move the group of `node` out of `remaining`."""
    remaining.discard(node)
    near = remaining.intersection(neighbours(node))
    if not near:
        return {node}
    remaining -= near
    group = {node, *near}
    todo = list(near)
    while todo and remaining:
        near = remaining.intersection(neighbours(todo.pop()))
        if near:
            remaining -= near
            group |= near
            todo += near
    return group


def path(
    start: Node, goals: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> list[Node] | None:
    """A shortest way from `start` to one of `goals`, both included; None if there is none."""
    previous: dict[Node, Node] = {start: start}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node in goals:
            return _back(node, previous)
        for near in neighbours(node):
            if near not in previous:
                previous[near] = node
                queue.append(near)
    return None


def _back(node: Node, previous: dict[Node, Node]) -> list[Node]:
    way = [node]
    while previous[node] != node:
        node = previous[node]
        way.append(node)
    return way[::-1]
