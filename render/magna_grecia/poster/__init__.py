"""The poster: the toe and the heel in relief, with the winner's pieces in full colour."""

from __future__ import annotations

from random import Random

import msgspec
from PIL import Image

from render.contract import Subject
from render.magna_grecia import scene, signs
from render.magna_grecia.poster import cartouche, country, works
from render.magna_grecia.poster.view import Window, window_on
from render.poster import air, lettering, sheet
from render.poster.hours import Tones, hour_of, luck_of
from render.poster.sheet import Poster, Story
from render.sprites import lay, write
from render.text import Label, width_of
from render.theme import Colour, Theme
from rules.contract import Seat
from rules.magna_grecia.view import View
from rules.registry import get


def draw_poster(subject: Subject[View], theme: Theme) -> Poster:
    """The sheet of a finished game, its seats in the colours they play."""
    view, about = subject.view, subject.about
    points = [row.total for row in view.standing]
    hour = hour_of(about.seal)
    entries = tuple(
        msgspec.structs.replace(entry, parts=account(view, entry.seat, hour.faint))
        for entry in sheet.entries_of(subject, points, theme)
    )
    luck = luck_of(about.seal, "magna_grecia")
    first = entries[0].seat
    window = window_on(works.hexes_with_oracles(view, first), scene.VILLAGE)
    picture = _picture(subject, first, window, theme, hour, luck)
    return sheet.sheet(picture, Story(get(view.game).facts.title, entries), about)


def account(view: View, seat: Seat, ink: Colour) -> Image.Image:
    """Sources of a seat's points: the track, markets, oracles."""
    row, style = view.standing[seat], Label(lettering.SMALLEST, ink)
    figures = (("coin", row.before), ("market", row.markets), ("temple", row.oracles))
    widths = [_SIGN + 5 + width_of(str(number), style) for _, number in figures]
    account = Image.new("RGBA", (sum(widths) + _BETWEEN * (len(figures) - 1), 34), (*ink, 0))
    x = 0
    for (name, number), width in zip(figures, widths, strict=True):
        lay(account, signs.sign(name, _SIGN, ink, LAID_ON), x + _SIGN // 2, 17)
        write(account, str(number), x + _SIGN + 5, 17, style)
        x += width + _BETWEEN
    return account


_SIGN, _BETWEEN = 24, 13
LAID_ON: Colour = (240, 232, 212)
"""Tone of the paper, which shows through the openings of signs."""


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
