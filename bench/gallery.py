"""Demonstration pictures, played by the AI players: `python -m bench.gallery FOLDER [GAME …]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measured import NAMES, game_bench
from render.contract import CANDIDATE, POSTER, About
from render.icons import of_seats
from render.registry import renderer
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
    """Public pictures of a position, with the seat to act where one is needed; then suggestions."""
    game, game_renderer = get(key), renderer(key)
    draw, acting, result = game_renderer.draw, game.to_act(state), game.result(state)
    about = About(ranking=ranking(result) if result else ())
    for name in game_renderer.public:
        if name == POSTER and acting:
            continue
        seat = next(iter(acting), 0) if game_renderer.named[name].of_seat else None
        yield name, draw(name, game.view(state, None), names=NAMES, seat=seat, about=about)
    for seat in acting:
        view, action = game.view(state, seat), game.complete(state, seat, [])
        preview = game.preview(state, seat, action)
        yield "candidate", draw(CANDIDATE, view, names=NAMES, shown=preview)
        for place, tokens in enumerate(([], game.notation(state, seat, action).split()[:1])):
            question = game.ask(state, seat, tokens)
            beside = question.beside if question is not None else None
            if beside is not None:
                picture = draw(beside.picture, view, names=NAMES, seat=seat, shown=beside.shown)
                yield f"question-{place}", picture


def ranking(result: Result) -> tuple[tuple[Seat, ...], ...]:
    """Seats, best first; those that share a place together."""
    places = [
        [seat for seat, seat_rank in enumerate(result.ranks) if seat_rank == rank]
        for rank in sorted(set(result.ranks))
    ]
    return tuple(map(tuple, places))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "gallery"), sys.argv[2:])
