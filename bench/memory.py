"""Memory of a bot that has drawn many tables of all games: `python -m bench.memory`.

In a process of its own, which has loaded everything that the bot loads, and in the one that draws
for it: tables of all games and sizes, each at its beginning, in the middle and late, with a board,
a seat's picture, a preview and a hand.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measured import NAMES

TABLES = 300
LATE = 0.9
"""Share of a game after which a position is late."""
LIMIT = 350
"""Limit of the memory of both, in megabytes."""


def main() -> None:
    """Measure in a process of its own and print."""
    subprocess.run([sys.executable, "-m", "bench.memory", str(TABLES)], check=True)


async def measure(tables: int) -> None:
    """Draw, and print the memory of the process before, after and at most."""
    import cogs.wiring  # noqa: F401
    from cogs._painting.brush import LONGEST_LARGE, QUICK, ProcessBrush

    brush, pictures = ProcessBrush(QUICK, LONGEST_LARGE), 0
    brush.use_folder(Path(tempfile.gettempdir()))
    await brush.start()
    assert brush.child.process is not None
    processes = {"the bot": "self", "what draws": str(brush.child.process.pid)}
    at_start = {name: resident(process) for name, process in processes.items()}
    for number in range(tables):
        for wish in wishes(number):
            await brush.draw(wish)
            pictures += 1
    print(f"{pictures} pictures of {tables} tables of all games")
    at_most = {name: resident(process, "VmHWM") for name, process in processes.items()}
    for name, process in processes.items():
        print(f"  {at_most[name]:6.0f}  MB of {name} at most, {resident(process):.0f} in the end")
        print(f"  {at_start[name]:6.0f}  MB of {name} before the first picture")
    print(f"  {sum(at_most.values()):6.0f}  MB in all (bar {LIMIT})")
    await brush.close()


def resident(process: str, field: str = "VmRSS") -> float:
    """Memory of a process in megabytes, now or at most (Linux)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    line = next(line for line in status if line.startswith(f"{field}:"))
    return int(line.split()[1]) / 1000


def wishes(number: int) -> Iterator[Any]:
    """The pictures of one table: three times a board, a seat, a preview and a hand."""
    from rules.registry import games
    from rules.rng import Rng

    keys = list(games())
    game = games()[keys[number % len(keys)]]
    sizes = [seats for seats in game.facts.seats if seats > 1]
    seats = sizes[number // len(keys) % len(sizes)]
    state, luck, actions = game.new(seats, number), Rng(number), []
    while acting := game.to_act(state):
        actions.append((acting[0], game.sample(state, acting[0], luck)))
        game.apply(state, *actions[-1])
    state, marks = game.new(seats, number), {2, len(actions) // 2, int(LATE * len(actions))}
    for ply, (seat, action) in enumerate(actions):
        if ply in marks:
            yield from _pictures(game, state, seat, action, number)
        game.apply(state, seat, action)


def _pictures(game: Any, state: Any, seat: int, action: Any, number: int) -> Iterator[Any]:
    from cogs._painting.wish import Wish
    from render.contract import CANDIDATE, HAND, TABLE

    key, names = game.facts.key, tuple(f"{name} {number}" for name in NAMES)
    public_view, seat_view = game.view(state, None), game.view(state, seat)
    yield Wish(key, TABLE, public_view, names=names)
    yield Wish(key, "seat", seat_view, names=names, seat=seat)
    for name, content in (
        (CANDIDATE, game.preview(state, seat, action)),
        (HAND, game.hand(state, seat)),
    ):
        if content is not None:
            yield Wish(key, name, seat_view, names=names, shown=content)


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES))
