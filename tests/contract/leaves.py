"""Views that differ in a single value, by which one sees whether anybody tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

Make = Callable[[], Any]
"""Makes a copy of a value with one difference."""


def differences(one: Any, other: Any) -> Iterator[tuple[str, Make]]:
    """Places like `cities.*.stones` at which two views differ; each makes `one` changed there."""
    for path, make in _differences(one, other):
        yield ".".join(path), make


def _differences(one: Any, other: Any) -> Iterator[tuple[tuple[str, ...], Make]]:
    """As deep as both are of one shape; any other difference is one of the whole value."""
    if one == other:
        return
    parts = _parts(one, other)
    if parts is None:
        yield (), lambda: other
        return
    for name, key, mine, its in parts:
        for path, make in _differences(mine, its):
            yield (name, *path), lambda key=key, make=make: _with(one, key, make())  # type: ignore[misc]


def _parts(one: Any, other: Any) -> list[tuple[str, Any, Any, Any]] | None:
    """The parts of two values of one shape, as (name, key, part of one, part of the other)."""
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        return [(f, f, getattr(one, f), getattr(other, f)) for f in one.__struct_fields__]
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [("*", key, one[key], other[key]) for key in one]
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [("*", place, mine, its) for place, (mine, its) in pairs]
    return None


def _with(one: Any, key: Any, part: Any) -> Any:
    """A value with another part."""
    if isinstance(one, msgspec.Struct):
        return replace(one, **{key: part})
    if isinstance(one, dict):
        return {**one, key: part}
    return (*one[:key], part, *one[key + 1 :])
