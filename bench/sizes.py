"""Size of a hex on the picture of a table: `python -m bench.sizes [GAME …]`. Nothing is timed.

Late positions of easy games, for the games that define `GameBench.hex_share`. A phone shows a whole
picture as wide as its screen, so a hex is given in pixels of a picture 1,600 wide.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from statistics import mean

from bench.measured import LATE, GameBench, easy_game, game_bench
from render.canvas import MAX_WIDTH
from rules.registry import games

SEEDS = range(1, 8)


def main(*keys: str) -> None:
    """Print the smallest and the mean hex of the given games, or of all."""
    for game in map(game_bench, keys or games()):
        for seats in game.game.facts.seats:
            widths = list(chain.from_iterable(hexes(game, seats, seed) for seed in SEEDS))
            if widths:
                print(
                    f"{game.key}, {seats} seats: smallest hex {min(widths):.0f} px, "
                    f"mean {mean(widths):.0f} px of {MAX_WIDTH}"
                )


def hexes(game: GameBench, seats: int, seed: int) -> Iterator[float]:
    """Width of a hex late in an easy game; nothing where the game does not define it."""
    positions_and_news = easy_game(game.key, seats, seed)
    first, _ = next(positions_and_news)
    if game.hex_share(game.game.view(first, None)) is None:
        return
    positions = [first, *(state for state, _ in positions_and_news)]
    share = game.hex_share(game.game.view(positions[round(LATE * (len(positions) - 1))], None))
    if share is not None:
        yield share * MAX_WIDTH


if __name__ == "__main__":
    main(*sys.argv[1:])
