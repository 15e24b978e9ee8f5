"""The first lesson of a game, as data: a table for one person, and what to do in five turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

STEPS = 5
"""Turns of a lesson."""
LEARNER = 0
"""Seat of the person who learns; AI players sit in the others."""

Args = Mapping[str, Any]
"""Arguments of an event."""


def always(args: Args) -> bool:
    """Whether any event of its name will do: it will."""
    return True


class Step(msgspec.Struct, frozen=True):
    """One turn of a lesson, and the event by which one sees that its task is done."""

    name: str
    """Name of the task: its text is `<game>.lesson_<name>`."""
    event: str
    """Name of the event, of the seat that learns: "tile_placed"."""
    fits: Callable[[Args], bool] = always
    """Whether an event of that name shows it, by its arguments."""


class Lesson(msgspec.Struct, frozen=True):
    """A table at which five turns show what matters."""

    steps: tuple[Step, ...]
    """The tasks, one a turn, in order."""
    seed: int
    """The deal, chosen so that every task can be done when its turn comes."""
    seats: int = 2
    options: Mapping[str, Any] = {}
