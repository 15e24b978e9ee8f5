"""Statistics of finished games, as values. Times are in seconds.

A game counts where two people or more have played it; `alone` are those of one person.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median_low

import msgspec

from bot.table.seating import Table


class Rung(msgspec.Struct, frozen=True):
    """A person on the ladder of a game."""

    rank: int
    user_id: int
    name: str
    number: int
    """Rating, as people see it."""
    games: int


class Rival(msgspec.Struct, frozen=True):
    """Results of a person against another one, in the games that both have played."""

    user_id: int
    name: str
    games: int
    ahead: int
    """Games in which the person came out before the other one."""
    behind: int


class GameLine(msgspec.Struct, frozen=True):
    """Results of a person in one game."""

    game: str
    games: int
    won: int
    best: int | None
    """Most points in a game that was played to its end; None where there is none."""
    average: int | None
    rating: int | None
    """Rating on the server; None for all servers together."""


class PersonStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Results of a person, in one game or in all."""

    name: str
    places: tuple[int, ...]
    """Number of games by place, the first place first."""
    resigned: int
    by_others: int
    """Games that do not count: most of the person's turns were made by an AI or a referee."""
    alone: int
    alone_won: int
    move_time: int | None
    games: tuple[GameLine, ...]
    rivals: tuple[Rival, ...]
    reader: Rival | None
    """The person's results against the reader."""
    rank: int | None
    """Place on the ladder of the game."""

    @property
    def played(self) -> int:
        """Number of games with others."""
        return sum(self.places)


class Feat(msgspec.Struct, frozen=True):
    """A record: a table, and the person who holds it, where it is a person's."""

    table: Table
    value: int
    name: str = ""


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Results of all games of one kind on a server."""

    games: int
    alone: int
    length: int | None
    """Median time from the beginning to the end of a game."""
    move_time: int | None
    winning: int | None
    """Average points of those who won, in games that were played to their end."""
    ladder: tuple[Rung, ...]
    """People by rating, the best first."""
    ai_players: tuple[tuple[str, int], ...]
    """Levels of AI players with their ratings, the best first."""
    points: tuple[Feat, ...]
    """Most points, the best first; of each kind of record some, as not everybody sees every
    table."""
    margins: tuple[Feat, ...]
    longest: tuple[Feat, ...]
    shortest: tuple[Feat, ...]


class Regular(msgspec.Struct, frozen=True):
    """A person who plays much on a server."""

    name: str
    games: int
    won: int


class ServerLine(msgspec.Struct, frozen=True):
    """Results of one game on a server."""

    game: str
    games: int
    length: int | None
    leader: Rung | None


class ServerStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Results of all games on a server."""

    games: int
    alone: int
    people: int
    length: int | None
    move_time: int | None
    lines: tuple[ServerLine, ...]
    regulars: tuple[Regular, ...]
    year_ago: tuple[Feat, ...] = ()
    """Games that were won on this day a year ago."""


def typical(values: Iterable[int | None]) -> int | None:
    """The median of the values that are known; None where none is."""
    known_values = [value for value in values if value is not None]
    return median_low(known_values) if known_values else None


def average(values: Iterable[int]) -> int | None:
    """The mean of some values, rounded; None of none."""
    listed = list(values)
    return round(sum(listed) / len(listed)) if listed else None
