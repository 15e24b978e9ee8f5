"""Pictures of a game, found by its key."""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from render.contract import Pictures


def renderer(key: str) -> Pictures[Any]:
    """The pictures of the game called `key`. Raises KeyError when it has none."""
    name = f"render.{key}"
    try:
        package = import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise KeyError(key) from missing
    return cast(Pictures[Any], package.PICTURES)
