"""The scenes of the lesson: a market that a road joins to a city, and one that none joins."""

from __future__ import annotations

from PIL import Image

from render import scenes
from render.canvas import Sheet
from render.contract import Subject
from render.magna_grecia import closeup, look, pieces
from render.magna_grecia.frame import centre
from render.magna_grecia.scene import RING, Scene
from render.stamps import stamp_at
from render.theme import Theme
from rules.lesson import Scene as Position
from rules.magna_grecia import scenes as markets
from rules.magna_grecia.view import View

RATIO = 0.68
LEAST = (600, 408)
"""Size of the visible part of the map."""


def draw_scenes(subject: Subject[View]) -> Sheet:
    """The two markets."""
    positions = markets.scenes()
    theme = look.game_theme(subject.theme, positions[0].view.options.colors)
    size = scenes.room(len(positions), RATIO)
    language = subject.about.language
    pictures = [_draw(position, size, theme, language) for position in positions]
    return scenes.draw_scenes(pictures, theme)


def _draw(position: Position, size: tuple[int, int], theme: Theme, language: str) -> Image.Image:
    """Part of the map round a market, with a bright ring round its place."""
    part = closeup.close_up(position.marked, LEAST)
    shot = part.shot(theme)
    scene = Scene(position.view, theme, language=language, letters=part.letters(everywhere=False))
    ring = pieces.ring(theme.last, theme.last_rim)
    shot.lay([*scene.stamps(), stamp_at(RING, ring, *centre(position.marked[-1]))])
    return shot.canvas.image.resize(size, Image.Resampling.LANCZOS)
