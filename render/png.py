"""Palette PNGs, written in bands of rows.

Each band is compressed by itself and ends on a whole byte, so the bands of a file are simply
concatenated, and a band of any picture before is not compressed again: after a move only the rows
that changed cost time. Rows are not filtered, which is best for flat art in a palette.
"""

from __future__ import annotations

import struct
from functools import reduce

import msgspec
from PIL import Image

from render.cache import CACHE
from render.deflate import library, piece

_BAND_ROWS = 75
_ADLER = 65521


class Band(msgspec.Struct, frozen=True):
    """A compressed band of rows, with length and Adler-32 of the uncompressed bytes."""

    deflated: bytes
    length: int
    check: int


def encode(rows: Image.Image, colours: bytes) -> bytes:
    """File of scan lines of palette indices, whose first column is the filter byte 0."""
    width, height = rows.size
    pixels, length = rows.tobytes(), width * _BAND_ROWS
    bands = [_band(pixels[at : at + length]) for at in range(0, len(pixels), length)]
    check = struct.pack(">I", reduce(_adler32_combine, bands).check)
    stream = b"".join((b"\x78\x01", *(band.deflated for band in bands), b"\x03\x00", check))
    header = struct.pack(">IIBBBBB", width - 1, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", stream), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def size(png: bytes) -> tuple[int, int]:
    """The width and height of a file."""
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


def forget() -> None:
    """Forget all bands; only speed changes."""
    CACHE.forget(Band)


def _band(rows: bytes) -> Band:
    """The band of these rows, cached by two checksums, since the rows themselves take much room."""
    key = (Band, len(rows), library.crc32(rows), check := library.adler32(rows))
    band: Band | None = CACHE.get(key)
    if band is None:
        band = Band(piece(rows), len(rows), check)
        CACHE.store(key, band, "table")
    return band


def _adler32_combine(one: Band, other: Band) -> Band:
    """Band with the checksum of two consecutive bands (adler32_combine of zlib), without bytes."""
    low = (one.check & 0xFFFF) + (other.check & 0xFFFF) - 1
    high = (one.check >> 16) + (other.check >> 16) + other.length * ((one.check & 0xFFFF) - 1)
    check = (high % _ADLER) << 16 | low % _ADLER
    return Band(b"", one.length + other.length, check)


def _chunk(name: bytes, body: bytes) -> bytes:
    check = library.crc32(body, library.crc32(name))
    return b"".join((struct.pack(">I", len(body)), name, body, struct.pack(">I", check)))
