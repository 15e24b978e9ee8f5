"""Close-ups of a map for one reader: a part of its ground, and on it what a scene shows there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from render import stamps
from render.canvas import Canvas
from render.stamps import Stamp
from render.theme import Colour, Theme


class CloseUp:
    """A part of a map under construction; what is laid on it has the places of the whole map."""

    def __init__(self, ground: Image.Image, theme: Theme, at: tuple[int, int] = (0, 0)) -> None:
        self.ground, self.theme = ground, theme
        self.canvas = Canvas.from_image(ground.copy(), theme, at)

    def lay(self, marks: Iterable[Stamp]) -> None:
        """Lay the stamps that can be seen, in the order of their layers."""
        left, top = self.canvas.left, self.canvas.top
        right, bottom = left + self.canvas.width, top + self.canvas.height
        boxes = ((stamp, stamp.box) for stamp in marks)
        visible = [
            stamp
            for stamp, box in boxes
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]
        ]
        stamps.lay(self.canvas, sorted(visible, key=lambda stamp: stamp.order))

    def light(self, marks: Sequence[Stamp], night: Colour, share: float) -> None:
        """Blend what lies there with the night, and lay stamps that stand out from it."""
        self.canvas.dim(night, share, marks)
        self.lay(marks)

    def finish(self, whole: tuple[int, int], size: tuple[int, int]) -> Canvas:
        """The part in a size, with round corners; edges fade where the map, `whole`, goes on."""
        left, top, image = self.canvas.left, self.canvas.top, self.canvas.image
        right, bottom = left + image.width, top + image.height
        if size != image.size:
            image = image.resize(size, Image.Resampling.LANCZOS)
        board = Canvas.from_image(image, self.theme)
        board.fade(left=left > 0, top=top > 0, right=right < whole[0], bottom=bottom < whole[1])
        board.round_off(self.theme.radius)
        return board
