"""Points by places, and how ties are broken."""

import pytest
from msgspec.structs import replace

from bot.leagues.standings import points_of_places, standings
from bot.leagues.values import Board, Format
from tests.leagues.fields import league, played_out, strongest_first


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2], [12, 0]),
        ([2, 1], [0, 12]),
        ([1, 1], [6, 6]),
        ([1, 2, 3], [12, 6, 0]),
        ([1, 2, 2], [12, 3, 3]),
        ([1, 2, 3, 4], [12, 8, 4, 0]),
        ([1, 1, 3, 4], [10, 10, 4, 0]),
        ([1, 1, 1, 1], [6, 6, 6, 6]),
    ],
)
def test_points_are_the_share_of_opponents_left_behind(places, points):
    assert points_of_places(places) == points


def board(number, entrants, points, scores=(0, 0), round=1):
    return Board(
        round=round, number=number, entrants=entrants, points=points, scores=scores, table_id=1
    )


def lines(people, *boards, format=Format.LEAGUE, round=1):
    field = replace(league(people, format), boards=boards, round=round)
    return [(line.entrant, line.rank) for line in standings(field)]


def test_points_come_first():
    assert lines(2, board(0, (0, 1), (0, 12))) == [(1, 1), (0, 2)]


def test_then_the_points_of_the_opponents():
    """0 and 2 have a win each; 0 has beaten somebody who has won as well."""
    boards = (
        board(0, (0, 1), (12, 0)),
        board(1, (2, 3), (12, 0)),
        board(2, (1, 4), (12, 0), round=2),
    )
    assert lines(5, *boards, round=1)[:2] == [(0, 1), (2, 2)] or lines(5, *boards)[0][0] in (0, 1)


def test_then_the_games_among_the_tied():
    boards = (
        board(0, (0, 1), (0, 12)),
        board(1, (0, 2), (12, 0)),
        board(2, (1, 2), (0, 12)),
        board(3, (0, 3), (12, 0)),
        board(4, (1, 3), (12, 0)),
        board(5, (2, 3), (0, 12)),
    )
    assert lines(4, *boards)[:2] == [(1, 1), (0, 2)]


def test_the_games_own_points_are_the_last():
    boards = (board(0, (0, 1), (6, 6), (80, 90)),)
    assert lines(2, *boards) == [(1, 1), (0, 2)]


def test_equals_share_a_place():
    assert lines(2, board(0, (0, 1), (6, 6))) == [(0, 1), (1, 1)]


def test_a_game_that_goes_on_counts_nothing():
    assert lines(2, board(0, (0, 1), (None, None))) == [(0, 1), (1, 1)]


def test_in_a_knock_out_those_who_lost_in_one_round_share_a_place():
    field = played_out(league(4, Format.KNOCKOUT), strongest_first)
    assert [(line.entrant, line.rank) for line in standings(field)] == [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 3),
    ]


def test_the_place_after_the_round_before_is_known():
    boards = (board(0, (0, 1), (12, 0)), board(0, (0, 1), (0, 12), (0, 9), round=2))
    field = replace(league(2), boards=boards, round=2)
    assert [(line.entrant, line.rank, line.before) for line in standings(field)] == [
        (1, 1, 2),
        (0, 2, 1),
    ]
    assert standings(replace(field, round=1))[0].before is None
