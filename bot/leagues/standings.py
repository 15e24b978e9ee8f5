"""Standings of a league: points of its boards, and how ties are broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.leagues.values import WIN, Board, Format, League

Key = tuple[Any, ...]
"""Values by which lines are sorted."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings. All points but the game's own are in half points."""

    entrant: int
    rank: int = 0
    """Place, from 1; equal for those whom nothing tells apart."""
    before: int | None = None
    """Place after the round before; None in the first round."""
    games: int
    points: int
    opponents: int
    """Points of the opponents, the average of each table."""
    mutual: int = 0
    """Points from games among those who are still tied."""
    results: tuple[int, ...]
    """Points of each game, the best first."""
    score: int
    """The game's own points."""


def points_of_places(places: Sequence[int]) -> list[int]:
    """Points of each seat by the places of a game: the share of opponents left behind."""
    return [
        WIN
        * sum((rival > place) * 2 + (rival == place) for rival in _without(places, seat))
        // (2 * (len(places) - 1))
        for seat, place in enumerate(places)
    ]


def _without(places: Sequence[int], seat: int) -> list[int]:
    return [*places[:seat], *places[seat + 1 :]]


def standings(league: League, last_round: int | None = None) -> list[Standing]:
    """Lines of all entrants, the best first, after a round or now."""
    boards = [
        board
        for board in league.boards
        if board.is_settled and (last_round is None or board.round <= last_round)
    ]
    lines = _with_ranks(
        [_line(league, boards, each.number) for each in league.entrants], boards, league
    )
    if last_round is not None or league.round < 2:
        return lines
    before = {line.entrant: line.rank for line in standings(league, league.round - 1)}
    return [replace(line, before=before[line.entrant]) for line in lines]


def _line(league: League, boards: Sequence[Board], entrant: int) -> Standing:
    mine = [board for board in boards if entrant in board.entrants]
    results = sorted((board.points_of(entrant) or 0 for board in mine), reverse=True)
    seats = [(board, board.entrants.index(entrant)) for board in mine if not board.is_bye]
    return Standing(
        entrant=entrant,
        games=len(seats),
        points=sum(results),
        opponents=sum(_opponents(boards, board, entrant) for board in mine),
        results=tuple(results),
        score=sum(board.scores[seat] or 0 for board, seat in seats),
    )


def _opponents(boards: Sequence[Board], board: Board, entrant: int) -> int:
    """Average points of an entrant's opponents at a table; an AI that fills it has none."""
    rivals = [number for number in board.people if number != entrant]
    total = sum(each.points_of(rival) or 0 for rival in rivals for each in boards)
    return total // max(1, len(board.entrants) - 1)


def _with_ranks(
    lines: Sequence[Standing], boards: Sequence[Board], league: League
) -> list[Standing]:
    """Lines in their order, each with its place; in a knock-out only points count."""
    if league.terms.format is Format.KNOCKOUT:
        return _ordered(lines, _points)
    ordered = list[Standing]()
    for _, group in groupby(sorted(lines, key=_points_and_opponents), key=_points_and_opponents):
        tied = list(group)
        people = {line.entrant for line in tied}
        ordered += [replace(line, mutual=_mutual(boards, people, line.entrant)) for line in tied]
    return _ordered(ordered, _key)


def _ordered(lines: Sequence[Standing], key: Callable[[Standing], Key]) -> list[Standing]:
    places = sorted(map(key, lines))
    return [replace(line, rank=1 + places.index(key(line))) for line in sorted(lines, key=key)]


def _mutual(boards: Sequence[Board], tied: set[int], entrant: int) -> int:
    """Points of an entrant from tables where another of those who are tied sits."""
    return sum(
        board.points_of(entrant) or 0
        for board in boards
        if entrant in board.entrants and len(tied.intersection(board.people)) > 1
    )


def _points(line: Standing) -> Key:
    return (-line.points,)


def _points_and_opponents(line: Standing) -> Key:
    return -line.points, -line.opponents


def _key(line: Standing) -> Key:
    """Values that tell two entrants apart, the most important first."""
    results = tuple(-result for result in line.results)
    return *_points_and_opponents(line), -line.mutual, results, -line.score
