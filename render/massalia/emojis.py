"""The signs of Massalia as the application's emojis."""

from __future__ import annotations

from render.icons import SIDE, square
from render.massalia.icons import family_disc, icon

_SIGNS = (
    "life", "shield", "water", "fish", "fire", "flag", "amber", "draw", "heal",
    "place_sea", "place_land", "place_any", "move", "flip", "remove", "banish", "recover",
    "destroy", "eye", "bag", "deck", "reserve", "cemetery",
)  # fmt: skip
_FAMILIES = ("solidaires", "coriaces", "orgueilleux", "braves")


def icons() -> dict[str, bytes]:
    """PNGs by name: `ma_amber`, …, `ma_braves`."""
    signs = {f"ma_{name}": square(icon(name, SIDE - 8)) for name in _SIGNS}
    return signs | {f"ma_{name}": square(family_disc(name, SIDE - 8)) for name in _FAMILIES}
