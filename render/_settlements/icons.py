"""The applications' emojis of both games: resources, projects, worker or amphora."""

from __future__ import annotations

from PIL import Image

from render._settlements.look import CREAM, Look
from render._settlements.signs import glyphs
from render.canvas import Brush
from render.hexes import Layout
from render.icons import SIDE, square
from render.sprites import lay_in_the_middle
from render.theme import Colour, mix
from rules._settlements.pieces import ruleset

_RADIUS = 62


def icons(look: Look) -> dict[str, bytes]:
    """PNGs by name: `attika_water`, `attika_p60`, `attika_bonus`."""
    pictures = {key: _medal(look, key) for key in look.terrains}
    pictures |= {f"p{number}": _tile(look, number) for number in ruleset(look.key).projects}
    pictures["bonus"] = _coin(look, glyphs.bonus(look, 92, look.card))
    pictures["cards"] = _coin(look, glyphs.cards(80, look.card))
    named = {f"{look.key}_{name}": square(picture) for name, picture in pictures.items()}
    return dict(sorted(named.items()))


def _medal(look: Look, key: str) -> Image.Image:
    """A resource, large, on a disc of its landscape."""
    ground = look.terrain(key)
    disc = _disc((CREAM, ground.dark, mix(ground.medal, ground.field, 0.35)))
    lay_in_the_middle(disc, glyphs.resource(look, key, 90))
    return disc


def _tile(look: Look, number: int) -> Image.Image:
    """A project's silhouette on a token of paper."""
    sheet = Image.new("RGBA", (SIDE, SIDE))
    grid = Layout(size=_RADIUS, origin=(SIDE / 2, SIDE / 2), flat=False)
    brush = Brush(SIDE, SIDE)
    rim = mix(look.arrow, look.dark, 0.55)
    for scale, tone in ((1.0, rim), (0.93, look.box_rim), (0.88, look.card)):
        brush.polygon(grid.corners((0, 0), scale), tone)
    sheet.alpha_composite(brush.reduce())
    lay_in_the_middle(sheet, glyphs.project(look, number, 76, look.dark))
    return sheet


def _coin(look: Look, icon: Image.Image) -> Image.Image:
    disc = _disc((look.card, look.band_line, look.band))
    lay_in_the_middle(disc, icon)
    return disc


def _disc(tones: tuple[Colour, Colour, Colour]) -> Image.Image:
    """An edge, a ring and a ground."""
    brush = Brush(SIDE, SIDE)
    for inset, tone in zip((0, 3, 8), tones, strict=True):
        brush.ellipse((SIDE / 2, SIDE / 2), _RADIUS - inset, tone)
    return brush.reduce()
