"""The sea, the islands and the country round Marseille, drawn once for all tables."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render import drawings
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.fields import blur, roughen, soft_threshold
from render.hexes import Point
from render.massalia import look
from render.massalia.catalogue import AT, CELLS, RESOURCES
from render.massalia.emblems import emblem
from render.massalia.frame import BOARD, GRID, WIDE, centre, corners
from render.massalia.plates import coordinate, direction, pin, plate, spot_of_coordinate
from render.stamps import Ground
from render.theme import THEME, Colour, mix, rgb
from rules.contract import Hex
from rules.massalia.printed import PRINTED

SEA, SHALLOW, SHOAL = rgb("#4F9CA8"), rgb("#68B2B6"), rgb("#8FCDC6")
SURF, SHORE = rgb("#E9F4E6"), rgb("#9C8453")
FAR = rgb("#2C4A58")
"""Tone towards which the country beyond the map is mixed."""
AREAS: dict[str, Colour] = {
    "estaque": rgb("#D9CE9C"),
    "north_terroir": rgb("#CFCB93"),
    "old_city": rgb("#EBCFA9"),
    "carmes": rgb("#E6D3AC"),
    "east_walls": rgb("#DDD2A6"),
    "south_shore": rgb("#E2D8B2"),
    "garde": rgb("#E7DFC2"),
    "aubagne": rgb("#CDC68F"),
}
BORDER = rgb("#2F4650")
SEA_LINE, LAND_LINE = rgb("#F0FAF0"), rgb("#967E48")
ROCK = rgb("#E7DCBC")
TREE, TREE_DARK, TRUNK = rgb("#93A35C"), rgb("#75874A"), rgb("#7B5B34")
ISLANDS = ("ratonneau", "if", "pomegues", "planier")
_CITY = ("old_city", "carmes")
_HILLS = ("garde", "aubagne", "estaque")
_SEED = 600
"""The year BC in which the Phocaeans came."""
_INSET = 8
_FADE = 8
"""Width over which one area fades into the next, and a little more."""


def ground(bare: bool) -> Image.Image:
    """The board in RGB with its resource cells; unless `bare`, all that a close-up shows too."""
    picture = _country()
    canvas = Canvas.from_image(picture)
    for cell in () if bare else sorted(CELLS, key=lambda cell: (CELLS[cell].r, CELLS[cell].q)):
        _decor(canvas, cell)
    _lines(canvas)
    for name in RESOURCES:
        canvas.paste_centred(
            plate(CELLS[RESOURCES[name].cell].terrain, None), *centre(RESOURCES[name].cell)
        )
    for resource in () if bare else RESOURCES.values():
        for cell in resource.marked:
            canvas.paste_centred(pin(direction(cell, resource.cell)), *centre(cell))
    for cell in () if bare else CELLS:
        label = coordinate(cell, CELLS[cell].terrain)
        canvas.paste_centred(label, *spot_of_coordinate(cell))
    canvas.round_off(THEME.radius)
    return canvas.image


GROUND = Ground(ground, False)
"""The ground of close-ups, with all that is typed."""


def free_emblem(resource: str) -> Image.Image:
    """Emblem of a resource cell while no tile lies there."""
    return emblem(PRINTED.resources[resource].emblem, 74, look.FAMILIES["orgueilleux"].colour)


# ---- land and water ------------------------------------------------------------------------------


@cache
def _hex_areas() -> dict[Hex, tuple[str, str]]:
    """Terrain and area of each hex of the panel; beyond the map, those of the nearest cell."""
    cells = {(cell.q, cell.r): cell for cell in CELLS.values()}
    areas: dict[Hex, tuple[str, str]] = {}
    for r in range(-2, 11):
        for q in range(-7, 14):
            x, y = GRID.centre((q, r))
            if not (-WIDE < x < BOARD[0] + WIDE and -WIDE < y < BOARD[1] + WIDE):
                continue
            nearest = min(cells, key=lambda at: _apart(GRID.centre(at), (x, y)))
            areas[q, r] = (cells[nearest].terrain, cells[nearest].area)
    return areas


def _apart(a: Point, b: Point) -> tuple[float, float]:
    return round(hypot(a[0] - b[0], a[1] - b[1]), 3), b[0]


def _mask(wanted: set[str], scale: float = 1.0) -> Image.Image:
    """Mask of the hexes of some areas."""
    mask = Image.new("L", BOARD)
    pen = ImageDraw.Draw(mask)
    for at, (_, area) in _hex_areas().items():
        if area in wanted:
            pen.polygon(GRID.corners(at, scale), fill=255)
    return mask


def _country() -> Image.Image:
    """Sea with its shallows, the coast, and the land in the colours of its areas, in RGB."""
    luck = Random(_SEED)
    flat = _mask(set(AREAS), 1.01)
    land = roughen(roughen(blur(flat, 9), luck, 26, 0.20), luck, 11, 0.12)
    land = ImageChops.lighter(land, blur(_mask(set(AREAS), 0.80), 1.5))
    soft = roughen(blur(flat, 31), luck, 45, 0.22)
    near = roughen(blur(flat, 13), luck, 30, 0.18)
    picture = Image.new("RGB", flat.size, SEA)
    picture.paste(SHALLOW, mask=soft_threshold(soft, 36, 6))
    picture.paste(SHOAL, mask=soft_threshold(near, 40, 9))
    picture.paste(SURF, mask=soft_threshold(land, 92, 13))
    picture.paste(SHORE, mask=soft_threshold(land, 108, 13))
    ground_ = Image.new("RGB", flat.size, AREAS["estaque"])
    for area, tone in AREAS.items():
        mask = _mask({area}, 1.02)
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        box = (left - _FADE, top - _FADE, right + _FADE, bottom + _FADE)
        ground_.paste(tone, box, blur(mask.crop(box), 2))
    picture.paste(ground_, mask=soft_threshold(land, 120, 13))
    _islands(picture)
    beyond = Image.new("L", flat.size, round(255 * 0.30))
    pen = ImageDraw.Draw(beyond)
    for cell in CELLS:
        pen.polygon(corners(cell, 1.005), fill=0)
    picture.paste(FAR, mask=beyond)
    return picture


def _islands(picture: Image.Image) -> None:
    """Draw the islands: limestone in the bay, each with its own shallows."""
    luck = Random(_SEED + 1)
    for name in ISLANDS:
        x, y = centre(RESOURCES[name].cell)
        field = Image.new("L", (300, 280))
        pen = ImageDraw.Draw(field)
        points = [
            (150 + (92 + luck.randrange(-16, 17)) * cos(2 * pi * k / 11),
             150 + (74 + luck.randrange(-14, 15)) * sin(2 * pi * k / 11))
            for k in range(11)
        ]  # fmt: skip
        pen.polygon(points, fill=255)
        near = blur(field, 16)
        at = (round(x) - 75, round(y) - 70)
        for mask, tone in (
            (soft_threshold(near, 20, 8), SHALLOW),
            (soft_threshold(near, 60, 8), SHOAL),
            (soft_threshold(blur(field, 5), 92, 20), SURF),
            (soft_threshold(blur(field, 5), 128, 20), SHORE),
            (soft_threshold(blur(field, 5), 150, 20), ROCK),
        ):
            picture.paste(tone, at, mask.reduce(2))


# ---- drawings on it ------------------------------------------------------------------------------


def _lines(canvas: Canvas) -> None:
    """Draw a thin frame of cream, the edges of the cells, and a darker one round the whole map."""
    edges: dict[tuple[Point, Point], list[str]] = {}
    for cell in CELLS:
        points = [(round(x, 1), round(y, 1)) for x, y in corners(cell)]
        for k in range(6):
            a, b = sorted((points[k], points[(k + 1) % 6]))
            edges.setdefault((a, b), []).append(CELLS[cell].terrain)
    brush = Brush(*BOARD, zoom=2)
    for inset, tone in ((_INSET, (*look.IVORY, 110)), (_INSET + 1.6, (0, 0, 0, 0))):
        brush.round_box(inset, inset, BOARD[0] - inset, BOARD[1] - inset, THEME.radius - 6, tone)
    for (a, b), sides in edges.items():
        if len(sides) == 1:
            continue
        if "sea" in sides:
            brush.line([a, b], (*SEA_LINE, 140), 2.2)
        else:
            brush.line([a, b], (*LAND_LINE, 128), 2.2)
    for (a, b), sides in edges.items():
        if len(sides) == 1:
            brush.line([a, b], BORDER, 3.2)
            for x, y in (a, b):
                brush.ellipse((x, y), 1.6, BORDER)
    canvas.paste(brush.reduce(), 0, 0)


def _decor(canvas: Canvas, cell: str) -> None:
    """Draw small things in the corners of a cell, out of the way of tiles, pins and coordinates."""
    data = CELLS[cell]
    if cell in AT:
        return
    luck = Random(f"{_SEED}{cell}")
    x, y = centre(cell)
    for k in range(1, 6):
        turn = -pi / 2 + k * pi / 3
        if luck.random() < 0.42:
            continue
        far = luck.uniform(56, 66)
        spot = (x + far * cos(turn), y + far * sin(turn))
        canvas.paste_centred(_thing(_kind(data.terrain, data.area, luck)), *spot)


def _kind(terrain: str, area: str, luck: Random) -> str:
    if terrain == "sea":
        return "wave"
    if area in _CITY:
        return "roof"
    if area in _HILLS:
        return luck.choice(("rock", "tree", "tree"))
    return luck.choice(("olive", "olive", "tree", "row"))


@memoize
def _thing(kind: str) -> Image.Image:
    return drawings.sheet(f"massalia/land/{kind}", 26).reduce()


def light_shares() -> dict[Colour, float]:
    """Share of the light that each colour takes: small enough for tiles to stay distinct."""
    return dict.fromkeys(tokens(), 0.5)


def tokens() -> list[Colour]:
    """Every colour of the country that the palette must hold exactly."""
    plain = (SEA, SHALLOW, SHOAL, SURF, SHORE, BORDER, ROCK, TREE, TREE_DARK, TRUNK)
    far = [mix(tone, FAR, 0.30) for tone in (SEA, SHALLOW, SHOAL, *AREAS.values())]
    return [*plain, *AREAS.values(), *far]
