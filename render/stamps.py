"""Pictures made of stamps, sprites laid in layers on a ground; only changed parts are redrawn.

The last picture of a ground is cached with the boxes of its stamps. For the next one a painter
takes the difference of the two lists, and redraws the boxes that it touches with every stamp that
reaches into them: pixel for pixel the same as the full picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count

import msgspec
from PIL import Image

from render.cache import CACHE, Key
from render.canvas import Canvas, Rect
from render.text import Label, label
from render.theme import Theme

Mark = tuple[int, int, int, int]
"""Layer, x, y, and the number of the sprite."""
_WORTH_IT = 0.6
"""Share of the picture above which everything is drawn anew."""


class Stamp(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A sprite with its top left corner at (x, y). Equal sprites are one object."""

    layer: int
    y: int
    x: int
    sprite: Image.Image

    @property
    def box(self) -> Rect:
        return self.x, self.y, self.x + self.sprite.width, self.y + self.sprite.height

    @property
    def order(self) -> tuple[int, ...]:
        """Sort key: lower layers first; within a layer, stamps farther back first."""
        width, height = self.sprite.size
        return self.layer, self.y + height, self.x, width, height

    @property
    def mark(self) -> Mark:
        return self.layer, self.x, self.y, _number(self.sprite)


def stamp_at(layer: int, sprite: Image.Image, x: float, y: float) -> Stamp:
    """A sprite with its middle at (x, y)."""
    return Stamp(layer, round(y - sprite.height / 2), round(x - sprite.width / 2), sprite)


def label_at(layer: int, words: str, x: float, y: float, style: Label) -> Stamp:
    """A label centred at x, with the middle of its figures at height y."""
    setting = label(words, style)
    left = round(x - setting.width / 2 + setting.shift[0])
    return Stamp(layer, round(y + setting.shift[1]), left, setting.sprite)


class Painter:
    """Paints lists of stamps on one ground, in the palette of its theme.

    Its last picture is cached under the name of the ground.
    """

    def __init__(self, name: Key, ground: Callable[[], Image.Image], theme: Theme) -> None:
        self._key, self._ground, self.theme = (Painter, *name), ground, theme

    def paint(self, stamps: Iterable[Stamp]) -> Image.Image:
        """Picture in the fixed palette. A stamp that is listed twice is laid once."""
        marked = {stamp.mark: stamp for stamp in stamps}
        ordered = sorted(marked.values(), key=lambda stamp: stamp.order)
        last = CACHE.get(self._key)
        picture = self._whole(ordered) if last is None else self._update(last, marked, ordered)
        CACHE.store(
            self._key, (picture, tuple((mark, stamp.box) for mark, stamp in marked.items()))
        )
        return picture

    def _whole(self, stamps: Sequence[Stamp]) -> Image.Image:
        ground = self._ground()
        return self._part(ground, stamps, (0, 0, *ground.size))

    def _update(
        self,
        last: tuple[Image.Image, Iterable[tuple[Mark, Rect]]],
        marked: Mapping[Mark, Stamp],
        stamps: Sequence[Stamp],
    ) -> Image.Image:
        """Last picture with its changed parts drawn again."""
        picture, before = last
        after = {mark: stamp.box for mark, stamp in marked.items()}
        if boxes := _boxes(dict(before), after, (0, 0, *picture.size)):
            picture, ground = picture.copy(), self._ground()
            for box in boxes:
                picture.paste(self._part(ground, stamps, box), box)
        return picture

    def _part(self, ground: Image.Image, stamps: Sequence[Stamp], box: Rect) -> Image.Image:
        canvas = Canvas.from_image(ground.crop(box), self.theme, box[:2])
        lay(canvas, (stamp for stamp in stamps if _overlap(stamp.box, box)))
        return canvas.quantize()


def forget() -> None:
    """Forget the last pictures of all grounds; only speed changes."""
    CACHE.forget(Painter)


_NUMBERS = count(1)


def _number(sprite: Image.Image) -> int:
    """Unique number of a sprite: unlike its address, no later sprite has it again."""
    number: int = vars(sprite).setdefault("number", next(_NUMBERS))
    return number


def lay(canvas: Canvas, stamps: Iterable[Stamp]) -> None:
    """Lay stamps that are in order."""
    for stamp in stamps:
        canvas.paste(stamp.sprite, stamp.x, stamp.y)


def _boxes(before: Mapping[Mark, Rect], after: Mapping[Mark, Rect], whole: Rect) -> list[Rect]:
    """Disjoint boxes that hold the differences of two pictures, or the whole picture."""
    changed = {mark: before.get(mark) or after[mark] for mark in before.keys() ^ after.keys()}
    inside = [_clip(changed[mark], whole) for mark in sorted(changed)]
    boxes = _merge([box for box in inside if box[0] < box[2] and box[1] < box[3]])
    return [whole] if sum(map(_area, boxes)) > _WORTH_IT * _area(whole) else boxes


def _merge(boxes: Iterable[Rect]) -> list[Rect]:
    """Boxes, with overlapping ones replaced by their common bounding box."""
    apart: list[Rect] = []
    for rect in boxes:
        box = rect
        while met := [neighbour for neighbour in apart if _overlap(neighbour, box)]:
            apart = [neighbour for neighbour in apart if neighbour not in met]
            parts = [box, *met]
            box = (
                min(part[0] for part in parts),
                min(part[1] for part in parts),
                max(part[2] for part in parts),
                max(part[3] for part in parts),
            )
        apart.append(box)
    return apart


def _overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _clip(box: Rect, whole: Rect) -> Rect:
    left, top, right, bottom = box
    return max(left, whole[0]), max(top, whole[1]), min(right, whole[2]), min(bottom, whole[3])


def _area(box: Rect) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
