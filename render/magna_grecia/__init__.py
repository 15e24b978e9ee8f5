"""The pictures of Magna Grecia: the table, the network of one seat, a candidate step, and more."""

from __future__ import annotations

from render.canvas import Sheet
from render.contract import CANDIDATE, POSTER, SCENES, SCORE, TABLE, Picture, Pictures, Subject
from render.light import LightShares
from render.magna_grecia import icons, look, table
from render.magna_grecia.candidate import draw_candidate
from render.magna_grecia.cards import draw_cards
from render.magna_grecia.counts import draw_counts
from render.magna_grecia.network import draw_network
from render.magna_grecia.poster import draw_poster
from render.magna_grecia.scenes import draw_scenes
from render.magna_grecia.score import draw_score
from render.magna_grecia.spots import draw_spots
from render.poster.sheet import Poster
from render.theme import Colour, Theme
from rules.magna_grecia.view import View


def _theme(subject: Subject[View]) -> Theme:
    return look.game_theme(subject.theme, subject.view.options.colors)


def _table(subject: Subject[View]) -> Sheet:
    return table.draw_table(
        subject.view,
        subject.names,
        subject.news,
        _theme(subject),
        subject.about,
        coordinates=subject.coordinates,
        in_progress=subject.view.final is None or subject.stage is not None,
    )


def _network(subject: Subject[View]) -> Sheet:
    return draw_network(
        subject.view, subject.owner, subject.names, _theme(subject), subject.about.language
    )


def _openings(subject: Subject[View]) -> Sheet:
    return draw_network(
        subject.view,
        subject.owner,
        subject.names,
        _theme(subject),
        subject.about.language,
        subject.shown,
    )


def _counts(subject: Subject[View]) -> Sheet:
    return draw_counts(subject.view, _theme(subject), subject.about.language)


def _cards(subject: Subject[View]) -> Sheet:
    return draw_cards(subject.view, _theme(subject))


def _spots(subject: Subject[View]) -> Sheet:
    return draw_spots(subject.view, subject.shown, _theme(subject), subject.about.language)


def _candidate(subject: Subject[View]) -> Sheet:
    return draw_candidate(
        subject.view, subject.shown, subject.names, _theme(subject), subject.about.language
    )


def _score(subject: Subject[View]) -> Sheet:
    return draw_score(subject.view, subject.shown, _theme(subject), subject.about.language)


def _poster(subject: Subject[View]) -> Poster:
    return draw_poster(subject, _theme(subject))


class MagnaGreciaPictures(Pictures[View]):
    """Public: table, seat, counts, cards, poster. Private: openings, spots, candidate, score."""

    palette = look.PALETTE
    names_sources = True

    def __init__(self) -> None:
        super().__init__(
            {
                TABLE: Picture(_table, public=True),
                "seat": Picture(_network, public=True, of_seat=True),
                "counts": Picture(_counts, public=True),
                "cards": Picture(_cards, public=True),
                POSTER: Picture(_poster, public=True, final=True),
                "openings": Picture(_openings, of_seat=True),
                "spots": Picture(_spots),
                CANDIDATE: Picture(_candidate),
                SCORE: Picture(_score),
                SCENES: Picture(draw_scenes),
            }
        )

    def tokens(self) -> list[Colour]:
        return look.tokens()

    def light_shares(self) -> LightShares:
        return look.light_shares()

    def theme_for(self, view: View, theme: Theme) -> Theme:
        return look.game_theme(theme, view.options.colors)

    def icons(self) -> dict[str, bytes]:
        return icons.icons()

    def prewarm(self) -> None:
        table.GROUND.whole()

    def forget(self) -> None:
        table.forget()
        super().forget()


PICTURES = MagnaGreciaPictures()
