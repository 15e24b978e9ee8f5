"""Faces of cards: full with its text, small for the river, chip of a scout."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from PIL import Image

from render import drawings
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.marks import pill
from render.massalia import look
from render.massalia.art import TALL as TALLEST
from render.massalia.art import art
from render.massalia.effects import Part, condition_parts, effect_parts, least_width, write_row
from render.massalia.icons import family_disc, glyph, icon
from render.massalia.prose import Word, lines, typeset, words, write_line
from render.sprites import inscribe
from render.text import Label, width_of
from render.theme import mix
from rules.massalia.pieces import BOX, Card, Condition
from rules.massalia.printed import CARDS, in_language

WIDE, TALL = 368, 592
"""Size of a full face in units."""
MINI_WIDE, MINI_TALL, MINI_COMBO = 244, 234, 50
_NAME, _SMALLEST = 27, 18
_PROSE = (18.0, 17.2, 16.5, 15.6, 14.8)
"""Sizes of the text of a full face: tried one after the other until it fits."""
_MINI_NAMES = ((27, 1), (25, 1), (24, 2), (22, 2), (20, 2))
"""Sizes of the name of a small face, and the number of its lines: the first that fits."""
LOW, LOW_ART, LOW_BAND = (356, 128), 134, 74
"""Size of a low face, width of its picture, and height down to which its name stands."""
_LOW_NAMES = ((31, 1), (29, 2), (27, 2))
_LEAD = re.compile(r"(Combo|Activer|Activate)\s*[—–-]\s*")


@memoize
def face(name: str, language: str, scale: float) -> Image.Image:
    """Full face of a card in RGB, `WIDE` by `TALL` units."""
    card, canvas = BOX.card[name], _blank(name, (WIDE, TALL), scale, (22, 2, 9))
    _picture(canvas, card, (9, 9, 350, 204), scale, _FULL)
    _band(canvas, card, language, scale)
    _effects(canvas, card, scale, 292, (46, 30))
    low = 324
    if condition := _condition(card):
        _combo(canvas, card, condition, scale, (18, 324, WIDE - 18, 374), 34)
        low = 384
    _prose(canvas, card, language, scale, low)
    return canvas.image


BESIDE, LEAST_BESIDE = 300, 236
"""Width of the picture on a face with the text below its signs, and the least height of the face.
"""
_BESIDE_PROSE = (30.0,)


@memoize
def candidate_face(name: str, language: str, wide: int) -> Image.Image:
    """Face of a card of a width, as high as its text needs: its picture, beside it signs and text.

    The line of history is on the full face alone.
    """
    card, left = BOX.card[name], 8 + BESIDE + 20
    condition, room = _condition(card), wide - left - 20
    column = _column(card, language, 1.0, 0, _BESIDE_PROSE, room)
    signs = 140 if condition else 76
    tall = max(LEAST_BESIDE, round(signs + column.height) + 22)
    canvas = _blank(name, (wide, tall), 1.0, (18, 2, 8))
    _picture_and_name(canvas, card, language, BESIDE)
    style = Label(42, look.INK, "bold")
    write_row(canvas, list(effect_parts(card.effects, card.place, 50)), left, 44, style, room, 4)
    if condition:
        _combo(canvas, card, condition, 1.0, (left - 4, 78, left + room, 134), 42)
    for y, line in column.placed:
        write_line(canvas, line, left, signs + y)
    return canvas.image


ROW_ART, ROW_SIGNS = 330, 312
"""Widths of the picture in a row, and of the signs beside it."""
_ROW_BAND, LEAST_ROW = 74, 176
_ROW_NAMES, _ROW_PROSE = ((33, 1), (30, 2), (28, 2)), (28.0,)


@memoize
def row_face(name: str, language: str, size: tuple[int, int], width: int = ROW_ART) -> Image.Image:
    """Face of a card as a row: its picture, of a width, above its name, its signs, its text."""
    (wide, tall), card = size, BOX.card[name]
    canvas = _blank(name, size, 1.0, (18, 2, 8))
    _picture_and_name(canvas, card, language, width)
    left, condition = 8 + width + 18, _condition(card)
    effects = list(effect_parts(card.effects, card.place, 50))
    bold = Label(42, look.INK, "bold")
    y = tall / 2 - 34 * (condition is not None)
    write_row(canvas, effects, left, y, bold, ROW_SIGNS - 10, 4)
    if condition:
        box = (left - 4, tall / 2 + 8, left + ROW_SIGNS - 8, tall / 2 + 64)
        _combo(canvas, card, condition, 1.0, box, 42)
    column = _row_column(name, language, wide - width)
    for y, line in column.placed:
        write_line(canvas, line, left + ROW_SIGNS + 10, (tall - column.height) / 2 + y)
    return canvas.image


def _picture_and_name(canvas: Canvas, card: Card, language: str, width: int) -> None:
    """Draw the picture of a card, of a width, at the left of its face, and its name below it."""
    family, low = look.FAMILIES[card.family], canvas.height - 8
    high = low - _ROW_BAND
    _picture(canvas, card, (8, 8, width, high - 8), 1.0, _IN_A_ROW)
    canvas.box((8, high, 8 + width, low), family.band)
    canvas.box((8, high, 8 + width, high + 2), family.dark)
    middle = high + _ROW_BAND / 2
    canvas.paste_centred(family_disc(card.family, 46), 40, middle)
    canvas.paste_centred(icon(f"where_{card.place}", 44), width - 22, middle)
    _write_name(canvas, card, language, (72, middle), width - 116, _ROW_NAMES, 1.02)


def row_height(
    name: str, language: str, wide: int, width: int = ROW_ART, least: int = LEAST_ROW
) -> int:
    """Height of a row that its text needs, with a picture of a width."""
    return max(least, round(_row_column(name, language, wide - width).height) + 28)


def _row_column(name: str, language: str, room: int) -> Column:
    """Text of a row, in the room beside its picture."""
    return _column(BOX.card[name], language, 1.0, 0, _ROW_PROSE, room - 60 - ROW_SIGNS)


@memoize
def mini(
    name: str, language: str, scale: float, life: int | None = None, *, details: bool = False
) -> Image.Image:
    """Small face of a card in RGB, `MINI_WIDE` by `MINI_TALL` units: cost, name and effects.

    With `details`, combo and code, it is higher by `MINI_COMBO`. `life` is the rest of life of a
    scout in play.
    """
    tall = MINI_TALL + MINI_COMBO * details
    card, canvas = BOX.card[name], _blank(name, (MINI_WIDE, tall), scale, (16, 1.5, 6))
    _picture(
        canvas, card, (6, 6, MINI_WIDE - 12, 106), scale, _DETAILED if details else _SMALL, life
    )
    _mini_band(canvas, card, language, scale, (110, 176))
    _effects(canvas, card, scale, 203, (44, 37))
    if details and (condition := _condition(card)):
        _combo(canvas, card, condition, scale, (11, tall - 54, MINI_WIDE - 11, tall - 10), 28)
    return canvas.image


@memoize
def low_face(name: str, language: str) -> Image.Image:
    """Low face of a card of the river: its picture with cost, beside it name and effects."""
    (wide, tall), card = LOW, BOX.card[name]
    canvas = _blank(name, LOW, 1.0, (16, 1.5, 6))
    _picture(canvas, card, (6, 6, LOW_ART, tall - 12), 1.0, _BESIDE)
    family, left = look.FAMILIES[card.family], LOW_ART + 6
    canvas.box((left, 6, wide - 6, LOW_BAND), family.band)
    canvas.box((left, LOW_BAND, wide - 6, LOW_BAND + 2), family.dark)
    room = wide - left - 22
    middle = (LOW_BAND + 6) / 2
    _write_name(canvas, card, language, (left + 12, middle), room, _LOW_NAMES, 1.0)
    style = Label(34, look.INK, "bold")
    parts = list(effect_parts(card.effects, card.place, 38))
    write_row(canvas, parts, left + 10, (LOW_BAND + tall - 4) / 2, style, room, 4)
    return canvas.image


def _blank(
    name: str, size: tuple[int, int], scale: float, frame: tuple[float, float, float]
) -> Canvas:
    """Empty face of a card in the colours of its family; `frame` is radius, rim and border."""
    family, (wide, tall), (radius, rim, border) = look.FAMILIES[BOX.card[name].family], size, frame
    canvas = Canvas(round(wide * scale), round(tall * scale))
    for inset, tone in ((0.0, family.dark), (rim, family.colour), (border, look.PAPER)):
        low, right, bottom = (round(v * scale) for v in (inset, wide - inset, tall - inset))
        canvas.round_box((low, low, right, bottom), tone, round((radius - 0.9 * inset) * scale))
    return canvas


def _effects(canvas: Canvas, card: Card, scale: float, y: float, sizes: tuple[int, int]) -> None:
    """Draw the row of effects; `sizes` are those of its signs and figures."""
    style = Label(round(sizes[1] * scale), look.INK, "bold")
    row = list(effect_parts(card.effects, card.place, round(sizes[0] * scale)))
    left = round(18 * scale)
    write_row(canvas, row, left, round(y * scale), style, canvas.width - 2 * left, 4 * scale)


def _mini_band(
    canvas: Canvas, card: Card, language: str, scale: float, span: tuple[int, int]
) -> None:
    """Draw the band of a small face with its glyph and the name of the card in one line or two."""
    top, low = (round(v * scale) for v in span)
    _stripe(canvas, card, (top, low), round(2 * scale))
    _glyph(canvas, card, (26 * scale, (top + low) / 2), round(36 * scale), 0.66)
    left = 50 * scale
    room = canvas.width - left - 8 * scale
    _write_name(canvas, card, language, (left, (top + low) / 2), room, _MINI_NAMES, 1.05, scale)


def _write_name(
    canvas: Canvas,
    card: Card,
    language: str,
    at: tuple[float, float],
    room: float,
    sizes: Sequence[tuple[int, int]],
    apart: float,
    scale: float = 1.0,
) -> None:
    """Write the name of a card in lines round the middle `at`, `apart` in sizes of its letters."""
    name = typeset(in_language(CARDS[card.id].name, language))
    style, rows = _fitting_name(name, sizes, scale, room)
    for index, row in enumerate(rows):
        shift = apart * style.size * (index - (len(rows) - 1) / 2)
        canvas.text(row, at[0], at[1] + shift, style)


def _fitting_name(
    name: str, sizes: Sequence[tuple[int, int]], scale: float, room: float
) -> tuple[Label, list[str]]:
    """Style and lines of a name in the first of the sizes, with their most lines, that fits."""
    for size, most in sizes:
        style = _title(size * scale)
        rows = [
            " ".join(word.text for word in line) for line in lines(words(name, style), round(room))
        ]
        if len(rows) <= most and max(width_of(row, style) for row in rows) <= room:
            break
    return style, rows


@memoize
def chip(name: str, size: int) -> Image.Image:
    """Chip of a scout in play: the picture of its card in a square with its family's rim."""
    card = BOX.card[name]
    scene = picture(card, size / TALLEST)
    left = (scene.width - size) // 2
    sheet, brush = Image.new("RGBA", (size, size)), Brush(size, size)
    brush.round_box(0, 0, size, size, size * 0.2, look.FAMILIES[card.family].colour)
    sheet.alpha_composite(brush.reduce())
    mask, inset = Brush(size, size, mode="L"), size * 0.06
    mask.round_box(inset, inset, size - inset, size - inset, size * 0.15, 255)
    sheet.paste(scene.crop((left, 0, left + size, size)), (0, 0), mask.reduce())
    return sheet


