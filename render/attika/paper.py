"""The player's side of the table in Attika."""

from __future__ import annotations

from render._settlements.desk.paper import Paper
from render.attika.look import LOOK
from render.theme import rgb

PAPER = Paper(
    look=LOOK,
    desk="pottery",
    frieze="meander",
    sheet="slab",
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
    ink=rgb("#2E2620"),
)
