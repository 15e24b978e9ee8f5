"""Pictures made of stamps: sprites laid in layers on a ground, of which only the new is redrawn.

A painter remembers the stamps of its last picture. For the next one it takes the difference of the
two lists, and redraws the boxes that it touches with every stamp that reaches into them: pixel for
pixel what the full picture would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from PIL import Image

from render.canvas import Canvas, Rect
from render.text import Label, label
from render.theme import Theme

Key = tuple[int, int, int, int]
_WORTH_IT = 0.6
"""Above this share of the picture everything is drawn anew."""


class Stamp(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A sprite with its top left corner at (x, y). Sprites are shared: the same is one object."""

    layer: int
    y: int
    x: int
    sprite: Image.Image

    @property
    def box(self) -> Rect:
        return self.x, self.y, self.x + self.sprite.width, self.y + self.sprite.height

    @property
    def order(self) -> tuple[int, ...]:
        """Lower layers first; in a layer, what lies farther back."""
        wide, tall = self.sprite.size
        return self.layer, self.y + tall, self.x, wide, tall

    @property
    def key(self) -> Key:
        return self.layer, self.x, self.y, id(self.sprite)


def centred(layer: int, sprite: Image.Image, x: float, y: float) -> Stamp:
    """A sprite with its middle at (x, y)."""
    return Stamp(layer, round(y - sprite.height / 2), round(x - sprite.width / 2), sprite)


def written(layer: int, words: str, x: float, y: float, style: Label) -> Stamp:
    """A label centred at x, with the middle of its figures at height y."""
    setting = label(words, style)
    left = round(x - setting.width / 2 + setting.shift[0])
    return Stamp(layer, round(y + setting.shift[1]), left, setting.sprite)


class Painter:
    """Paints lists of stamps on one ground, in the palette of its theme."""

    def __init__(self, ground: Image.Image, theme: Theme) -> None:
        self.ground, self.theme = ground, theme
        self._last: tuple[list[Stamp], Image.Image] | None = None

    def paint(self, stamps: Iterable[Stamp]) -> Image.Image:
        """The picture in the fixed palette. A stamp that is listed twice is laid once."""
        ordered = sorted({stamp.key: stamp for stamp in stamps}.values(), key=lambda one: one.order)
        whole = (0, 0, *self.ground.size)
        if self._last is None:
            picture = self._part(ordered, whole)
        else:
            before, picture = self._last[0], self._last[1].copy()
            for box in _boxes(before, ordered, whole):
                picture.paste(self._part(ordered, box), box)
        self._last = ordered, picture
        return picture

    def _part(self, stamps: Sequence[Stamp], box: Rect) -> Image.Image:
        canvas = Canvas.over(self.ground.crop(box), self.theme, box[:2])
        lay(canvas, (stamp for stamp in stamps if _meet(stamp.box, box)))
        return canvas.flat()


def lay(canvas: Canvas, stamps: Iterable[Stamp]) -> None:
    """Lay stamps that are in order."""
    for stamp in stamps:
        canvas.paste(stamp.sprite, stamp.x, stamp.y)


def _boxes(before: Sequence[Stamp], after: Sequence[Stamp], whole: Rect) -> list[Rect]:
    """Where two pictures differ: boxes apart from each other, or the whole."""
    old = {stamp.key: stamp for stamp in before}
    new = {stamp.key: stamp for stamp in after}
    changed = [old.get(key) or new[key] for key in old.keys() ^ new.keys()]
    inside = [_cut(stamp.box, whole) for stamp in sorted(changed, key=lambda stamp: stamp.order)]
    boxes = _joined([box for box in inside if box[0] < box[2] and box[1] < box[3]])
    return [whole] if sum(map(_area, boxes)) > _WORTH_IT * _area(whole) else boxes


def _joined(boxes: Iterable[Rect]) -> list[Rect]:
    """The boxes, those that meet replaced by one that holds both."""
    found: list[Rect] = []
    for one in boxes:
        box = one
        while met := [other for other in found if _meet(other, box)]:
            found = [other for other in found if other not in met]
            parts = [box, *met]
            box = (
                min(part[0] for part in parts),
                min(part[1] for part in parts),
                max(part[2] for part in parts),
                max(part[3] for part in parts),
            )
        found.append(box)
    return found


def _meet(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _cut(box: Rect, whole: Rect) -> Rect:
    left, top, right, bottom = box
    return max(left, whole[0]), max(top, whole[1]), min(right, whole[2]), min(bottom, whole[3])


def _area(box: Rect) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
