"""The applications' emojis of both games: resources, projects, worker or amphora."""

from __future__ import annotations

from PIL import Image

from render._settlements.desk.paper import Paper
from render._settlements.look import CREAM, Look
from render._settlements.signs import glyphs
from render.canvas import Brush
from render.hexes import Layout
from render.icons import SIDE, square
from render.sprites import lay_in_the_middle
from render.theme import Colour, mix
from rules._settlements.pieces import ruleset

_RADIUS = 62


def icons(paper: Paper) -> dict[str, bytes]:
    """PNGs by name: `attika_water`, `attika_p60`, `attika_bonus`."""
    look = paper.look
    pictures = {key: _medal(look, key) for key in look.terrains}
    pictures |= {f"p{number}": _tile(paper, number) for number in ruleset(look.key).projects}
    pictures["bonus"] = _coin(paper, glyphs.bonus(look, 92, paper.card))
    pictures["cards"] = _coin(paper, glyphs.cards(80, paper.card))
    named = {f"{look.key}_{name}": square(picture) for name, picture in pictures.items()}
    return dict(sorted(named.items()))


def _medal(look: Look, key: str) -> Image.Image:
    """A resource, large, on a disc of its landscape."""
    ground = look.terrain(key)
    disc = _disc((CREAM, ground.dark, mix(ground.medal, ground.field, 0.35)))
    lay_in_the_middle(disc, glyphs.resource(look, key, 90))
    return disc


def _tile(paper: Paper, number: int) -> Image.Image:
    """A project's silhouette on a token of paper."""
    sheet = Image.new("RGBA", (SIDE, SIDE))
    grid = Layout(size=_RADIUS, origin=(SIDE / 2, SIDE / 2), flat=False)
    brush = Brush(SIDE, SIDE)
    rim = mix(paper.arrow, paper.ink, 0.55)
    for scale, tone in ((1.0, rim), (0.93, paper.box_rim), (0.88, paper.card)):
        brush.polygon(grid.corners((0, 0), scale), tone)
    sheet.alpha_composite(brush.reduce())
    lay_in_the_middle(sheet, glyphs.project(paper.look, number, 76, paper.ink))
    return sheet


def _coin(paper: Paper, icon: Image.Image) -> Image.Image:
    disc = _disc((paper.card, paper.band_line, paper.band))
    lay_in_the_middle(disc, icon)
    return disc


def _disc(tones: tuple[Colour, Colour, Colour]) -> Image.Image:
    """An edge, a ring and a ground."""
    brush = Brush(SIDE, SIDE)
    for inset, tone in zip((0, 3, 8), tones, strict=True):
        brush.ellipse((SIDE / 2, SIDE / 2), _RADIUS - inset, tone)
    return brush.reduce()
