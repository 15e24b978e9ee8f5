"""The pictures of Massalia: table, seat, family, poster; hand, spots, candidate, score."""

from __future__ import annotations

from functools import partial
from typing import Any

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
from render.massalia import art, closeup, emojis, gallery, ground, hand, look, table
from render.massalia.candidate import draw_candidate
from render.massalia.poster import draw_poster
from render.massalia.scene import Scene
from render.massalia.scenes import draw_scenes
from render.massalia.score import draw_score
from render.poster.sheet import Poster
from render.theme import Colour, Theme
from rules.massalia.printed import CARDS
from rules.massalia.view import View

__all__ = ["PICTURES"]

FAMILIES = ("solidaires", "coriaces", "orgueilleux", "braves")


def _theme(subject: Subject[View]) -> Theme:
    return look.game_theme(subject.theme)


def _table(subject: Subject[View]) -> Sheet:
    return table.draw_table(
        subject.view,
        subject.names,
        subject.news,
        _theme(subject),
        subject.about,
        coordinates=subject.coordinates,
        in_progress=subject.view.winners is None or subject.stage is not None,
    )


def _seat(subject: Subject[View]) -> Sheet:
    return gallery.draw_seat(
        subject.view, subject.owner, subject.names, _theme(subject), subject.about.language
    )


def _hand(subject: Subject[View]) -> Sheet:
    return hand.draw_hand(
        subject.view, subject.shown, subject.names, _theme(subject), subject.about.language
    )


def _candidate(subject: Subject[View]) -> Sheet:
    return draw_candidate(
        subject.view, subject.shown, subject.names, _theme(subject), subject.about.language
    )


def _spots(subject: Subject[View]) -> Sheet:
    theme, cells = _theme(subject), subject.shown.cells
    scene = Scene(subject.view, theme, subject.about.language)
    return closeup.crop_map(
        scene, [*closeup.open_cells(cells), *closeup.name_stamps(cells, theme)], cells, theme
    )


def _cards(subject: Subject[View]) -> Sheet:
    return gallery.draw_cards(subject.shown.cards, _theme(subject), subject.about.language)


def _card(subject: Subject[View]) -> Sheet:
    return gallery.draw_card(subject.shown.name, _theme(subject), subject.about.language)


def _score(subject: Subject[View]) -> Sheet:
    return draw_score(subject.view, subject.shown, _theme(subject), subject.about.language)


def _poster(subject: Subject[View]) -> Poster:
    return draw_poster(subject, _theme(subject))


def _family(family: str, half: int, subject: Subject[View]) -> Sheet:
    return gallery.draw_family(family, half, _theme(subject), subject.about.language)


class MassaliaPictures(Pictures[View]):
    """Public: the table, the cards and tiles of a seat, the cards of each family."""

    palette = look.PALETTE

    def __init__(self) -> None:
        named: dict[str, Picture[View]] = {
            TABLE: Picture(_table, public=True),
            "seat": Picture(_seat, public=True, of_seat=True),
            HAND: Picture(_hand),
            CANDIDATE: Picture(_candidate),
            SCORE: Picture(_score),
            SCENES: Picture(draw_scenes),
            "spots": Picture(_spots),
            "cards": Picture(_cards),
            "card": Picture(_card, things=tuple(CARDS)),
            POSTER: Picture(_poster, public=True, final=True),
        }
        for family in FAMILIES:
            named[family] = Picture(partial(_family, family, 0), public=True)
            named[f"{family}b"] = Picture(partial(_family, family, 1), public=True, continues=True)
        super().__init__(named)

    def tokens(self) -> list[Colour]:
        return [*look.tokens(), *ground.tokens()]

    def light_shares(self) -> LightShares:
        return ground.light_shares() | dict.fromkeys([*look.tokens(), *art.tokens()], 0.0)

    def icons(self) -> dict[str, bytes]:
        return emojis.icons()

    def prewarm(self) -> None:
        table.GROUND.whole()

    def forget(self) -> None:
        table.forget()
        super().forget()


PICTURES: Pictures[Any] = MassaliaPictures()
