"""The colours of Massalia: sea, coast, the land by area, plates, pips, obols."""

from __future__ import annotations

from render.theme import Colour, rgb

DEEP: Colour = rgb("#4F9CA8")
SHALLOWS: tuple[Colour, Colour] = (rgb("#68B2B6"), rgb("#8FCDC6"))
SURF: Colour = rgb("#E9F4E6")
SHORE: Colour = rgb("#9C8453")
BEYOND: Colour = rgb("#2C4A58")
"""What the country off the board is dipped in."""
BORDER: Colour = rgb("#2F4650")
LAND: dict[str, Colour] = {
    "estaque": rgb("#D9CE9C"),
    "north_terroir": rgb("#CFCB93"),
    "old_city": rgb("#EBCFA9"),
    "carmes": rgb("#E6D3AC"),
    "east_walls": rgb("#DDD2A6"),
    "south_shore": rgb("#E2D8B2"),
    "garde": rgb("#E7DFC2"),
    "aubagne": rgb("#CDC68F"),
}
LINE: dict[str, tuple[int, int, int, int]] = {
    "sea": (*rgb("#F0FAF0"), 140),
    "land": (*rgb("#967E48"), 128),
}
PLATE: dict[str, tuple[int, int, int, int]] = {
    "sea": (*rgb("#BFE0D8"), 153),
    "land": (*rgb("#F4E8CB"), 153),
}
IVORY: Colour = rgb("#FBF3DF")
PAPER: Colour = rgb("#F6EEDC")
INK: Colour = rgb("#4A4236")
PIP: Colour = rgb("#A11D33")
OBOL: tuple[Colour, Colour, Colour, Colour] = (
    rgb("#2B2F36"),
    rgb("#E3E7EA"),
    rgb("#8A949E"),
    rgb("#20242B"),
)
"""Rim, disc, inner ring and figure of the silver coin."""
COORDINATE: dict[str, tuple[Colour, Colour]] = {
    "sea": (rgb("#123A46"), rgb("#A5D6D0")),
    "land": (rgb("#4A3C22"), rgb("#EFE3C4")),
}
"""Letters and halo."""
HEART: Colour = rgb("#D0352F")
HEART_DARK: Colour = rgb("#8E1D1B")
WATER: Colour = rgb("#2F7FC4")
WATER_DARK: Colour = rgb("#1A4E80")
FISH: Colour = rgb("#1F8C84")
FISH_DARK: Colour = rgb("#125954")
FLAME: Colour = rgb("#EE7A1F")
FLAME_LIGHT: Colour = rgb("#FFD35C")
GOLD: Colour = rgb("#C9A24A")
GOLD_DARK: Colour = rgb("#6E5115")
ROOF: Colour = rgb("#CB6A41")
TREE: Colour = rgb("#86A04A")
TREE_DARK: Colour = rgb("#55702B")
STONE: tuple[Colour, Colour, Colour] = (rgb("#EFE4CB"), rgb("#D3BF97"), rgb("#A08A60"))
WOOD: tuple[Colour, Colour] = (rgb("#96602F"), rgb("#5E3818"))
SAIL: Colour = rgb("#F8F1DF")
EMBLEM_INK: Colour = rgb("#2B2620")
"""The outline of an emblem."""
SEAT_RIM = 3
"""Of a tile, in pixels."""
