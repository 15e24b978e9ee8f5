"""Packed texts: a column is deflated row by row, with a dictionary of texts that are like its own.

The first byte of a packed text is the number of its dictionary. Like a migration, a dictionary
never changes: a better one is a new file.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

import msgspec

DICTIONARIES = Path(__file__).parent / "dictionaries"
NEWEST = 1
"""Number of the dictionary for new rows: events of two to four seats of every game."""
RAW, LEVEL, MEMORY = -15, 9, 9
"""Window of a stream without a header; effort; room for the tables of the compressor."""


def pack(text: str) -> bytes:
    """Text, packed with the newest dictionary."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, MEMORY, zdict=dictionary(NEWEST))
    return bytes([NEWEST]) + packer.compress(text.encode()) + packer.flush()


def unpack(packed: bytes) -> bytes:
    """Text that was packed, in UTF-8. Raises msgspec.DecodeError where it is damaged."""
    unpacker = zlib.decompressobj(RAW, zdict=dictionary(packed[0] if packed else 0))
    try:
        text = unpacker.decompress(packed[1:])
    except zlib.error as error:
        raise msgspec.DecodeError(f"a packed text is damaged: {error}") from error
    if not unpacker.eof:
        raise msgspec.DecodeError("a packed text is cut short")
    return text


@cache
def dictionary(number: int) -> bytes:
    """Texts of a dictionary. Raises msgspec.DecodeError where there is none of this number."""
    try:
        return (DICTIONARIES / f"{number}.txt").read_bytes()
    except FileNotFoundError as error:
        raise msgspec.DecodeError(f"a text is packed with dictionary {number}") from error
