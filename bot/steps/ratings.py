"""Ratings of players after a game, by the model of Plackett and Luce (openskill).

People are rated among themselves: an AI seat changes the rating of no person. An AI player is
rated by its level, against everybody at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, permutations, product
from statistics import mean

import msgspec
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
BEGINNER, SCALE, CAUTION = 1000, 40, 3
"""Number of a player without games; points for one unit of skill; doubts taken from a skill."""


class Rating(msgspec.Struct, frozen=True):
    """Strength of a player at a game: an estimate, and its standard deviation."""

    skill: float
    doubt: float

    @property
    def number(self) -> int:
        """The rating as people see it: cautious at first, 1,000 for a beginner."""
        return rating_number(self.skill, self.doubt)


NEW = Rating(25.0, 25.0 / 3)
"""Rating before the first game."""


class Player(msgspec.Struct, frozen=True):
    """A player of a finished game, with their rating before it."""

    name: int | str
    """Id of a person, or level of an AI player."""
    rank: tuple[int, int]
    """Sort key, lowest first: whether they resigned, and their place."""
    rating: Rating

    @property
    def is_person(self) -> bool:
        """Whether it is a person."""
        return isinstance(self.name, int)


def rating_number(skill: float, doubt: float) -> int:
    """A rating as people see it."""
    return round(BEGINNER + SCALE * (skill - CAUTION * doubt))


def ratings_after(players: Sequence[Player]) -> Mapping[int | str, Rating]:
    """Ratings that a game changes, by the names of their players."""
    people = [player for player in players if player.is_person]
    levels = {player.name for player in players if not player.is_person}
    ratings = dict[int | str, Rating]()
    if len(people) > 1:
        ratings |= {
            player.name: rating for player, rating in zip(people, _rated(people), strict=True)
        }
    if levels and len({player.name for player in players}) > 1:
        rated = list(zip(players, _rated(players), strict=True))
        for level in levels:
            ratings[level] = _mean([rating for player, rating in rated if player.name == level])
    return ratings


def _rated(players: Sequence[Player]) -> list[Rating]:
    """Ratings of players after they have met, in their order.

    Where some tie, they are the mean over every order in which these could have come: the model's
    own way with ties puts the third of four above two winners who share the first place.
    """
    teams = [[MODEL.create_rating([each.rating.skill, each.rating.doubt])] for each in players]
    outcomes = [MODEL.rate(teams, ranks=ranks) for ranks in _rankings(players)]
    return [
        _mean([Rating(team[0].mu, team[0].sigma) for team in after])
        for after in zip(*outcomes, strict=True)
    ]


def _rankings(players: Sequence[Player]) -> Iterator[list[float]]:
    """Places of the players, from 0; one list for every order of those who tie."""
    numbers = sorted(range(len(players)), key=lambda number: players[number].rank)
    groups = groupby(numbers, key=lambda number: players[number].rank)
    for order in product(*(permutations(group) for _, group in groups)):
        places = {number: float(place) for place, number in enumerate(chain(*order))}
        yield [places[number] for number in range(len(players))]


def _mean(ratings: Sequence[Rating]) -> Rating:
    """Mean of some ratings: of a level that had several seats, or over the orders of a tie."""
    return Rating(mean(each.skill for each in ratings), mean(each.doubt for each in ratings))
