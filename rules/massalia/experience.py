"""Gain of buying each card, in hundredths of the chance to win, measured by results.

From 171,000 games of two against `easy`, in which some purchases were left to chance: the results,
less the chances of the position, regressed on the purchases beyond those that chance would give.
Cheap cards bought early are drawn again and again in the place of better ones.
"""

from __future__ import annotations

Stages = tuple[float, ...]
"""A number for each part of a game."""

UNTIL = (5, 11)
"""Last round of each part of a game but the last one."""
PARTS: dict[str, Stages] = {
    "tiles": (6.2, 2.6, 0.5),
    "inroads": (8.5, 2.5, 0.9),
    "draws": (7.6, 3.5, 1.4),
    "amber": (4.7, 0.8, 0.0),
    "weeds": (5.1, 2.2, 0.5),
    "guard": (3.1, 2.2, 0.9),
    "combo": (2.2, 1.8, 0.6),
    "stays": (3.4, 1.3, 0.6),
}
"""Gain for each point of a part of a card's worth (`appraisal.PARTS`)."""
CARDS: dict[str, Stages] = {
    "S01": (-6.5, -2.5, -0.5),
    "S02": (-5, -4, -1.5),
    "S03": (-5, -0.5, -0.5),
    "S04": (-6.5, -3.5, -1.5),
    "S05": (-0.5, -1, -0.5),
    "S06": (-4, 0, 0),
    "S07": (-1, -0.5, 0),
    "S08": (-2, -0.5, -1),
    "S09": (-7, -2.5, -1.5),
    "S10": (-6.5, -1.5, 0.5),
    "S11": (1, -0.5, 0.5),
    "S12": (-1, -3, -1),
    "S13": (-4.5, -1, -2.5),
    "S14": (-2, -2.5, -0.5),
    "S15": (-4.5, -3, -1),
    "C01": (-6, -4, -2),
    "C02": (-1.5, -1.5, 0.5),
    "C03": (4.5, -3.5, -2),
    "C04": (1, -1.5, 0.5),
    "C05": (2, -1, 1),
    "C06": (1.5, -3.5, -1),
    "C07": (-8, -3, -1.5),
    "C08": (-8.5, -2, -0.5),
    "C09": (-9, -2.5, -0.5),
    "C10": (-3, -2, 0.5),
    "C11": (-3, -1.5, 0),
    "C12": (-3.5, -2.5, 0),
    "C13": (-6, -2, 0),
    "C14": (-4.5, -1.5, 0),
    "C15": (-3.5, 0, 0.5),
    "O01": (-6.5, -3, -1),
    "O02": (-6, -2.5, -1),
    "O03": (-1, 0.5, 0.5),
    "O04": (-6, -1.5, 0),
    "O05": (-3.5, -1, 0),
    "O06": (-4, -0.5, 0),
    "O07": (-6.5, -2, -1),
    "O08": (3, 0, -0.5),
    "O09": (3, 1.5, 1),
    "O10": (2, 1.5, 0.5),
    "O11": (-4.5, -2.5, -2),
    "O12": (0.5, -2, -0.5),
    "O13": (-7.5, -3, -1),
    "O14": (-2.5, -2.5, 0),
    "O15": (-3.5, -3.5, -0.5),
    "B01": (-9, -3.5, -1),
    "B02": (-11, -4, -1),
    "B03": (-8.5, -4.5, -1.5),
    "B04": (-6, -4, -1),
    "B05": (-5.5, -3, -1),
    "B06": (-5, -3, 0.5),
    "B07": (-2, 0, -2),
    "B08": (-8, -4.5, -1),
    "B09": (-5.5, -2, -2),
    "B10": (-5.5, -0.5, 0),
    "B11": (-3, 0.5, 0.5),
    "B12": (-5.5, -2, -1),
    "B13": (-8.5, -3.5, -2),
    "B14": (-5, -2, -1),
    "B15": (-4, -2, 0),
}
"""Further gain of a card; most are negative, as any card makes the others rarer."""
