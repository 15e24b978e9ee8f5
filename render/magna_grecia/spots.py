"""The map beside the question of a hex: every option, with its name or its gain."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render import stamps
from render.cache import memoize
from render.canvas import Brush, Canvas, Sheet
from render.magna_grecia import closeup, ground, pieces
from render.magna_grecia.frame import centre
from render.magna_grecia.scene import FLAG, LABEL, MARK, RING, Scene, hexes_of
from render.sprites import inscribe
from render.stamps import Stamp, stamp_at
from render.text import Label, width_of
from render.theme import Theme, mix
from rules.magna_grecia.view import Spot, Spots, View

MARGIN = 24


def draw_spots(view: View, shown: Spots, theme: Theme, language: str) -> Sheet:
    """Picture of the map with the options and the pieces of their seat."""
    hexes = {spot.hex for spot in shown.spots}
    window = closeup.window(hexes | hexes_of(view, shown.seat))
    canvas = Canvas.from_image(ground.ground().crop(window), theme, window[:2])
    scene = Scene(view, theme, hexes - _places(view), language)
    marks = [*scene.stamps(), *_marks(scene, shown)]
    stamps.lay(canvas, sorted(marks, key=lambda stamp: stamp.order))
    board = closeup.shrink(canvas)
    board.round_off(theme.radius)
    return closeup.sheet_around(board, None, MARGIN, theme)


def _places(view: View) -> set[tuple[int, int]]:
    return {at for place in view.places for at in place.hexes}


def _marks(scene: Scene, shown: Spots) -> Iterator[Stamp]:
    """A ring round each place; on free land, a chip with the name of the hex."""
    theme = scene.theme
    for spot in shown.spots:
        x, y = centre(spot.hex)
        if spot.hex in scene.anchor:
            yield stamp_at(RING, pieces.ring(theme.white, theme.ink), x, y)
            yield from _gain(spot, theme)
        else:
            yield stamp_at(MARK, name_chip(LABEL[spot.hex], theme), x, y)


def _gain(spot: Spot, theme: Theme) -> Iterator[Stamp]:
    if spot.gain is not None:
        x, y = centre(spot.hex)
        yield stamp_at(FLAG, gain_chip(spot.gain, theme), x + 36, y - 10)


@memoize
def name_chip(name: str, theme: Theme) -> Image.Image:
    """The name of a hex, as it is typed."""
    label = Label(22, theme.ink, "bold")
    return _chip(name, label, theme.white, theme)


@memoize
def gain_chip(gain: int, theme: Theme) -> Image.Image:
    """Chip with the points that a market would gain or lose now."""
    words = f"{gain:+d}".replace("-", "\u2212") if gain else "0"
    tone = theme.gold if gain > 0 else mix(theme.muted, theme.white, 0.5)
    return _chip(words, Label(22, theme.last_rim, "bold"), tone, theme)


def _chip(words: str, label: Label, tone: tuple[int, int, int], theme: Theme) -> Image.Image:
    width = width_of(words, label) + 20
    brush = Brush(width, 34)
    brush.round_box(0, 0, width, 34, 17, theme.ink)
    brush.round_box(2, 2, width - 2, 32, 15, tone)
    sheet = brush.reduce()
    inscribe(sheet, words, width / 2, 17, label)
    return sheet
