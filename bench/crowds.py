"""Tables of all games that move in turn, as on a busy server: a part of `bench pictures`.

Each table draws the board post of its newest turn. Games, sizes, hours of the day and names differ
from table to table, the games are late, and the cache has the budget and the disk of the bot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from hashlib import blake2b
from itertools import cycle, islice
from pathlib import Path
from statistics import mean, median
from tempfile import gettempdir
from typing import Any

import msgspec

from bench.measured import Seen, easy_game
from bench.reference import clean_save, cpu_seconds, rgb_picture
from cogs._painting.wish import Wish
from render.cache import BUDGET, CACHE
from render.contract import TABLE, About
from render.registry import renderer
from render.samples import NAMES
from rules.contract import Event
from rules.registry import games, get

CROWDS: Mapping[int, int] = {5: 7, 30: 7, 300: 4}
"""Numbers of tables, and how many pictures each of them draws; the first does not count."""
SHARES = (0.85, 0.65, 0.75, 0.55, 0.9)
"""Shares of a game after which tables begin, in their order."""
SAVES = 5
"""Newest rounds of the reference, of which the median counts."""
Saves = Mapping[tuple[str, int], Callable[[], float]]
"""Functions that save a post by default and return the seconds, by game and number of seats."""


class Table(msgspec.Struct, frozen=True):
    """Consecutive board posts of one table."""

    game: str
    seats: int
    posts: Sequence[Wish]


def main() -> None:
    """Print the figures of every crowd."""
    print("tables of all games in turn, one post each (bar 0.35)")
    tables = list(islice(mixed_tables(), max(CROWDS)))
    with ExitStack() as stack:
        saves = default_saves(tables, stack)
        for count, posts in CROWDS.items():
            shares, seconds = in_turn(tables[:count], posts, saves)
            every = [share for of_game in shares.values() for share in of_game]
            worst = max(shares, key=lambda game: median(shares[game]))
            print(
                f"  {mean(every):6.3f}  {count} tables: mean, median {median(every):.3f}, "
                f"{worst} {median(shares[worst]):.3f} [{mean(seconds) * 1000:.1f} ms]"
            )


def in_turn(
    tables: Sequence[Table], posts: int, saves: Saves
) -> tuple[dict[str, list[float]], list[float]]:
    """Times of the pictures after the first, as shares of the default save by game, and seconds.

    The saves are made in between, since a machine with other work is not equally fast all the time.
    """
    CACHE.reset(BUDGET)
    CACHE.spill.open(Path(gettempdir()))
    for key in games():
        renderer(key).prewarm()
    shares: dict[str, list[float]] = {}
    times, newest = [], {key: deque[float](maxlen=SAVES) for key in saves}
    for turn in range(posts):
        for table in tables:
            seconds = cpu_seconds(table.posts[turn].png)
            if turn:
                kind = table.game, table.seats
                newest[kind].append(saves[kind]())
                times.append(seconds)
                shares.setdefault(table.game, []).append(seconds / median(newest[kind]))
    CACHE.spill.close()
    CACHE.reset(BUDGET)
    return shares, times


def default_saves(tables: Sequence[Table], stack: ExitStack) -> Saves:
    """Functions that save a post by default and return the seconds, by game and number of seats."""
    pictures = {(table.game, table.seats): table.posts[0] for table in tables}
    return {
        kind: stack.enter_context(clean_save(rgb_picture(post.draw)))
        for kind, post in pictures.items()
    }


# ---- tables --------------------------------------------------------------------------------------


def mixed_tables() -> Iterator[Table]:
    """Tables of all games in turn, each of another size or later than the one before."""
    posts = max(CROWDS.values())
    for number, key in enumerate(cycle(games())):
        index = number // len(games())
        sizes = [seats for seats in get(key).facts.seats if seats > 1]
        seats, game = sizes[index % len(sizes)], index // len(sizes)
        turns = turns_of(key, seats, game // len(SHARES))
        begin = min(round(SHARES[game % len(SHARES)] * len(turns)), len(turns) - posts)
        seen = turns[begin : begin + posts]
        yield Table(key, seats, [_post(key, seats, number, each) for each in seen])


@cache
def turns_of(key: str, seats: int, seed: int) -> Sequence[Seen]:
    """Public views after each turn of a game of easy players, with the news of the turn."""
    game, turns, news = get(key), list[Seen](), list[Event]()
    for state, events in easy_game(key, seats, seed):
        news += [event for event in events if event.only is None]
        if not game.mid_turn(state):
            turns.append(Seen(game.view(state, None), tuple(news)))
            news = []
    return turns


def _post(key: str, seats: int, number: int, seen: Seen) -> Wish:
    """Board post of the table with a number."""
    names: Any = tuple(f"{name} {number}" for name in NAMES[:seats])
    seal = blake2b(str(number).encode()).hexdigest()
    return Wish(key, TABLE, seen.view, names=names, news=tuple(seen.news), about=About(seal=seal))
