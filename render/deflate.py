"""Deflate by zlib-ng, twice as fast as zlib and no larger; by zlib where it is not installed.

Files differ by some bytes then, pictures do not. ISA-L would be faster still, but it leaves
the processor's wide registers in a state in which Pillow is slower by a third in the same thread.
"""

from __future__ import annotations

import zlib
from importlib import import_module
from importlib.util import find_spec
from typing import Any

library: Any = import_module("zlib_ng.zlib_ng" if find_spec("zlib_ng") else "zlib")

_SMALL, _FAST = 5, 1
_MEMORY = 9


def piece(data: bytes) -> bytes:
    """Raw deflate data that ends on a whole byte, so that pieces can simply be concatenated."""
    squeezer = library.compressobj(_SMALL, zlib.DEFLATED, -zlib.MAX_WBITS, _MEMORY)
    squeezed: bytes = squeezer.compress(data) + squeezer.flush(zlib.Z_FULL_FLUSH)
    return squeezed


def compress(data: bytes) -> bytes:
    """`data`, compressed fast."""
    squeezed: bytes = library.compress(data, _FAST)
    return squeezed


def decompress(squeezed: bytes) -> bytes:
    """The data before compression."""
    data: bytes = library.decompress(squeezed)
    return data
