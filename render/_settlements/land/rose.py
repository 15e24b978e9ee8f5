"""The compass rose."""

from __future__ import annotations

from PIL import Image

from render import drawings
from render._settlements.look import Look
from render.cache import memoize
from render.theme import mix

ROSE = 160
"""Its width and its height."""


@memoize
def rose(look: Look) -> Image.Image:
    """A star of sixteen points, each half light and half open, in two rings."""
    tones = {name: mix(look.ground, look.border, share) for name, share in _SHARES.items()}
    return drawings.sheet("rose", ROSE, tones).reduce()


_SHARES = {"line": 0.62, "pale": 0.30}
"""Shares of the border in its tones."""
