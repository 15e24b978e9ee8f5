"""The first lesson of a game, as data: a table for one person, five turns, and small scenes."""

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


class Scene(msgspec.Struct, frozen=True):
    """A small position that shows how one wins, or how points come."""

    name: str
    """Name of the scene: its text is `<game>.scene_<name>`, with `args`."""
    view: Any
    """View of the position by everybody, or of a part of it."""
    marked: tuple[Any, ...] = ()
    """Hexes or cells that matter, by the names of the game."""
    args: Mapping[str, Any] = {}


def no_scenes() -> tuple[Scene, ...]:
    """The scenes of a game that has none."""
    return ()


class Lesson(msgspec.Struct, frozen=True):
    """A table at which five turns show what matters."""

    steps: tuple[Step, ...]
    """The tasks, one a turn, in order."""
    seed: int
    """The deal, chosen so that every task can be done when its turn comes."""
    seats: int = 2
    options: Mapping[str, Any] = {}
    scenes: Callable[[], tuple[Scene, ...]] = no_scenes
    """Function that makes the scenes of the last page, which the renderer of the game draws."""
