"""What the signs of a game are made of: silhouettes in ink, resources in colour, cities in relief.

Every drawing has a brush whose unit is half the side of the sign and whose origin is its middle.
Silhouettes know two tones only, INK and GAP; the rest of the colours are the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from render.canvas import Brush
from render.theme import Colour

INK, GAP = 255, 0

Silhouette = Callable[[Brush], None]
Symbol = Callable[[Brush], None]
"""A resource in its own colours."""
Skyline = Callable[[Brush, Colour, Colour], None]
"""Draws with a light and a shaded tone, and leaves openings clear."""


class Signs(msgspec.Struct, frozen=True):
    """All the signs of one game, by the ids and keys of its data."""

    projects: Mapping[int, Silhouette]
    resources: Mapping[str, Symbol]
    cities: Mapping[str, Skyline]
    bonus: Silhouette
    tones: tuple[Colour, ...]
    """The colours of the resources."""
