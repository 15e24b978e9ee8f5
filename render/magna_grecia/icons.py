"""The marks of the seats in the colours that they can play in this game, as emojis."""

from __future__ import annotations

from render.icons import square
from render.magna_grecia import look
from render.marks import seat_mark
from render.theme import THEME
from rules.magna_grecia.pieces import Colour


def icons() -> dict[str, bytes]:
    """`magna_yellow_a` is the first seat in yellow."""
    return {
        f"magna_{colour}_{seat.letter.lower()}": square(seat_mark(seat, 116))
        for colour in Colour
        for seat in look.game_theme(THEME, (colour,) * len(THEME.seats)).seats
    }
