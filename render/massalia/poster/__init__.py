"""The poster: the bay of Marseille from above the sea, the winner's tiles as lanterns in it."""

from __future__ import annotations

from PIL import Image

from render.contract import Subject
from render.massalia.poster import cards, country, lanterns
from render.poster import sheet
from render.poster.hours import hour_of, luck_of
from render.poster.sheet import Poster, Story
from render.theme import Theme
from rules.contract import Seat
from rules.massalia.view import View


def draw_poster(subject: Subject[View], theme: Theme) -> Poster:
    """The sheet of a finished game."""
    entries = sheet.entries_of(subject, [player.life for player in subject.view.players], theme)
    picture = _picture(subject, entries[0].seat, theme)
    return sheet.sheet(picture, Story("Massalia", entries), subject.about)


def _picture(subject: Subject[View], first: Seat, theme: Theme) -> Image.Image:
    view, about = subject.view, subject.about
    hour, luck = hour_of(about.seal), luck_of(about.seal, "massalia")
    picture = country.country(hour, luck)
    lanterns.stand(picture, view, first, theme, hour, luck)
    cards.lay(picture, cards.strongest(view.players[first]), about.language)
    return picture
