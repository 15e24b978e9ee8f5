"""The board before anybody plays: sea, coast, land by area, cells, resource cells. Drawn once."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Brush, Canvas
from render.fields import above, blurred, roughened
from render.kept import kept
from render.massalia import emblems, look, signs
from render.massalia.frame import BOARD, CELLS, GRID, LAND, centre, corners, hex_brush, towards
from render.text import Label
from render.theme import THEME, mix

_SEED = 1423
_NAME_AT = -58
"""Where the label of a cell stands: in its top corner."""


@kept
def ground() -> Image.Image:
    """The board with nothing on it."""
    canvas = Canvas.over(_country())
    for cell in CELLS:
        canvas.centred(_lines(LAND.terrain[cell]), *centre(cell))
    for cell in CELLS:
        if cell not in LAND.resource:
            _grow(canvas, cell)
    for resource in LAND.resources:
        canvas.centred(_plate(LAND.terrain[resource.cell]), *centre(resource.cell))
    for resource in LAND.resources:
        for near in resource.marked:
            _pin(canvas, resource.cell, near)
    for cell in CELLS:
        ink, halo = look.COORDINATE[LAND.terrain[cell]]
        x, y = centre(cell)
        canvas.text(LAND.labels[cell], x, y + _NAME_AT, Label(16, ink, "semibold", halo), "m")
    for resource in LAND.resources:
        x, y = centre(resource.cell)
        canvas.centred(emblems.emblem(resource.id), x, y + 4)
    canvas.round_off(THEME.radius)
    return canvas.image


# ---- the country ------------------------------------------------------------------------------


def _country() -> Image.Image:
    """Sea in three depths, the surf, the land by area; beyond the board all of it darker."""
    land = _coast()
    picture = Image.new("RGB", BOARD, look.DEEP)
    for tone, radius, level in zip(look.SHALLOWS, (62, 26), (40, 64), strict=True):
        near = roughened(blurred(land, radius), Random(_SEED), 60, 0.16)
        picture.paste(tone, mask=above(near, level, 10))
    picture.paste(look.SURF, mask=above(blurred(land, 7), 40, 40))
    picture.paste(look.SHORE, mask=above(blurred(land, 3), 70, 60))
    picture.paste(_areas(), mask=land)
    inside = _union(CELLS)
    beyond = Image.blend(picture, Image.new("RGB", BOARD, look.BEYOND), 0.3)
    picture = Image.composite(picture, beyond, inside)
    rim = ImageChops.subtract(above(blurred(inside, 2), 40, 60), above(blurred(inside, 2), 160, 60))
    picture.paste(look.BORDER, mask=rim)
    return picture


def _union(cells: range | list[int], scale: float = 1.0) -> Image.Image:
    mask = Image.new("L", BOARD)
    pen = ImageDraw.Draw(mask)
    for cell in cells:
        pen.polygon(GRID.corners(LAND.hexes[cell], scale), fill=255)
    return mask


def _coast() -> Image.Image:
    """The land as a mask whose corners are round; it goes on beyond the edges of the board."""
    mask = _union([cell for cell in CELLS if LAND.terrain[cell] == "land"], 1.02)
    pen = ImageDraw.Draw(mask)
    rows: dict[int, list[int]] = {}
    for cell in CELLS:
        rows.setdefault(LAND.hexes[cell][1], []).append(cell)
    last_row = max(rows)
    for number, row in rows.items():
        last = max(row, key=lambda cell: LAND.hexes[cell][0])
        x, y = centre(last)
        if LAND.terrain[last] == "land":
            top, low = 0 if number == 0 else y - 62, BOARD[1] if number == last_row else y + 62
            pen.rectangle((x, top, BOARD[0], low), fill=255)
    for edge, way in ((0, -1), (max(rows), 1)):
        for cell in rows[edge]:
            x, y = centre(cell)
            if LAND.terrain[cell] == "land":
                pen.rectangle((x - 70, min(y, y + way * 160), x + 70, max(y, y + way * 160)), 255)
    return above(blurred(mask, 9), 108, 40)


def _areas() -> Image.Image:
    """The colours of the land, soft where one area meets another."""
    base = mix(look.LAND["aubagne"], look.LAND["north_terroir"], 0.5)
    picture = Image.new("RGB", BOARD, base)
    for area, tone in look.LAND.items():
        cells = [cell for cell in CELLS if LAND.area[cell] == area]
        picture.paste(tone, mask=blurred(_union(cells, 1.06), 7))
    return picture


# ---- cells ------------------------------------------------------------------------------------


@kept
def _lines(terrain: str) -> Image.Image:
    brush = hex_brush()
    brush.outline(corners(), look.LINE[terrain], 2.2)
    return brush.done()


@kept
def _plate(terrain: str) -> Image.Image:
    """The ground of a resource cell, with the ring of one that nobody holds."""
    brush = hex_brush()
    brush.polygon(corners(0.925), look.PLATE[terrain])
    brush.outline(corners(0.925), look.INK, 8.5)
    brush.outline(corners(0.925), look.IVORY, 5.4)
    return brush.done()


def _pin(canvas: Canvas, cell: int, near: int) -> None:
    """A red pip in a marked cell, and its stem across the edge."""
    head, foot = towards(cell, near, 0.63), towards(cell, near, 0.46)
    left, top = min(head[0], foot[0]) - 9, min(head[1], foot[1]) - 9
    brush = Brush(abs(head[0] - foot[0]) + 18, abs(head[1] - foot[1]) + 18)
    brush.origin = (-left, -top)
    brush.line([foot, head], look.IVORY, 5.0)
    brush.ellipse(head, 7.6, look.IVORY)
    brush.line([foot, head], look.PIP, 2.6)
    brush.ellipse(head, 5.4, look.PIP)
    canvas.paste(brush.done(), left, top)


def _grow(canvas: Canvas, cell: int) -> None:
    """Waves, trees or roofs in the corners of a cell, never at its top."""
    luck, (x, y) = Random(_SEED + cell), centre(cell)
    kind = signs.decor(LAND.terrain[cell], LAND.area[cell])
    spots = [(-48, 30), (48, 30), (-50, -22), (50, -22), (-16, 58), (18, 56)]
    for dx, dy in luck.sample(spots, 3):
        canvas.centred(kind, x + dx + luck.randrange(-5, 6), y + dy + luck.randrange(-4, 5))
