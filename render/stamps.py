"""Pictures made of stamps, sprites laid in layers on a ground; only changed parts are redrawn.

The last picture of a ground is cached with the boxes of its stamps. For the next one a painter
takes the difference of the two lists, and redraws the boxes that it touches with every stamp that
reaches into them: pixel for pixel the same as the full picture.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import count

import msgspec
from PIL import Image

from render import pillow
from render.cache import CACHE, Key
from render.canvas import Canvas, Rect
from render.text import Label, label
from render.theme import Theme

Mark = tuple[int, int, int, int]
"""Layer, x, y, and the number of the sprite."""
_WORTH_IT = 0.6
"""Share of the picture above which everything is drawn anew."""
_A_BOX = 15_000
"""Pixels that take as long to draw as a box by itself."""
STRIP = 100
"""Height of a strip."""


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


Layers = Sequence[tuple[Stamp, Rect]]
"""Stamps in their order, each with its box."""


def stamp_at(layer: int, sprite: Image.Image, x: float, y: float) -> Stamp:
    """A sprite with its middle at (x, y)."""
    return Stamp(layer, round(y - sprite.height / 2), round(x - sprite.width / 2), sprite)


def label_at(layer: int, words: str, x: float, y: float, style: Label) -> Stamp:
    """A label centred at x, with the middle of its figures at height y."""
    setting = label(words, style)
    left = round(x - setting.width / 2 + setting.shift[0])
    return Stamp(layer, round(y + setting.shift[1]), left, setting.sprite)


def shrunk(stamp: Stamp, share: float) -> Stamp:
    """The stamp on a map made smaller to a share."""
    small = _shrunk_sprite(stamp.sprite, share)
    x, y = stamp.x + stamp.sprite.width / 2, stamp.y + stamp.sprite.height / 2
    return stamp_at(stamp.layer, small, share * x, share * y)


def _shrunk_sprite(sprite: Image.Image, share: float) -> Image.Image:
    key = (_shrunk_sprite, _number(sprite), share)
    small: Image.Image | None = CACHE.get(key)
    if small is None:
        size = round(share * sprite.width), round(share * sprite.height)
        premultiplied = sprite if sprite.mode == "RGBa" else sprite.convert("RGBa")
        small = premultiplied.resize(size, Image.Resampling.HAMMING)
        CACHE.store(key, small)
    return small


class Strips:
    """A large picture in the cache, as strips of rows: few of them are needed at a time."""

    def __init__(self, key: Key) -> None:
        self._key = key

    def load(self, box: Rect) -> Image.Image | None:
        """A part of the picture; None if any strip of it is lost."""
        left, top, right, bottom = box
        part = None
        for number in range(top // STRIP, -(-bottom // STRIP)):
            strip: Image.Image | None = CACHE.get((*self._key, number))
            if strip is None:
                return None
            if part is None:
                part = strip.crop((0, 0, right - left, bottom - top))
            high = max(top, number * STRIP)
            rows = left, high - number * STRIP, right, min(strip.height, bottom - number * STRIP)
            pillow.copy(part, strip, rows, 0, high - top)
        return part

    def store(self, picture: Image.Image, boxes: Sequence[Rect]) -> None:
        """Cache the strips of a picture that boxes touch; the others are as they were."""
        for number in range(-(-picture.height // STRIP)):
            top, bottom = number * STRIP, min(picture.height, (number + 1) * STRIP)
            if any(box[1] < bottom and top < box[3] for box in boxes):
                strip = picture.crop((0, top, picture.width, bottom))
                CACHE.store((*self._key, number), strip, "table")


class Ground:
    """A ground in RGB, drawn by a pure function of some arguments, and cached in strips."""

    def __init__(self, draw: Callable[..., Image.Image], *args: Hashable) -> None:
        self.key: Key = (draw, *args)
        self._draw, self._args = draw, args
        self._strips = Strips(self.key)

    def part(self, box: Rect) -> Image.Image:
        """A part of the ground."""
        return self._strips.load(box) or self.whole().crop(box)

    def whole(self) -> Image.Image:
        """The whole ground."""
        size: tuple[int, int] | None = CACHE.get(self.key)
        ground = size and self._strips.load((0, 0, *size))
        if not ground:
            ground = self._draw(*self._args)
            box = (0, 0, *ground.size)
            CACHE.store(self.key, ground.size)
            self._strips.store(ground, [box])
        return ground


class Painter:
    """Paints lists of stamps on one ground, in the palette of its theme.

    The last picture is cached under the names of the ground, the theme and the table.
    """

    def __init__(self, ground: Ground, theme: Theme, table: str = "") -> None:
        self._ground, self.theme = ground, theme
        self._key: Key = (Painter, *ground.key, theme, table)
        self._strips = Strips(self._key)

    def paint(self, stamps: Iterable[Stamp]) -> Image.Image:
        """Picture in the fixed palette. A stamp that is listed twice is laid once."""
        marked = {stamp.mark: stamp for stamp in stamps}
        placed = {mark: stamp.box for mark, stamp in marked.items()}
        ordered = sorted(marked, key=lambda mark: marked[mark].order)
        layers = [(marked[mark], placed[mark]) for mark in ordered]
        picture, boxes = self._update(placed, layers) or self._whole(layers)
        if boxes:
            self._strips.store(picture, boxes)
            rows = [(*mark, *box[2:]) for mark, box in placed.items()]
            marks = Marks(picture.size, msgspec.msgpack.encode(rows))
            CACHE.store(self._key, marks, "table")
        return picture

    def _whole(self, layers: Layers) -> tuple[Image.Image, list[Rect]]:
        """The picture, drawn anew, and its box."""
        ground = self._ground.whole()
        box = (0, 0, *ground.size)
        return self._part(ground, layers, box), [box]

    def _update(
        self, placed: Mapping[Mark, Rect], layers: Layers
    ) -> tuple[Image.Image, list[Rect]] | None:
        """The last picture with its changed parts drawn again, and their boxes; None if lost."""
        last: Marks | None = CACHE.get(self._key)
        picture = last and self._strips.load((0, 0, *last.size))
        if not last or not picture:
            return None
        boxes = _boxes(last.boxes(), placed, (0, 0, *picture.size))
        for box in boxes:
            picture.paste(self._part(self._ground.part(box), layers, box), box)
        return picture, boxes

    def _part(self, ground: Image.Image, layers: Layers, box: Rect) -> Image.Image:
        """A part of the picture, drawn on that part of the ground."""
        canvas = Canvas.from_image(ground, self.theme, box[:2])
        left, top, right, bottom = box
        lay(
            canvas,
            (
                stamp
                for stamp, (x, y, x2, y2) in layers
                if x < right and left < x2 and y < bottom and top < y2
            ),
        )
        return canvas.quantize()


class Marks(msgspec.Struct, frozen=True):
    """The stamps of a picture of a size, encoded."""

    size: tuple[int, int]
    data: bytes

    def boxes(self) -> dict[Mark, Rect]:
        """The box of each stamp by its mark."""
        rows = msgspec.msgpack.decode(self.data, type=list[tuple[int, int, int, int, int, int]])
        return {
            (layer, x, y, number): (x, y, right, bottom)
            for layer, x, y, number, right, bottom in rows
        }


def forget() -> None:
    """Forget the last pictures of all grounds; only speed changes."""
    CACHE.forget(Painter)


_NUMBERS = count(1)


def _number(sprite: Image.Image) -> int:
    """Number of a sprite: that of its key in the cache, or else one that no other has."""
    number: int | None = vars(sprite).get("number")
    if number is None:
        number = vars(sprite)["number"] = -next(_NUMBERS)
    return number


def lay(canvas: Canvas, stamps: Iterable[Stamp]) -> None:
    """Lay stamps that are in order."""
    for stamp in stamps:
        canvas.paste(stamp.sprite, stamp.x, stamp.y)


def _boxes(before: Mapping[Mark, Rect], after: Mapping[Mark, Rect], whole: Rect) -> list[Rect]:
    """Boxes that hold the differences of two pictures, or the whole picture."""
    changed = {mark: before.get(mark) or after[mark] for mark in before.keys() ^ after.keys()}
    inside = [_clip(changed[mark], whole) for mark in sorted(changed)]
    boxes = _merge([box for box in inside if box[0] < box[2] and box[1] < box[3]])
    return [whole] if sum(map(_area, boxes)) > _WORTH_IT * _area(whole) else boxes


def _merge(boxes: Iterable[Rect]) -> list[Rect]:
    """Boxes that cover the same, joined where one larger box costs less than two.

    They may overlap: what lies in two boxes is drawn twice, and is the same.
    """
    joined: list[Rect] = []
    for rect in boxes:
        box = rect
        while (near := _worthy_neighbour(box, joined)) is not None:
            other = joined.pop(near)
            box = _union(box, other)
        joined.append(box)
    return joined


def _worthy_neighbour(box: Rect, others: Sequence[Rect]) -> int | None:
    """Index of a box that is better joined with another one."""
    area = _area(box) + _A_BOX
    for index, other in enumerate(others):
        if _area(_union(box, other)) <= area + _area(other):
            return index
    return None


def _union(a: Rect, b: Rect) -> Rect:
    """The box round two."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _clip(box: Rect, whole: Rect) -> Rect:
    left, top, right, bottom = box
    return max(left, whole[0]), max(top, whole[1]), min(right, whole[2]), min(bottom, whole[3])


def _area(box: Rect) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
