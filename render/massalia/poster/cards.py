"""The three dearest cards that the winner bought, leaning at the foot of the poster."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageFilter

from render.cache import memoize
from render.canvas import Brush, Canvas
from render.massalia import look
from render.massalia.art import TALL as ART_TALL
from render.massalia.art import WIDE as ART_WIDE
from render.massalia.faces import cost_mark, picture
from render.massalia.icons import family_disc
from render.sprites import round_corners
from render.text import Label, width_of
from render.theme import mix
from rules.massalia.pieces import BOX
from rules.massalia.printed import CARDS, in_language
from rules.massalia.view import PlayerView

WIDE, TALL = 258, 236
_NAME = 28


def strongest(player: PlayerView) -> list[str]:
    """Up to three different cards that a seat bought, the dearest in the middle."""
    best = sorted(set(player.purchases), key=lambda name: (-BOX.card[name].cost, name))[:3]
    return [best[k] for k in (1, 0, 2) if k < len(best)]


def lay(picture: Image.Image, cards: Iterable[str], language: str) -> None:
    """Lay the cards side by side, the outer ones leaning away."""
    names = list(cards)
    order = sorted(range(len(names)), key=lambda k: k == len(names) // 2)
    for k in order:
        aside = k - (len(names) - 1) / 2
        lean = -6.0 * aside
        sprite = _on_shadow(face(names[k], language)).rotate(
            lean, Image.Resampling.BICUBIC, expand=True
        )
        x = picture.width / 2 + 246 * aside - sprite.width / 2
        y = picture.height - TALL - 28 + 12 * abs(aside) - (sprite.height - TALL) / 2
        picture.paste(sprite, (round(x), round(y)), sprite)


def _on_shadow(card: Image.Image) -> Image.Image:
    room = 26
    sheet = Image.new("RGBA", (card.width + 2 * room, card.height + 2 * room))
    dark = Image.new("RGBA", card.size, (12, 10, 18, 150))
    dark.putalpha(card.getchannel("A").point([v * 150 // 255 for v in range(256)]))
    sheet.paste(dark, (room + 4, room + 8))
    sheet = sheet.filter(ImageFilter.GaussianBlur(8))
    sheet.alpha_composite(card, (room, room))
    return sheet


@memoize
def face(name: str, language: str) -> Image.Image:
    """Simplified face of a card: its picture, family and name."""
    card = BOX.card[name]
    family = look.FAMILIES[card.family]
    canvas = Canvas(WIDE, TALL)
    canvas.box((0, 0, WIDE, TALL), family.dark)
    canvas.round_box((3, 3, WIDE - 3, TALL - 3), family.colour, 17)
    width = WIDE - 18
    canvas.paste(round_corners(picture(card, width / ART_WIDE), 12), 9, 9)
    low = 9 + round(ART_TALL * width / ART_WIDE)
    canvas.box((0, low - 6, WIDE, TALL), family.band)
    canvas.box((0, low - 6, WIDE, low - 3), mix(family.colour, look.IVORY, 0.35))
    canvas.paste_centred(cost_mark(card.cost, 58), 40, 42)
    canvas.paste_centred(family_disc(card.family, 44), WIDE - 36, 38)
    style = Label(_NAME, look.IVORY, "serif")
    parts = lines(in_language(CARDS[name].name, language), style, WIDE - 20)
    for k, part in enumerate(parts):
        y = (low + TALL) / 2 - 2 + (k - (len(parts) - 1) / 2) * 32
        canvas.text(part, WIDE / 2, y, style, "m")
    return round_corners(_frame(canvas.image), 20)


def _frame(image: Image.Image) -> Image.Image:
    brush = Brush(*image.size, zoom=2)
    brush.round_box(0, 0, *image.size, 20, (*look.IVORY, 60))
    brush.round_box(2, 2, image.width - 2, image.height - 2, 18, (0, 0, 0, 0))
    frame = brush.reduce()
    image = image.copy()
    image.paste(frame, (0, 0), frame)
    return image


def lines(name: str, style: Label, room: int) -> list[str]:
    """A name in one line, or in two lines of widths as equal as possible."""
    if width_of(name, style) <= room:
        return [name]
    words = name.split(" ")
    splits = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    if not splits:
        return [name]
    return list(min(splits, key=lambda pair: max(width_of(line, style) for line in pair)))
