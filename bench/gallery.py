"""Demonstration pictures, played by the AI players: `python -m bench.gallery FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from render.akropolis import draw, icons
from render.akropolis.samples import NAMES, position
from rules.akropolis import GAME
from rules.akropolis.state import State

ALL = ["houses", "markets", "barracks", "temples", "gardens"]
POSITIONS: dict[str, Callable[[], State]] = {
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


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in POSITIONS.items():
        for kind, data in pictures(make()):
            file = folder / f"{name}-{kind}.png"
            file.write_bytes(data)
            print(f"{file}  {len(data) / 1000:.0f} kB")
    for name, data in icons().items():
        (folder / f"icon-{name}.png").write_bytes(data)


def pictures(state: State) -> Iterator[tuple[str, bytes]]:
    """The table, the city of the seat to act, and the suggestion for the first tile."""
    view = GAME.view(state, None)
    yield "table", draw(view, names=NAMES)
    for seat in GAME.to_act(state):
        yield "city", draw(view, names=NAMES, focus=seat)
        preview = GAME.preview(state, seat, GAME.suggest(state, seat, 0))
        yield "candidate", draw(view, names=NAMES, ghost=preview)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "gallery"))
