"""Sprites on sprites: composited as by Pillow, at every place."""

from __future__ import annotations

from PIL import Image

from render import sprites
from tests.cases import each_case


def glass(width, height, seed):
    """A sprite with random colours and opacities."""
    bands = [Image.effect_noise((width, height), 90 + seed + band) for band in range(4)]
    return Image.merge("RGBA", bands)


@each_case("at", [(0, 0), (13, 9), (24, 18), (-7, 3), (5, -6), (30, 20)])
def test_a_sprite_is_laid_as_a_whole_sheet_would_be(at):
    below, sprite = glass(40, 30, 0), glass(16, 12, 50)
    sheet = Image.new("RGBA", (200, 200))
    sheet.paste(sprite, (80 + at[0], 80 + at[1]))
    over = sheet.crop((80, 80, 120, 110))
    laid = below.copy()
    sprites.place(laid, sprite, *at)
    assert laid.tobytes() == Image.alpha_composite(below, over).tobytes()


def test_the_middle_of_a_sprite_stays_when_it_is_trimmed():
    below, sprite = glass(41, 31, 0), Image.new("RGBA", (24, 20))
    sprite.paste((200, 30, 30, 128), (5, 3, 16, 9))
    sheet, trimmed = below.copy(), below.copy()
    sprites.lay(sheet, sprite, 20, 15)
    sprites.lay(trimmed, sprites.trim(sprite), 20, 15)
    assert sheet.tobytes() == trimmed.tobytes()
    assert sprites.trim(sprite).size < sprite.size
