"""Prairie, wire and wood: the materials of U.S. Telegraph."""

from __future__ import annotations

from render._settlements.look import Look, Terrain
from render.telegraph.ornaments import ORNAMENTS
from render.theme import rgb

LOOK = Look(
    key="telegraph",
    table="prairie",
    token="wood",
    link="wire",
    ground=rgb("#958A66"),
    line=rgb("#A69B75"),
    border=rgb("#B8AC85"),
    side=rgb("#6E5F3C"),
    rim=rgb("#F1E7C6"),
    seam=rgb("#A5935F"),
    blank=Terrain(rgb("#DDD0A0"), rgb("#7C6D3C"), "tufts"),
    terrains={
        "water": Terrain(rgb("#86BAC6"), rgb("#2E6E86"), "ripples"),
        "wood": Terrain(rgb("#88A463"), rgb("#3D5A2E"), "pines"),
        "clay": Terrain(rgb("#D1A57A"), rgb("#7A4A24"), "furrows"),
        "metal": Terrain(rgb("#AEB0AE"), rgb("#474C55"), "rocks"),
    },
    ink=rgb("#4A3F1E"),
    city=rgb("#4A443E"),
    gold=rgb("#D9B65A"),
    city_size=1.0,
    roof=rgb("#FBF5E3"),
    stone=rgb("#F3E3B5"),
    stone_side=rgb("#6B4A2A"),
    paper=rgb("#EFE5C5"),
    paper_line=rgb("#C8B98B"),
    wood=rgb("#7C6145"),
    band=rgb("#4B3827"),
    band_line=rgb("#B79A6C"),
    card=rgb("#FBF4E0"),
    card_rim=rgb("#33281B"),
    box=rgb("#F7F0D9"),
    box_rim=rgb("#C4B382"),
    faint=rgb("#E5DAB4"),
    faint_rim=rgb("#A5966A"),
    faint_ink=rgb("#685B36"),
    arrow=rgb("#857445"),
    dark=rgb("#2B2620"),
    ornaments=ORNAMENTS,
)
