"""The poster: the toe and the heel in relief, with the winner's pieces in full colour."""

from __future__ import annotations

from random import Random

from PIL import Image

from render.contract import Subject
from render.magna_grecia.poster import cartouche, country, works
from render.magna_grecia.poster.view import Window, window_on
from render.poster import air, sheet
from render.poster.hours import Tones, hour_of, luck_of
from render.poster.sheet import Poster, Story
from render.theme import Theme
from rules.contract import Seat
from rules.magna_grecia.view import View
from rules.registry import get


def draw_poster(subject: Subject[View], theme: Theme) -> Poster:
    """The sheet of a finished game, its seats in the colours they play."""
    view, about = subject.view, subject.about
    points = [row.total for row in view.standing]
    entries = sheet.entries_of(subject, points, theme)
    hour, luck = hour_of(about.seal), luck_of(about.seal, "magna_grecia")
    first = entries[0].seat
    window = window_on(works.hexes_with_oracles(view, first))
    picture = _picture(subject, first, window, theme, hour, luck)
    return sheet.sheet(picture, Story(get(view.game).facts.title, entries), about)


def _picture(
    subject: Subject[View], first: Seat, window: Window, theme: Theme, hour: Tones, luck: Random
) -> Image.Image:
    view = subject.view
    picture = country.country(window, luck)
    pale, bright = works.layers(subject, first, window, theme)
    picture.paste(pale, (0, 0), works.faint(pale))
    country.sail(picture, window, luck)
    picture = air.grade(picture, hour)
    if hour.lamps:
        works.light(picture, view, first, window)
    picture.paste(bright, (0, 0), bright)
    works.smoke(picture, view, first, window, luck)
    works.name(picture, subject, first, window, theme)
    return cartouche.lay_cartouche(picture, view, theme, hour)
