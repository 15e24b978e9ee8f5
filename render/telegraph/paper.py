"""The player's side of the table in U.S. Telegraph."""

from __future__ import annotations

from render._settlements.desk.paper import Paper
from render.telegraph.look import LOOK
from render.theme import rgb

PAPER = Paper(
    look=LOOK,
    desk="planks",
    frieze="wire",
    sheet="ledger",
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
    ink=rgb("#2B2620"),
)
