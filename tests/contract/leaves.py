"""Views that differ in a single value, by which one sees whether anybody tells it."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

Make = Callable[[], Any]
"""Makes a copy of a value with one difference."""


def differences(first: Any, second: Any) -> Iterator[tuple[str, Make]]:
    """Places like `cities.*.stones` at which two views differ; each makes `first` changed there."""
    for path, make in _differences(first, second):
        yield ".".join(path), make


def _differences(first: Any, second: Any) -> Iterator[tuple[tuple[str, ...], Make]]:
    """As deep as both are of one shape; any other difference is one of the whole value."""
    if first == second:
        return
    parts = _parts(first, second)
    if parts is None:
        yield (), lambda: second
        return
    for name, key, mine, its in parts:
        for path, make in _differences(mine, its):
            yield (name, *path), lambda key=key, make=make: _with(first, key, make())  # type: ignore[misc]


def _parts(first: Any, second: Any) -> list[tuple[str, Any, Any, Any]] | None:
    """The parts of two values of one shape: name, key, part of the first, part of the second."""
    if isinstance(first, msgspec.Struct) and type(first) is type(second):
        return [(f, f, getattr(first, f), getattr(second, f)) for f in first.__struct_fields__]
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        return [("*", key, first[key], second[key]) for key in first]
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        pairs = enumerate(zip(first, second, strict=True))
        return [("*", place, mine, its) for place, (mine, its) in pairs]
    return None


def _with(value: Any, key: Any, part: Any) -> Any:
    """A value with another part."""
    if isinstance(value, msgspec.Struct):
        return replace(value, **{key: part})
    if isinstance(value, dict):
        return {**value, key: part}
    return (*value[:key], part, *value[key + 1 :])
