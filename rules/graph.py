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
    left = set(nodes)
    return [_spread(node, left, neighbours) for node in nodes if node in left]


def group_of(
    node: Node, nodes: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> set[Node]:
    """The connected group of `nodes` that holds `node`."""
    return _spread(node, set(nodes), neighbours)


def _spread(node: Node, left: set[Node], neighbours: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Move the group of `node` out of `left`."""
    left.discard(node)
    group = {node}
    todo = [node]
    while todo and left:
        near = left.intersection(neighbours(todo.pop()))
        if near:
            left -= near
            group |= near
            todo += near
    return group


def path(
    start: Node, goals: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> list[Node] | None:
    """A shortest way from `start` to one of `goals`, both included; None when there is none."""
    came: dict[Node, Node] = {start: start}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node in goals:
            return _back(node, came)
        for near in neighbours(node):
            if near not in came:
                came[near] = node
                queue.append(near)
    return None


def _back(node: Node, came: dict[Node, Node]) -> list[Node]:
    way = [node]
    while came[node] != node:
        node = came[node]
        way.append(node)
    return way[::-1]
