"""Images with compressed pixels."""

from __future__ import annotations

import msgspec
from PIL import Image

from render import deflate


class PackedImage(msgspec.Struct, frozen=True, gc=False):
    """An image with compressed pixels. `number` is that of a sprite (`render.stamps`)."""

    mode: str
    size: tuple[int, int]
    palette: bytes
    deflated: bytes
    number: int | None = None


def pack(image: Image.Image) -> PackedImage:
    """The image with its pixels compressed."""
    palette = bytes(image.getpalette() or ()) if image.mode == "P" else b""
    pixels = deflate.compress(image.tobytes())
    return PackedImage(image.mode, image.size, palette, pixels, vars(image).get("number"))


def unpack(packed: PackedImage) -> Image.Image:
    """The image as it was before."""
    image = Image.frombytes(packed.mode, packed.size, deflate.decompress(packed.deflated))
    if packed.palette:
        image.putpalette(packed.palette)
        image.load()  # only now the pixels have it, too
    if packed.number is not None:
        vars(image)["number"] = packed.number
    return image
