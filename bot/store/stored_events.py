"""Events of a stored ply, which are unpacked when somebody looks at them.

Whoever replays a game needs none of them, and a page of a log those of a few plies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import msgspec

from bot.database.packing import unpack
from rules.contract import Event

_DECODER = msgspec.json.Decoder(tuple[Event, ...])


class StoredEvents(Sequence[Event]):
    """A tuple of events, made from the packed text when it is first needed."""

    __slots__ = ("_events", "_packed")

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._events: tuple[Event, ...] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events. Raises msgspec.DecodeError where the text is damaged."""
        if self._events is None:
            self._events = _DECODER.decode(unpack(self._packed))
        return self._events

    @property
    def packed_size(self) -> int:
        """Bytes of the packed text."""
        return len(self._packed)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return self.events[index]

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, StoredEvents):
            return self.events == other.events
        return isinstance(other, tuple) and self.events == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.events)
