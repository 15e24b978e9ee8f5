"""Sea and marble: the materials of Attika."""

from __future__ import annotations

from render._settlements.look import Look, Ornament, Terrain, from_file
from render.theme import rgb

LOOK = Look(
    key="attika",
    table="sea",
    token="marble",
    link="street",
    ground=rgb("#3F7E95"),
    line=rgb("#D8EBE2"),
    border=rgb("#8FC0C4"),
    side=rgb("#9A8762"),
    rim=rgb("#D9CDA9"),
    seam=rgb("#BDAC86"),
    blank=Terrain(rgb("#EEE6CE"), rgb("#8F7F55"), "pebbles"),
    terrains={
        "water": Terrain(rgb("#86C2D2"), rgb("#1D5F80"), "swell"),
        "forest": Terrain(rgb("#8FA869"), rgb("#3A5A2C"), "cypresses"),
        "hill": Terrain(rgb("#D9BA85"), rgb("#7D5424"), "hills"),
        "mountain": Terrain(rgb("#BAB4B8"), rgb("#4B4756"), "peaks"),
    },
    ink=rgb("#4B4228"),
    city=rgb("#1F4552"),
    gold=rgb("#DDB650"),
    city_size=1.25,
    roof=rgb("#E7C25A"),
    stone=rgb("#F7F1E2"),
    stone_side=rgb("#B5A585"),
    paper=rgb("#F0E8D2"),
    paper_line=rgb("#C9BB97"),
    wood=rgb("#AD6E4C"),
    band=rgb("#33261F"),
    band_line=rgb("#D79465"),
    card=rgb("#FBF6E8"),
    card_rim=rgb("#3B2A22"),
    box=rgb("#F6EDD3"),
    box_rim=rgb("#C5B48A"),
    faint=rgb("#E8DFC6"),
    faint_rim=rgb("#A79A7C"),
    faint_ink=rgb("#685D43"),
    arrow=rgb("#8F7048"),
    dark=rgb("#2E2620"),
    ornaments=(
        Ornament((170, 140), 116, from_file("attika/trireme")),
        Ornament((150, 120), 76, from_file("attika/dolphins")),
        Ornament((130, 104), 92, from_file("attika/islet")),
    ),
)
