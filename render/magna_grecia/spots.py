"""The map beside the question of a hex: every option, with its name or its gain."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render.cache import memoize
from render.canvas import Sheet
from render.magna_grecia import closeup, look, pieces
from render.magna_grecia.frame import centre, corners, hex_brush
from render.magna_grecia.network import own_pieces, reach
from render.magna_grecia.scene import FIELD, FLAG, LABEL, MARK, RING, Scene
from render.spotlight import coloured_chip
from render.sprites import inscribe, trim
from render.stamps import Stamp, stamp_at
from render.text import Label, signed
from render.theme import Theme, mix
from rules.magna_grecia.view import Spot, Spots, View

MARGIN = 24
_PALE = 0.5
"""Share of the bare ground in what is no option and not of the seat that is asked."""
_SNAP = 130
"""Rest of the map that is shown too: the options lie all over it."""
_WRITTEN = 8.8
"""Height on a phone of the name of an option, or of its gain."""


def draw_spots(view: View, shown: Spots, theme: Theme, language: str) -> Sheet:
    """Picture of the map with the options and the pieces of their seat; the rest is pale."""
    hexes, own = {spot.hex for spot in shown.spots}, reach(view, shown.seat)
    part = closeup.close_up(hexes | own, snap=_SNAP)
    letters = part.letters(everywhere=False)
    shot = part.shot(theme)
    scene = Scene(view, theme, hexes - _places(view), language, letters=letters)
    shot.lay(scene.stamps())
    shot.canvas.pale(shot.ground, _PALE)
    size = part.size_on_phone(_WRITTEN)
    asked = hexes & set(scene.anchor)
    marks = [*own_pieces(scene, shown.seat, own | asked), *_marks(scene, shown, size)]
    shot.lay(marks)
    return closeup.sheet_around(part.finish(shot), None, MARGIN, theme)


def _places(view: View) -> set[tuple[int, int]]:
    return {at for place in view.places for at in place.hexes}


def _marks(scene: Scene, shown: Spots, size: int) -> Iterator[Stamp]:
    """A ring round each place; on free land, a bright hex with its name in letters of a size."""
    theme = scene.theme
    for spot in shown.spots:
        x, y = centre(spot.hex)
        if spot.hex in scene.anchor:
            yield stamp_at(FIELD, pieces.bright_field(), x, y)
            yield stamp_at(RING, pieces.ring(look.LIT, theme.ink), x, y)
            yield from _gain(spot, size, theme)
        else:
            yield stamp_at(MARK, option(LABEL[spot.hex], size, theme), x, y)


def _gain(spot: Spot, size: int, theme: Theme) -> Iterator[Stamp]:
    if spot.gain is not None:
        x, y = centre(spot.hex)
        yield stamp_at(FLAG, gain_chip(spot.gain, size, theme), x + 36, y - 18)


@memoize
def option(name: str, size: int, theme: Theme) -> Image.Image:
    """A bright hex with its name, as it is typed."""
    brush = hex_brush()
    for scale, tone in ((0.95, theme.ink), (0.90, look.LIT)):
        brush.polygon(corners(scale), tone)
    sheet = trim(brush.reduce())
    inscribe(sheet, name, sheet.width / 2, sheet.height / 2, Label(size, theme.ink, "bold"))
    return sheet


@memoize
def gain_chip(gain: int, size: int, theme: Theme) -> Image.Image:
    """Chip with the points that a market would gain or lose now."""
    tone = theme.gold if gain > 0 else mix(theme.muted, theme.white, 0.5)
    return coloured_chip(signed(gain) if gain else "0", tone, size, theme)
