"""The scenes of the lesson: a resource cell that is ready, and a tile that strikes from it."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render import scenes
from render.canvas import Sheet
from render.closeup import CloseUp
from render.contract import Subject
from render.massalia import closeup, look
from render.massalia.ground import GROUND
from render.massalia.scene import Scene
from render.stamps import Stamp
from render.theme import Theme
from rules.lesson import Scene as Position
from rules.massalia import scenes as cells
from rules.massalia.view import View

RATIO = 0.68
WIDE = 620
"""Width of the visible part of the map."""


def draw_scenes(subject: Subject[View]) -> Sheet:
    """The cell before and after the tile is laid on it."""
    theme, positions = look.game_theme(subject.theme), cells.scenes()
    size = scenes.room(len(positions), RATIO)
    language = subject.about.language
    pictures = [_draw(position, size, theme, language) for position in positions]
    return scenes.draw_scenes(pictures, theme)


def _draw(position: Position, size: tuple[int, int], theme: Theme, language: str) -> Image.Image:
    """Part of the map round the cell, with the blow of its tile."""
    scene = Scene(position.view, theme, language)
    box = closeup.box_of(position.marked, WIDE, round(WIDE * RATIO))
    shot = CloseUp(GROUND.part(box), theme, box[:2])
    shot.lay([*scene.stamps(), *_marks(position, theme)])
    return shot.canvas.image.resize(size, Image.Resampling.LANCZOS)


def _marks(position: Position, theme: Theme) -> Iterator[Stamp]:
    """A line round a cell that is free, and the blow of a tile on it."""
    [cell] = position.marked
    if cell in position.view.board:
        yield closeup.chip([("life",), f"−{position.args['n']}"], cell, theme)
    else:
        yield from closeup.open_cells([cell])
