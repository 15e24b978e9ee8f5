"""`python -m render gallery [FILE]` writes a page of all drawings of `data/art`.

Each stands there as the file shows it, and as the pictures do: small, and large.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from render import drawings
from rules.assets import HOMES

SIZES = (32, 128)
"""Widths in pixels of a drawing on the page."""
PAGE = """<!doctype html><meta charset="utf-8"><title>Drawings</title>
<style>body {{ font: 14px sans-serif; background: #8a9a8c; display: flex; flex-wrap: wrap }}
figure {{ margin: 8px }} svg {{ width: 128px; height: 128px }}</style>
{}
"""


def gallery() -> str:
    """HTML page of every drawing."""
    names = (
        path.relative_to(home / "art").with_suffix("").as_posix()
        for home in HOMES
        for path in sorted((home / "art").rglob("*.svg"))
    )
    return PAGE.format("\n".join(map(_figure, names)))


def _figure(name: str) -> str:
    svg = drawings.path(name).read_text("utf-8")
    images = "".join(f'<img src="data:image/png;base64,{image}">' for image in _images(name))
    return f"<figure>{svg}{images}<figcaption>{name}</figcaption></figure>"


def _images(name: str) -> Iterator[str]:
    """A drawing in each size, its tones as the file shows them."""
    tones = {shape.tone: shape.colour for shape in drawings.shapes(name)}
    for size in SIZES:
        data = BytesIO()
        drawings.sheet(name, size, tones).reduce().save(data, "PNG")
        yield b64encode(data.getvalue()).decode()


def main(arguments: list[str]) -> int:
    """Write the page; 2 for other arguments."""
    match arguments:
        case ["gallery", *rest] if len(rest) <= 1:
            file = Path(*rest or ["gallery.html"])
            file.write_text(gallery(), "utf-8")
            sys.stdout.write(f"{file}\n")
            return 0
    sys.stderr.write(str(__doc__))
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
