"""What a line of moves brings for certain, as somebody who teaches the game would point at it."""

from __future__ import annotations

from typing import Any

import msgspec


class Consequence(msgspec.Struct, frozen=True):
    """Something that a line brings its seat, or costs it: exact, and nothing hidden is in it."""

    code: str
    """What it is, by a name of the game: "opens"."""
    amount: int
    """How much of it: above 0 it is good for the seat, below 0 bad."""
    parts: tuple[str, ...] = ()
    """The parts of a worth that it speaks for (`Sight.names`); of none, it is only compared."""
    about: dict[str, Any] = {}
    """What it is about, as JSON: two lines do the same if they do it to the same."""
    more: dict[str, Any] = {}
    """What else is told of it."""
    is_missing: bool = False
    """Whether it is told of a line that does not do it, beside one that does."""

    def is_like(self, other: Consequence) -> bool:
        """Whether it is the same, much or little of it."""
        return (self.code, self.about) == (other.code, other.about)

    @property
    def missing(self) -> Consequence:
        """The same, of a line that does not do it."""
        return msgspec.structs.replace(self, is_missing=True)
