"""A close-up of the map for one player: the hexes that matter are bright, the rest is dim."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PIL import Image, ImageChops, ImageDraw

from render import closeup
from render._settlements.land import ground
from render._settlements.land.frame import WIDTHS, Frame, extent, row_of
from render._settlements.land.ground import Land
from render._settlements.look import DUSK, NIGHT, Look
from render._settlements.map import buildings, scene
from render.canvas import Canvas
from render.contract import Subject
from render.theme import Theme
from rules._settlements.view import View
from rules.contract import Hex

WIDTH = 1160
_EDGE = 40
"""Greatest margin beyond the land, in pixels."""
_PAD = 26
"""Least margin round the cells that have to be seen."""


def frame_for(
    cells: Collection[Hex], land: Collection[Hex], room: int, widest: int = WIDTHS[0]
) -> Frame:
    """Frame of a close-up that shows `cells` as large as possible, at most `room` high.

    It shows as much of the `land` around them as there is room for, and hardly anything beyond.
    """
    box = left, top, right, bottom = extent(cells)
    fits = (width for width in WIDTHS if width <= widest and _fits(box, room, width))
    width = next(fits, WIDTHS[-1])
    land_box = extent({*cells, *land})
    x = _window((left, right), land_box[::2], width / 2, width, WIDTH)
    full_height = round((land_box[3] - land_box[1] + 4 / 3) * row_of(width)) + 2 * _EDGE
    height = min(room, full_height) // 2 * 2
    y = _window((top, bottom), land_box[1::2], row_of(width), 4 / 3 * row_of(width), height)
    return Frame((WIDTH, height), width, (x, y))


def together(cells: Iterable[Hex], room: int, width: int) -> list[Hex]:
    """First of `cells`, and each further one that fits into a close-up with hexes of a width."""
    chosen: list[Hex] = []
    for at in cells:
        if _fits(extent(around([*chosen, at], 1)), room, width):
            chosen.append(at)
    return chosen


def _fits(box: tuple[int, int, int, int], room: int, width: int) -> bool:
    """Whether hexes of a width fit, for bounds in columns and rows."""
    left, top, right, bottom = box
    across, down = (right - left) / 2 + 1, bottom - top + 4 / 3
    return across * width <= WIDTH - 2 * _PAD and down * row_of(width) <= room - 2 * _PAD


def _window(
    seen: Sequence[int], limits: Sequence[int], step: float, cell_size: float, length: int
) -> int:
    """Offset of zero in a window of a length, centred on `seen` as far as it stays within `limits`.

    `seen` and `limits` are in columns or rows of `step` pixels; a hex takes `cell_size` pixels.
    """
    first, last = (
        limits[0] * step - cell_size / 2 - _EDGE,
        limits[1] * step + cell_size / 2 + _EDGE,
    )
    begin = (seen[0] + seen[1]) / 2 * step - length / 2
    if last - first <= length:
        begin = (first + last - length) / 2
    else:
        begin = min(max(begin, first), last - length)
    return round(-begin)


def around(cells: Iterable[Hex], steps: int) -> set[Hex]:
    """Hexes at most `steps` from any of `cells`."""
    return {
        (q + dq, r + dr)
        for q, r in cells
        for dq in range(-steps, steps + 1)
        for dr in range(max(-steps, -dq - steps), min(steps, -dq + steps) + 1)
    }


class CloseUp(closeup.CloseUp):
    """A map under construction in RGB: drawn whole, dimmed, then what matters laid on top."""

    def __init__(self, subject: Subject[View], frame: Frame, look: Look, theme: Theme) -> None:
        self.view, self.language = subject.view, subject.about.language
        self.frame, self.look = frame, look
        self.land: Land = scene.land_of(subject.view, frame)
        super().__init__(ground.draw_ground(self.land, look, framed=False), theme)

    def stand(self, bare: Collection[Hex] = ()) -> None:
        """Draw the position, without symbols and names on the hexes in `bare`."""
        self.lay(scene.base(self.view, self.land, self.look, self.theme, bare=bare))

    def inscribe(self, shown: Collection[Hex] = ()) -> None:
        """Lay the names of the cities over all else, on none of the hexes `shown`.

        The numbers of buildings there lie over what was laid round them.
        """
        numbered = self.frame.width >= buildings.NUMBERED_FROM
        self.lay(
            scene.plate_of(each, self.frame, self.theme.seats[each.seat])
            for each in self.view.board.buildings
            if numbered and each.hex in shown
        )
        self.lay(scene.ribbons(self.view, self.land, self.look, self.language, shown))

    def dim(self, bright: Collection[Hex], share: float = DUSK) -> None:
        """Darken the map except some hexes."""
        self.canvas.dim(NIGHT, share, bright, ImageChops.invert(self.mask(bright)))

    def symbols(self) -> dict[Hex, str | None]:
        """Symbols of all hexes."""
        return {at: symbol for region in self.land.regions for at, symbol in region.hexes()}

    def holds(self, at: Hex) -> bool:
        """Whether a hex lies wholly inside the picture."""
        (x, y), reach = self.frame.centre(at), 0.56 * self.frame.width
        return reach < x < self.frame.size[0] - reach and reach < y < self.frame.size[1] - reach

    def shows(self, x: float, y: float) -> bool:
        """Whether a sign finds room at a point."""
        return 16 < x < self.frame.size[0] - 16 and 16 < y < self.frame.size[1] - 16

    def picture(self) -> Canvas:
        """The map; its edges fade where the land goes on beyond them."""
        (width, height), reach = self.frame.size, self.frame.width // 2
        places = [self.frame.centre(at) for at in self.land.cells()]
        self.canvas.fade(
            left=any(x < reach for x, _ in places),
            top=any(y < reach for _, y in places),
            right=any(x > width - reach for x, _ in places),
            bottom=any(y > height - reach for _, y in places),
        )
        return self.canvas

    def mask(self, cells: Collection[Hex]) -> Image.Image:
        """Mask of some hexes, as large as the map."""
        width, height = self.frame.size
        mask = Image.new("L", (2 * width, 2 * height))
        pen, grid = ImageDraw.Draw(mask), self.frame.layout()
        for at in cells:
            pen.polygon([(2 * x, 2 * y) for x, y in grid.corners(at, 1.01)], fill=255)
        return mask.reduce(2)
