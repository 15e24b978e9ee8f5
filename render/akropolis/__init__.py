"""The pictures of Akropolis: the table, one city from near, a candidate move, and the icons."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from render import png
from render.akropolis import faces
from render.akropolis.close import draw_candidate, draw_close
from render.akropolis.icons import icons
from render.akropolis.painting import painted
from render.akropolis.table import draw_table, forget_panels
from render.theme import THEME, Theme
from rules.akropolis.view import Preview, View
from rules.contract import Seat

__all__ = ["draw", "forget", "icons", "prewarm"]


def draw(
    view: View,
    *,
    names: Sequence[str] = (),
    highlight: Collection[tuple[Seat, int]] | None = None,
    focus: Seat | None = None,
    ghost: Preview | None = None,
    theme: Theme = THEME,
) -> bytes:
    """The PNG of the table; of the city of `focus`; or of the candidate move `ghost`.

    `names[seat]` are display names; `highlight` lights tiles as (seat, index into its tiles),
    by default the last move.
    """
    try:
        if ghost is not None:
            return draw_candidate(view, ghost, names, theme).png()
        if focus is not None:
            return draw_close(view, focus, names, highlight, theme).png()
        return draw_table(view, names, highlight, theme).png()
    finally:
        painted.cache_clear()


def forget() -> None:
    """Forget the pictures drawn before, but not the sprites; only speed changes."""
    forget_panels()
    png.forget()


def prewarm() -> None:
    """Draw the large sprites of which all others are made."""
    for face in faces.every_face():
        faces.floor(face.kind, face.colour, 34)
        faces.symbol(face, 34)
