"""The one door to private parts of Pillow: pasting without checks, and images without pixels.

`Image.paste` and `Image.alpha_composite` check and convert their arguments, which takes as long as
the pixels of a small sprite. Here modes must fit; `tests/render/test_pillow.py` watches the door.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image, _imaging

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are outside."""


def paste(sheet: Image.Image, sprite: Image.Image, mask: Image.Image, left: int, top: int) -> None:
    """Paste a sprite by a mask of its size, clipped to the sheet; a sprite may be its own mask."""
    width, height = sprite.size
    sheet.im.paste(sprite.im, (left, top, left + width, top + height), mask.im)


def copy(sheet: Image.Image, source: Image.Image, part: Box, left: int, top: int) -> None:
    """Copy a part of an image of the same mode onto a sheet."""
    width, height = part[2] - part[0], part[3] - part[1]
    sheet.im.paste(source.im.crop(part), (left, top, left + width, top + height))


def composite(sheet: Image.Image, sprite: Image.Image, left: int, top: int) -> None:
    """Composite an RGBA sprite over an RGBA sheet, wholly inside it."""
    box = left, top, left + sprite.width, top + sprite.height
    sheet.im.paste(_imaging.alpha_composite(sheet.im.crop(box), sprite.im), box)


class Sleeper(Image.Image):
    """An image whose pixels may be away: they come back when anybody uses them.

    `was_used` says whether they have been used since it was last set to False.
    """

    was_used: bool
    _bring: Callable[[Any], Image.Image]
    _note_awake: Callable[[Any], None]

    @property
    def im(self) -> Any:
        """The pixels."""
        self.was_used = True
        if self._im is not None:
            return self._im
        im = self._im = self._bring(self).im
        self._note_awake(self)
        return im

    @im.setter
    def im(self, im: Any) -> None:
        self._im = im

    def load(self) -> Any:
        """Allocate the pixels."""
        _ = self.im
        return super().load()

    @property
    def sleeps(self) -> bool:
        """Whether the pixels are away."""
        return self._im is None

    def drop_pixels(self) -> None:
        """Let the pixels go."""
        self._im = None


def make_sleeper(
    image: Image.Image,
    bring: Callable[[Any], Image.Image],
    note_awake: Callable[[Any], None],
) -> Sleeper:
    """Turn an image into a `Sleeper`: `bring` returns an image with its pixels when it wakes."""
    image.__class__ = Sleeper
    vars(image).update(was_used=True, _bring=bring, _note_awake=note_awake)
    assert isinstance(image, Sleeper)
    return image
