"""The emblem of each resource cell, as flat shapes in an ink outline."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageFilter

from render.canvas import Brush
from render.kept import kept
from render.massalia import look

SIZE = 76
_KINDS = {
    "berre": "boat", "joliette": "galley", "lacydon": "galley", "ratonneau": "rampart",
    "if": "tower", "saintjean": "tower", "pomegues": "amphora", "canebiere": "amphora",
    "planier": "torch", "calanques": "cliffs", "garlaban": "cliffs", "chaine": "chain",
    "estaque": "olive", "major": "church", "carmes": "church", "garde": "church",
    "panier": "houses", "corderie": "rope",
}  # fmt: skip


def emblem(resource: str) -> Image.Image:
    """What stands for a resource cell."""
    return _drawn(_KINDS[resource])


@kept
def _drawn(kind: str) -> Image.Image:
    brush = Brush(SIZE, SIZE)
    brush.origin = (SIZE / 2, SIZE / 2)
    _DRAW[kind](brush)
    return _outlined(brush.done())


def _outlined(sprite: Image.Image) -> Image.Image:
    """The shapes in a line of ink, on a soft shadow."""
    alpha = sprite.getchannel("A")
    ink = Image.new("RGBA", sprite.size, (*look.EMBLEM_INK, 0))
    ink.putalpha(alpha.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.GaussianBlur(0.7)))
    ink.alpha_composite(sprite)
    return ink


def _hull(brush: Brush, low: float) -> None:
    brush.polygon([(-28, low - 12), (28, low - 12), (20, low), (-20, low)], look.WOOD[0])
    brush.polygon([(-26, low - 8), (26, low - 8), (20, low), (-20, low)], look.WOOD[1])


def _boat(brush: Brush) -> None:
    _hull(brush, 26)
    brush.line([(0, -28), (0, 14)], look.WOOD[1], 3)
    brush.polygon([(2, -28), (26, 10), (2, 10)], look.SAIL)
    brush.polygon([(-3, -20), (-20, 10), (-3, 10)], look.HEART)


def _galley(brush: Brush) -> None:
    _hull(brush, 20)
    brush.line([(0, -30), (0, 8)], look.WOOD[1], 3)
    brush.polygon([(-20, -26), (20, -26), (23, 4), (-23, 4)], look.SAIL)
    for top in (-20, -8):
        brush.polygon([(-21, top), (21, top), (22, top + 6), (-22, top + 6)], look.HEART)
    for x in range(-18, 20, 9):
        brush.line([(x, 16), (x - 5, 29)], look.WOOD[1], 2.4)


def _wall(brush: Brush, left: float, right: float, top: float, low: float) -> None:
    """A wall with battlements, lit from the left."""
    middle = (left + right) / 2
    brush.box(left, top, right, low, look.STONE[0])
    brush.box(middle, top, right, low, look.STONE[1])
    step = (right - left) / 5
    for k in (0, 2, 4):
        brush.box(left + k * step, top - 7, left + (k + 1) * step, top + 1, look.STONE[k // 2 % 2])


def _rampart(brush: Brush) -> None:
    _wall(brush, -14, 14, -6, 26)
    _wall(brush, -30, -12, -14, 26)
    _wall(brush, 12, 30, -14, 26)
    brush.ellipse((0, 16), 6, look.WOOD[1])
    brush.box(-6, 16, 6, 26, look.WOOD[1])


def _tower(brush: Brush) -> None:
    _wall(brush, -14, 14, -18, 28)
    brush.line([(0, -24), (0, -34)], look.WOOD[1], 2)
    brush.polygon([(0, -34), (14, -30), (0, -26)], look.HEART)
    brush.box(-3, -8, 3, 2, look.WOOD[1])
    brush.box(-5, 14, 5, 28, look.WOOD[1])


def _amphora(brush: Brush) -> None:
    body = [(-8, -26), (8, -26), (6, -14), (18, -2), (14, 14), (4, 28), (-4, 28), (-14, 14)]
    body += [(-18, -2), (-6, -14)]
    for side in (-1, 1):
        brush.line([(side * 7, -22), (side * 17, -18), (side * 14, -6)], look.ROOF, 3.4)
    brush.polygon(body, look.ROOF)
    brush.polygon([(x, y) for x, y in body if x >= 0], look.WOOD[0])
    brush.box(-17, -1, 17, 5, look.SAIL)
    brush.box(-10, -30, 10, -25, look.WOOD[1])


def _torch(brush: Brush) -> None:
    brush.polygon([(-12, 28), (12, 28), (7, -8), (-7, -8)], look.STONE[0])
    brush.polygon([(0, 28), (12, 28), (7, -8), (0, -8)], look.STONE[1])
    brush.box(-10, -12, 10, -7, look.STONE[2])
    brush.polygon([(-9, -12), (-6, -24), (0, -34), (6, -24), (9, -12)], look.FLAME)
    brush.polygon([(-4, -12), (0, -25), (4, -12)], look.FLAME_LIGHT)


def _cliffs(brush: Brush) -> None:
    brush.polygon([(-30, 22), (-24, -10), (-12, -26), (-4, 22)], look.STONE[0])
    brush.polygon([(-12, -26), (-4, 22), (-14, 22)], look.STONE[1])
    brush.polygon([(4, 22), (12, -14), (20, -22), (30, 22)], look.STONE[0])
    brush.polygon([(20, -22), (30, 22), (18, 22)], look.STONE[2])
    brush.polygon([(-32, 20), (32, 20), (28, 29), (-28, 29)], look.SHALLOWS[1])
    brush.ellipse((-14, -26), 6, look.TREE_DARK, 4)


def _chain(brush: Brush) -> None:
    for k, x in enumerate((-22, -8, 6, 20)):
        tall = 8 if k % 2 else 12
        brush.ellipse((x, k % 2 * 2.0), 11, look.OBOL[2], tall)
        brush.ellipse((x, k % 2 * 2.0), 5.4, look.PLATE["sea"][:3], tall - 5.4)


def _olive(brush: Brush) -> None:
    brush.line([(-24, 26), (-4, 4), (22, -26)], look.WOOD[0], 3.4)
    for x, y, side in ((-14, 14, 1), (-8, 4, -1), (2, -2, 1), (8, -14, -1), (16, -18, 1)):
        brush.ellipse((x + 9 * side, y + 3), 10, look.TREE_DARK, 5)
        brush.ellipse((x + 8 * side, y + 2), 8.6, look.TREE, 3.8)
    brush.ellipse((-2, 14), 5, look.TREE_DARK, 6.4)
    brush.ellipse((14, 0), 5, look.TREE_DARK, 6.4)


def _church(brush: Brush) -> None:
    brush.box(-26, -2, 12, 26, look.STONE[0])
    brush.polygon([(-30, -1), (-7, -14), (16, -1)], look.ROOF)
    brush.box(10, -20, 26, 26, look.STONE[1])
    brush.polygon([(8, -19), (18, -33), (28, -19)], look.ROOF)
    brush.box(15.5, -12, 20.5, -3, look.WOOD[1])
    brush.ellipse((-7, 13), 6, look.WOOD[1])
    brush.box(-13, 13, -1, 26, look.WOOD[1])


def _houses(brush: Brush) -> None:
    for x, top, wide in ((-18, -4, 22), (16, -8, 24), (-1, 6, 24)):
        left, right = x - wide / 2, x + wide / 2
        brush.box(left, top, right, 26, look.STONE[0])
        brush.box(x, top, right, 26, look.STONE[1])
        brush.polygon([(left - 3, top + 1), (x, top - 14), (right + 3, top + 1)], look.ROOF)
        brush.box(x - 3, 16, x + 3, 26, look.WOOD[1])


def _rope(brush: Brush) -> None:
    for k, y in enumerate((18, 8, -2)):
        brush.ellipse((0, y), 26 - k, look.WOOD[0], 11)
        brush.ellipse((0, y - 2), 24 - k, look.GOLD, 9)
    brush.ellipse((0, -5), 13, look.WOOD[1], 5)
    brush.line([(20, -6), (28, -16), (22, -28)], look.GOLD, 5)


_DRAW: dict[str, Callable[[Brush], None]] = {
    "boat": _boat, "galley": _galley, "rampart": _rampart, "tower": _tower, "amphora": _amphora,
    "torch": _torch, "cliffs": _cliffs, "chain": _chain, "olive": _olive, "church": _church,
    "houses": _houses, "rope": _rope,
}  # fmt: skip
