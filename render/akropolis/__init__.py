"""The pictures of Akropolis: table, city, tiles on offer, candidate move, score, and icons."""

from __future__ import annotations

from render.akropolis import faces, ground, materials
from render.akropolis.city import forget_maps
from render.akropolis.closeup import draw_candidate, draw_close
from render.akropolis.header import draw_site
from render.akropolis.icons import icons
from render.akropolis.poster import draw_poster
from render.akropolis.scenes import draw_scenes
from render.akropolis.score import draw_score
from render.akropolis.table import draw_table
from render.canvas import Sheet
from render.contract import CANDIDATE, POSTER, SCENES, SCORE, TABLE, Picture, Pictures, Subject
from render.light import LightShares, light_of
from render.theme import THEME, Colour
from rules.akropolis.view import View

__all__ = ["PICTURES"]


class AkropolisPictures(Pictures[View]):
    """The pictures of Akropolis; those of panels and of the lesson are not public."""

    palette = THEME.palette
    names_sources = True

    def tokens(self) -> list[Colour]:
        return [*materials.tokens(), *ground.tones()]

    def light_shares(self) -> LightShares:
        return {**materials.light_shares(), **dict.fromkeys(ground.tones(), 1.0)}

    def icons(self) -> dict[str, bytes]:
        return icons()

    def forget(self) -> None:
        forget_maps()
        super().forget()

    def prewarm(self) -> None:
        """Draw the large sprites from which all others are made."""
        for face in faces.every_face():
            faces.floor(face.kind, face.colour, 34)
            faces.symbol(face, 34)


def _table(subject: Subject[View]) -> Sheet:
    light = light_of(subject.about.seal)
    return draw_table(
        subject.view,
        subject.names,
        subject.news,
        subject.theme,
        light,
        subject.stage,
        coordinates=subject.coordinates,
        below_chart=subject.shown is not None,
    )


def _city(subject: Subject[View]) -> Sheet:
    light = light_of(subject.about.seal)
    return draw_close(
        subject.view, subject.owner, subject.names, subject.news, subject.theme, light
    )


def _site(subject: Subject[View]) -> Sheet:
    return draw_site(subject.view, subject.theme)


def _candidate(subject: Subject[View]) -> Sheet:
    light = light_of(subject.about.seal)
    return draw_candidate(subject.shown, subject.names, subject.theme, light)


def _score(subject: Subject[View]) -> Sheet:
    light = light_of(subject.about.seal)
    return draw_score(subject.view, subject.shown, subject.theme, light)


PICTURES = AkropolisPictures(
    {
        TABLE: Picture(_table, public=True),
        "seat": Picture(_city, public=True, of_seat=True),
        POSTER: Picture(draw_poster, public=True, final=True),
        "site": Picture(_site),
        CANDIDATE: Picture(_candidate),
        SCORE: Picture(_score),
        SCENES: Picture(draw_scenes),
    }
)
