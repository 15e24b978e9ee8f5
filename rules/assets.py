"""The files of `data/`, read once into frozen structs."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

import rules

T = TypeVar("T")

HOMES = tuple(dict.fromkeys(Path(room).resolve().parent / "data" for room in rules.__path__))
"""Folders beside the rules: the repository's own first, then those of games that live elsewhere."""


class AssetError(RuntimeError):
    """A data file is missing or damaged; the message is a sentence for the host."""


def load(name: str, shape: type[T]) -> T:
    """`data/<name>.json` as a `shape`. Raises AssetError with the file and the fault in it."""
    path = find(f"{name}.json")
    try:
        return msgspec.json.decode(path.read_bytes(), type=shape)
    except (OSError, msgspec.DecodeError) as error:
        raise AssetError(f"The data file {path} cannot be used: {error}") from error


def find(name: str) -> Path:
    """Path of the data file `name`. Raises AssetError."""
    for home in HOMES:
        if (home / name).is_file():
            return home / name
    folders = " or ".join(str(home) for home in HOMES)
    raise AssetError(f"The data file {name} is missing: looked in {folders}")
