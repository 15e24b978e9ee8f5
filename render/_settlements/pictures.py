"""`SettlementPictures`: the pictures of one of the two games, in its look."""

from __future__ import annotations

from render._settlements import icons
from render._settlements.land import ground
from render._settlements.ledger.sheet import draw_ledger
from render._settlements.look import Look, dimmed
from render._settlements.map import table
from render._settlements.map.buildings import field_tone
from render._settlements.poster import draw_poster
from render._settlements.private.candidate import draw_build, draw_line
from render._settlements.private.hand import draw_hand
from render._settlements.private.prices import draw_prices
from render._settlements.private.region import draw_region
from render._settlements.private.score import draw_score
from render._settlements.scenes import draw_scenes
from render.canvas import Sheet
from render.contract import (
    CANDIDATE,
    HAND,
    POSTER,
    SCENES,
    SCORE,
    TABLE,
    Picture,
    Pictures,
    Subject,
)
from render.light import LightShares
from render.poster.sheet import Poster
from render.theme import THEME, Colour
from rules._settlements.view import BuildPreview, LinePreview, PlainPreview, RegionPreview, View


class SettlementPictures(Pictures[View]):
    """Public: the table, each board, the poster. Private: hand, prices, candidate, score."""

    names_sources = True

    def __init__(self, look: Look) -> None:
        self.look, self.palette = look, look.theme().palette
        super().__init__(
            {
                TABLE: Picture(self._table, public=True),
                "seat": Picture(self._board, public=True, of_seat=True),
                HAND: Picture(self._hand),
                "prices": Picture(self._prices),
                POSTER: Picture(self._poster, public=True, final=True),
                CANDIDATE: Picture(self._candidate),
                SCORE: Picture(self._score),
                SCENES: Picture(self._scenes),
            }
        )

    def _table(self, subject: Subject[View]) -> Sheet:
        return table.draw_table(subject, self.look, self.look.theme(subject.theme))

    def _board(self, subject: Subject[View]) -> Sheet:
        theme = self.look.theme(subject.theme)
        return draw_ledger(subject.view, subject.owner, subject.names, self.look, theme)

    def _hand(self, subject: Subject[View]) -> Sheet:
        return draw_hand(subject.shown, self.look, self.look.theme(subject.theme))

    def _prices(self, subject: Subject[View]) -> Sheet:
        return draw_prices(subject, self.look, self.look.theme(subject.theme))

    def _poster(self, subject: Subject[View]) -> Poster:
        return draw_poster(subject, self.look)

    def _candidate(self, subject: Subject[View]) -> Sheet:
        """A building or a region at its place on the map; else the board of its player."""
        theme, preview = self.look.theme(subject.theme), subject.shown
        match preview:
            case BuildPreview():
                return draw_build(subject, self.look, theme)
            case RegionPreview():
                return draw_region(subject, self.look, theme)
            case LinePreview() if preview.has_place:
                return draw_line(subject, self.look, theme)
            case LinePreview() | PlainPreview():
                view, names = subject.view, subject.names
                return draw_ledger(view, preview.seat, names, self.look, theme)
            case _:
                raise TypeError(f"no picture of {type(preview).__name__}")

    def _score(self, subject: Subject[View]) -> Sheet:
        return draw_score(subject, self.look, self.look.theme(subject.theme))

    def _scenes(self, subject: Subject[View]) -> Sheet:
        return draw_scenes(subject, self.look)

    def tokens(self) -> list[Colour]:
        table = list(ground.tones(self.look))
        fields = map(field_tone, THEME.seats)
        return [*self.look.tokens(), *table, *map(dimmed, table), *fields]

    def light_shares(self) -> LightShares:
        shares = self.look.light_shares()
        table = list(ground.tones(self.look))
        share = shares[self.look.ground]
        return shares | dict.fromkeys((*table, *map(dimmed, table)), share)

    def icons(self) -> dict[str, bytes]:
        return icons.icons(self.look)

    def prewarm(self) -> None:
        table.prewarm(self.look)

    def forget(self) -> None:
        table.forget()
        super().forget()
