"""What a game tells of one that is over, so that many can be counted: `Game.figures`."""

from __future__ import annotations

import msgspec


class Deed(msgspec.Struct, frozen=True):
    """Something that a seat did and others did not: of several games it is asked whether it won."""

    group: str
    """What it is one of: "family"."""
    name: str
    seat: int


class Figures(msgspec.Struct, frozen=True):
    """Numbers of a whole game, by name, and deeds of its seats."""

    amounts: dict[str, float] = {}
    deeds: tuple[Deed, ...] = ()
