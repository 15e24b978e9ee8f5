"""The poster: the bay of Marseille from above the sea, the winner's tiles as lanterns in it."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.canvas import Canvas
from render.contract import Subject
from render.massalia import look, panels
from render.massalia.emblems import emblem
from render.massalia.icons import icon
from render.massalia.poster import cards, country, lanterns
from render.poster import sheet
from render.poster.hours import hour_of, luck_of
from render.poster.lettering import SMALLEST, Entry
from render.poster.sheet import Poster
from render.text import Label
from render.theme import Theme
from rules.contract import Seat
from rules.massalia.view import View


def draw_poster(subject: Subject[View], theme: Theme) -> Poster:
    """The sheet of a finished game."""
    entries = sheet.entries_of(subject, [player.life for player in subject.view.players], theme)
    picture = _picture(subject, entries[0].seat, theme)
    poster = sheet.sheet(picture, "Massalia", entries, subject.about)
    _reason(Canvas.from_image(poster.image), subject, entries)
    return poster


def _reason(canvas: Canvas, subject: Subject[View], entries: Sequence[Entry]) -> None:
    """Write at the left of the lowest line why the winner won: life left, and places held."""
    winners = [entry for entry in entries if entry.wins]
    if len(winners) != 1:
        return
    x, y = sheet.WINDOW[0] + 56, sheet.WINDOW[3] + 222
    style = Label(SMALLEST + 4, hour_of(subject.about.seal).ink, "serif")
    life = icon("life", 42)
    tower = emblem("tower", 46, look.FAMILIES["braves"].colour)
    places = panels.places_held(subject.view, winners[0].seat)
    for sign, count in ((life, winners[0].points), (tower, places)):
        canvas.paste_centred(sign, x, y)
        x += 30
        x += canvas.text(str(count), x, y, style) + 42


def _picture(subject: Subject[View], first: Seat, theme: Theme) -> Image.Image:
    view, about = subject.view, subject.about
    hour, luck = hour_of(about.seal), luck_of(about.seal, "massalia")
    picture = country.country(hour, luck)
    lanterns.stand(picture, view, first, theme, hour, luck)
    cards.lay(picture, cards.strongest(view.players[first]), about.language)
    return picture
