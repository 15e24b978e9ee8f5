"""The scenes of the lesson: a city for each colour, in which only what counts is bright."""

from __future__ import annotations

import msgspec
from PIL import Image

from render import scenes
from render.akropolis import outlines
from render.akropolis.city import Plan, number_level, scene_of
from render.akropolis.painting import paint_city
from render.canvas import Canvas, Sheet
from render.contract import Subject
from rules.akropolis import scenes as cities
from rules.akropolis.view import View
from rules.lesson import Scene

RATIO = 0.8
LARGEST = 60
"""Greatest radius of a hex."""


def draw_scenes(subject: Subject[View]) -> Sheet:
    """The five cities."""
    positions = cities.scenes()
    width, height = scenes.room(len(positions), RATIO)
    pictures = [_draw(position, width, height, subject) for position in positions]
    return scenes.draw_scenes(pictures, subject.theme)


def _draw(position: Scene, width: int, height: int, subject: Subject[View]) -> Image.Image:
    """City of a scene: a line round what counts, the rest dim."""
    plan = Plan(width, height, largest=LARGEST, plain=True)
    scene, marked = scene_of(position.view, plan), frozenset(position.marked)
    dimmed = frozenset(at for at, _ in scene.surface) - marked
    scene = msgspec.structs.replace(scene, dimmed=dimmed)
    canvas = Canvas.from_image(paint_city(scene), subject.theme)
    outlines.light_up(canvas, scene, marked)
    for at, cell in scene.surface:
        if cell.level > 1 and at in marked:
            number_level(canvas, scene, at, cell.level)
    return canvas.image
