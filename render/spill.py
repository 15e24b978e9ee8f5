"""Room on the disk for what the cache of pictures has no memory for.

It is a file without a name: no other process can open it, it is gone when the process ends, and a
later version never meets it. So it cannot be stale, nor tell a secret, and a copy of the folder
does not have it. Nothing depends on it: what is lost is drawn again, and a disk that is full or
cannot be written only costs time.
"""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from collections.abc import Hashable
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from render.deflate import library

ROOM = 384 << 20
"""Greatest size of the file in bytes: about six hundred tables that are played in turn."""


class Spill:
    """Values by key in a ring of bytes: the oldest are overwritten first."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self._file: IO[bytes] | None = None
        self._places: OrderedDict[Hashable, tuple[int, int, int, int]] = OrderedDict()
        """Round of the ring, offset, length and checksum of each value, in the order of writing."""
        self._round, self._end = 0, 0

    def open(self, folder: Path) -> None:
        """Use a file in this folder from now on, if one can be made."""
        self.close()
        try:
            self._file = TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 - stays open
        except OSError:
            self._file = None

    def close(self) -> None:
        """Give the file up, with everything in it."""
        self.clear()
        if self._file is not None:
            self._file.close()
            self._file = None

    def clear(self) -> None:
        """Forget all values, and free their room on the disk."""
        self._places.clear()
        self._round, self._end = 0, 0
        if self._file is not None:
            try:
                self._file.truncate(0)
            except OSError:
                self.close()

    def store(self, key: Hashable, value: Any) -> None:
        """Write a value, unless a copy that will last for a while is there."""
        if self._file is None or self.holds(key):
            return
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        if len(data) > self.room:
            return
        offset = self._make_room(len(data))
        self.drop(key)
        try:
            written = os.pwrite(self._file.fileno(), data, offset)
        except OSError:
            return
        if written == len(data):
            self._places[key] = self._round, offset, written, library.crc32(data)

    def get(self, key: Hashable) -> Any:
        """The value, or None where it is lost or damaged."""
        place = self._places.get(key)
        if place is None or self._file is None:
            return None
        _, offset, length, check = place
        try:
            data = os.pread(self._file.fileno(), length, offset)
        except OSError:
            data = b""
        if library.crc32(data) != check:
            self.drop(key)
            return None
        return pickle.loads(data)

    def drop(self, key: Hashable) -> None:
        """Forget a value."""
        self._places.pop(key, None)

    def __iter__(self) -> Any:
        return iter(self._places)

    def holds(self, key: Hashable) -> bool:
        """Whether a value is there and will not be overwritten for half a round."""
        place = self._places.get(key)
        if place is None:
            return False
        age = (self._round - place[0]) * self.room + self._end - place[1]
        return age < self.room // 2

    def _make_room(self, length: int) -> int:
        """Offset of so many free bytes; the values that were there are forgotten."""
        if self._end + length > self.room:
            self._round, self._end = self._round + 1, 0
        offset, self._end = self._end, self._end + length
        while self._places:
            oldest = next(iter(self._places))
            turn, start, _, _ = self._places[oldest]
            if turn >= self._round or (turn == self._round - 1 and start >= self._end):
                break
            self.drop(oldest)
        return offset
