"""Sprites that sleep: their pixels are compressed until they are used.

A sleeper is an ordinary image for everybody who uses it. Most stamps of a picture are not drawn
after a move: to know that they are the same, their sizes and numbers are enough.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from PIL import Image

from render.packing import PackedImage, pack, unpack
from render.pillow import Sleeper, make_sleeper

_PIXEL = {"1": 1, "L": 1, "P": 1, "LA": 4, "RGB": 4, "RGBA": 4, "RGBa": 4}
"""Bytes of a pixel in memory, by mode."""
Key = tuple[Hashable, ...]


def pixel_bytes(image: Image.Image) -> int:
    """Size of the pixels of an image."""
    return image.height * (8 + image.width * _PIXEL[image.mode])


class Pixels:
    """The pixels of sprites that are awake, of at most `room` bytes.

    Those that have not been used since they were last considered fall asleep first. Their size is
    told to `note_packed` when they are compressed, once for each.
    """

    def __init__(self, room: int, note_packed: Callable[[Key, int], None]) -> None:
        self.room, self.bytes_used = room, 0
        self._awake: OrderedDict[int, Sleeper] = OrderedDict()
        self._note_packed = note_packed

    def adopt(self, image: Image.Image, key: Key) -> None:
        """Let an image sleep when it is not used, as a part of the entry `key`."""
        if type(image) is Image.Image:
            sprite = make_sleeper(image, _bring, self._note_awake)
            vars(sprite).update(key=key, packed=None)
            self._note_awake(sprite)

    def release(self, image: Image.Image) -> None:
        """Count the pixels of an image no more."""
        if self._awake.pop(id(image), None) is not None:
            self.bytes_used -= pixel_bytes(image)

    def _note_awake(self, sprite: Sleeper) -> None:
        self._awake[id(sprite)] = sprite
        self.bytes_used += pixel_bytes(sprite)
        while self.bytes_used > self.room:
            _, oldest = self._awake.popitem(last=False)
            if oldest.was_used and oldest is not sprite:
                oldest.was_used = False
                self._awake[id(oldest)] = oldest
            else:
                self.bytes_used -= pixel_bytes(oldest)
                self._lull(oldest)

    def _lull(self, sprite: Sleeper) -> None:
        """Let a sprite sleep."""
        parts = vars(sprite)
        if parts["packed"] is None:
            packed: PackedImage = pack(sprite)
            parts["packed"] = packed
            self._note_packed(parts["key"], len(packed.deflated))
        sprite.drop_pixels()


def _bring(sprite: Sleeper) -> Image.Image:
    """An image with the pixels of a sprite that sleeps."""
    packed: PackedImage = vars(sprite)["packed"]
    return unpack(packed)
