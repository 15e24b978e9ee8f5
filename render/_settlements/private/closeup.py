"""A part of the map from near, for one player: what counts is bright, the rest dim."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PIL import Image, ImageDraw

from render import stamps
from render._settlements.land import ground
from render._settlements.land.frame import Frame, Room, fitted
from render._settlements.land.ground import Land
from render._settlements.look import DUSK, NIGHT, Look
from render._settlements.map import scene
from render.canvas import Canvas
from render.stamps import Stamp
from render.theme import Theme
from rules._settlements.view import View
from rules.contract import Hex

WIDTH = 1136
HEIGHTS = (560, 1240)
"""Least and greatest height of a map that should show as much as it can."""


def frame_for(cells: Iterable[Hex], heights: tuple[int, int], widest: int = 132) -> Frame:
    """The frame of a close-up of `cells`; of the map around it as much as there is room for."""
    margins = (40, 48, 40, 48)
    return fitted(cells, Room(WIDTH, heights, margins, widest))


def around(cells: Iterable[Hex], steps: int) -> set[Hex]:
    """The hexes at most `steps` from any of `cells`."""
    return {
        (q + dq, r + dr)
        for q, r in cells
        for dq in range(-steps, steps + 1)
        for dr in range(max(-steps, -dq - steps), min(steps, -dq + steps) + 1)
    }


class CloseUp:
    """A map under construction in RGB: first all of it, then dimmed, then what matters on top."""

    def __init__(self, view: View, frame: Frame, look: Look, theme: Theme) -> None:
        self.view, self.frame, self.look, self.theme = view, frame, look, theme
        self.land: Land = scene.land_of(view, frame)
        self.canvas = Canvas.over(ground.drawn(self.land, look, framed=False), theme)

    def lay(self, marks: Iterable[Stamp]) -> None:
        """Lay stamps in the order of their layers."""
        stamps.lay(self.canvas, sorted(marks, key=lambda stamp: stamp.order))

    def stand(self, bare: Collection[Hex] = ()) -> None:
        """Draw all that stands on the map; no symbol and no name on the hexes of `bare`."""
        self.lay(scene.base(self.view, self.land, self.look, self.theme, bare))

    def dim(self, bright: Collection[Hex]) -> None:
        """Darken the map, except some hexes."""
        image = self.canvas.image
        dark = Image.blend(image, Image.new("RGB", image.size, NIGHT), DUSK)
        image.paste(dark, mask=self._outside(bright))

    def holds(self, at: Hex) -> bool:
        """Whether a hex lies wholly inside the picture."""
        (x, y), reach = self.frame.centre(at), 0.56 * self.frame.wide
        return reach < x < self.frame.size[0] - reach and reach < y < self.frame.size[1] - reach

    def _outside(self, cells: Collection[Hex]) -> Image.Image:
        wide, tall = self.frame.size
        mask = Image.new("L", (2 * wide, 2 * tall), 255)
        pen, grid = ImageDraw.Draw(mask), self.frame.layout()
        for at in cells:
            pen.polygon([(2 * x, 2 * y) for x, y in grid.corners(at, 1.01)], fill=0)
        return mask.reduce(2)
