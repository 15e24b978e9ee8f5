"""Spectators as values: when they are called, and who they say will win."""

from __future__ import annotations

from enum import StrEnum, auto

import msgspec

from bot.table.seating import Table


class Calls(StrEnum):
    """Moments at which a spectator is called."""

    ROUND = auto()
    """At the beginning of each round, and at the end."""
    END = auto()
    """At the end of the game."""


class Guessing(msgspec.Struct, frozen=True):
    """The question who wins, as a spectator may answer it."""

    is_open: bool
    turns: int
    """Number of turns so far."""
    last: int
    """Number of turns after which it closes."""


class Spectator(msgspec.Struct, frozen=True, kw_only=True):
    """A person who follows a table without a seat."""

    table: Table
    calls: Calls | None
    """None for a person who is not called."""
    guess: int | None
    """The seat that they say will win."""
    guessing: Guessing
