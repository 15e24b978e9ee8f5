"""The applications' emojis of both games: seats, resources, projects, worker or amphora."""

from __future__ import annotations

from PIL import Image

from render._settlements.desk.paper import Paper
from render._settlements.look import CREAM, Look
from render._settlements.signs import glyphs
from render.canvas import Brush, pocket
from render.hexes import Layout
from render.marks import seat_mark
from render.theme import THEME, Colour, mix

SIDE = 128
_RADIUS = 62


def icons(paper: Paper) -> dict[str, bytes]:
    """PNGs of 128 × 128 by name: `seat_a`, `telegraph_water`, `telegraph_p60`, `telegraph_bonus`.

    The marks of the seats are those of every game, under the same names.
    """
    look, game = paper.look, paper.look.key
    pictures = {
        f"seat_{style.letter.lower()}": _square(seat_mark(style, 116)) for style in THEME.seats
    }
    pictures |= {f"{game}_{key}": _square(_medal(look, key)) for key in look.signs.resources}
    pictures |= {
        f"{game}_p{number}": _square(_tile(paper, number)) for number in look.signs.projects
    }
    pictures[f"{game}_bonus"] = _square(_coin(paper, glyphs.bonus(look, 92, paper.card)))
    pictures[f"{game}_cards"] = _square(_coin(paper, glyphs.cards(80, paper.card)))
    return dict(sorted(pictures.items()))


def _medal(look: Look, key: str) -> Image.Image:
    """A resource, large, on a disc of its landscape."""
    ground = look.terrain(key)
    disc = _disc((CREAM, ground.dark, mix(ground.medal, ground.field, 0.35)))
    _laid(disc, glyphs.resource(look, key, 90))
    return disc


def _tile(paper: Paper, number: int) -> Image.Image:
    """A project's silhouette on a token of paper."""
    sheet = Image.new("RGBA", (SIDE, SIDE))
    grid = Layout(size=_RADIUS, origin=(SIDE / 2, SIDE / 2), flat=False)
    brush = Brush(SIDE, SIDE)
    rim = mix(paper.arrow, paper.ink, 0.55)
    for scale, tone in ((1.0, rim), (0.93, paper.box_rim), (0.88, paper.card)):
        brush.polygon(grid.corners((0, 0), scale), tone)
    sheet.alpha_composite(brush.done())
    _laid(sheet, glyphs.project(paper.look, number, 76, paper.ink))
    return sheet


def _coin(paper: Paper, icon: Image.Image) -> Image.Image:
    disc = _disc((paper.card, paper.band_line, paper.band))
    _laid(disc, icon)
    return disc


def _disc(tones: tuple[Colour, Colour, Colour]) -> Image.Image:
    """An edge, a ring and a ground."""
    brush = Brush(SIDE, SIDE)
    for inset, tone in zip((0, 3, 8), tones, strict=True):
        brush.ellipse((SIDE / 2, SIDE / 2), _RADIUS - inset, tone)
    return brush.done()


def _laid(sheet: Image.Image, icon: Image.Image) -> None:
    sheet.alpha_composite(icon, ((SIDE - icon.width) // 2, (SIDE - icon.height) // 2))


def _square(sprite: Image.Image) -> bytes:
    sheet = Image.new("RGBA", (SIDE, SIDE))
    _laid(sheet, sprite)
    return pocket(sheet)
