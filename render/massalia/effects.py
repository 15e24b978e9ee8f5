"""Effects and conditions as rows of signs, on cards and in panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from PIL import Image

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.massalia import look
from render.massalia.icons import family_disc, icon
from render.text import Label, width_of
from rules.massalia.pieces import Condition, Effect

Part: TypeAlias = Image.Image | str
"""Part of a row: a sign, or figures."""
FAMILIES = ("solidaires", "coriaces", "orgueilleux", "braves")
_LEAST = 1.5
"""Least gap between two parts of a row."""
_ZONES = {"others": "hand", "reserve": "reserve", "scouts": "eye"}


def effect_parts(effects: Sequence[Effect], place: str, size: int) -> Iterator[Part]:
    """Sign and number of each effect; one without a terrain uses `place`, that of its card."""
    for effect in effects:
        name = f"place_{effect.terrain or place}" if effect.do == "place" else effect.do
        yield icon(name, size)
        yield str(effect.n)


def condition_parts(condition: Condition, place: str, size: int) -> Iterator[Part]:
    """Parts of a combo: its condition, an arrow, and its effects."""
    small = round(size * 0.9)
    if condition.zone == "families":
        for family in FAMILIES:
            yield family_disc(family, round(size * 0.72))
    elif condition.zone is not None:
        yield icon(_ZONES[condition.zone], small)
        if condition.family is not None:
            yield family_disc(condition.family, small)
        yield _count(condition)
    yield arrow(round(size * 1.05))
    yield from effect_parts(condition.effects, place, size)


def _count(condition: Condition) -> str:
    if condition.kind == "if":
        return f"≥{condition.min or 1}"
    return "×n" if condition.max is None else f"×≤{condition.max}"


@memoize
def arrow(width: int) -> Image.Image:
    """Arrow from the condition of a combo to its effects."""
    brush = Brush(100, 60, unit=width / 100)
    brush.line([(6, 30), (70, 30)], look.INK, 11)
    brush.polygon([(62, 8), (96, 30), (62, 52)], look.INK)
    return brush.reduce()


def write_row(
    canvas: Canvas, parts: Sequence[Part], x: float, y: float, style: Label, room: float, gap: float
) -> None:
    """Write signs and figures from x on, centred at height y, closer together where needed.

    The gap after figures is wider than that after a sign.
    """
    widths = [_width(part, style) for part in parts]
    wide = sum(widths) + sum(_gap(part, gap) for part in parts[:-1])
    if wide > room:
        gap = max(_LEAST, gap * (1 - (wide - room) / max(1.0, wide - sum(widths))))
    for part, width in zip(parts, widths, strict=True):
        if isinstance(part, str):
            canvas.text(part, x, y, style)
        else:
            canvas.paste(part, x, y - part.height / 2)
        x += width + _gap(part, gap)


def least_width(parts: Sequence[Part], style: Label) -> float:
    """Least width of a row, with its parts as close together as possible."""
    return sum(_width(part, style) + _gap(part, _LEAST) for part in parts)


def _width(part: Part, style: Label) -> int:
    return width_of(part, style) if isinstance(part, str) else part.width


def _gap(part: Part, gap: float) -> float:
    return 2.6 * gap if isinstance(part, str) else gap
