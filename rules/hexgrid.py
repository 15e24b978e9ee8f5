"""Axial hexes (q, r), on paper without an edge.

Directions run clockwise on screen (y down), for pointy-top hexes (E, SE, SW, W, NW, NE) and
flat-top ones (SE, S, SW, NW, N, NE) alike. A hex is a plain tuple; distances count steps.

Where speed counts, a hex is a *cell*, one whole number: `r * WIDTH + q`, so that a step is one
addition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec

from rules.contract import Hex

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
POINTY = ("e", "se", "sw", "w", "nw", "ne")
"""Names of the directions on screen where hexes stand on a corner."""
FLAT = ("se", "s", "sw", "nw", "n", "ne")
"""Names of the directions on screen where hexes stand on a side."""

Sixth = Annotated[int, msgspec.Meta(ge=0, le=5)]
"""A direction, or a rotation in steps of 60°, clockwise."""

WIDTH = 1 << 15
_HALF = WIDTH >> 1
STEPS: tuple[int, ...] = tuple(r * WIDTH + q for q, r in DIRECTIONS)
"""Steps from a cell to its neighbours, in the order of DIRECTIONS."""


# ---- hexes ---------------------------------------------------------------------------------------


def add(a: Hex, b: Hex) -> Hex:
    """The hex `a` moved by the offset `b`."""
    return a[0] + b[0], a[1] + b[1]


def neighbour(at: Hex, direction: int) -> Hex:
    """The hex beside `at` in one of the DIRECTIONS; they repeat after six."""
    return add(at, DIRECTIONS[direction % 6])


def neighbours(at: Hex) -> list[Hex]:
    """The six hexes around `at`, in the order of DIRECTIONS."""
    q, r = at
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def distance(a: Hex, b: Hex) -> int:
    """Steps from one hex to the other."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotate(offset: Hex, steps: int = 1) -> Hex:
    """`offset` turned `steps` x 60° clockwise round (0, 0)."""
    q, r = offset
    for _ in range(steps % 6):
        q, r = -r, q + r
    return q, r


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes `radius` steps from `centre`, clockwise, beginning in direction 0."""
    if radius == 0:
        return [centre]
    q, r = centre[0] + radius, centre[1]
    hexes = []
    for dq, dr in (*DIRECTIONS[2:], *DIRECTIONS[:2]):
        for _ in range(radius):
            hexes.append((q, r))
            q, r = q + dq, r + dr
    return hexes


def spiral(centre: Hex, radius: int) -> list[Hex]:
    """All hexes within `radius` steps of `centre`, ring by ring from the middle."""
    return [at for step in range(radius + 1) for at in ring(centre, step)]


# ---- sectors -------------------------------------------------------------------------------------


def sectors(start: Hex, at: Hex) -> list[int]:
    """Directions whose 60° sector contains `at`, seen from `start`; two on the edge of both."""
    q, r = at[0] - start[0], at[1] - start[1]
    along = [(2 * q + r) * a + (2 * r + q) * b for a, b in DIRECTIONS]
    return [direction for direction, part in enumerate(along) if part == max(along)]


def nearest(start: Hex, spots: Iterable[Hex], names: Sequence[str]) -> dict[str, Hex]:
    """The nearest of `spots` in each direction that has any, by the direction's name."""
    closest: dict[int, Hex] = {}
    other_spots = (at for at in spots if at != start)
    for at in sorted(other_spots, key=lambda at: (distance(start, at), at), reverse=True):
        closest.update(dict.fromkeys(sectors(start, at), at))
    return {name: closest[way] for way, name in enumerate(names) if way in closest}


# ---- cells ---------------------------------------------------------------------------------------


def cell_of(at: Hex) -> int:
    """The hex (q, r) as a cell; both numbers are between -WIDTH / 2 and WIDTH / 2."""
    return at[1] * WIDTH + at[0]


def hex_of(cell: int) -> Hex:
    """The hex (q, r) of a cell."""
    r = (cell + _HALF) // WIDTH
    return cell - r * WIDTH, r


class _Around(dict[int, tuple[int, ...]]):
    """The six neighbours of each cell, cached on first use."""

    def __missing__(self, cell: int) -> tuple[int, ...]:
        around = self[cell] = tuple([cell + step for step in STEPS])
        return around


AROUND = _Around()
