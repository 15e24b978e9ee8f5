"""Progress of the films that are being made, for those who wait for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

import msgspec

from bot.app import App


class Making(msgspec.Struct, eq=False):
    """A film that is being made, or that could not be made."""

    frames: int = 0
    """Number of its frames; 0 until it is known."""
    drawn: int = 0
    ended: bool = False


_MAKING: WeakKeyDictionary[App, dict[int, Making]] = WeakKeyDictionary()
"""Newest attempt at a film by table, until it is posted."""


def progress(app: App, table_id: int) -> Making | None:
    """Progress of the film of a table; None where none has begun, or it is posted."""
    return _MAKING.get(app, {}).get(table_id)


@contextmanager
def make(app: App, table_id: int) -> Iterator[Making]:
    """Note the progress of a film within the block, and whether it ended without the film."""
    making = _MAKING.setdefault(app, {})[table_id] = Making()
    try:
        yield making
    finally:
        making.ended = True


def posted(app: App, table_id: int) -> None:
    """Forget the progress of a film that is posted."""
    _MAKING.get(app, {}).pop(table_id, None)
