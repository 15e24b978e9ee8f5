"""Sizes on the pictures of late tables, seen on a phone: `python -m bench.sizes [GAME …]`.

Nothing is timed. First the texts that matter, by their roles (`GameBench.text_roles`), as they are
drawn in late positions of easy games; then the hexes, for the games that define
`GameBench.hex_share`. A phone shows a whole picture 390 px wide.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from statistics import mean
from typing import Any

from bench.measured import LATE, NAMES, SEED, GameBench, easy_game, game_bench
from bench.texts import PHONE, Drawn, TextRole, texts_of
from render.canvas import MAX_WIDTH
from render.contract import CANDIDATE, HAND, TABLE
from render.registry import renderer
from rules.registry import games

SEEDS = range(1, 8)
TRIES = 24
"""Number of late positions in which a text is looked for."""
SEATS = (2, 3, 4)


def main(*keys: str) -> None:
    """Print the texts and hexes of the given games, or of all."""
    benches = [game_bench(key) for key in keys or games()]
    for game in benches:
        print_texts(game)
    for game in benches:
        print_hexes(game)


# ---- texts --------------------------------------------------------------------------------------


def print_texts(game: GameBench) -> None:
    """Print the least size of each role of text on a phone, beside what it should be."""
    numbers = [seats for seats in SEATS if seats in game.game.facts.seats]
    sizes = {seats: text_sizes(game, seats) for seats in numbers}
    heads = "".join(f"{f'{seats} seats':>9}" for seats in numbers)
    print(f"\n{game.key}: px of texts at {PHONE} px{heads}   wanted")
    for role in game.text_roles():
        row = [sizes[seats].get(role) for seats in numbers]
        wanted = f"≥ {role.least}" if role.least else ""
        small = any(size is not None and size < role.least for size in row)
        cells = "".join(f"{'–' if size is None else f'{size:.1f}':>9}" for size in row)
        label = f"  {role.name}, {role.picture}"
        print(f"{label:<{len(game.key) + 25}}{cells}   {wanted}{'  too small' * small}")


def text_sizes(game: GameBench, seats: int) -> dict[TextRole, float]:
    """Least size of each role of text on a phone, late in an easy game, where one is drawn."""
    sizes: dict[TextRole, float] = {}
    roles = game.text_roles()
    for picture in dict.fromkeys(role.picture for role in roles):
        missing = [role for role in roles if role.picture == picture]
        for drawn in islice(late_pictures(game, seats, picture), TRIES):
            found = {role: size for role in missing if (size := least_size(drawn, role))}
            sizes |= found
            missing = [role for role in missing if role not in found]
            if not missing:
                break
    return sizes


def least_size(drawn: Drawn, role: TextRole) -> float | None:
    """Size on a phone of the smallest text of a role; None if there is none."""
    sizes = [
        drawn.on_a_phone(text.size * role.scale)
        for text in drawn.texts
        if (not role.writers or text.writer in role.writers)
        and re.fullmatch(role.words, text.words)
    ]
    return min(sizes, default=None)


def late_pictures(game: GameBench, seats: int, picture: str) -> Iterator[Drawn]:
    """A picture of late positions, from the latest back, with the texts on it."""
    positions = [state for state, _ in easy_game(game.key, seats, SEED)]
    late = positions[round(LATE * (len(positions) - 1)) :: -1]
    pictures = renderer(game.key)
    for state in late:
        for subject in _subjects(game, picture, state):
            yield texts_of(pictures, partial(pictures.draw, picture, names=NAMES, **subject))


def _subjects(game: GameBench, picture: str, state: Any) -> Iterator[dict[str, Any]]:
    """Arguments of a picture of a position, for the seat to act where it is of one."""
    rules, seat = game.game, game.game.to_act(state)[0]
    if picture == TABLE:
        yield {"view": rules.view(state, None)}
    elif picture == HAND:
        if game.has_a_typical_hand(state, seat):
            yield {"view": rules.view(state, seat), "shown": rules.hand(state, seat), "seat": seat}
    elif picture == CANDIDATE:
        preview = rules.preview(state, seat, rules.complete(state, seat, []))
        yield {"view": rules.view(state, seat), "shown": preview}
    else:
        yield {"view": rules.view(state, None), "seat": seat}


# ---- hexes --------------------------------------------------------------------------------------


def print_hexes(game: GameBench) -> None:
    """Print the smallest and the mean hex of each number of seats."""
    for seats in game.game.facts.seats:
        widths = list(chain.from_iterable(hexes(game, seats, seed) for seed in SEEDS))
        if widths:
            print(
                f"{game.key}, {seats} seats: smallest hex {min(widths):.0f} px, "
                f"mean {mean(widths):.0f} px of {MAX_WIDTH}; on a phone "
                f"{_on_a_phone(min(widths)):.1f} and {_on_a_phone(mean(widths)):.1f}"
            )


def _on_a_phone(width: float) -> float:
    return width * PHONE / MAX_WIDTH


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
