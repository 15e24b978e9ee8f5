"""Text that comes over the wire from anybody: numbers and JSON, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

DIGITS = re.compile(r"[0-9]{1,19}")
LARGEST = 2**63 - 1
"""What an id can be, here and in the file."""
MOST_LEVELS = 64
"""How deep JSON may nest: four times what Discord's deepest request does."""


class BadJson(ValueError):
    """Not JSON, or nested so deep that nobody can mean it."""


def whole_number(text: str) -> int | None:
    """The number that ASCII digits write, up to the largest id; None for anything else."""
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
    """Levels that lie deeper than any request goes."""
    for _ in range(MOST_LEVELS):
        level = [child for parent in level for child in _children(parent)]
    return level


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
