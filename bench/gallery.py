"""Demonstration pictures, played by the AI players: `python -m bench.gallery FOLDER [GAME …]`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from render._settlements import samples
from render.akropolis.samples import NAMES, position
from render.registry import renderer
from rules._settlements.actions import Build, Extend
from rules.registry import get

ALL = ["houses", "markets", "barracks", "temples", "gardens"]
AKROPOLIS: dict[str, Callable[[], Any]] = {
    "4-start": lambda: position(4, 7, 0),
    "4-middle": lambda: position(4, 7, 27),
    "4-late": lambda: position(4, 7, 52),
    "4-sprawling": lambda: position(4, 2, 50, "random"),
    "4-over": lambda: position(4, 7, 99),
    "3-middle": lambda: position(3, 5, 26, variants=["houses", "temples", "gardens"]),
    "3-over": lambda: position(3, 5, 99, variants=["houses", "temples", "gardens"]),
    "2-start": lambda: position(2, 3, 0),
    "2-late": lambda: position(2, 3, 31),
    "2-long-late": lambda: position(2, 9, 56, length="long", variants=ALL),
    "2-over": lambda: position(2, 3, 99),
    "solo-start": lambda: position(1, 11, 0, solo="hippodamos"),
    "solo-late": lambda: position(1, 11, 30, solo="metagenes"),
    "solo-long": lambda: position(1, 11, 48, solo="callicrates", length="long"),
    "solo-over": lambda: position(1, 11, 99, solo="callicrates"),
}


def settlements(key: str) -> dict[str, Callable[[], Any]]:
    """The positions of Telegraph or Attika."""
    return {
        "4-start": lambda: samples.position(key, 4, 9, 0),
        "4-middle": lambda: samples.position(key, 4, 9, 36),
        "4-late": lambda: samples.position(key, 4, 9, 72),
        "4-sprawling": lambda: samples.position(key, 4, 2, 90, "random"),
        "4-over": lambda: samples.position(key, 4, 9, 999),
        "3-middle": lambda: samples.position(key, 3, 5, 27),
        "3-building": lambda: samples.until(key, 3, 5, Build, 27),
        "3-region": lambda: samples.until(key, 3, 5, Extend, 12),
        "2-start": lambda: samples.position(key, 2, 9, 0),
        "2-late": lambda: samples.position(key, 2, 9, 32),
        "2-over": lambda: samples.position(key, 2, 9, 999),
    }


POSITIONS = {
    "akropolis": AKROPOLIS,
    "attika": settlements("attika"),
    "telegraph": settlements("telegraph"),
}


def main(folder: Path, keys: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for key in keys or POSITIONS:
        for name, make in POSITIONS[key].items():
            for kind, data in pictures(key, make()):
                file = folder / f"{key}-{name}-{kind}.png"
                file.write_bytes(data)
                print(f"{file}  {len(data) / 1000:.0f} kB")
        for name, data in renderer(key).icons().items():
            (folder / f"{key}-icon-{name}.png").write_bytes(data)


def pictures(key: str, state: Any) -> Iterator[tuple[str, bytes]]:
    """The table; then for the seat to act its board, its hand and what is suggested to it."""
    game, draw = get(key), renderer(key).draw
    yield "table", draw(game.view(state, None), names=NAMES)
    for seat in game.to_act(state):
        view, action = game.view(state, seat), game.complete(state, seat, [])
        yield "board", draw(view, names=NAMES, focus=seat)
        yield "candidate", draw(view, names=NAMES, ghost=game.preview(state, seat, action))
        for place, tokens in enumerate(([], game.notation(state, seat, action).split()[:1])):
            hint = game.hint(state, seat, tokens)
            if hint is not None:
                yield f"question-{place}", draw(view, names=NAMES, ghost=hint)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "gallery"), sys.argv[2:])
