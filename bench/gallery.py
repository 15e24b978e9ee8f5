"""Demonstration pictures, played by the AI players: `python -m bench.gallery FOLDER [GAME …]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measured import game_bench
from render.contract import About
from render.icons import of_seats
from render.registry import renderer
from render.samples import pictures_of
from rules.contract import Result, Seat
from rules.registry import games, get


def main(folder: Path, keys: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for key in keys or games():
        for name, make in game_bench(key).positions().items():
            for kind, data in pictures(key, make()):
                file = folder / f"{key}-{name}-{kind}.png"
                file.write_bytes(data)
                print(f"{file}  {len(data) / 1000:.0f} kB")
        for name, data in (of_seats() | renderer(key).icons()).items():
            (folder / f"{key}-icon-{name}.png").write_bytes(data)


def pictures(key: str, state: Any) -> Iterator[tuple[str, bytes]]:
    """Public pictures of a position, then what each seat to act sees of it."""
    result = get(key).result(state)
    return pictures_of(key, state, about=About(ranking=ranking(result) if result else ()))


def ranking(result: Result) -> tuple[tuple[Seat, ...], ...]:
    """Seats, best first; those that share a place together."""
    places = [
        [seat for seat, seat_rank in enumerate(result.ranks) if seat_rank == rank]
        for rank in sorted(set(result.ranks))
    ]
    return tuple(map(tuple, places))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "gallery"), sys.argv[2:])
