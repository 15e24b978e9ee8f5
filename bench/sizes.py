"""Sizes on the pictures of late tables where they are shown: `python -m bench.sizes [GAME …]`.

Nothing is timed. First the texts, by their roles (`GameBench.text_roles`), as they are drawn in
late positions of easy games; then the hexes, for the games that define `GameBench.hex_share`.
`bench.texts` says how wide Discord shows a picture.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from statistics import mean
from typing import Any

from bench.measured import LATE, SEED, GameBench, easy_game, game_bench
from bench.texts import LEAST, POST, TEXT, Drawn, TextRole, texts_of
from render.contract import CANDIDATE, HAND, TABLE
from render.registry import renderer
from render.samples import NAMES
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
    """Print the least size of each role of text, beside what it should be."""
    numbers = [seats for seats in SEATS if seats in game.game.facts.seats]
    sizes = {seats: text_sizes(game, seats) for seats in numbers}
    heads = "".join(f"{f'{seats} seats':>9}" for seats in numbers)
    print(f"\n{game.key}: px of texts as shown{heads}   wanted")
    for role in roles(game):
        row = [sizes[seats].get(role) for seats in numbers]
        wanted = f"≥ {role.least}"
        small = any(size is not None and size < role.least for size in row)
        cells = "".join(f"{'–' if size is None else f'{size:.1f}':>9}" for size in row)
        print(f"{f'  {role}':<{len(game.key) + 25}}{cells}   {wanted}{'  too small' * small}")


def roles(game: GameBench) -> list[TextRole]:
    """The roles of text of a game, and for each picture that of any text but letters of seats."""
    named = game.text_roles()
    pictures = dict.fromkeys(role.picture for role in named)
    return [*named, *(TextRole("any text", each, LEAST[each], words=TEXT) for each in pictures)]


def too_small(game: GameBench, seats: int) -> dict[str, float]:
    """Sizes of the roles of text that are smaller than they should be, or never drawn: 0."""
    sizes = text_sizes(game, seats)
    return {
        str(role): sizes.get(role, 0) for role in roles(game) if sizes.get(role, 0) < role.least
    }


def text_sizes(game: GameBench, seats: int) -> dict[TextRole, float]:
    """Least size of each role of text, late in an easy game, where one is drawn."""
    sizes: dict[TextRole, float] = {}
    for picture in dict.fromkeys(role.picture for role in roles(game)):
        missing = [role for role in roles(game) if role.picture == picture]
        for drawn in islice(late_pictures(game, seats, picture), TRIES):
            found = {role: size for role in missing if (size := least_size(drawn, role))}
            sizes |= found
            missing = [role for role in missing if role not in found]
            if not missing:
                break
    return sizes


def least_size(drawn: Drawn, role: TextRole) -> float | None:
    """Size of the smallest text of a role; None if there is none."""
    sizes = [
        drawn.shown_size(text.size * role.scale, role.picture)
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
                f"{game.key}, {seats} seats: of {POST} px the smallest hex takes "
                f"{min(widths):.1f}, the mean {mean(widths):.1f}"
            )


def hexes(game: GameBench, seats: int, seed: int) -> Iterator[float]:
    """Width of a hex in a post, late in an easy game; nothing where it is not defined."""
    positions_and_news = easy_game(game.key, seats, seed)
    first, _ = next(positions_and_news)
    if game.hex_share(game.game.view(first, None)) is None:
        return
    positions = [first, *(state for state, _ in positions_and_news)]
    share = game.hex_share(game.game.view(positions[round(LATE * (len(positions) - 1))], None))
    if share is not None:
        yield share * POST


if __name__ == "__main__":
    main(*sys.argv[1:])
