"""What `render` holds of one game, found by its name: its pictures, and the samples of them."""

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
    """What the palette of the game called `key` is made of; None where it has none of its own."""
    module = _module(f"render.{key}.samples")
    return cast(Samples, module.SAMPLES) if module else None


def _module(name: str) -> ModuleType | None:
    """The module of this name, if there is one; what is missing inside it is an error."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if not f"{name}.".startswith(f"{missing.name}."):
            raise
        return None
