"""Plan of the buildings on a player's board, derived from the arrows of the data alone.

A project is a box of columns and rows. A building that may follow itself makes a chain that winds
in two columns. A project of few buildings lies in one row, its chain first; one of many lies in two
rows of chains beside its base building. The boxes fill lines of eight columns, low ones first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from rules._settlements.pieces import Building, Ruleset, ruleset

COLUMNS = 8
_ONE_ROW = 4
"""Greatest number of buildings of a project that lie in a single row."""


class Space(msgspec.Struct, frozen=True):
    """The place of one building: which copy of its kind, and its column and row in the box."""

    number: int
    copy: int
    column: float
    row: float


class Box(msgspec.Struct, frozen=True):
    """One project: its place on the board in columns and lines, its spaces, and the arrows.

    `arrows` lead from a space to the one beside it, `forks` from a space to others further off;
    both hold indices into `spaces`.
    """

    project: int
    column: int
    line: int
    columns: int
    rows: int
    spaces: tuple[Space, ...]
    arrows: tuple[tuple[int, int], ...]
    forks: tuple[tuple[int, int], ...]


class Plan(msgspec.Struct, frozen=True):
    """A whole board: its boxes, and how many rows each line of boxes takes."""

    boxes: tuple[Box, ...]
    lines: tuple[int, ...]


@lru_cache(maxsize=4)
def plan(game: str) -> Plan:
    """The board of a game, by its key."""
    rules = ruleset(game)
    boxes = sorted((_box(rules, project) for project in rules.projects), key=lambda b: b.rows)
    placed: list[Box] = []
    lines: list[int] = []
    column = COLUMNS
    for box in boxes:
        if column + box.columns > COLUMNS:
            lines.append(box.rows)
            column = 0
        placed.append(msgspec.structs.replace(box, column=column, line=len(lines) - 1))
        lines[-1] = max(lines[-1], box.rows)
        column += box.columns
    return Plan(tuple(placed), tuple(lines))


def _box(rules: Ruleset, project: int) -> Box:
    kinds = [kind for _, kind in sorted(rules.buildings.items()) if kind.project == project]
    if all(kind.number in kind.after for kind in kinds):
        spaces = _winding(kinds)
    elif sum(kind.copies for kind in kinds) <= _ONE_ROW:
        spaces = _row([copy for kind in _roots(kinds) for copy in _chain(kinds, kind)])
    else:
        spaces = _hall(kinds)
    arrows, forks = _links(rules, spaces)
    columns = 1 + int(max(space.column for space in spaces))
    rows = 1 + int(max(space.row for space in spaces))
    return Box(project, 0, 0, columns, rows, tuple(spaces), arrows, forks)


def _roots(kinds: Sequence[Building]) -> list[Building]:
    return [kind for kind in kinds if not kind.after]


def _chain(kinds: Sequence[Building], kind: Building) -> Iterator[tuple[int, int]]:
    """Copies of a kind as (number, copy); after the first, the chains of its followers."""
    yield kind.number, 0
    for follower in kinds:
        if kind.number in follower.after:
            yield from _chain(kinds, follower)
    yield from ((kind.number, copy) for copy in range(1, kind.copies))


def _row(chain: Sequence[tuple[int, int]], column: int = 0, row: float = 0) -> list[Space]:
    return [Space(*copy, column + step, row) for step, copy in enumerate(chain)]


def _winding(kinds: Sequence[Building]) -> list[Space]:
    """Spaces of a chain that winds through two columns, to the right and back."""
    copies = [(kind.number, copy) for kind in kinds for copy in range(kind.copies)]
    return [
        Space(*copy, step % 2 if step // 2 % 2 == 0 else 1 - step % 2, step // 2)
        for step, copy in enumerate(copies)
    ]


def _hall(kinds: Sequence[Building]) -> list[Space]:
    """Base building at the left, between two rows of the chains that it begins."""
    base = _roots(kinds)[0]
    chains = [list(_chain(kinds, kind)) for kind in kinds if base.number in kind.after]
    width = (sum(map(len, chains)) + 1) // 2
    spaces = [Space(base.number, 0, 0, 0.5)]
    filled = [0, 0]
    for chain in chains:
        row = 0 if filled[0] + len(chain) <= width else 1
        spaces += _row(chain, 1 + filled[row], row)
        filled[row] += len(chain)
    return spaces


def _links(
    rules: Ruleset, spaces: Sequence[Space]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Arrows between neighbours, and the forks: arrows that must go round."""
    arrows = [
        (index, index + 1)
        for index, (before, after) in enumerate(pairwise(spaces))
        if before.number in rules.buildings[after.number].after and _beside(before, after)
    ]
    reached = {after for _, after in arrows}
    forks = [
        (_first(spaces, rules.buildings[space.number].after[0]), index)
        for index, space in enumerate(spaces)
        if index and index not in reached
    ]
    return tuple(arrows), tuple(forks)


def _beside(a: Space, b: Space) -> bool:
    return abs(a.column - b.column) + abs(a.row - b.row) == 1


def _first(spaces: Sequence[Space], number: int) -> int:
    return next(index for index, space in enumerate(spaces) if space.number == number)
