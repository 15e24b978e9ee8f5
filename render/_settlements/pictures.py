"""`Pictures`: all that the renderer of one of the two games offers, in its look."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from render import png
from render._settlements import icons
from render._settlements.desk.paper import Paper
from render._settlements.ledger.sheet import draw_ledger
from render._settlements.map import table
from render._settlements.private.candidate import draw_build
from render._settlements.private.hand import draw_hand
from render._settlements.private.prices import draw_prices
from render._settlements.private.region import draw_region
from render.canvas import Sheet
from render.theme import THEME, Theme
from rules._settlements.view import (
    BuildPreview,
    Hand,
    PlainPreview,
    Prices,
    Private,
    RegionPreview,
    View,
)
from rules.contract import Seat


class Pictures:
    """The pictures of a game: the table, a player's board, and what one seat alone may see."""

    def __init__(self, paper: Paper) -> None:
        self.paper, self.look = paper, paper.look

    def draw(
        self,
        view: View,
        *,
        names: Sequence[str] = (),
        highlight: Collection[tuple[Seat, int]] | None = None,
        focus: Seat | None = None,
        ghost: Private | None = None,
        theme: Theme = THEME,
    ) -> bytes:
        """The PNG of the map; of the board of the seat `focus`; or of what `ghost` holds.

        `names[seat]` are display names. `highlight` lights buildings as (seat, index into
        view.board.buildings), and regions as (-1, index into view.board.tiles).
        """
        own = self.look.theme(theme)
        if ghost is not None:
            return self._private(view, ghost, names, own).png()
        if focus is not None:
            return draw_ledger(view, focus, names, self.paper, own).png()
        return table.draw_table(view, names, highlight or (), self.look, own).png()

    def _private(self, view: View, ghost: Private, names: Sequence[str], theme: Theme) -> Sheet:
        match ghost:
            case BuildPreview():
                return draw_build(view, ghost, names, self.look, theme)
            case RegionPreview():
                return draw_region(view, ghost, names, self.look, theme)
            case Prices():
                return draw_prices(view, ghost, names, self.look, theme)
            case Hand():
                return draw_hand(ghost, self.paper, theme)
            case PlainPreview():
                return draw_ledger(view, ghost.seat, names, self.paper, theme)

    def icons(self) -> dict[str, bytes]:
        """Small square PNGs by name, for the application's emojis."""
        return icons.icons(self.paper)

    def forget(self) -> None:
        """Forget the pictures drawn before, but not the sprites; only speed changes."""
        table.forget()
        png.forget()

    def prewarm(self) -> None:
        """Draw the sprites that the first picture needs."""
        table.prewarm(self.look)
