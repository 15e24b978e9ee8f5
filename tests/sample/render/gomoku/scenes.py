"""The scenes of the lesson: boards with a row that is open, and with one that has won."""

from __future__ import annotations

from PIL import Image

from render import scenes
from render.canvas import Canvas, Sheet
from render.contract import Subject
from render.gomoku.board import HEIGHT, WIDTH, draw_board
from rules.gomoku import scenes as rows
from rules.gomoku.view import View


def draw_scenes(subject: Subject[View]) -> Sheet:
    """The two boards."""
    positions = rows.scenes()
    size = scenes.room(len(positions), HEIGHT / WIDTH)
    pictures = []
    for position in positions:
        canvas = Canvas(WIDTH, HEIGHT, subject.theme)
        draw_board(canvas, (0, 0), position.view, (), None)
        pictures.append(canvas.image.resize(size, Image.Resampling.LANCZOS))
    return scenes.draw_scenes(pictures, subject.theme)
