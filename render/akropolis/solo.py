"""The Illustrious Architect of a solo game: his score, and his tiles with the running total."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image

from render import type_scale
from render.akropolis import faces, panels, tokens
from render.akropolis import materials as m
from render.akropolis.layout import ABOVE, ROW, architect_height, architect_rows, turns_each
from render.akropolis.panels import Standing
from render.akropolis.title import width
from render.canvas import Canvas
from render.panel import draw_frame, figure, lay_from_right
from render.text import Label
from render.theme import Theme
from rules.akropolis.view import ArchitectView, View


def draw_architect(
    view: View, standing: Standing, totals: Sequence[int], lit: Collection[int], theme: Theme
) -> Image.Image:
    """Panel of the architect, in the fixed palette, with the totals of the tiles `lit` bright."""
    his = view.architect
    if his is None:
        raise ValueError("no architect plays")
    canvas = Canvas(width(view) - 2 * theme.margin, architect_height(view), theme)
    draw_frame(canvas, canvas.height, theme.gold if standing.rank == 1 else None)
    _first_row(canvas, his, standing)
    _his_colours(canvas, his)
    _his_tiles(canvas, view, totals, lit)
    return canvas.quantize()


def _first_row(canvas: Canvas, his: ArchitectView, standing: Standing) -> None:
    theme, middle = canvas.theme, ROW // 2
    label = Label(type_scale.LARGE_FIGURE, theme.text)
    stones = figure(tokens.stone(17), his.stones, label, 10)
    parts = [*panels.score_parts(his.score.total, standing, theme.text, theme), stones]
    lay_from_right(canvas, parts, canvas.width - 20, middle, 20)
    canvas.paste_centred(tokens.architect(40), 40, middle)
    name = Label(type_scale.NAME, theme.text)
    x = 72 + canvas.text(standing.name.capitalize(), 72, middle, name)
    if standing.chief:
        canvas.paste_centred(tokens.chief(38), x + 32, middle)


def _his_colours(canvas: Canvas, his: ArchitectView) -> None:
    """Draw the five colours, and the points of his quarries."""
    pitch, y = (canvas.width - 10) / 6, ROW + ABOVE // 2 - 2
    for index, colour in enumerate(m.COLOURS):
        x = round(5 + pitch * index)
        canvas.paste_centred(tokens.mini(colour, 22), x + 30, y)
        _points(canvas, x + 58, y, his.score.districts[colour].points)
    if his.score.quarry_points:
        x = round(5 + pitch * 5)
        canvas.paste_centred(tokens.group((faces.Face("quarry"),), 22), x + 30, y)
        _points(canvas, x + 58, y, his.score.quarry_points)


def _points(canvas: Canvas, x: int, y: int, points: int) -> None:
    tone = canvas.theme.text if points else canvas.theme.faint
    canvas.text(str(points), x, y, Label(type_scale.LARGE_FIGURE, tone, "bold"))


def _his_tiles(canvas: Canvas, view: View, totals: Sequence[int], lit: Collection[int]) -> None:
    """Draw his tiles with the points after each, bright for the tiles `lit`."""
    theme, places, rows = canvas.theme, turns_each(view), architect_rows(view)
    tiles = view.architect.tiles if view.architect else ()
    each = (places + rows - 1) // rows
    pitch, size = (canvas.width - 24) / each, 16
    for place in range(places):
        row, column = divmod(place, each)
        x, y = 12 + pitch * (column + 0.5), ROW + ABOVE + 36 + row * 92
        if place >= len(tiles):
            canvas.paste_centred(tokens.vacant(size, theme.groove), x, y)
            continue
        canvas.paste_centred(tokens.tile(tiles[place], size), x, y)
        new = tiles[place] in lit
        label = Label(26, theme.last if new else theme.muted, "bold" if new else "semibold")
        canvas.text(str(totals[place]), x, y + 42, label, "m")
