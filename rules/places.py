"""Places behind the parts of a score: those that count, and those that look as if they did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
"""Letters of reasons: on a map, seats and hexes have Latin ones."""


class ScorePlace(msgspec.Struct, frozen=True, kw_only=True):
    """A hex of the map, or pieces beside the map, with its points and the reason for them."""

    code: str
    """Reason as a message id, e.g. `akropolis.score_barracks`; its text has the number `n`."""
    points: int = 0
    at: tuple[int, int] | None = None
    """Its hex; None beside the map."""
    name: str = ""
    """Name of the hex in the notation; "" beside the map."""
    n: int = 1
    """Number in the reason, as of pieces."""
    counts: bool = True
    """Whether it counts; else it only looks as if it did."""


ScorePlaces = dict[str, tuple[ScorePlace, ...]]
"""Places by part of a score."""


class Reason(msgspec.Struct, frozen=True):
    """A reason that some places have in common."""

    code: str
    n: int
    counts: bool
    places: tuple[ScorePlace, ...]
    letter: str
    """Letter of its places in a picture, where they do not count; "" for others."""

    @property
    def points(self) -> int:
        return sum(place.points for place in self.places)

    @property
    def on_map(self) -> tuple[ScorePlace, ...]:
        return tuple(place for place in self.places if place.at is not None)


def reasons(places: Iterable[ScorePlace]) -> Sequence[Reason]:
    """Reasons of places: those that count first, each group in the order of its first place."""
    by_reason: dict[tuple[bool, str, int], list[ScorePlace]] = {}
    for place in sorted(places, key=lambda place: not place.counts):
        by_reason.setdefault((place.counts, place.code, place.n), []).append(place)
    letters, groups = iter(LETTERS), list[Reason]()
    for (counts, code, n), alike in by_reason.items():
        is_marked = not counts and any(place.at is not None for place in alike)
        letter = next(letters) if is_marked else ""
        groups.append(Reason(code, n, counts, tuple(alike), letter))
    return groups
