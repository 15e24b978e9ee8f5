"""Pictures and samples of a game, found by its key."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, cast

from render.contract import Pictures
from render.samples import Samples


def renderer(key: str) -> Pictures[Any]:
    """The pictures of the game called `key`. Raises KeyError when it has none."""
    package = _module(f"render.{key}")
    if package is None:
        raise KeyError(key)
    return cast(Pictures[Any], package.PICTURES)


def samples(key: str) -> Samples | None:
    """Samples for the palette of the game called `key`; None if it has no palette of its own."""
    module = _module(f"render.{key}.samples")
    return cast(Samples, module.SAMPLES) if module else None


def _module(name: str) -> ModuleType | None:
    """Module of this name, or None. An import error inside it is raised."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if not f"{name}.".startswith(f"{missing.name}."):
            raise
        return None