@memoize
def times(count: int, scale: float = 1.0) -> Image.Image:
    """Chip with a number of copies."""
    width, height, size = (round(scale * length) for length in (64, 42, 29))
    sheet = pill(width, height, look.PAPER, look.INK).copy()
    inscribe(sheet, f"×{count}", width // 2 + 1, height // 2 + 2, Label(size, look.INK, "bold"))
    return sheet


# ---- parts ---------------------------------------------------------------------------------------


def picture(card: Card, scale: float) -> Image.Image:
    """The whole picture of a card."""
    return art(card.era, card.place, card.family, CARDS[card.id].emblem, card.cost, scale)


def _condition(card: Card) -> Condition | None:
    return card.scout.activate if card.scout else card.combo


class Signs(msgspec.Struct, frozen=True):
    """Sizes and places of the signs on the art of a face, in units."""

    cost: int
    where: int
    shield: int
    life: int
    eye: int
    column: tuple[int, int]
    """Middles of the cost and of the terrain below it; 0 for none."""
    code: int = 0
    """Size of the code; 0 for none."""
    low: bool = False
    """Whether the eye of a scout stands beside its life, not below."""


_FULL = Signs(62, 44, 58, 54, 34, (42, 102), code=20)
_SMALL = Signs(72, 36, 48, 46, 28, (42, 91), low=True)
_IN_A_ROW = Signs(74, 44, 58, 56, 34, (46, 0), low=True)
_BESIDE = Signs(66, 38, 50, 48, 0, (40, 96), low=True)
_DETAILED = msgspec.structs.replace(_SMALL, code=20)


def _picture(
    canvas: Canvas,
    card: Card,
    box: tuple[int, int, int, int],
    scale: float,
    signs: Signs,
    life: int | None = None,
) -> None:
    """Draw the art in its box, and on it cost, terrain, shield and life of the card.

    `life` is the rest of life of a scout in play.
    """
    left, top, width, height = (round(v * scale) for v in box)
    scene = picture(card, max(width / 350, height / TALLEST))
    across, down = scene.width - width, max(0, scene.height - height) // 2
    scene = scene.crop((across // 8, down, across // 8 + width, down + height))
    mask = Brush(width, height, mode="L")
    mask.round_box(0, 0, width, height + 20 * scale, 0.034 * box[2] * scale, 255)
    canvas.image.paste(scene, (left, top), mask.reduce())
    edge, right = (signs.cost / 2 + 9) * scale, (box[0] + box[2] - signs.shield / 2 - 1) * scale
    cost, where = (y * scale for y in signs.column)
    canvas.paste_centred(cost_mark(card.cost, round(signs.cost * scale)), edge, cost)
    if where:
        sign = icon(f"where_{card.place}", round(signs.where * scale))
        canvas.paste_centred(sign, edge, where)
    high = (box[1] + signs.shield / 2 + 2) * scale
    if card.shield:
        shield = number_sign("shield", card.shield, round(signs.shield * scale))
        canvas.paste_centred(shield, right, high)
        high += signs.shield * scale
    if card.scout:
        left_ = card.scout.life if life is None else life
        canvas.paste_centred(number_sign("life", left_, round(signs.life * scale)), right, high)
        if signs.eye:
            eye = _eye_disc(round(signs.eye * scale))
            beside = (signs.life + signs.eye) / 2 * scale
            at = (right - beside, high) if signs.low else (right, high + 36 * scale)
            canvas.paste_centred(eye, *at)
    if signs.code:
        aside = signs.life + 6 if signs.low and card.shield and card.scout else 0
        style = Label(max(13, round(signs.code * scale)), look.IVORY)
        _tag(canvas, card.id, (box[0], box[1], box[2] - aside, box[3]), scale, style)


def _tag(
    canvas: Canvas,
    words_: str,
    box: tuple[int, int, int, int],
    scale: float,
    style: Label,
) -> None:
    width, height = width_of(words_, style) + round(16 * scale), round(26 * scale)
    x = round((box[0] + box[2]) * scale) - width - round(6 * scale)
    y = round((box[1] + box[3]) * scale) - height - round(4 * scale)
    canvas.round_box((x, y, x + width, y + height), look.TAG, round(6 * scale))
    canvas.text(words_, x + width / 2, y + height / 2, style, "m")


@memoize
def cost_mark(cost: int, size: int) -> Image.Image:
    """A hexagon of amber with a number."""
    sheet = drawings.sheet("massalia/cost", size).reduce()
    inscribe(sheet, str(cost), size / 2, size / 2, Label(round(size * 0.54), look.INK, "bold"))
    return sheet


@memoize
def number_sign(name: str, number: int, size: int) -> Image.Image:
    """A sign with a number on it."""
    sheet = icon(name, size).copy()
    lift = 0.44 if name == "life" else 0.47
    inscribe(
        sheet, str(number), size / 2, size * lift, Label(round(size * 0.62), look.IVORY, "bold")
    )
    return sheet


@memoize
def _eye_disc(size: int) -> Image.Image:
    brush = Brush(100, 100, unit=size / 100)
    brush.ellipse((50, 50), 49, look.INK)
    brush.ellipse((50, 50), 42, look.IVORY)
    sheet = brush.reduce()
    sign = icon("eye", round(size * 0.66))
    sheet.alpha_composite(sign, ((size - sign.width) // 2, (size - sign.height) // 2))
    return sheet


def _band(canvas: Canvas, card: Card, language: str, scale: float) -> None:
    """Draw the family's band with its glyph and the name of the card, as large as there is room."""
    family, high, low = look.FAMILIES[card.family], round(207 * scale), round(257 * scale)
    line = round(2 * scale)
    _stripe(canvas, card, (high, low), line)
    canvas.box(
        (0, high + line, canvas.width, high + 2 * line), mix(family.colour, look.IVORY, 0.35)
    )
    _glyph(canvas, card, (34 * scale, (high + low) / 2), round(37 * scale))
    x = 60 * scale
    room = canvas.width - 10 * scale - x
    name, points = typeset(in_language(CARDS[card.id].name, language)), float(_NAME)
    while points > _SMALLEST and width_of(name, _title(points * scale)) > room:
        points -= 0.5
    canvas.text(name, x, (high + low) / 2, _title(points * scale))


def _stripe(canvas: Canvas, card: Card, span: tuple[int, int], line: int) -> None:
    """Draw the band of a family across a face, with a dark line above and below."""
    family, (top, low) = look.FAMILIES[card.family], span
    canvas.box((0, top, canvas.width, low), family.dark)
    canvas.box((0, top + line, canvas.width, low - line), family.band)


def _glyph(
    canvas: Canvas, card: Card, at: tuple[float, float], size: int, share: float = 0.62
) -> None:
    """Draw the sign of a family on a dark disc."""
    brush = Brush(size, size)
    brush.ellipse((size / 2, size / 2), size / 2, look.FAMILIES[card.family].dark)
    canvas.paste_centred(brush.reduce(), *at)
    canvas.paste_centred(glyph(card.family, round(size * share), look.IVORY), *at)


def _title(size: float) -> Label:
    return Label(round(size), look.IVORY, "serif")


def _combo(
    canvas: Canvas,
    card: Card,
    condition: Condition,
    scale: float,
    box: tuple[float, float, float, float],
    size: int,
) -> None:
    family = look.FAMILIES[card.family]
    left, top, right, bottom = (round(v * scale) for v in box)
    rim = mix(family.tint, family.dark, 0.35)
    canvas.round_box((left, top, right, bottom), rim, round(9 * scale))
    line = max(1, round(1.5 * scale))
    canvas.round_box(
        (left + line, top + line, right - line, bottom - line), family.tint, round(8 * scale)
    )
    x, room = left + 10 * scale, right - left - 20 * scale
    parts, style = _fitting(card, condition, size * scale, room)
    write_row(canvas, parts, x, (top + bottom) / 2, style, room, 5 * scale)


def _fitting(
    card: Card, condition: Condition, size: float, room: float
) -> tuple[list[Part], Label]:
    """The row of a combo or an activation, as large as there is room."""
    while True:
        parts = list(condition_parts(condition, card.place, round(size)))
        if card.scout and condition.zone != "scouts":
            parts.insert(0, icon("eye", round(size)))
        style = Label(round(size * 0.68), look.INK, "bold")
        if least_width(parts, style) <= room:
            return parts, style
        size *= 0.96


def _prose(canvas: Canvas, card: Card, language: str, scale: float, top: float) -> None:
    """Draw the text of the card below its signs, and the line of history at the foot."""
    left, room = 20 * scale, round(328 * scale)
    foot = (TALL - 20) * scale
    history = _history(card, language, scale, room)
    for k, line in enumerate(reversed(history)):
        write_line(canvas, line, left, foot - (8 + 19 * k) * scale)
    hair = round(foot - (8 + 19 * len(history)) * scale)
    canvas.box(
        (round(left), hair, round(left) + room, hair + max(1, round(scale))), look.PAPER_SHADE
    )
    column = _column(card, language, scale, hair - top * scale)
    for y, line in column.placed:
        write_line(canvas, line, left, top * scale + y)


def _history(card: Card, language: str, scale: float, room: int) -> list[list[Word]]:
    story = Label(round(16 * scale), look.HISTORY, "italic")
    return list(lines(words(in_language(CARDS[card.id].history, language), story), room))


class Column(msgspec.Struct, frozen=True):
    """Lines of text, each with the height of its middle; and their height together."""

    placed: list[tuple[float, list[Word]]]
    height: float


def _column(
    card: Card,
    language: str,
    scale: float,
    space: float,
    sizes: Sequence[float] = _PROSE,
    room: int = 328,
) -> Column:
    """Column of the text in the largest of the sizes that fits into `space`, else the smallest."""
    for size in sizes:
        step = (1.28 if sizes == _PROSE else 1.18) * size * scale
        gap = (0.5 if sizes == _PROSE else 0.3) * size * scale
        placed, y = [], 0.0
        for paragraph in _paragraphs(card, language, size * scale):
            for line in lines(paragraph, round(room * scale)):
                placed.append((y + 0.62 * step, line))
                y += step
            y += gap
        column = Column(placed, y - gap)
        if column.height <= space:
            break
    return column


def _paragraphs(card: Card, language: str, size: float) -> list[list[Word]]:
    """Paragraphs of the text of a card; its combo or activation has one of its own."""
    plain = Label(round(size), look.INK, "regular")
    lead = Label(round(size), look.FAMILIES[card.family].dark, "bold")
    parts = _LEAD.split(in_language(CARDS[card.id].text, language).strip())
    paragraphs = [words(parts[0].strip(), plain)] if parts[0].strip() else []
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        paragraphs.append(words(text[:1].upper() + text[1:], plain, name, lead))
    return paragraphs
