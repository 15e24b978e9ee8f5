"""Places behind the parts of a score: those that count, and those that look as if they did."""

from __future__ import annotations

import msgspec


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
    """Number of pieces."""
    counts: bool = True
    """Whether it counts; else it only looks as if it did."""


ScorePlaces = dict[str, tuple[ScorePlace, ...]]
"""Places by part of a score."""
