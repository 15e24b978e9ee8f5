"""The fixed palettes: `python -m render.palette` draws samples and writes data/palette*.json.

All pictures of a look share 256 colours. The tokens of the theme and the materials of the game are
exact; the rest is chosen for the samples, each colour weighted by the square root of its area, so
that a rare icon counts beside a wide hillside.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

from PIL import Image

from render.canvas import capture_panels
from render.registry import renderer
from render.samples import draw_samples
from render.theme import THEME, Colour, palette_file
from rules.registry import games

SIZE = 256
_ROUNDS = 12


def choose(samples: Iterable[Image.Image], pinned: Sequence[Colour]) -> list[Colour]:
    """256 colours for RGB pictures: the pinned ones, then the best ones for the other pixels."""
    weights = _weights(samples)
    fixed = list(dict.fromkeys(pinned))
    chosen = fixed + _seeds(weights, fixed, SIZE - len(fixed))
    for _ in range(_ROUNDS):
        chosen = fixed + _kmeans_step(weights, chosen)[len(fixed) :]
    return chosen


def write(colours: Sequence[Colour], name: str) -> None:
    """Save a palette in the file that the theme reads."""
    lines = ["#{:02X}{:02X}{:02X}".format(*colour) for colour in colours]
    palette_file(name).write_text(json.dumps(lines, indent=0) + "\n", encoding="utf-8")


def _weights(samples: Iterable[Image.Image]) -> dict[Colour, float]:
    counts: Counter[Colour] = Counter()
    for sample in samples:
        small = sample.point([v & 0xFC | v >> 6 for v in range(256)] * 3)
        for count, colour in small.getcolors(small.width * small.height) or []:
            if isinstance(colour, tuple):
                counts[colour[0], colour[1], colour[2]] += count
    return {colour: sqrt(count) for colour, count in counts.items() if count > 2}


def _seeds(weights: dict[Colour, float], fixed: Sequence[Colour], count: int) -> list[Colour]:
    """Colours of `weights` for a start: each in turn the one with the greatest error so far."""
    worst = {
        colour: weight * min(distance(colour, pinned) for pinned in fixed)
        for colour, weight in weights.items()
    }
    seeds: list[Colour] = []
    for _ in range(count):
        best = max(worst, key=lambda colour: (worst[colour], colour))
        seeds.append(best)
        for colour, weight in weights.items():
            worst[colour] = min(worst[colour], weight * distance(colour, best))
    return seeds


def _kmeans_step(weights: dict[Colour, float], chosen: Sequence[Colour]) -> list[Colour]:
    """Colours moved to the means of their clusters: one round of k-means."""
    sums: dict[int, list[float]] = {}
    for colour, weight in weights.items():
        home = min(range(len(chosen)), key=lambda index: distance(colour, chosen[index]))
        total = sums.setdefault(home, [0.0, 0.0, 0.0, 0.0])
        for axis in range(3):
            total[axis] += weight * colour[axis]
        total[3] += weight
    return [_middle(sums[index]) if index in sums else old for index, old in enumerate(chosen)]


def _middle(total: Sequence[float]) -> Colour:
    red, green, blue = (round(total[axis] / total[3]) for axis in range(3))
    return red, green, blue


def distance(a: Colour, b: Colour) -> float:
    """Squared distance, weighted by the eye's sensitivity to the channels."""
    return 3 * (a[0] - b[0]) ** 2 + 5 * (a[1] - b[1]) ** 2 + 2 * (a[2] - b[2]) ** 2


def main() -> None:
    """Make and save the palette of every game that has one of its own."""
    for key in games():
        if (pictures := renderer(key)).palette:
            with capture_panels() as panels:
                draw_samples(key)
            write(choose(panels, [*THEME.tokens(), *pictures.tokens()]), pictures.palette)


if __name__ == "__main__":
    main()
