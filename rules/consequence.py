"""Certain effects of a line of moves, as a teacher of the game would point at them."""

from __future__ import annotations

from typing import Any

import msgspec


class Consequence(msgspec.Struct, frozen=True):
    """An exact effect of a line on its seat, good or bad, that depends on nothing hidden."""

    code: str
    """Kind of the effect, by a name of the game: "opens"."""
    amount: int
    """Size of the effect: positive is good for the seat, negative bad."""
    parts: tuple[str, ...] = ()
    """Parts of a worth that it supports (`Sight.names`); with none, it is only compared."""
    about: dict[str, Any] = {}
    """Subject as JSON: two effects are alike if kind and subject are."""
    more: dict[str, Any] = {}
    """Further arguments of its text."""
    is_missing: bool = False
    """Whether it is the effect of another line that this line lacks."""

    def is_like(self, other: Consequence) -> bool:
        """Whether two effects have the same kind and subject, whatever their sizes."""
        return (self.code, self.about) == (other.code, other.about)

    @property
    def missing(self) -> Consequence:
        """The same effect, as one that another line lacks."""
        return msgspec.structs.replace(self, is_missing=True)
