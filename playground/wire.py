"""Untrusted text from the network: numbers and JSON, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

DIGITS = re.compile(r"[0-9]{1,19}")
LARGEST = 2**63 - 1
"""Largest id, here and in the file."""
MOST_LEVELS = 64
"""Levels that JSON may nest: four times Discord's deepest request."""


class BadJson(ValueError):
    """Text that is not JSON, or nested deeper than any real request."""


def whole_number(text: str) -> int | None:
    """The number written in ASCII digits, up to the largest id; None for anything else."""
    if not DIGITS.fullmatch(text):
        return None
    number = int(text)
    return number if number <= LARGEST else None


def json_of(text: str | bytes) -> object:
    """Value of a JSON text. Raises BadJson."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadJson(str(error)) from None
    if _levels_left([value]):
        raise BadJson("nested too deep")
    return value


def _levels_left(level: list[object]) -> list[object]:
    """Values that lie deeper than MOST_LEVELS."""
    for _ in range(MOST_LEVELS):
        level = [child for parent in level for child in _children(parent)]
    return level


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
